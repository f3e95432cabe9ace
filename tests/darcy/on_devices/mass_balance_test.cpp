// SPDX-License-Identifier: Apache-2.0
// The balance of mass holds between faces of every kind, in which the mean density may change, and a leak shows in it.
#include "darcy/evaluation/mass_balance.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>

#include "darcy/evaluation/flow_checks.hpp"
#include "darcy/overlapping_spheres.hpp"
#include "darcy/steady_flow.hpp"
#include "geometry/random_pores.hpp"
#include "long_tests.hpp"
#include "solver/test_device.hpp"

namespace perm {
namespace {

using testing::Each;
using testing::HasSubstr;
using testing::Not;

constexpr std::array choices{BoundaryChoice{Boundary::periodic}, BoundaryChoice{Boundary::sealed},
                             BoundaryChoice{Boundary::mirror}, BoundaryChoice{Boundary::pressure}};

/// Gives the balance between the last two of some samples, 20 steps apart, of a flow in which `leak` times the flux of
/// the first sample appears in each step, in cell 0.
MassLeak balance_of(const PoreSpace& pores, const BoundaryChoice& choice, std::int64_t samples, double leak) {
  SolverSettings settings;
  settings.precision = Precision::float64;
  settings.tau = 0.8;
  const FaceRules rules = face_rules(choice, Axis::x, pores.extent());
  const auto backend = make_test_backend(Domain(pores.extent(), rules), pores, settings);
  FlowResult flow;
  flow.connected_porosity = static_cast<double>(backend->image_cells()) / static_cast<double>(pores.extent().voxels());
  if (!rules.is_closed(Axis::x)) flow.mass_deviation = 0;
  backend->advance(400);
  const Extent& n = pores.extent();
  double made = 0;  // density in two steps
  for (std::int64_t i = 0; i < samples; ++i) {
    for (std::int64_t step = 0; step < 18; step += 2) {
      backend->advance(2);
      std::array<double, d3q19::directions> f{};
      backend->read_distributions(0, f);
      for (int q = 0; q < d3q19::directions; ++q) f[static_cast<std::size_t>(q)] += d3q19::weight(q) * made * 20 / 18;
      backend->write_distributions(0, f);
    }
    const FlowSample sample = backend->advance_and_sample();
    flow.mean_velocity = sample.mean_velocity;
    flow.plane_flux = sample.plane_flux[0];
    flow.mass_samples.push_back({sample.step, sample.mass_deviation, flow.plane_flux.front(), flow.plane_flux.back()});
    if (i == 0) made = 2 * leak * sample.mean_velocity[0] * static_cast<double>(n.ny * n.nz);
  }
  return *find_mass_leak(flow);
}

TEST(MassBalance, holds_between_faces_of_every_kind_where_the_mean_density_changes_too) {
  const PoreSpace pores = percolating_spheres(24, 4, 0.4);
  for (const BoundaryChoice& choice : choices) {
    const MassLeak early = balance_of(pores, choice, 2, 0);
    EXPECT_LE(std::abs(early.value), early.uncertainty + 1e-12) << to_string(choice.boundary);
    const MassLeak late = balance_of(pores, choice, 40, 0);
    EXPECT_LT(std::abs(late.value), 1e-6) << to_string(choice.boundary);
    EXPECT_LT(late.uncertainty, 1e-4) << to_string(choice.boundary);
  }
}

TEST(MassBalance, shows_a_leak_as_the_share_of_the_flux_that_appears) {
  const PoreSpace pores = percolating_spheres(24, 4, 0.4);
  for (const BoundaryChoice& choice : choices)
    for (const double leak : {0.02, -0.02}) {
      const MassLeak found = balance_of(pores, choice, 40, leak);
      EXPECT_NEAR(found.value, leak, 2e-3) << to_string(choice.boundary);
      EXPECT_LT(found.uncertainty, 2e-3) << to_string(choice.boundary);
    }
}

TEST(MassBalance, of_an_image_one_voxel_long_is_not_known_to_the_share_of_its_end_planes) {
  FlowResult flow;
  flow.connected_porosity = 0.5;
  flow.plane_flux = {1.0};
  flow.mean_velocity = {1, 0, 0};
  flow.mass_samples = {{20, 0.02, 1, 1}};
  EXPECT_FALSE(find_mass_leak(flow)) << "of one sample";
  flow.mass_samples.push_back({40, 0.04, 1, 1});
  EXPECT_DOUBLE_EQ(find_mass_leak(flow)->value, 5e-4);
  EXPECT_DOUBLE_EQ(find_mass_leak(flow)->uncertainty, 1e-3);
}

TEST(MassBalance, is_in_doubt_by_what_the_outflow_differed_by_in_the_last_samples) {
  FlowResult flow;
  flow.connected_porosity = 0.5;
  flow.plane_flux.assign(100, 1.0);
  flow.mean_velocity = {1, 0, 0};
  flow.mass_samples = {{20, 0, 1, 1.01}, {40, 0, 1, 1}, {60, 0, 1, 1}};  // sound, seen at like moments
  EXPECT_NEAR(find_mass_leak(flow)->uncertainty, 0.01, 1e-12);
  flow.mass_samples[0].last_flux = 1;
  EXPECT_EQ(find_mass_leak(flow)->uncertainty, 0) << "a leak that stays is found";
}

TEST(MassBalance, raises_no_alarm_in_sound_runs_between_faces_of_any_kind) {
  std::mt19937 random(7);
  const std::array media{percolating_spheres(40, 5, 0.25), random_pores({33, 20, 17}, 0.6, random)};
  for (const PoreSpace& medium : media)
    for (const BoundaryChoice& choice : choices)
      for (const Method method : {Method::pressure, Method::plain})
        for (const Precision precision : {Precision::float32, Precision::float64})
          for (const double tolerance : {1e-2, 1e-4}) {
            if (method == Method::plain && tolerance < 1e-3 && !long_tests_run())
              continue;  // these take most of the time
            FlowOptions options;
            options.boundary = choice;
            options.method = method;
            options.tolerance = tolerance;
            options.solver.precision = precision;
            options.solver.device = device_under_test();
            const PoreSpace pores = Connectivity(medium, face_rules(choice, Axis::x, medium.extent()).closed())
                                        .percolating(Axis::x)
                                        .pores();
            const FlowResult flow = SteadyFlow(pores, options, estimate_run(pores, options)).run().result();
            ASSERT_EQ(flow.stop, StopReason::converged);
            const FlowChecks checks = check_flow(flow, options.solver);
            EXPECT_EQ(checks.mass_drift.has_value(), choice.boundary == Boundary::periodic);
            EXPECT_TRUE(checks.mass_leak);
            EXPECT_LT(checks.mass_level, 0.1) << "finds nothing";
            EXPECT_THAT(checks.warnings, Each(Not(HasSubstr("of the flux"))))
                << to_string(choice.boundary) << " " << to_string(method) << " " << to_string(precision) << tolerance;
            EXPECT_THAT(checks.warnings, Each(Not(HasSubstr("dissipation"))));
          }
}

}  // namespace
}  // namespace perm
