// SPDX-License-Identifier: Apache-2.0
// Watching a run changes no bit of it on any device.
#include "solver/same_bits.hpp"

#include <gtest/gtest.h>

#include <tuple>

namespace perm {
namespace {

class SameBits : public testing::TestWithParam<std::tuple<Precision, Equilibrium>> {};

TEST_P(SameBits, come_from_a_run_that_is_watched) {
  SolverSettings settings;
  std::tie(settings.precision, settings.equilibrium) = GetParam();
  settings.tau = 0.8;
  settings.force = {2e-3, -8e-4, 6e-4};
  settings.threads = 2;
  expect_watching_changes_no_bit(settings);
}

INSTANTIATE_TEST_SUITE_P(
    With, SameBits,
    testing::Combine(testing::Values(Precision::float32, Precision::float64),
                     testing::Values(Equilibrium::linear, Equilibrium::quadratic, Equilibrium::incompressible)),
    [](const auto& named) { return to_string(std::get<0>(named.param)) + "_" + to_string(std::get<1>(named.param)); });

}  // namespace
}  // namespace perm
