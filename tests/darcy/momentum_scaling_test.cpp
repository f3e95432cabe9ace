// SPDX-License-Identifier: Apache-2.0
// The factor that scales momentum is exact where the flow lacks a part of itself, and 1 where something else changes.
#include "darcy/momentum_scaling.hpp"

#include <gtest/gtest.h>

#include "darcy/survey/dilute_medium.hpp"
#include "darcy/survey/pore_survey.hpp"
#include "families/family.hpp"
#include "geometry/connectivity/connectivity.hpp"

namespace perm {
namespace {

/// What a look sees of (1 - missing) times the flow of permeability 1: K to second order misses only its square.
MomentumLook look_at(double missing, double error = 0) { return {1 - missing, 1 - missing * missing, error, 0}; }

TEST(MomentumScaling, gives_a_flow_what_it_lacks_of_itself) {
  for (const double missing : {-0.9, -0.1, 1e-3, 0.1, 0.7}) {
    EXPECT_NEAR(best_factor(look_at(missing)) * (1 - missing), 1, 1e-12) << missing;
    const double most = missing < 0.5 ? best_factor(look_at(missing)) : 1;
    EXPECT_EQ(factor_of_slow_flow(look_at(missing)), most) << missing;
  }
}

TEST(MomentumScaling, stays_within_limits_whatever_a_look_has_seen) {
  EXPECT_EQ(best_factor({0, 1, 0, 0}), 1);
  EXPECT_EQ(best_factor({-1, 1, 0, 0}), 1);
  EXPECT_EQ(best_factor({1, 3, 0, 0}), 4);
  EXPECT_EQ(best_factor({1, -9, 0, 0}), 0.25);
}

TEST(MomentumScaling, waits_where_other_flows_than_those_of_proportion_change) {
  EXPECT_EQ(factor_of_slow_flow(look_at(0.1, 2)), 1);  // 0.01 of the error is not a hundredth of it
  MomentumLook look = look_at(0.1, 0.02);
  EXPECT_NE(factor_of_slow_flow(look), 1);
  look.share_of_pressure = 0.6;
  EXPECT_EQ(factor_of_slow_flow(look), 1);
  EXPECT_EQ(factor_of_slow_flow(look_at(0.6)), 1);
}

bool is_dilute(families::Family family, std::uint64_t seed) {
  const PoreSpace pores = Connectivity(families::make_image(family, seed).pores).percolating(Axis::x).pores();
  return perm::is_dilute(PoreSurvey(PoreSlab(pores)).structure());
}

TEST(DiluteMedium, has_few_grains_in_much_fluid) {
  using families::Family;
  for (const std::uint64_t seed : {3, 7}) {
    EXPECT_TRUE(is_dilute(Family::dilute, seed)) << seed;
    for (const Family family : {Family::parallel, Family::cavity, Family::sparse, Family::thin, Family::noise,
                                Family::grains, Family::joined})
      EXPECT_FALSE(is_dilute(family, seed)) << name_of(family) << ' ' << seed;
  }
}

}  // namespace
}  // namespace perm
