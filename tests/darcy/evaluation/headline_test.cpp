// SPDX-License-Identifier: Apache-2.0
#include "darcy/evaluation/headline.hpp"
#include "darcy/evaluation/threshold_slope.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace perm {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

FlowResult flow_of(double k, double iteration_error = 0) {
  FlowResult flow;
  flow.stop = StopReason::converged;
  flow.permeability_voxel2 = k;
  flow.iteration_error = iteration_error;
  return flow;
}

VoxelEstimate estimate_of(double relative, double two_sigma) {
  VoxelEstimate estimate;
  estimate.relative = relative;
  estimate.two_sigma = two_sigma;
  return estimate;
}

std::vector<std::string> causes_of(const Headline& headline) {
  std::vector<std::string> causes;
  for (const IntervalPart& part : headline.parts) causes.push_back(part.cause);
  return causes;
}

TEST(Headline, adds_independent_causes_as_squares_of_ln_K_and_the_bound_of_the_iteration_whole) {
  const Headline headline =
      make_headline(flow_of(5, 0.01), {estimate_of(0, 0.3), 0.3, 0.0}).value();  // 4/3 of the spread
  EXPECT_DOUBLE_EQ(headline.permeability_voxel2, 5);
  EXPECT_DOUBLE_EQ(*headline.low_voxel2, 5 * std::exp(-0.5) * 0.99);
  EXPECT_DOUBLE_EQ(*headline.high_voxel2, 5 * std::exp(0.5) * 1.01);
  EXPECT_THAT(causes_of(headline), ElementsAre("faces", "voxels", "iteration"));
  EXPECT_THAT(headline.unknown, IsEmpty());
}

TEST(Headline, lies_where_the_voxels_put_it_and_always_holds_the_K_beside_it) {
  const Headline moved = make_headline(flow_of(5), {estimate_of(-0.2, 0.3), 0.0, 0.0}).value();
  EXPECT_DOUBLE_EQ(*moved.high_voxel2, 5 / 0.8 * std::exp(0.3));
  EXPECT_DOUBLE_EQ(*moved.low_voxel2, 5 / 0.8 * std::exp(-0.3));
  const Headline far = make_headline(flow_of(5), {estimate_of(-0.4, 0.1), 0.0, 0.0}).value();
  EXPECT_DOUBLE_EQ(*far.low_voxel2, 5);
  VoxelEstimate resolved = estimate_of(-0.02, 0.01);
  resolved.corrected_voxel2 = 5 / 0.98;
  EXPECT_DOUBLE_EQ(make_headline(flow_of(5), {resolved, 0.0, 0.0})->permeability_voxel2, 5 / 0.98);
}

TEST(Headline, moves_by_what_blur_does_to_round_grains_and_round_pores) {
  IntervalCauses causes{estimate_of(0, 0), 0.0, 0.3};
  causes.blur = {0.7, 0.1};
  const Headline headline = make_headline(flow_of(5), causes).value();
  EXPECT_DOUBLE_EQ(*headline.low_voxel2, 5 * std::exp(-0.3 - std::hypot(0.3, 0.4)));
  EXPECT_DOUBLE_EQ(*headline.high_voxel2, 5 * std::exp(-0.3 + std::hypot(0.3, 0.4)));
  EXPECT_THAT(causes_of(headline), ElementsAre("blur", "threshold"));
}

// 1.8 in ln K for a voxel of wall; spheres whose mean chord is 8 voxels have a radius of 6.
TEST(BlurBias, moves_walls_by_the_square_of_the_blur_times_the_curvature) {
  EstimateBasis chords;
  chords.solid_chord = 8;
  const BlurBias bias = find_blur_bias({1.5, 0.03, 6, 60, 0.8}, chords);
  EXPECT_NEAR(bias.solid, 1.4 * 1.8 * 0.8 * 0.8 / 6, 1e-12);
  EXPECT_EQ(bias.pores, 0) << "no surface was measured";
  EXPECT_EQ(find_blur_bias({1.5, {}}, chords).solid, 0) << "an image without grey values has no blur";
}

TEST(Headline, has_no_interval_without_that_of_the_mean_over_images) {
  IntervalCauses causes{estimate_of(0, 0.3), 0.0, 0.0, {}, 0.4};
  EXPECT_DOUBLE_EQ(*make_headline(flow_of(5), causes)->high_voxel2, 5 * std::exp(0.5));
  causes.images.reset();
  EXPECT_FALSE(make_headline(flow_of(5), causes)->high_voxel2);
  EXPECT_THAT(make_headline(flow_of(5), causes)->unknown, ElementsAre("images"));
}

TEST(Headline, names_what_is_not_known_and_gives_no_interval_without_a_bound_or_the_voxels) {
  const Headline without_voxels = make_headline(flow_of(5, 1e-3), {{}, 0.1, 0.0}).value();
  EXPECT_FALSE(without_voxels.low_voxel2 || without_voxels.high_voxel2);
  EXPECT_THAT(without_voxels.unknown, ElementsAre("voxels"));
  const Headline headline = make_headline(flow_of(5, std::numeric_limits<double>::infinity()), {}).value();
  EXPECT_FALSE(headline.low_voxel2 || headline.high_voxel2);
  EXPECT_THAT(headline.unknown, ElementsAre("voxels", "faces", "segmentation", "iteration"));
  EXPECT_THAT(headline.parts, IsEmpty());
}

TEST(Headline, reaches_down_to_0_where_the_bound_is_larger_than_K) {
  const Headline headline = make_headline(flow_of(5, 1.33), {estimate_of(0, 0), {}, {}}).value();
  EXPECT_DOUBLE_EQ(*headline.low_voxel2, 0);
  EXPECT_DOUBLE_EQ(*headline.high_voxel2, 5 * 2.33);
}

TEST(Headline, is_absent_where_K_is_not_above_0) {
  EXPECT_FALSE(make_headline(flow_of(0), {}).has_value());
  EXPECT_FALSE(make_headline({}, {}).has_value());
}

TEST(Headline, takes_the_largest_change_of_ln_K_from_an_error_budget) {
  ErrorBudget budget;
  budget.permeability_voxel2 = 4;
  EXPECT_FALSE(spread_of(budget).has_value());
  budget.boundary.alternatives = {{"mirror", 5}, {"periodic", 2}};
  EXPECT_DOUBLE_EQ(spread_of(budget).value(), std::log(2));
}

}  // namespace
}  // namespace perm
