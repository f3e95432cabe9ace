// SPDX-License-Identifier: Apache-2.0
// Distances and faces are compared with loops over all pairs of voxels, and sizes with shapes whose sizes are known.
#include "geometry/measures/pore_size.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <random>
#include <string>
#include <vector>

#include "geometry/measures/distance_map.hpp"
#include "geometry/random_pores.hpp"

namespace perm {
namespace {

/// Makes all voxels pore except those of the planes where `axis` is 0.
PoreSpace slit(const Extent& extent, Axis axis) {
  PoreSpace pores(extent);
  for (std::int64_t z = 0; z < extent.nz; ++z)
    for (std::int64_t y = 0; y < extent.ny; ++y)
      for (std::int64_t x = 0; x < extent.nx; ++x)
        if ((axis == Axis::x ? x : axis == Axis::y ? y : z) != 0) pores.set_pore(x, y, z);
  return pores;
}

/// Gives the shortest way round a ring of n voxels.
std::int64_t ring_distance(std::int64_t a, std::int64_t b, std::int64_t n) {
  const std::int64_t way = std::abs(a - b);
  return std::min(way, n - way);
}

struct Expected {
  std::vector<SquaredDistance> distances;
  std::int64_t faces{0};
};

/// The image and the voxels that the rules put around it: a layer of solid at both ends of walled axes, and the image
/// repeated or mirrored along the other axes, three times in all.
struct Surroundings {
  const PoreSpace& pores;
  FaceRules rules;

