// SPDX-License-Identifier: Apache-2.0
// The vector instruction sets of a CPU agree with the oracle.
#include <gtest/gtest.h>

#include <tuple>

#include "solver/cpu/step_table.hpp"
#include "solver/oracle_comparison.hpp"

namespace perm {
namespace {

using Parameters = std::tuple<InstructionSet, Precision, Collision, Equilibrium>;
class Oracle : public testing::TestWithParam<Parameters> {};

TEST_P(Oracle, agrees_with_the_fast_solver_on_odd_sized_random_pore_spaces_for_50_steps) {
  SolverSettings settings;
  std::tie(settings.instructions, settings.precision, settings.collision, settings.equilibrium) = GetParam();
  if (!is_supported(settings.instructions))
    GTEST_SKIP() << "this processor has no " << to_string(settings.instructions);
  expect_agreement_with_the_oracle(settings);
}

INSTANTIATE_TEST_SUITE_P(Every, Oracle,
                         testing::Combine(testing::Values(InstructionSet::avx512, InstructionSet::avx2),
                                          testing::Values(Precision::float32, Precision::float64),
                                          testing::Values(Collision::trt, Collision::bgk),
                                          testing::Values(Equilibrium::linear, Equilibrium::quadratic,
                                                          Equilibrium::incompressible)),
                         [](const auto& named) {
                           return to_string(std::get<0>(named.param)) + "_" + to_string(std::get<1>(named.param)) +
                                  "_" + to_string(std::get<2>(named.param)) + "_" + to_string(std::get<3>(named.param));
                         });

}  // namespace
}  // namespace perm
