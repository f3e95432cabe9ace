// SPDX-License-Identifier: Apache-2.0
// A run has the same bits for any number of threads and any instruction set, whether it is watched or not.
#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <vector>

#include "solver/cpu/step_table.hpp"
#include "solver/same_bits.hpp"

namespace perm {
namespace {

constexpr int steps = 6;

void expect_same_bits(const FlowSample& a, const FlowSample& b) {
  EXPECT_EQ(a.step, b.step);
  EXPECT_EQ(a.mean_velocity, b.mean_velocity);
  EXPECT_EQ(a.plane_flux, b.plane_flux);
  EXPECT_EQ(a.mass_deviation, b.mass_deviation);
  EXPECT_TRUE(a.finite && b.finite);
}

struct Outcome {
  std::vector<std::uint64_t> state;
  FlowSample sample;
};
Outcome run(Backend& backend) {
  backend.advance(steps);
  Outcome outcome;
  outcome.sample = backend.advance_and_sample();
  outcome.state = state_bits(backend);
  return outcome;
}

using Parameters = std::tuple<InstructionSet, Precision, Equilibrium>;
class SameBits : public testing::TestWithParam<Parameters> {
 protected:
  void SetUp() override {
    const InstructionSet instructions = std::get<0>(GetParam());
    if (!is_supported(instructions)) GTEST_SKIP() << "this processor has no " << to_string(instructions);
  }
  static SolverSettings settings(int threads) {
    SolverSettings settings;
    settings.instructions = std::get<0>(GetParam());
    settings.precision = std::get<1>(GetParam());
    settings.equilibrium = std::get<2>(GetParam());
    settings.tau = 0.8;
    settings.force = {2e-3, -8e-4, 6e-4};
    settings.threads = threads;
    return settings;
  }
};

TEST_P(SameBits, come_from_1_2_and_3_threads_and_from_every_run) {
  const PoreSpace pores = pores_of(for_three_threads);
  const auto alone = make_test_backend(pores, settings(1));
  EXPECT_NE(alone->description().find("1 thread"), std::string::npos) << alone->description();
  const Outcome expected = run(*alone);
  for (const int threads : {1, 2, 3}) {
    SCOPED_TRACE(std::to_string(threads) + " threads");
    const auto backend = make_test_backend(pores, settings(threads));
    EXPECT_NE(backend->description().find(std::to_string(threads) + " thread"), std::string::npos)
        << backend->description();
    const Outcome outcome = run(*backend);
    EXPECT_TRUE(outcome.state == expected.state);
    expect_same_bits(outcome.sample, expected.sample);
  }
}

class SameBitsOf : public SameBits {};

TEST_P(SameBitsOf, vector_instructions_come_from_plain_ones) {
  SolverSettings plain = settings(1);
  plain.instructions = InstructionSet::plain;
  for (const SameBitsCase& c : same_bits_cases) {
    SCOPED_TRACE(to_string(c.extent) + " porosity " + std::to_string(c.porosity));
    const PoreSpace pores = pores_of(c);
    const Outcome expected = run(*make_test_backend(pores, plain));
    const Outcome outcome = run(*make_test_backend(pores, settings(2)));
    EXPECT_TRUE(outcome.state == expected.state);
    expect_same_bits(outcome.sample, expected.sample);
  }
}

TEST_P(SameBits, come_from_a_run_that_is_watched) { expect_watching_changes_no_bit(settings(2)); }

std::string name_of(const testing::TestParamInfo<Parameters>& named) {
  return to_string(std::get<0>(named.param)) + "_" + to_string(std::get<1>(named.param)) + "_" +
         to_string(std::get<2>(named.param));
}

INSTANTIATE_TEST_SUITE_P(
    With, SameBits,
    testing::Combine(testing::Values(InstructionSet::avx512, InstructionSet::avx2, InstructionSet::plain),
                     testing::Values(Precision::float32, Precision::float64),
                     testing::Values(Equilibrium::linear, Equilibrium::quadratic, Equilibrium::incompressible)),
    name_of);
INSTANTIATE_TEST_SUITE_P(With, SameBitsOf,
                         testing::Combine(testing::Values(InstructionSet::avx512, InstructionSet::avx2),
                                          testing::Values(Precision::float32, Precision::float64),
                                          testing::Values(Equilibrium::linear, Equilibrium::quadratic,
                                                          Equilibrium::incompressible)),
                         name_of);

}  // namespace
}  // namespace perm