  /// Takes voxels from -n to 2 n - 1 along each axis.
  bool is_pore(Extent at) const {
    for (const Axis axis : all_axes) {
      std::int64_t& position = axis == Axis::x ? at.nx : axis == Axis::y ? at.ny : at.nz;
      const std::int64_t n = pores.extent().along(axis);
      if (position >= 0 && position < n) continue;
      if (rules.across(axis) == FaceRule::sealed) return false;
      position = rules.is_closed(axis) ? (position < 0 ? -1 - position : 2 * n - 1 - position) : (position + n) % n;
    }
    return pores.is_pore(at.nx, at.ny, at.nz);
  }
};

Expected measure_among(const PoreSpace& pores, const FaceRules& rules) {
  const Extent& n = pores.extent();
  const Surroundings all{pores, rules};
  Expected expected;
  for (std::int64_t z = 0; z < n.nz; ++z)
    for (std::int64_t y = 0; y < n.ny; ++y)
      for (std::int64_t x = 0; x < n.nx; ++x) {
        const bool here = pores.is_pore(x, y, z);
        // Each face counts once: towards higher positions, and towards lower ones where nothing wraps.
        expected.faces += (all.is_pore({x + 1, y, z}) != here ? 1 : 0) + (all.is_pore({x, y + 1, z}) != here ? 1 : 0) +
                          (all.is_pore({x, y, z + 1}) != here ? 1 : 0);
        if (rules.is_closed(Axis::x) && x == 0 && all.is_pore({-1, y, z}) != here) ++expected.faces;
        if (rules.is_closed(Axis::y) && y == 0 && all.is_pore({x, -1, z}) != here) ++expected.faces;
        if (rules.is_closed(Axis::z) && z == 0 && all.is_pore({x, y, -1}) != here) ++expected.faces;
        std::int64_t nearest = saturated_distance;
        for (std::int64_t sz = -n.nz; sz < 2 * n.nz; ++sz)
          for (std::int64_t sy = -n.ny; sy < 2 * n.ny; ++sy)
            for (std::int64_t sx = -n.nx; sx < 2 * n.nx; ++sx)
              if (!all.is_pore({sx, sy, sz}))
                nearest = std::min(nearest, (sx - x) * (sx - x) + (sy - y) * (sy - y) + (sz - z) * (sz - z));
        expected.distances.push_back(static_cast<SquaredDistance>(nearest));
      }
  return expected;
}

Expected measure_slowly(const PoreSpace& pores) {
  const Extent& n = pores.extent();
  Expected expected;
  for (std::int64_t z = 0; z < n.nz; ++z)
    for (std::int64_t y = 0; y < n.ny; ++y)
      for (std::int64_t x = 0; x < n.nx; ++x) {
        const bool here = pores.is_pore(x, y, z);
        expected.faces += (pores.is_pore((x + 1) % n.nx, y, z) != here ? 1 : 0) +
                          (pores.is_pore(x, (y + 1) % n.ny, z) != here ? 1 : 0) +
                          (pores.is_pore(x, y, (z + 1) % n.nz) != here ? 1 : 0);
        std::int64_t nearest = saturated_distance;
        for (std::int64_t sz = 0; sz < n.nz; ++sz)
          for (std::int64_t sy = 0; sy < n.ny; ++sy)
            for (std::int64_t sx = 0; sx < n.nx; ++sx) {
              if (pores.is_pore(sx, sy, sz)) continue;
              const std::int64_t dx = ring_distance(x, sx, n.nx);
              const std::int64_t dy = ring_distance(y, sy, n.ny);
              const std::int64_t dz = ring_distance(z, sz, n.nz);
              nearest = std::min(nearest, dx * dx + dy * dy + dz * dz);
            }
        expected.distances.push_back(static_cast<SquaredDistance>(nearest));
      }
  return expected;
}

void expect_same_as_slow(const PoreSpace& pores, const std::string& what) {
  const Expected expected = measure_slowly(pores);
  EXPECT_TRUE(std::ranges::equal(map_squared_distances(pores), expected.distances)) << what;
  const auto voxels = static_cast<double>(pores.extent().voxels());
  const PoreSize size = measure_pore_size(pores);
  EXPECT_DOUBLE_EQ(size.specific_surface, static_cast<double>(expected.faces) * 2 / 3 / voxels) << what;
  if (pores.count_pores() == 0 || pores.porosity() == 1.0) return;
  double largest = 0;
  double sum = 0;
  for (const SquaredDistance squared : expected.distances) {
    if (squared == 0) continue;
    const double radius = std::sqrt(squared) - 0.5;
    largest = std::max(largest, radius);
    sum += radius * radius;
  }
  EXPECT_DOUBLE_EQ(size.largest_radius, largest) << what;
  EXPECT_NEAR(size.mean_square_radius, sum / static_cast<double>(pores.count_pores()), 1e-12 * sum) << what;
  EXPECT_FALSE(size.radii_are_bounds) << what;
}

TEST(PoreSize, is_that_of_all_pairs_of_voxels_on_random_images) {
  std::mt19937 random(20240612);
  for (const Extent& extent :
       {Extent{7, 5, 3}, Extent{13, 11, 9}, Extent{33, 17, 5}, Extent{64, 3, 2}, Extent{5, 32, 7}, Extent{1, 9, 6},
        Extent{65, 1, 4}, Extent{9, 8, 1}, Extent{2, 2, 2}, Extent{3, 1, 1}})
    for (const double porosity : {0.2, 0.5, 0.9, 0.99, 0.998})
      expect_same_as_slow(random_pores(extent, porosity, random),
                          to_string(extent) + " at " + std::to_string(porosity));
}

TEST(PoreSize, is_that_of_all_pairs_of_voxels_on_very_many_small_images) {
  std::mt19937 random(11);
  for (int image = 0; image < 1000; ++image) {
    const auto side = [&random] { return static_cast<std::int64_t>(1 + random() % 6); };
    const Extent extent{side(), side(), side()};
    const double porosity = 0.1 * static_cast<double>(1 + random() % 9);
    expect_same_as_slow(random_pores(extent, porosity, random), to_string(extent) + ", image " + std::to_string(image));
  }
}

TEST(PoreSize, among_mirrors_and_walls_is_that_of_what_they_stand_for) {
  std::mt19937 random(12);
  for (int image = 0; image < 300; ++image) {
    const auto side = [&random] { return static_cast<std::int64_t>(1 + random() % 6); };
    const Extent extent = image % 50 == 0 ? Extent{34, 3, 2} : Extent{side(), side(), side()};
    const auto rule = [&random] {
      constexpr std::array all{FaceRule::periodic, FaceRule::symmetric, FaceRule::antisymmetric, FaceRule::sealed,
                               FaceRule::pressure};
      return all[random() % all.size()];
    };
    const FaceRules rules({rule(), rule(), rule()});
    const PoreSpace pores = random_pores(extent, 0.1 * static_cast<double>(3 + random() % 8), random);
    const Expected expected = measure_among(pores, rules);
    EXPECT_TRUE(std::ranges::equal(map_squared_distances(pores, rules), expected.distances))
        << to_string(extent) << ", image " << image;
    EXPECT_DOUBLE_EQ(measure_pore_size(pores, rules).specific_surface,
                     static_cast<double>(expected.faces) * 2 / 3 / static_cast<double>(extent.voxels()))
        << to_string(extent) << ", image " << image;
  }
}

TEST(PoreSize, of_an_empty_channel_between_walls_is_half_its_width) {
  PoreSpace pores({40, 9, 30});
  pores.fill_with_pore();
  const PoreSize size =
      measure_pore_size(pores, face_rules({Boundary::sealed, Sides::sealed}, Axis::x, pores.extent()));
  EXPECT_DOUBLE_EQ(size.largest_radius, 4.5);
  EXPECT_DOUBLE_EQ(size.specific_surface, 2.0 / 3.0 * 2 * (1.0 / 9 + 1.0 / 30));
  EXPECT_FALSE(size.radii_are_bounds);
}

TEST(PoreSize, of_a_slit_is_half_its_width_however_thin_the_image) {
  // There are seven pore voxels between plates; their radii are 0.5 1.5 2.5 3.5 2.5 1.5 0.5, and the surface is two
  // faces of eight voxels times 2/3.
  for (const auto& [extent, axis] : {std::pair{Extent{8, 1, 1}, Axis::x}, std::pair{Extent{1, 8, 1}, Axis::y},
                                     std::pair{Extent{3, 1, 8}, Axis::z}, std::pair{Extent{40, 8, 5}, Axis::y}}) {
    const PoreSize size = measure_pore_size(slit(extent, axis));
    EXPECT_DOUBLE_EQ(size.largest_radius, 3.5) << to_string(extent);
    EXPECT_DOUBLE_EQ(size.mean_square_radius, (2 * (0.25 + 2.25 + 6.25) + 12.25) / 7) << to_string(extent);
    EXPECT_DOUBLE_EQ(size.specific_surface, 2.0 / 3.0 * 2 / 8) << to_string(extent);
    EXPECT_FALSE(size.radii_are_bounds);
  }
}

TEST(PoreSize, around_a_single_solid_voxel_reaches_the_corner_of_the_period) {
  PoreSpace pores({10, 12, 14});
  pores.fill_with_pore();
  pores.set_solid(9, 0, 5);
  const PoreSize size = measure_pore_size(pores);
  EXPECT_DOUBLE_EQ(size.largest_radius, std::sqrt(5.0 * 5 + 6 * 6 + 7 * 7) - 0.5);
  EXPECT_DOUBLE_EQ(size.specific_surface, 2.0 / 3.0 * 6 / (10 * 12 * 14));
}

TEST(PoreSize, counts_the_faces_of_a_cube_also_across_the_border) {
  for (const std::int64_t corner : {5, 27, 30, 33}) {
    PoreSpace pores({37, 36, 35});
    for (std::int64_t z = 0; z < 6; ++z)
      for (std::int64_t y = 0; y < 6; ++y)
        for (std::int64_t x = 0; x < 6; ++x) pores.set_pore((corner + x) % 37, (corner + y) % 36, (corner + z) % 35);
    const PoreSize size = measure_pore_size(pores);
    EXPECT_DOUBLE_EQ(size.specific_surface, 2.0 / 3.0 * 6 * 36 / (37.0 * 36 * 35)) << corner;
    EXPECT_DOUBLE_EQ(size.largest_radius, 2.5) << corner;
  }
}

TEST(PoreSize, without_pores_is_zero) {
  const PoreSize size = measure_pore_size(PoreSpace({33, 4, 3}));
  EXPECT_EQ(size.largest_radius, 0);
  EXPECT_EQ(size.mean_square_radius, 0);
  EXPECT_EQ(size.specific_surface, 0);
  EXPECT_FALSE(size.radii_are_bounds);
}

TEST(PoreSize, without_solid_is_half_the_largest_extent_and_said_to_be_a_bound) {
  PoreSpace pores({33, 64, 1});
  pores.fill_with_pore();
  const PoreSize size = measure_pore_size(pores);
  EXPECT_EQ(size.largest_radius, 32);
  EXPECT_EQ(size.mean_square_radius, 32 * 32);
  EXPECT_EQ(size.specific_surface, 0);
  EXPECT_TRUE(size.radii_are_bounds);
}

TEST(PoreSize, is_exact_up_to_the_largest_measured_radius_and_a_bound_from_there) {
  for (const Axis axis : all_axes) {
    const auto along = [axis](std::int64_t n) {
      return axis == Axis::x ? Extent{n, 2, 3} : axis == Axis::y ? Extent{2, n, 3} : Extent{2, 3, n};
    };
    const PoreSize widest = measure_pore_size(slit(along(511), axis));
    EXPECT_EQ(widest.largest_radius, 254.5);
    EXPECT_FALSE(widest.radii_are_bounds);
    const PoreSize wider = measure_pore_size(slit(along(600), axis));
    EXPECT_EQ(wider.largest_radius, largest_measured_radius);
    EXPECT_TRUE(wider.radii_are_bounds);
  }
}

TEST(DistanceMap, of_a_long_line_has_the_distance_to_its_only_solid_voxel) {
  const Extent extent{1, 1, 509};
  const LargeArray<SquaredDistance> map = map_squared_distances(slit(extent, Axis::z));
  for (std::int64_t z = 0; z < extent.nz; ++z) {
    const std::int64_t distance = ring_distance(z, 0, extent.nz);
    EXPECT_EQ(map[static_cast<std::size_t>(z)], distance * distance) << z;
  }
}

}  // namespace
}  // namespace perm
