// SPDX-License-Identifier: Apache-2.0
#include "validation/cases/parts.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "validation/cases/case_list.hpp"
#include "validation/studies/study_cases.hpp"

namespace perm::validation {
namespace {

/// Makes a result with K/reference = `ratio` at 64 voxels, which may be off by 10 %.
CaseResult result_of(Part part, double ratio) {
  CaseResult result;
  result.of.part = part;
  result.of.reference.permeability = 2;
  result.of.levels = {{32, 1, {}}, {64, 1, {}}};
  result.of.limits = {{Quantity::error, 32, 0, 0.3, "a"}, {Quantity::error, 64, 0, 0.1, "b"}};
  result.levels.resize(2);
  result.levels[0].permeability = 1;
  result.levels[1].permeability = 2 * ratio;
  return result;
}

TEST(Parts, take_the_finest_resolution_and_its_limit) {
  const CaseResult one = result_of(Part::exact, 0.95);
  EXPECT_DOUBLE_EQ(*ratio_of(one), 0.95);
  EXPECT_DOUBLE_EQ((*interval_of(one))[0], 0.9);
  EXPECT_DOUBLE_EQ((*interval_of(one))[1], 1.1);
  CaseResult band = one;
  band.of.limits = {{Quantity::permeability, 64, 1.5, 3, "c"}};
  EXPECT_DOUBLE_EQ((*interval_of(band))[0], 0.75);
  EXPECT_DOUBLE_EQ((*interval_of(band))[1], 1.5);
  EXPECT_FALSE(ratio_of(CaseResult{}).has_value());
}

TEST(Parts, are_counted_apart_with_bias_spread_and_share_inside) {
  CaseResult diverged = result_of(Part::programs, 1);
  diverged.levels.clear();
  const std::vector<CaseResult> results{result_of(Part::exact, 0.95), result_of(Part::programs, 1.2),
                                        result_of(Part::exact, 1.15), diverged};
  const std::vector<PartSummary> parts = count_parts(results);
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_EQ(parts[0].part, Part::exact);
  EXPECT_EQ(parts[0].cases, 2);
  EXPECT_EQ(parts[0].inside, 1);
  EXPECT_NEAR(parts[0].bias, 0.05, 1e-12);
  EXPECT_NEAR(parts[0].spread, 0.2 / std::sqrt(2.0), 1e-12);
  EXPECT_EQ(parts[1].cases, 2);
  EXPECT_EQ(parts[1].solved, 1);
  EXPECT_NEAR(parts[1].bias, 0.2, 1e-12);
  EXPECT_EQ(parts[1].inside, 0);
}

TEST(Parts, of_other_programs_count_no_correlations_and_nothing_of_the_own_scheme) {
  const std::vector<PartSummary> parts =
      count_parts(std::vector{result_of(Part::own_scheme, 1), result_of(Part::correlations, 1.1),
                              result_of(Part::programs, 0.9), result_of(Part::measured, 1)});
  ASSERT_EQ(parts.size(), 4U);
  for (const PartSummary& part : parts) EXPECT_EQ(part.cases, 1) << name_of(part.part);
  for (const Case& one : packing_cases(Thoroughness::quick, {}, {}))
    EXPECT_EQ(one.part, Part::correlations) << one.name;
  for (const Case& one : tensor_cases({})) EXPECT_EQ(one.part, Part::own_scheme) << one.name;
}

TEST(Trial, sets_what_it_needs_and_leaves_what_the_user_chose) {
  FlowOptions chosen;
  chosen.solver.precision = Precision::float16;
  chosen.force = 3e-6;
  chosen.tolerance = 1e-3;
  Trial trial{Recipe{}, Axis::y};
  trial.boundary.boundary = Boundary::sealed;
  const FlowOptions creeping = trial.set_in(chosen);
  EXPECT_EQ(creeping.direction, Axis::y);
  EXPECT_EQ(creeping.boundary.boundary, Boundary::sealed);
  EXPECT_EQ(creeping.solver.precision, Precision::float16);
  EXPECT_EQ(creeping.force, 3e-6);
  EXPECT_FALSE(creeping.tau.has_value());
  trial.inertia = Inertia{0.6, 0.004};
  trial.goal = Goal::flow;
  const FlowOptions inertial = trial.set_in(chosen);
  EXPECT_EQ(inertial.solver.equilibrium, Equilibrium::quadratic);
  EXPECT_EQ(inertial.solver.precision, Precision::float32);  // float16 knows no inertia
  EXPECT_EQ(inertial.tau, 0.6);
  EXPECT_EQ(inertial.force, 0.004);
  EXPECT_EQ(inertial.goal, Goal::flow);
  EXPECT_EQ(inertial.tolerance, 1e-3);
}

TEST(ImageCases, name_their_image_their_unit_and_one_box_a_block) {
  EXPECT_EQ(image_cases(Thoroughness::quick, {}).size(), 4U);  // block 0 along three axes, and one sample
  EXPECT_EQ(image_cases(Thoroughness::standard, {}).size(), 42U + 3 + 1);
  EXPECT_EQ(image_cases(Thoroughness::full, {}).size(), 42U + 3 + 3 + 1);
  for (const Case& one : image_cases(Thoroughness::full, {})) {
    EXPECT_NE(one.part, Part::exact) << one.name;
    EXPECT_FALSE(one.reference.source.empty()) << one.name;
    for (const Trial& trial : one.levels.at(0).trials) {
      ASSERT_TRUE(trial.image.has_value()) << one.name;
      if (!trial.image->box) continue;
      for (const Axis axis : all_axes)
        EXPECT_EQ((*trial.image->box)[static_cast<std::size_t>(axis)].size(), trial.recipe.extent.along(axis));
    }
  }
  const Case block = image_cases(Thoroughness::standard, {"berea-block-10-y"}).at(0);
  EXPECT_EQ((*block.levels[0].trials[0].image->box)[0].first, 128);  // z 128, y 0, x 128 in the source's order
  EXPECT_EQ((*block.levels[0].trials[0].image->box)[1].first, 0);
  EXPECT_EQ(block.levels[0].trials[0].direction, Axis::y);
  EXPECT_DOUBLE_EQ(block.reference.permeability, 0.133517);
  const Case sample = image_cases(Thoroughness::quick, {"fiberform"}).at(0);
  EXPECT_NEAR(sample.levels[0].unit_voxel2 * 1.69e-12, 1, 1e-12);  // 1 m^2 in voxel^2 of 1.3 um
}

}  // namespace
}  // namespace perm::validation
