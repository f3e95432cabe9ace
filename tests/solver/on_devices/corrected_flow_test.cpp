// SPDX-License-Identifier: Apache-2.0
// What is found of a flow from step to step corrects its K to second order, and leaves everything else as it was.
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "geometry/random_pores.hpp"
#include "solver/slanted_flow.hpp"
#include "solver/state_bits.hpp"
#include "solver/test_device.hpp"

namespace perm {
namespace {

constexpr int steps_to_correct = 10;

PoreSpace pores_to_correct(const Extent& extent, double porosity) {
  std::mt19937 random(83);
  return random_pores(extent, porosity, random);
}

class CorrectedFlow : public testing::TestWithParam<Precision> {};

TEST_P(CorrectedFlow, is_the_mean_of_the_two_steps_that_are_sampled_elsewhere) {
  for (const Extent& extent : {Extent{33, 17, 13}, Extent{64, 7, 5}, Extent{1, 29, 31}}) {
    SCOPED_TRACE(to_string(extent));
    const PoreSpace pores = pores_to_correct(extent, 0.7);
    const auto corrected = make_test_backend(pores, slanted_flow(GetParam()));
    const auto sampled = make_test_backend(pores, slanted_flow(GetParam()));
    corrected->advance(steps_to_correct);
    sampled->advance(steps_to_correct);
    const ChangingFlow flow = corrected->advance_and_correct();
    const FlowSample sample = sampled->advance_and_sample();
    EXPECT_EQ(flow.sample.step, steps_to_correct + 2);
    EXPECT_EQ(flow.sample.steps, 2);
    EXPECT_TRUE(flow.sample.finite);
    EXPECT_EQ(flow.sample.mean_velocity, sample.mean_velocity);
    EXPECT_EQ(flow.sample.plane_flux, sample.plane_flux);
    EXPECT_EQ(flow.sample.mass_deviation, sample.mass_deviation);
    EXPECT_EQ(corrected->steps(), steps_to_correct + 2);
    EXPECT_TRUE(state_bits(*corrected) == state_bits(*sampled));
    EXPECT_NE(flow.rates.action, 0);
    EXPECT_EQ(flow.rates.velocity_residual, 0);
    EXPECT_EQ(flow.rates.pressure_residual, 0);
    EXPECT_EQ(flow.rates.unresolved, 0);
  }
}

TEST_P(CorrectedFlow, is_found_between_comparisons_as_other_steps_are) {
  const PoreSpace pores = pores_to_correct({11, 9, 7}, 0.8);
  const auto rates = [&](const auto& between) {
    const auto backend = make_test_backend(pores, slanted_flow(GetParam()));
    backend->advance_and_compare();
    between(*backend);
    return backend->advance_and_compare().rates;
  };
  const FlowRates plain = rates([](Backend& backend) { backend.advance(2); });
  const FlowRates corrected = rates([](Backend& backend) { backend.advance_and_correct(); });
  EXPECT_TRUE(std::isfinite(plain.velocity_residual));
  EXPECT_EQ(corrected.velocity_residual, plain.velocity_residual);
  EXPECT_EQ(corrected.pressure_residual, plain.pressure_residual);
}

TEST_P(CorrectedFlow, has_the_same_bits_for_any_number_of_threads) {
  const PoreSpace pores = pores_to_correct({45, 32, 24}, 0.6);  // enough cells for two threads
  std::vector<ChangingFlow> flows;
  for (const int threads : {1, 2}) {
    SolverSettings settings = slanted_flow(GetParam());
    settings.threads = threads;
    const auto backend = make_test_backend(pores, settings);
    backend->advance(steps_to_correct);
    flows.push_back(backend->advance_and_correct());
  }
  EXPECT_EQ(flows[0].sample.mean_velocity, flows[1].sample.mean_velocity);
  EXPECT_EQ(flows[0].sample.plane_flux, flows[1].sample.plane_flux);
  EXPECT_EQ(flows[0].rates.action, flows[1].rates.action);
}

INSTANTIATE_TEST_SUITE_P(Precision, CorrectedFlow, testing::Values(Precision::float32, Precision::float64),
                         [](const auto& named) { return to_string(named.param); });

/// Gives K of a lattice under a force along x, from a correction.
double permeability(const ChangingFlow& flow, const SolverSettings& settings) {
  const double force = settings.force[0];
  return viscosity(settings.tau) * (flow.sample.mean_velocity[0] / force + flow.rates.action / (force * force));
}

/// Where the flow differs from the steady one by half as much, K differs from its end by a fourth as much.
TEST(CorrectedPermeability, has_an_error_that_is_of_second_order_in_what_still_changes) {
  SolverSettings settings;
  settings.precision = Precision::float64;
  settings.tau = 0.8;
  settings.force = {1e-3, 0, 0};
  const auto backend = make_test_backend(pores_to_correct({13, 11, 9}, 0.9), settings);
  backend->advance(3000);
  const std::vector<double> steady = all_distributions(*backend);
  const double in_the_end = permeability(backend->advance_and_correct(), settings);
  for (const int steps : {2, 10, 30}) {
    SCOPED_TRACE(steps);
    backend->start_from_rest();
    backend->advance(steps);
    const std::vector<double> changing = all_distributions(*backend);
    const auto go_to = [&](double share) {
      std::vector<double> f(steady.size());
      for (std::size_t i = 0; i < f.size(); ++i) f[i] = steady[i] + share * (changing[i] - steady[i]);
      backend->write_distributions(0, f);
    };
    std::vector<double> errors;
    for (const double share : {1.0, 0.5, 0.25}) {
      go_to(share);
      errors.push_back(permeability(backend->advance_and_correct(), settings) - in_the_end);
    }
    ASSERT_GT(std::abs(errors[2]), 1e-6 * in_the_end) << "this flow shows nothing";
    EXPECT_NEAR(errors[0] / errors[1], 4, 0.01);
    EXPECT_NEAR(errors[1] / errors[2], 4, 0.01);
  }
}

}  // namespace
}  // namespace perm
