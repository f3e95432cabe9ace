// SPDX-License-Identifier: Apache-2.0
#include "families/steady_state.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "families/drawing.hpp"
#include "families/family.hpp"
#include "families/known_permeability.hpp"
#include "oracle/slow_lbm.hpp"
#include "validation/references/channel_flow.hpp"

namespace perm::families {
namespace {

constexpr SteadyStateRequest usual;

/// A channel of 9 with a wide place and a dead end: momentum and pressure both have to settle.
PoreSpace bent_channel() {
  PoreSpace pores({9, 8, 7});
  fill_with_pore(pores, {{0, 9}, {1, 4}, {1, 4}});
  fill_with_pore(pores, {{3, 6}, {1, 7}, {1, 6}});
  pores.set_pore(7, 4, 2);
  pores.set_solid(1, 2, 2);
  return pores;
}

double permeability_by_steps(const PoreSpace& pores, double tau, int steps) {
  const Extent& extent = pores.extent();
  const double force = 1e-6;
  ::reference::Settings settings;
  settings.tau_plus = tau;
  settings.tau_minus = 0.5 + 3.0 / 16 / (tau - 0.5);
  settings.force = {force, 0, 0};
  ::reference::SlowLbm oracle(
      static_cast<int>(extent.nx), static_cast<int>(extent.ny), static_cast<int>(extent.nz),
      [&](int x, int y, int z) { return !pores.is_pore(x, y, z); }, settings);
  for (int i = 0; i < steps; ++i) oracle.step();
  return (tau - 0.5) / 3 * oracle.mean_velocity()[0] / force;
}

TEST(SteadyState, is_what_the_steps_of_the_oracle_come_to) {
  const PoreSpace pores = bent_channel();
  for (const double tau : {0.8, 1.5})
    EXPECT_NEAR(find_steady_state(pores, {tau}).permeability_voxel2 / permeability_by_steps(pores, tau, 1500), 1, 1e-8)
        << tau;
}

TEST(SteadyState, of_plates_is_exact) {
  PoreSpace pores({3, 12, 2});
  fill_with_pore(pores, {{0, 3}, {2, 11}, {0, 2}});
  for (const double tau : {0.6, 1.0, 3.0})
    EXPECT_NEAR(find_steady_state(pores, {tau}).permeability_voxel2,
                9.0 / 12 * reference::plates_permeability_on_lattice(9), 1e-9)
        << tau;
}

TEST(SteadyState, of_a_square_duct_comes_near_the_series_with_the_square_of_the_width) {
  for (const std::int64_t width : {3, 6, 12, 24}) {
    PoreSpace pores({1, width + 1, width + 1});
    fill_with_pore(pores, {{0, 1}, {0, width}, {0, width}});
    const auto side = static_cast<double>(width);
    const double share = side * side / ((side + 1) * (side + 1));
    const double error =
        find_steady_state(pores, usual).permeability_voxel2 / (share * reference::duct_permeability(side, side)) - 1;
    EXPECT_GT(error, 0.6 / (side * side)) << width;
    EXPECT_LT(error, 1.2 / (side * side)) << width;
  }
}

TEST(SteadyState, does_not_hang_on_the_relaxation_time) {
  const PoreSpace pores = bent_channel();
  const double permeability = find_steady_state(pores, usual).permeability_voxel2;
  for (const double tau : {0.55, 0.8, 2.5, 8.0})
    EXPECT_NEAR(find_steady_state(pores, {tau}).permeability_voxel2 / permeability, 1, 1e-9) << tau;
}

TEST(SteadyState, leaves_out_what_the_flow_cannot_reach) {
  PoreSpace pores = bent_channel();
  const double permeability = find_steady_state(pores, usual).permeability_voxel2;
  pores.set_pore(0, 6, 5);
  EXPECT_DOUBLE_EQ(find_steady_state(pores, usual).permeability_voxel2, permeability);
}

TEST(SteadyState, refuses_to_give_a_permeability_before_the_residual_is_met) {
  EXPECT_THAT(
      [] {
        find_steady_state(bent_channel(), {1, 1e-8, 5});
      },
      testing::ThrowsMessage<std::runtime_error>(testing::HasSubstr("after 5 iterations")));
}

TEST(KnownPermeability, of_an_image_in_parts_is_the_sum_and_that_of_the_whole_image) {
  HardImage image;
  image.parts.assign(2, PoreSpace({4, 14, 9}));
  fill_with_pore(image.parts[0], {{0, 4}, {1, 6}, {1, 6}});
  fill_with_pore(image.parts[1], {{0, 4}, {7, 12}, {1, 6}});
  image.parts[1].set_solid(2, 9, 3);
  image.pores = image.parts[0];
  fill_with_pore(image.pores, {{0, 4}, {7, 12}, {1, 6}});
  image.pores.set_solid(2, 9, 3);
  const KnownPermeability known = find_known_permeability(image, 1e-8);
  EXPECT_EQ(known.how, "2 parts, tau 0.6 and 1");
  EXPECT_NEAR(known.permeability_voxel2 / find_steady_state(image.pores, usual).permeability_voxel2, 1, 1e-8);
  EXPECT_GE(known.relative_error, 1e-8);
  EXPECT_LT(known.relative_error, 2e-8);
}

TEST(KnownPermeability, takes_an_exact_formula_at_its_word_and_refuses_one_that_the_equations_contradict) {
  HardImage image{bent_channel(), {}, HardImage::Exact{0.25, 1e-12}};
  EXPECT_EQ(find_known_permeability(image, 1e-8).permeability_voxel2, 0.25);
  EXPECT_EQ(find_known_permeability(image, 1e-8).how, "formula");
  image.exact->relative_error = 0.01;
  EXPECT_THAT([&] { find_known_permeability(image, 1e-8); },
              testing::ThrowsMessage<std::runtime_error>(testing::HasSubstr("differ")));
}

// A plate at y = 0 and others every `distance` voxels, or two side by side: the formula of the family against the
// equations.
TEST(KnownPermeability, of_thin_plates_by_the_formula_is_that_of_the_equations) {
  int compared = 0;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    const HardImage image = make_image(Family::thin, seed);
    if (!image.exact) continue;
    PoreSpace plane({1, image.pores.extent().ny, 1});
    for (std::int64_t y = 0; y < plane.extent().ny; ++y)
      if (image.pores.is_pore(0, y, 0)) plane.set_pore(0, y, 0);
    EXPECT_NEAR(find_steady_state(plane, usual).permeability_voxel2 / image.exact->permeability_voxel2, 1, 1e-10)
        << seed;
    ++compared;
  }
  EXPECT_GE(compared, 3);
}

}  // namespace
}  // namespace perm::families
