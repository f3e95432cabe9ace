// SPDX-License-Identifier: Apache-2.0
#include "validation/cases/verdict.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace perm::validation {
namespace {

using testing::HasSubstr;

/// Makes a case with reference 0.5 and two placements at 32, 64 and 128 voxels. One unit is 4 voxel^2.
Case example() {
  Case one{.name = "x", .group = "channels", .title = "an example", .resolution_is = "voxels"};
  one.reference = {0.5, 0, "unit", "made up"};
  for (const std::int64_t resolution : {32, 64, 128}) one.levels.push_back({resolution, 4, {Trial{}, Trial{}}});
  return one;
}

/// Makes errors of 10 % at 32 voxels that fall with `order`; two placements lie 1e-4 on either side.
std::vector<FlowRecord> records_of_order(double order) {
  std::vector<FlowRecord> records;
  for (const double resolution : {32.0, 64.0, 128.0})
    for (const double side : {-1e-4, 1e-4}) {
      FlowRecord record;
      record.voxels = 1000;
      record.pore_voxels = 800;
      record.stop = StopReason::converged;
      record.permeability_voxel2 = 4 * 0.5 * (1 + 0.1 * std::pow(32 / resolution, order) + side);
      record.iteration_error = 1e-5 * resolution;
      record.seconds = 2;
      records.push_back(record);
    }
  return records;
}

TEST(Verdict, averages_placements_in_the_unit_of_the_reference) {
  const CaseResult result = judge(example(), records_of_order(1));
  ASSERT_EQ(result.levels.size(), 3U);
  const LevelResult& level = result.levels[1];
  EXPECT_EQ(level.resolution, 64);
  EXPECT_EQ(level.placements, 2);
  EXPECT_NEAR(level.permeability, 0.5 * 1.05, 1e-12);
  EXPECT_NEAR(level.error, 0.05, 1e-12);
  EXPECT_NEAR(level.spread, std::sqrt(2.0) * 1e-4 / 1.05, 1e-9);
  EXPECT_NEAR(level.standard_error(), 0.5 * 1e-4, 1e-9);
  EXPECT_NEAR(level.solid_fraction, 0.2, 1e-12);
  EXPECT_NEAR(level.iteration_error, 6.4e-4, 1e-12);
  EXPECT_NEAR(level.seconds, 4, 1e-12);
  EXPECT_FALSE(level.equal_volume_error.has_value());
}

TEST(Verdict, extrapolates_where_the_order_is_trusted) {
  const CaseResult result = judge(example(), records_of_order(1));
  ASSERT_TRUE(result.observed_order && result.richardson && result.richardson_error);
  EXPECT_NEAR(*result.observed_order, 1, 1e-9);
  EXPECT_NEAR(*result.richardson, 0.5, 1e-9);
  EXPECT_NEAR(*result.richardson_error, 0, 1e-9);
  EXPECT_NEAR(*result.order_of_error, 1, 1e-9);
  EXPECT_NEAR(*result.two_term, 0.5, 1e-9);
  EXPECT_NEAR(*result.two_term_error, 0, 1e-9);
  EXPECT_FALSE(judge(example(), records_of_order(0.5)).richardson.has_value());
  EXPECT_FALSE(judge(example(), records_of_order(2.5)).richardson.has_value());
}

TEST(Verdict, compares_equal_volumes_with_the_reference_of_the_solid_that_the_voxels_have) {
  Case one = example();
  one.at_solid_fraction = [](double solid) { return 0.5 * solid / 0.1; };
  EXPECT_NEAR(*judge(one, records_of_order(1)).levels[2].equal_volume_error, 1.025 / 2 - 1, 1e-9);
}

TEST(Verdict, passes_within_limits_and_fails_beyond_them) {
  Case one = example();
  one.limits = {{Quantity::error, 128, 0, 0.026, "a"},         {Quantity::observed_order, 0, 0.9, 1.1, "b"},
                {Quantity::richardson_error, 0, 0, 1e-3, "c"}, {Quantity::permeability, 64, 0.52, 0.53, "d"},
                {Quantity::order_of_error, 0, 0.9, 1.1, "e"},  {Quantity::two_term_error, 0, 0, 1e-3, "f"}};
  CaseResult result = judge(one, records_of_order(1));
  EXPECT_TRUE(result.passed);
  ASSERT_EQ(result.checks.size(), 6U);
  EXPECT_NEAR(*result.checks[0].value, 0.025, 1e-9);
  for (std::size_t tight = 0; tight < 6; ++tight) {
    Case tighter = one;
    Limit& limit = tighter.limits[tight];
    limit.low = std::vector{0.0, 0.9, 1e-3, 0.526, 1.01, 1e-3}[tight];
    limit.high = std::vector{0.024, 0.99, 1.0, 0.53, 1.1, 1.0}[tight];
    result = judge(tighter, records_of_order(1));
    EXPECT_FALSE(result.passed) << tight;
    for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(result.checks[i].passed, i != tight) << tight << i;
  }
}

TEST(Verdict, lets_a_mean_exceed_a_limit_by_twice_its_standard_error_only) {
  // The two placements lie 1e-4 of the reference on either side of the mean: its standard error is 1e-4.
  Case one = example();
  one.limits = {{Quantity::error, 128, 0, 0.025 - 1.9e-4, "a"}};
  const CaseResult result = judge(one, records_of_order(1));
  EXPECT_TRUE(result.passed);
  EXPECT_NEAR(result.checks[0].uncertainty, 2e-4, 1e-9);
  one.limits[0].high = 0.025 - 2.1e-4;
  EXPECT_FALSE(judge(one, records_of_order(1)).passed);
}

TEST(Verdict, lets_k_differ_from_the_scheme_s_own_by_the_iteration_error_only_on_either_side) {
  Case one = example();
  one.limits = {{Quantity::scheme_error, 64, 0, 1e-6, "a"}};  // the flows at 64 state an error of 6.4e-4
  for (const double side : {-1, 1}) {
    one.levels[1].of_scheme = SchemeValue{0.525 / (1 + side * 6.3e-4), 0};
    const CaseResult near = judge(one, records_of_order(1));
    EXPECT_TRUE(near.passed) << side;
    EXPECT_NEAR(*near.levels[1].scheme_error, side * 6.3e-4, 1e-9);
    EXPECT_NEAR(near.checks[0].uncertainty, 6.4e-4, 1e-12);
    one.levels[1].of_scheme = SchemeValue{0.525 / (1 + side * 6.5e-4), 0};
    EXPECT_FALSE(judge(one, records_of_order(1)).passed) << side;
  }
}

/// Makes a medium with K = {{3, 0.5, -0.25}, {0.5, 2, 0.125}, {-0.25, 0.125, 1}} and the flows that give it.
Case tensor_example() {
  Case one{.name = "t", .group = "tensors", .title = "a tensor", .resolution_is = "voxels"};
  one.reference = {2, 0, "voxel squared", "made up"};
  Level level{16, 1, {}, {}, TensorRows{{{3, 0.5, -0.25}, {0.5, 2, 0.125}, {-0.25, 0.125, 1}}}};
  for (const Axis axis : {Axis::x, Axis::y, Axis::z}) level.trials.push_back({Recipe{}, axis});
  one.levels = {level};
  one.limits = {{Quantity::tensor_error, 16, 0, 1e-5, "a"}};
  return one;
}

std::vector<FlowRecord> records_of(const TensorRows& tensor) {
  std::vector<FlowRecord> records(3);
  for (std::size_t j = 0; j < 3; ++j) {
    FlowRecord& record = records[j];
    record.voxels = 1000;
    record.pore_voxels = 800;
    record.stop = StopReason::converged;
    record.permeability_voxel2 = tensor[j][j];
    record.iteration_error = 1e-4;
    record.tau = 0.8;
    record.force = 1e-6;
    record.cross_flow = CrossFlow{};
    for (std::size_t i = 0; i < 3; ++i)
      record.cross_flow->mean_velocity[i] = tensor[i][j] * record.force / viscosity(record.tau);
  }
  return records;
}

TEST(Verdict, makes_the_tensor_of_three_flows_and_sees_each_wrong_component) {
  const Case one = tensor_example();
  const TensorRows known = *one.levels[0].tensor;
  const CaseResult right = judge(one, records_of(known));
  EXPECT_TRUE(right.passed);
  EXPECT_EQ(right.levels[0].spread, 0);  // three directions are no placements
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) {
      EXPECT_NEAR((*right.levels[0].tensor)[i][j], known[i][j], 1e-12);
      TensorRows wrong = known;
      wrong[i][j] *= -1;
      if (i != j) {
        EXPECT_FALSE(judge(one, records_of(wrong)).passed) << i << j;
      }
    }
  TensorRows reversed{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) reversed[i][j] = known[2 - i][2 - j];
  EXPECT_FALSE(judge(one, records_of(reversed)).passed);
  std::vector<FlowRecord> unbounded = records_of(known);
  unbounded[1].cross_flow.reset();
  EXPECT_FALSE(judge(one, unbounded).passed);
}

