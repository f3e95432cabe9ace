// SPDX-License-Identifier: Apache-2.0
// The fast solver agrees with the oracle on every device; the CPU uses plain instructions here.
#include <gtest/gtest.h>

#include <tuple>

#include "solver/oracle_comparison.hpp"

namespace perm {
namespace {

using Parameters = std::tuple<Precision, Collision, Equilibrium>;
class Oracle : public testing::TestWithParam<Parameters> {};

TEST_P(Oracle, agrees_with_the_fast_solver_on_odd_sized_random_pore_spaces_for_50_steps) {
  SolverSettings settings;
  settings.instructions = InstructionSet::plain;  // a GPU ignores it
  std::tie(settings.precision, settings.collision, settings.equilibrium) = GetParam();
  expect_agreement_with_the_oracle(settings);
}

INSTANTIATE_TEST_SUITE_P(Every, Oracle,
                         testing::Combine(testing::Values(Precision::float32, Precision::float64),
                                          testing::Values(Collision::trt, Collision::bgk),
                                          testing::Values(Equilibrium::linear, Equilibrium::quadratic,
                                                          Equilibrium::incompressible)),
                         [](const auto& named) {
                           return to_string(std::get<0>(named.param)) + "_" + to_string(std::get<1>(named.param)) +
                                  "_" + to_string(std::get<2>(named.param));
                         });

}  // namespace
}  // namespace perm
