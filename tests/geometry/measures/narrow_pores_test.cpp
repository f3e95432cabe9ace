// SPDX-License-Identifier: Apache-2.0
#include "geometry/measures/narrow_pores.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <optional>
#include <random>
#include <vector>

#include "geometry/random_pores.hpp"

namespace perm {
namespace {

NarrowShares shares_of(const PoreSpace& pores, const FaceRules& rules = {}) {
  return measure_narrow_shares(pores, map_squared_distances(pores, rules), rules);
}

/// Makes a gap `width` voxels wide along y, or a square channel of this width along y and z.
PoreSpace channel(std::int64_t width, bool square) {
  PoreSpace pores({5, width + 2, width + 2});
  for (std::int64_t z = 0; z < width + 2; ++z)
    for (std::int64_t y = 0; y < width; ++y)
      for (std::int64_t x = 0; x < 5; ++x)
        if (!square || z < width) pores.set_pore(x, y, z);
  return pores;
}

TEST(NarrowPores, in_gaps_and_square_channels_are_those_with_fewer_voxels_across) {
  for (const bool square : {false, true})
    for (const std::int64_t width : {1, 2, 3, 4, 5, 6, 9}) {
      const NarrowShares shares = shares_of(channel(width, square));
      EXPECT_EQ(shares.below_3, width < 3 ? 1 : 0) << width;
      EXPECT_EQ(shares.below_5, width < 5 ? 1 : 0) << width;
    }
}

/// Gives the voxel that stands for position `i` along an axis: the image repeats, or its mirror image follows it. Gives
/// nothing beyond a wall.
std::optional<std::int64_t> place_of(std::int64_t i, std::int64_t extent, FaceRule rule) {
  const auto wrap = [](std::int64_t at, std::int64_t period) { return (at % period + period) % period; };
  if (rule == FaceRule::periodic) return wrap(i, extent);
  if (rule == FaceRule::sealed) return i >= 0 && i < extent ? std::optional(i) : std::nullopt;
  const std::int64_t there_and_back = wrap(i, 2 * extent);
  return std::min(there_and_back, 2 * extent - 1 - there_and_back);
}

/// Gives the share of the pores that no ball covers. A ball holds the voxels nearer than `radius` to its centre; every
/// voxel is tried as a centre.
double share_by_definition(const PoreSpace& pores, std::int64_t radius, const FaceRules& rules = {}) {
  const Extent& n = pores.extent();
  PoreSpace covered(n);
  const auto for_each_in_ball = [&](std::int64_t x, std::int64_t y, std::int64_t z, const auto& visit,
                                    const auto& visit_wall) {
    for (std::int64_t k = -radius; k <= radius; ++k)
      for (std::int64_t j = -radius; j <= radius; ++j)
        for (std::int64_t i = -radius; i <= radius; ++i) {
          if (i * i + j * j + k * k >= radius * radius) continue;
          const auto at_x = place_of(x + i, n.nx, rules.across(Axis::x));
          const auto at_y = place_of(y + j, n.ny, rules.across(Axis::y));
          const auto at_z = place_of(z + k, n.nz, rules.across(Axis::z));
          if (at_x && at_y && at_z)
            visit(*at_x, *at_y, *at_z);
          else
            visit_wall();
        }
  };
  for (std::int64_t z = 0; z < n.nz; ++z)
    for (std::int64_t y = 0; y < n.ny; ++y)
      for (std::int64_t x = 0; x < n.nx; ++x) {
        bool fits = true;
        for_each_in_ball(
            x, y, z, [&](auto i, auto j, auto k) { fits = fits && pores.is_pore(i, j, k); }, [&] { fits = false; });
        if (fits)
          for_each_in_ball(
              x, y, z, [&](auto i, auto j, auto k) { covered.set_pore(i, j, k); }, [] {});
      }
  return 1 - static_cast<double>(covered.count_pores()) / static_cast<double>(pores.count_pores());
}

TEST(NarrowPores, of_noise_are_those_of_the_definition) {
  std::mt19937 random(71);
  constexpr std::array<Extent, 7> extents{
      {{9, 8, 13}, {33, 5, 7}, {32, 6, 6}, {65, 4, 5}, {1, 6, 5}, {4, 1, 9}, {6, 5, 1}}};
  int between = 0;
  for (const Extent& extent : extents)
    for (const double porosity : {0.6, 0.9, 0.97, 0.99}) {
      const PoreSpace pores = random_pores(extent, porosity, random);
      const NarrowShares shares = shares_of(pores);
      EXPECT_DOUBLE_EQ(shares.below_3, share_by_definition(pores, 2)) << to_string(extent) << ' ' << porosity;
      EXPECT_DOUBLE_EQ(shares.below_5, share_by_definition(pores, 3)) << to_string(extent) << ' ' << porosity;
      between += shares.below_3 > 0 && shares.below_5 < 1 && shares.below_3 < shares.below_5 ? 1 : 0;
    }
  EXPECT_GT(between, 3);
}

TEST(NarrowPores, between_faces_that_do_not_repeat_are_those_of_the_definition) {
  std::mt19937 random(73);
  constexpr std::array<FaceRule, 5> all{FaceRule::periodic, FaceRule::symmetric, FaceRule::antisymmetric,
                                        FaceRule::sealed, FaceRule::pressure};
  constexpr std::array<Extent, 5> extents{{{9, 8, 7}, {33, 5, 6}, {1, 6, 5}, {4, 1, 9}, {6, 5, 2}}};
  for (const FaceRule x : all)
    for (const FaceRule y : all)
      for (const FaceRule z : all) {
        const FaceRules rules({x, y, z});
        for (const Extent& extent : extents) {
          const PoreSpace pores = random_pores(extent, 0.95, random);
          const NarrowShares shares = shares_of(pores, rules);
          EXPECT_DOUBLE_EQ(shares.below_3, share_by_definition(pores, 2, rules)) << to_string(extent);
          EXPECT_DOUBLE_EQ(shares.below_5, share_by_definition(pores, 3, rules)) << to_string(extent);
          EXPECT_GE(shares.below_3, 0) << "balls would cover solid";
        }
      }
}

TEST(NarrowPores, at_a_mirror_do_not_count_solid_of_the_opposite_face_as_pore) {
  PoreSpace pores({8, 4, 4});  // pores in the lower half: a ball at x = 0 reaches beyond the face, where x = 7 is solid
  for (std::int64_t z = 0; z < 4; ++z)
    for (std::int64_t y = 0; y < 4; ++y)
      for (std::int64_t x = 0; x < 4; ++x) pores.set_pore(x, y, z);
  const FaceRules rules({FaceRule::symmetric, FaceRule::periodic, FaceRule::periodic});
  EXPECT_EQ(shares_of(pores, rules).below_3, 0);
  EXPECT_EQ(shares_of(pores, rules).below_5, 0);
}

TEST(NarrowPores, are_none_without_solid_and_without_pores) {
  PoreSpace pores({6, 7, 5});
  EXPECT_EQ(shares_of(pores).below_5, 0);
  pores.fill_with_pore();
  EXPECT_EQ(shares_of(pores).below_3, 0);
  EXPECT_EQ(shares_of(pores).below_5, 0);
}

}  // namespace
}  // namespace perm