TEST(Verdict, fails_a_tensor_with_a_missing_direction) {
  std::vector<FlowRecord> records = records_of(*tensor_example().levels[0].tensor);
  Case one = tensor_example();
  one.levels[0].trials[2].direction = Axis::x;
  EXPECT_FALSE(judge(one, records).passed);
}

TEST(Verdict, makes_no_error_of_the_distance_from_a_rough_reference) {
  Case one = example();
  one.reference.relative_error = 0.1;
  one.limits = {{Quantity::permeability, 128, 0.5, 0.52, "band"}};
  const CaseResult result = judge(one, records_of_order(1));
  EXPECT_FALSE(result.order_of_error || result.observed_order || result.two_term || result.richardson);
  EXPECT_TRUE(result.passed);
}

TEST(Verdict, counts_an_error_below_the_reference_as_one_above) {
  Case one = example();
  one.reference.permeability = 0.6;
  one.limits = {{Quantity::error, 128, 0, 0.1, "a"}};
  EXPECT_FALSE(judge(one, records_of_order(1)).passed);
}

TEST(Verdict, leaves_open_what_there_is_nothing_to_hold_against) {
  Case one = example();
  one.limits = {{Quantity::error, 256, 0, 0.01, "a"}, {Quantity::richardson_error, 0, 0, 1e-3, "c"}};
  const CaseResult result = judge(one, records_of_order(0.5));
  EXPECT_TRUE(result.passed);
  EXPECT_FALSE(result.checks[0].value.has_value());
  EXPECT_THAT(result.checks[0].outcome, HasSubstr("not solved"));
  EXPECT_THAT(result.checks[1].outcome, HasSubstr("not trusted at the observed order 0.5"));
}

TEST(Verdict, fails_a_case_with_a_flow_that_did_not_converge_and_names_it) {
  std::vector<FlowRecord> records = records_of_order(1);
  records[3].stop = StopReason::diverged;
  records[3].permeability_voxel2.reset();
  const CaseResult result = judge(example(), records);
  EXPECT_FALSE(result.passed);
  ASSERT_EQ(result.checks.size(), 1U);
  EXPECT_THAT(result.checks[0].outcome, HasSubstr("placement 2 at 64: diverged"));
}

}  // namespace
}  // namespace perm::validation
