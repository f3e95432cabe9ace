// SPDX-License-Identifier: Apache-2.0
#include "geometry/shapes/sphere_arrays.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "core/errors.hpp"
#include "geometry/shapes/whole_images.hpp"

namespace perm {
namespace {

constexpr std::array<SphereArray, 3> all_arrays{SphereArray::sc, SphereArray::bcc, SphereArray::fcc};

PoreSpace draw(SphereArray array, std::int64_t side, double radius) {
  return make_spheres({side, side, side}, array_spheres(array, side, radius * static_cast<double>(side)));
}

TEST(SphereArrays, touch_at_the_known_porosities) {
  EXPECT_NEAR(array_porosity(SphereArray::sc, touching_radius(SphereArray::sc)), 1 - std::numbers::pi / 6, 1e-14);
  EXPECT_NEAR(array_porosity(SphereArray::bcc, touching_radius(SphereArray::bcc)),
              1 - std::sqrt(3) * std::numbers::pi / 8, 1e-14);
  EXPECT_NEAR(array_porosity(SphereArray::fcc, touching_radius(SphereArray::fcc)),
              1 - std::sqrt(2) * std::numbers::pi / 6, 1e-14);
}

/// Counts the spheres and images of spheres whose centres are within `reach` of a point. The cell has side 1.
int count_centres_within(SphereArray array, const std::array<double, 3>& point, double reach) {
  int count = 0;
  for (const Sphere& sphere : array_spheres(array, 1, 0.1))
    for (int image = 0; image < 27; ++image) {
      const double dx = sphere.x + image % 3 - 1 - point[0];
      const double dy = sphere.y + image / 3 % 3 - 1 - point[1];
      const double dz = sphere.z + image / 9 - 1 - point[2];
      if (dx * dx + dy * dy + dz * dz <= reach * reach) ++count;
    }
  return count;
}

// Three spheres (four in sc, whose throats are square) are at the closing radius from the middle of a throat, and none
// is nearer.
TEST(SphereArrays, close_their_throats_at_the_distance_of_their_middles) {
  const auto closes = [](SphereArray array, const std::array<double, 3>& middle, int spheres) {
    const double radius = closing_radius(array);
    EXPECT_EQ(count_centres_within(array, middle, radius * (1 - 1e-9)), 0);
    EXPECT_EQ(count_centres_within(array, middle, radius * (1 + 1e-9)), spheres);
  };
  closes(SphereArray::sc, {0.0, 0.0, 0.5}, 4);
  closes(SphereArray::bcc, {0.5, 0.125, 0.125}, 3);
  closes(SphereArray::fcc, {1.0 / 6, 1.0 / 6, 1.0 / 3}, 3);
}

TEST(SphereArrays, radius_gives_the_porosity_asked_for) {
  for (const SphereArray array : all_arrays)
    for (const double porosity : {0.05, 0.2, 0.3, 0.45, 0.5, 0.7, 0.9, 0.999})
      EXPECT_NEAR(array_porosity(array, array_radius(array, porosity)), porosity, 1e-13);
}

TEST(SphereArrays, voxels_have_nearly_the_nominal_porosity) {
  for (const SphereArray array : all_arrays)
    for (const std::int64_t side : {64, 101})
      for (const double porosity : {0.1, 0.3, 0.4, 0.5, 0.7, 0.9})
        EXPECT_NEAR(draw(array, side, array_radius(array, porosity)).porosity(), porosity, 0.003)
            << static_cast<int>(array) << " " << side;
}

TEST(SphereArrays, porosity_error_falls_with_the_voxel_size_for_overlapping_spheres) {
  for (const SphereArray array : all_arrays) {
    const double radius = closing_radius(array);
    EXPECT_NEAR(draw(array, 240, radius).porosity(), array_porosity(array, radius), 2e-4);
  }
}

using Place = std::array<std::int64_t, 3>;

bool is_unchanged(const PoreSpace& pores, const std::function<Place(const Place&)>& move) {
  const Extent extent = pores.extent();
  for (std::int64_t z = 0; z < extent.nz; ++z)
    for (std::int64_t y = 0; y < extent.ny; ++y)
      for (std::int64_t x = 0; x < extent.nx; ++x) {
        const Place moved = move({x, y, z});
        if (pores.is_pore(x, y, z) != pores.is_pore(moved[0], moved[1], moved[2])) return false;
      }
  return true;
}

TEST(SphereArrays, voxels_keep_the_mirror_planes_and_rotations_of_the_cube) {
  for (const SphereArray array : all_arrays)
    for (const std::int64_t side : {7, 24, 33}) {
      const PoreSpace pores = draw(array, side, array_radius(array, 0.37));
      EXPECT_TRUE(is_unchanged(pores, [side](const Place& p) { return Place{side - 1 - p[0], p[1], p[2]}; }));
      EXPECT_TRUE(is_unchanged(pores, [](const Place& p) { return Place{p[1], p[2], p[0]}; }));
      EXPECT_TRUE(is_unchanged(pores, [](const Place& p) { return Place{p[1], p[0], p[2]}; }));
    }
}

TEST(SphereArrays, refuses_spheres_that_close_the_throats_and_names_the_limit) {
  EXPECT_THAT(
      [] { array_radius(SphereArray::sc, 0.03); },
      testing::ThrowsMessage<InputError>(testing::AllOf(testing::HasSubstr("0.0349"), testing::HasSubstr("0.4764"))));
  EXPECT_THAT([] { array_spheres(SphereArray::bcc, 100, 53.1); },
              testing::ThrowsMessage<InputError>(testing::HasSubstr("up to 53.03")));
  EXPECT_NO_THROW(array_spheres(SphereArray::bcc, 100, 53.0));
}

}  // namespace
}  // namespace perm
