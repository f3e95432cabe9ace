// SPDX-License-Identifier: Apache-2.0
// When a flow goes on under another force, viscosity or equilibrium, its fields are multiplied by the factors that are
// given, and a steady flow stays steady.
#include "solver/cell/rescaling.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>
#include <vector>

#include "geometry/connectivity/connectivity.hpp"
#include "geometry/random_pores.hpp"
#include "geometry/shapes/recipe.hpp"
#include "solver/slanted_flow.hpp"
#include "solver/state_bits.hpp"
#include "solver/test_device.hpp"

namespace perm {
namespace {

/// Holds the density deviation, the velocity with half of the force, and the stress (xx yy zz xy yz zx) beyond that of
/// the equilibrium.
struct CellState {
  double density{0};
  std::array<double, 3> velocity{};
  std::array<double, 6> stress{};
};

std::vector<CellState> states_of(const Backend& backend, const std::array<double, 3>& force) {
  const std::vector<double> f = all_distributions(backend);
  std::vector<CellState> states(static_cast<std::size_t>(backend.cells()));
  for (std::size_t i = 0; i < states.size(); ++i) {
    CellState& state = states[i];
    for (int q = 0; q < d3q19::directions; ++q) {
      const double value = f[i * d3q19::directions + static_cast<std::size_t>(q)];
      const d3q19::Velocity c = d3q19::velocity(q);
      state.density += value;
      const std::array<int, 3> along{c.x, c.y, c.z};
      const std::array<int, 6> products{c.x * c.x, c.y * c.y, c.z * c.z, c.x * c.y, c.y * c.z, c.z * c.x};
      for (std::size_t a = 0; a < 3; ++a) state.velocity[a] += along[a] * value;
      for (std::size_t k = 0; k < 6; ++k) state.stress[k] += products[k] * value;
    }
    for (std::size_t a = 0; a < 3; ++a) {
      state.velocity[a] += force[a] / 2;
      state.stress[a] -= state.density / 3;
    }
  }
  return states;
}

/// Goes on with the same slow flow at another viscosity: it keeps its densities, and its velocities change as 1/nu.
void change_tau(Backend& backend, double tau) {
  const SolverSettings& settings = backend.settings();
  backend.go_on({settings.equilibrium, settings.force, tau, viscosity(settings.tau) / viscosity(tau), 1});
}

class ChangeOfTau : public testing::TestWithParam<Precision> {};

TEST_P(ChangeOfTau, keeps_densities_and_stresses_over_tau_and_scales_velocities_by_one_over_the_viscosity) {
  std::mt19937 random(61);
  const PoreSpace pores = random_pores({33, 19, 14}, 0.7, random);
  const SolverSettings settings = slanted_flow(GetParam());
  const auto backend = make_test_backend(pores, settings);
  backend->advance(20);
  const double rounding = GetParam() == Precision::float64 ? 1e-15 : 1e-7;
  double tau = settings.tau;
  for (const double new_tau : {0.7, 0.55, 1.3}) {
    SCOPED_TRACE(new_tau);
    const auto before = states_of(*backend, settings.force);
    change_tau(*backend, new_tau);
    const auto after = states_of(*backend, settings.force);
    const double factor = viscosity(tau) / viscosity(new_tau);
    // nu times the gradients is kept; the stress that distributions carry is tau/nu times that.
    const double stress_factor = factor * new_tau / tau;
    EXPECT_EQ(backend->steps(), 20);
    for (std::size_t i = 0; i < before.size(); ++i) {
      ASSERT_NEAR(after[i].density, before[i].density, 4 * rounding);
      for (std::size_t a = 0; a < 3; ++a)
        ASSERT_NEAR(after[i].velocity[a], factor * before[i].velocity[a], 4 * rounding) << "cell " << i;
      for (std::size_t k = 0; k < 6; ++k)
        ASSERT_NEAR(after[i].stress[k], stress_factor * before[i].stress[k], 4 * rounding) << "cell " << i;
    }
    tau = new_tau;
  }
}

TEST_P(ChangeOfTau, and_back_leaves_the_flow_as_it_was) {
  std::mt19937 random(67);
  const auto backend = make_test_backend(random_pores({21, 17, 9}, 0.7, random), slanted_flow(GetParam()));
  backend->advance(20);
  const std::vector<double> before = all_distributions(*backend);
  change_tau(*backend, 0.6);
  EXPECT_FALSE(all_distributions(*backend) == before);
  change_tau(*backend, 0.8);
  const std::vector<double> after = all_distributions(*backend);
  const double rounding = GetParam() == Precision::float64 ? 1e-16 : 1e-8;
  for (std::size_t i = 0; i < before.size(); ++i) ASSERT_NEAR(after[i], before[i], rounding) << i;
}

TEST_P(ChangeOfTau, steps_on_as_a_lattice_made_with_that_tau) {
  std::mt19937 random(71);
  const PoreSpace pores = random_pores({21, 17, 9}, 0.7, random);
  SolverSettings settings = slanted_flow(GetParam());
  const auto changed = make_test_backend(pores, settings);
  changed->advance(10);
  change_tau(*changed, 0.65);
  settings.tau = 0.65;
  const auto made = make_test_backend(pores, settings);
  made->write_distributions(0, all_distributions(*changed));
  changed->advance(10);
  made->advance(10);
  EXPECT_TRUE(state_bits(*changed) == state_bits(*made));
}

/// Gives the stress that the equilibrium has in products of velocities (xx yy zz xy yz zx), density 1 in them.
std::array<double, 6> products_of(const std::array<double, 3>& u) {
  return {u[0] * u[0], u[1] * u[1], u[2] * u[2], u[0] * u[1], u[1] * u[2], u[2] * u[0]};
}

TEST_P(ChangeOfTau, together_with_force_and_equilibrium_multiplies_fields_by_the_given_factors) {
  std::mt19937 random(61);
  const PoreSpace pores = random_pores({33, 19, 14}, 0.7, random);
  SolverSettings settings = slanted_flow(GetParam());
  const auto backend = make_test_backend(pores, settings);
  backend->advance(20);
  const double rounding = GetParam() == Precision::float64 ? 1e-15 : 1e-7;
  FlowChange before{settings.equilibrium, settings.force, settings.tau};
  for (const FlowChange& change : {FlowChange{Equilibrium::incompressible, {3e-3, 1e-3, -2e-3}, 0.6, 2.5, 0.5},
                                   FlowChange{Equilibrium::incompressible, {1e-3, 0, 0}, 0.7, 0.4, 3},
                                   FlowChange{Equilibrium::linear, {}, 1, 2, 1}}) {
    const auto old_states = states_of(*backend, before.force);
    backend->go_on(change);
    const auto states = states_of(*backend, change.force);
    EXPECT_EQ(backend->steps(), 20);
    const double stress_factor = change.velocity * change.tau / before.tau;
    for (std::size_t i = 0; i < states.size(); ++i) {
      const CellState& was = old_states[i];
      ASSERT_NEAR(states[i].density, change.density * was.density, 4 * rounding);
      for (std::size_t a = 0; a < 3; ++a)
        ASSERT_NEAR(states[i].velocity[a], change.velocity * was.velocity[a], 4 * rounding) << "cell " << i;
      const auto old_products = products_of(was.velocity);
      const auto products = products_of(states[i].velocity);
      for (std::size_t k = 0; k < 6; ++k) {
        const double old_stress = was.stress[k] - (has_inertia(before.equilibrium) ? old_products[k] : 0);
        const double stress = states[i].stress[k] - (has_inertia(change.equilibrium) ? products[k] : 0);
        ASSERT_NEAR(stress, stress_factor * old_stress, 8 * rounding) << "cell " << i;
      }
    }
    before = change;
  }
}

TEST_P(ChangeOfTau, together_with_force_and_equilibrium_steps_on_as_a_lattice_made_so) {
  std::mt19937 random(71);
  const PoreSpace pores = random_pores({21, 17, 9}, 0.7, random);
  SolverSettings settings = slanted_flow(GetParam());
  const auto changed_lattice = make_test_backend(pores, settings);
  changed_lattice->advance(10);
  for (const Equilibrium equilibrium : {Equilibrium::quadratic, Equilibrium::linear, Equilibrium::incompressible}) {
    const FlowChange change{equilibrium, {1e-4, 3e-4, -1e-4}, 0.62, 1.5, 0.8};
    changed_lattice->go_on(change);
    settings = changed(settings, change);
    const auto made = make_test_backend(pores, settings);
    made->write_distributions(0, all_distributions(*changed_lattice));
    changed_lattice->advance(10);
    made->advance(10);
    EXPECT_TRUE(state_bits(*changed_lattice) == state_bits(*made)) << to_string(equilibrium);
  }
}

INSTANTIATE_TEST_SUITE_P(Precision, ChangeOfTau, testing::Values(Precision::float32, Precision::float64),
                         [](const auto& named) { return to_string(named.param); });

TEST(ChangeOfTauOfSteadyFlow, leaves_it_steady) {
  Recipe recipe;
  recipe.kind = GeometryKind::overlap;
  recipe.extent = {18, 17, 16};
  recipe.radius = 4;
  recipe.porosity = 0.5;
  SolverSettings settings = slanted_flow(Precision::float64);
  settings.force = {1e-6, 0, 0};
  const auto backend = make_test_backend(Connectivity(generate(recipe)).percolating(Axis::x).pores(), settings);
  const auto permeability = [&](double tau) {
    return viscosity(tau) * backend->advance_and_sample().mean_velocity[0] / settings.force[0];
  };
  backend->advance(2000);
  const double steady = permeability(0.8);
  backend->advance(100);
  ASSERT_NEAR(permeability(0.8) / steady, 1, 1e-7) << "not steady yet";
  change_tau(*backend, 0.7);
  EXPECT_NEAR(permeability(0.7) / steady, 1, 0.05) << "right after the change";
  backend->advance(200);
  EXPECT_NEAR(permeability(0.7) / steady, 1, 1e-4);
}

}  // namespace
}  // namespace perm
