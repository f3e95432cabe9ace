// SPDX-License-Identifier: Apache-2.0
#include "geometry/shapes/noise.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/errors.hpp"

namespace perm {
namespace {

PoreSpace make_noise(const Extent& extent, double porosity, std::uint64_t seed = 1) {
  Recipe recipe;
  recipe.kind = GeometryKind::noise;
  recipe.extent = extent;
  recipe.porosity = porosity;
  recipe.seed = seed;
  return generate(recipe);
}

TEST(Noise, has_the_porosity_within_what_chance_allows) {
  const double voxels = 70 * 60 * 50;
  for (const double porosity : {0.01, 0.3, 0.5, 0.99})
    for (const std::uint64_t seed : {1, 2, 3, 4})
      EXPECT_NEAR(make_noise({70, 60, 50}, porosity, seed).porosity(), porosity,
                  4 * std::sqrt(porosity * (1 - porosity) / voxels));
  EXPECT_EQ(make_noise({33, 5, 4}, 1).porosity(), 1);
}

TEST(Noise, makes_each_voxel_independently_of_its_neighbours) {
  const Extent extent{64, 64, 64};
  const PoreSpace pores = make_noise(extent, 0.4);
  for (const auto& [dx, dy, dz] :
       {std::array{1, 0, 0}, std::array{0, 1, 0}, std::array{0, 0, 1}, std::array{1, 1, 0}}) {
    std::int64_t both = 0;
    for (std::int64_t z = 0; z < 64; ++z)
      for (std::int64_t y = 0; y < 64; ++y)
        for (std::int64_t x = 0; x < 64; ++x)
          both += pores.is_pore(x, y, z) && pores.is_pore((x + dx) % 64, (y + dy) % 64, (z + dz) % 64) ? 1 : 0;
    EXPECT_NEAR(static_cast<double>(both) / static_cast<double>(extent.voxels()), 0.16, 0.004);
  }
}

TEST(Noise, same_seed_same_voxels_and_another_seed_others) {
  EXPECT_EQ(make_noise({40, 9, 7}, 0.5, 3), make_noise({40, 9, 7}, 0.5, 3));
  EXPECT_NE(make_noise({40, 9, 7}, 0.5, 3), make_noise({40, 9, 7}, 0.5, 4));
}

TEST(Noise, refuses_porosities_out_of_range) {
  for (const double porosity : {0.0, -0.5, 1.5, std::nan("")})
    EXPECT_THAT(
        [&] {
          make_noise({8, 8, 8}, porosity);
        },
        testing::ThrowsMessage<InputError>(testing::HasSubstr("above 0 and up to 1")));
}

}  // namespace
}  // namespace perm
