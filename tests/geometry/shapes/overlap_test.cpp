// SPDX-License-Identifier: Apache-2.0
#include "geometry/shapes/overlap.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/errors.hpp"
#include "geometry/shapes/whole_images.hpp"

namespace perm {
namespace {

constexpr Extent cube{64, 64, 64};

TEST(OverlappingSpheres, porosity_is_within_half_a_sphere_of_the_target) {
  for (const Extent extent : {Extent{64, 64, 64}, Extent{50, 70, 33}})
    for (const double porosity : {0.05, 0.1, 0.3, 0.5, 0.8, 0.95}) {
      const double radius = 6;
      const double half_sphere = 0.55 * sphere_volume(radius) / static_cast<double>(extent.voxels());
      for (const std::uint64_t seed : {1, 2, 3})
        EXPECT_NEAR(make_overlapping_spheres(extent, {porosity, radius, seed}).porosity(), porosity, half_sphere);
    }
}

TEST(OverlappingSpheres, a_porosity_near_one_takes_one_sphere_or_none) {
  EXPECT_EQ(make_overlapping_spheres({40, 40, 40}, {1.0, 5, 1}).porosity(), 1.0);
  const double one_sphere = sphere_volume(5) / 64000;
  EXPECT_EQ(make_overlapping_spheres({40, 40, 40}, {1 - 0.3 * one_sphere, 5, 1}).porosity(), 1.0);
  EXPECT_NEAR(make_overlapping_spheres({40, 40, 40}, {1 - 0.7 * one_sphere, 5, 1}).porosity(), 1 - one_sphere,
              0.1 * one_sphere);
}

// Where spheres overlap at random, two points at a distance of at least a diameter are pore independently of each
// other: S2 = porosity^2 (Weissberg 1963).
TEST(OverlappingSpheres, places_spheres_independently) {
  const PoreSpace pores = make_overlapping_spheres({128, 128, 128}, {0.4, 4, 5});
  std::int64_t both = 0;
  for (std::int64_t z = 0; z < 128; ++z)
    for (std::int64_t y = 0; y < 128; ++y)
      for (std::int64_t x = 0; x < 128; ++x)
        both += pores.is_pore(x, y, z) && pores.is_pore((x + 9) % 128, y, z) ? 1 : 0;
  EXPECT_NEAR(static_cast<double>(both) / static_cast<double>(pores.extent().voxels()), 0.16, 0.005);
}

TEST(OverlappingSpheres, same_seed_same_voxels_and_another_seed_others) {
  const OverlapRequest request{0.4, 6, 11};
  OverlapRequest other = request;
  other.seed = 12;
  EXPECT_EQ(make_overlapping_spheres(cube, request), make_overlapping_spheres(cube, request));
  EXPECT_NE(make_overlapping_spheres(cube, request), make_overlapping_spheres(cube, other));
}

TEST(OverlappingSpheres, refuses_values_out_of_range) {
  const auto refuses = [](const Extent& extent, const OverlapRequest& request, const std::string& what) {
    EXPECT_THAT([&] { make_overlapping_spheres(extent, request); },
                testing::ThrowsMessage<InputError>(testing::HasSubstr(what)));
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double porosity : {0.0, -0.1, 1.1, nan}) refuses(cube, {porosity, 6, 1}, "porosity");
  for (const double radius : {-1.0, 0.5, 33.0, nan}) refuses(cube, {0.5, radius, 1}, "from 1 to 32");
  refuses({64, 64, 1}, {0.5, 6, 1}, "--size");
}

}  // namespace
}  // namespace perm
