// SPDX-License-Identifier: Apache-2.0
#include "geometry/shapes/solids/nearest_spheres.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "geometry/shapes/packing.hpp"
#include "geometry/shapes/recipe.hpp"
#include "geometry/shapes/solids/spheres_random.hpp"

namespace perm {
namespace {

/// Looks at every sphere and at its 124 images nearest to the box.
std::int32_t nearest_one_by_one(const std::vector<Sphere>& spheres, const Extent& n, const std::array<double, 3>& at) {
  double least = NearestSpheres::reach;
  std::int32_t nearest = NearestSpheres::none;
  for (std::size_t i = 0; i < spheres.size(); ++i)
    for (int image = 0; image < 125; ++image) {
      const double dx = at[0] - spheres[i].x - static_cast<double>((image % 5 - 2) * n.nx);
      const double dy = at[1] - spheres[i].y - static_cast<double>((image / 5 % 5 - 2) * n.ny);
      const double dz = at[2] - spheres[i].z - static_cast<double>((image / 25 - 2) * n.nz);
      const double distance = std::sqrt(dx * dx + dy * dy + dz * dz) - spheres[i].radius;
      if (distance < least - 1e-9) {
        least = distance;
        nearest = static_cast<std::int32_t>(i);
      }
    }
  return nearest;
}

TEST(NearestSpheres, are_those_whose_surface_is_nearest_in_the_periodic_image) {
  RandomNumbers random(11);
  for (const Extent n : {Extent{17, 11, 13}, Extent{9, 20, 7}}) {
    std::vector<Sphere> spheres;
    for (int i = 0; i < 6; ++i)
      spheres.push_back({random.uniform() * static_cast<double>(n.nx), random.uniform() * static_cast<double>(n.ny),
                         random.uniform() * static_cast<double>(n.nz), 1 + 2 * random.uniform()});
    spheres.push_back({-3.3, 40.1, 6.2, 2.5});  // outside the box
    NearestSpheres nearest(spheres, n);
    int found = 0;
    for (std::int64_t z = 0; z < n.nz; ++z)
      for (std::int64_t y = 0; y < n.ny; ++y)
        for (std::int64_t x = 0; x < n.nx; ++x) {
          const std::int32_t sphere = nearest.plane(z)[static_cast<std::size_t>(y * n.nx + x)];
          if (sphere != NearestSpheres::none) ++found;
          std::vector<Sphere> inside = spheres;  // near enough to the box for the search that goes one by one
          inside.back() = {-3.3, 40.1 - 2 * static_cast<double>(n.ny), 6.2, 2.5};
          ASSERT_EQ(sphere, nearest_one_by_one(inside, n,
                                               {static_cast<double>(x) + 0.5, static_cast<double>(y) + 0.5,
                                                static_cast<double>(z) + 0.5}))
              << x << ' ' << y << ' ' << z;
        }
    EXPECT_GT(found, 200);
  }
}

TEST(NearestSpheres, share_what_overlaps_at_the_plane_between_them_and_leave_the_rest) {
  const std::vector<Sphere> spheres{{5, 5, 5, 3}, {9, 5, 5, 3}};
  NearestSpheres nearest(spheres, {20, 10, 10});
  const auto row = nearest.plane(5).subspan(5 * 20, 20);
  const std::vector<std::int32_t> expected{-1, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1, -1, -1};
  EXPECT_TRUE(std::ranges::equal(row, expected));
}

TEST(NearestSpheres, hold_every_solid_voxel_of_a_recipe_of_spheres_and_no_voxel_that_is_deep_in_a_pore) {
  for (const GeometryKind kind :
       {GeometryKind::sc, GeometryKind::bcc, GeometryKind::fcc, GeometryKind::packing, GeometryKind::overlap}) {
    Recipe recipe;
    recipe.kind = kind;
    recipe.extent = {24, 24, 24};
    recipe.porosity = 0.6;
    if (kind != GeometryKind::overlap) recipe.shift = {3.25, -7.5, 100.125};
    const PoreSpace pores = generate(recipe);
    NearestSpheres nearest(spheres_of(recipe, {}), recipe.extent);
    for (std::int64_t z = 0; z < 24; ++z) {
      nearest.make(z);
      for (std::int64_t y = 0; y < 24; ++y)
        for (std::int64_t x = 0; x < 24; ++x)
          ASSERT_EQ(nearest.distances()[static_cast<std::size_t>(y * 24 + x)] < 0, !pores.is_pore(x, y, z))
              << to_string(kind) << ' ' << x << ' ' << y << ' ' << z;
    }
  }
  Recipe plates;
  plates.kind = GeometryKind::plates;
  EXPECT_TRUE(spheres_of(plates, {}).empty());
}

}  // namespace
}  // namespace perm
