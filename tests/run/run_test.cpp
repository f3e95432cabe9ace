// SPDX-License-Identifier: Apache-2.0
// A run as a library: an array in memory goes in, a report comes out, and an observer sees it all. No file is read or
// written here.
#include "run/run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/errors.hpp"
#include "core/stop_check.hpp"
#include "darcy/steady_flow.hpp"
#include "geometry/pore_space_hash.hpp"

namespace perm {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// Makes labels as an array holds them, x fastest: solid balls of radius 5.3 on two sites of a cell of 18 voxels.
std::vector<unsigned char> labels_of_balls(const Extent& extent) {
  std::vector<unsigned char> labels;
  const auto near = [](std::int64_t a, double centre, std::int64_t period) {
    return std::remainder(static_cast<double>(a) + 0.5 - centre, static_cast<double>(period));
  };
  for (std::int64_t z = 0; z < extent.nz; ++z)
    for (std::int64_t y = 0; y < extent.ny; ++y)
      for (std::int64_t x = 0; x < extent.nx; ++x) {
        bool solid = false;
        for (const double centre : {4.0, 13.0})
          solid = solid ||
                  std::hypot(near(x, centre, extent.nx), near(y, centre, extent.ny), near(z, centre, extent.nz)) < 5.3;
        labels.push_back(solid ? 1 : 0);
      }
  return labels;
}

PoreSpace pores_of(const std::vector<unsigned char>& labels, const Extent& extent) {
  PoreSpace pores(extent);
  std::size_t at = 0;
  for (std::int64_t z = 0; z < extent.nz; ++z)
    for (std::int64_t y = 0; y < extent.ny; ++y)
      for (std::int64_t x = 0; x < extent.nx; ++x)
        if (labels[at++] == 0) pores.set_pore(x, y, z);
  return pores;
}

const Extent extent{18, 18, 18};

PoreSpace balls() { return pores_of(labels_of_balls(extent), extent); }

/// Makes a channel along x of 6 x 6 voxels; nothing percolates along y and z.
PoreSpace channel() {
  PoreSpace pores({8, 10, 10});
  for (int z = 2; z < 8; ++z)
    for (int y = 2; y < 8; ++y)
      for (int x = 0; x < 8; ++x) pores.set_pore(x, y, z);
  return pores;
}

RunRequest along(std::vector<Axis> directions) {
  RunRequest request;
  request.directions = std::move(directions);
  return request;
}

/// Notes the order in which it is called.
class Listener : public RunObserver {
 public:
  void on_image(const RunReport& report, const PoreSlab& pores) override {
    events.push_back("image of " + std::to_string(pores.count_pores()));
    EXPECT_EQ(report.image.pore_voxels, pores.count_pores());
  }
  void on_connection(const RunReport& /*report*/, const FlowReport& flow) override { note("connection", flow); }
  void on_prediction(Axis direction, const RunEstimate& estimate) override {
    EXPECT_GT(estimate.bytes, 0);
    events.push_back(std::string("prediction ") + axis_letter(direction));
  }
  void on_progress(const Progress& progress, const std::optional<double>& /*voxel_size_m*/) override {
    progressed += progress.steps > 0 ? 1 : 0;
  }
  void on_flow(const FlowReport& flow) override { note("flow", flow); }

  std::vector<std::string> events;
  int progressed{0};

 private:
  void note(const std::string& what, const FlowReport& flow) {
    events.push_back(what + ' ' + axis_letter(flow.result.direction));
  }
};

TEST(Run, solves_an_array_in_memory_along_three_axes_with_an_error_budget) {
  RunRequest request = along({Axis::x, Axis::y, Axis::z});
  request.budget = BudgetChoice::voxels_and_boundaries;
  request.origin.voxel_size_m = 2e-6;
  request.origin.source = "an array";
  const PoreSpace pores = balls();
  const RunReport report = run_flows(pores, request);

  EXPECT_EQ(report.image.source, "an array");
  EXPECT_EQ(report.image.extent, extent);
  EXPECT_EQ(report.image.pore_space_hash, hash_of(PoreSlab(pores)));
  ASSERT_EQ(report.flows.size(), 3U);
  for (const FlowReport& flow : report.flows) {
    EXPECT_EQ(flow.result.stop, StopReason::converged);
    EXPECT_LE(flow.result.iteration_error, 1e-3);
    ASSERT_TRUE(flow.error_budget.has_value());
    const ErrorBudget& budget = *flow.error_budget;
    EXPECT_EQ(budget.permeability_voxel2, flow.result.permeability_voxel2);
    EXPECT_EQ(budget.voxel.grids.size(), 3U);  // as given, refined, coarsened
    ASSERT_TRUE(budget.voxel.error_voxel2.has_value());
    EXPECT_GT(*budget.voxel.error_voxel2, 0);
    EXPECT_EQ(budget.boundary.alternatives.size(), 2U);  // mirror, sealed
    ASSERT_TRUE(budget.boundary.error_voxel2.has_value());
    EXPECT_GT(*budget.boundary.error_voxel2, 0);
    // From the refined image K goes on to the image taken as cubes, about as far as refining took it.
    const double given = budget.permeability_voxel2, refined = budget.voxel.grids[1].permeability_voxel2.value();
    ASSERT_TRUE(flow.as_cubes.has_value());
    EXPECT_EQ(flow.as_cubes->basis, CubesBasis::refined_image);
    EXPECT_NEAR(std::log(refined / flow.as_cubes->permeability_voxel2) / std::log(given / refined), 1, 0.3);
  }
  // The axes are alike in this image.
  const double k = report.flows[0].result.permeability_voxel2.value();
  EXPECT_NEAR(report.flows[1].result.permeability_voxel2.value(), k, 2e-3 * k);
  EXPECT_NEAR(report.flows[2].result.permeability_voxel2.value(), k, 2e-3 * k);
}

TEST(Run, gives_what_a_flow_by_itself_gives) {
  const RunReport report = run_flows(channel(), along({Axis::x}));
  FlowOptions options;
  const PoreSlab pores(channel());
  const RunEstimate estimate = estimate_run(pores, options);
  const FlowResult alone = SteadyFlow(pores, options, estimate).run().result();
  EXPECT_EQ(report.flows[0].result.permeability_voxel2, alone.permeability_voxel2);
  EXPECT_EQ(report.flows[0].result.steps, alone.steps);
  EXPECT_EQ(report.flows[0].result.plane_flux, alone.plane_flux);
}

TEST(Run, estimates_K_of_the_image_taken_as_cubes_from_the_flow_alone) {
  const CubesEstimate estimate = run_flows(channel(), along({Axis::x})).flows[0].as_cubes.value();
  EXPECT_EQ(estimate.basis, CubesBasis::flow);
  const double exact = 0.0351442538 * 6 * 6 * 0.36;  // in a square duct, over the whole image
  EXPECT_NEAR(estimate.permeability_voxel2, exact, estimate.two_sigma * exact);
}

TEST(Run, tells_its_observer_what_it_knows_in_the_order_in_which_it_knows_it) {
  Listener listener;
  const RunReport report = run_flows(balls(), along({Axis::x, Axis::z}), listener);
  EXPECT_THAT(listener.events, ElementsAre("image of " + std::to_string(report.image.pore_voxels), "connection x",
                                           "connection z", "prediction x", "prediction z", "flow x", "flow z"));
  EXPECT_GT(listener.progressed, 0);
}

TEST(Run, has_permeability_zero_where_nothing_percolates_and_solves_the_rest) {
  Listener listener;
  const RunReport report = run_flows(channel(), along({Axis::y, Axis::x}), listener);
  EXPECT_EQ(report.flows[0].result.stop, StopReason::not_percolating);
  EXPECT_EQ(report.flows[0].result.permeability_voxel2, 0.0);
  EXPECT_EQ(report.flows[0].isolated_voxels, report.image.pore_voxels);
  EXPECT_EQ(report.flows[1].result.stop, StopReason::converged);
  EXPECT_EQ(report.flows[1].isolated_voxels, 0);
  EXPECT_THAT(listener.events, testing::Not(testing::Contains("flow y")));
}

TEST(Run, gives_the_fields_of_a_flow_to_its_observer) {
  struct FieldReader : RunObserver {
    void on_fields(const CapturedFields& fields, const WallSensitivity* /*walls*/, const FlowReport& flow) override {
      std::vector<float> velocity(3 * 100);
      std::vector<float> density(100);
      const PoreSpace pores = channel();
      for (std::int64_t z = 0; z < 10; ++z) {
        // Planes are 8 x 10 voxels.
        fields.read_plane(z, std::span(velocity).first(240), std::span(density).first(80));
        for (std::int64_t y = 0; y < 10; ++y)
          for (std::int64_t x = 0; x < 8; ++x) {
            const auto voxel = static_cast<std::size_t>(8 * y + x);
            EXPECT_EQ(density[voxel] > 0, pores.is_pore(x, y, z));
            sum += double{velocity[3 * voxel]};
          }
      }
      mean = flow.result.mean_velocity[0];
    }
    double sum{0};
    double mean{0};
  } reader;
  RunRequest request = along({Axis::x});
  request.fields = FieldCapture::velocity_and_density;
  run_flows(channel(), request, reader);
  EXPECT_GT(reader.mean, 0);
  EXPECT_NEAR(reader.sum / 800, reader.mean, 1e-3 * reader.mean);
}

struct Enough : std::runtime_error {
  using std::runtime_error::runtime_error;
};

TEST(Run, ends_with_what_its_observer_throws_while_stepping) {
  struct Stopper : RunObserver {
    void on_progress(const Progress& progress, const std::optional<double>& /*voxel_size_m*/) override {
      if (progress.steps > 0) throw Enough("seen enough");
    }
  } stopper;
  EXPECT_THROW(run_flows(balls(), along({Axis::x}), stopper), Enough);
}

TEST(Run, can_be_stopped_between_any_two_pieces_of_work) {
  RunRequest request = along({Axis::x});
  request.budget = BudgetChoice::voxels_and_boundaries;
  const auto calls_of_run_that_ends_at = [&](int last) {
    int calls = 0;
    const StopScope stops(
        {[&] { return ++calls == last ? 1 : 0; }, [](int) { throw Interrupted(StopCause::interrupt); }});
    if (last == 0)
      run_flows(channel(), request);
    else
      EXPECT_THROW(run_flows(channel(), request), Interrupted) << "call " << last;
    return calls;
  };
  const int all = calls_of_run_that_ends_at(0);
  ASSERT_GT(all, 10);
  constexpr int between = 13;  // one of so many, because each solves anew
  for (int last = 1; last <= all; last += between) calls_of_run_that_ends_at(last);
}

TEST(Run, says_which_grid_of_a_budget_was_left_out_and_why) {
  struct Reader : RunObserver {
    void on_budget_grid(Axis /*direction*/, const GridPermeability& grid) override {
      if (!grid.permeability_voxel2) why.push_back(grid.why_not);
    }
    std::vector<std::string> why;
  } reader;
  PoreSpace slit({8, 8, 3});  // three voxels cannot be coarsened by 2
  for (int z = 0; z < 3; ++z)
    for (int y = 2; y < 6; ++y)
      for (int x = 0; x < 8; ++x) slit.set_pore(x, y, z);
  RunRequest request = along({Axis::x});
  request.budget = BudgetChoice::voxels_and_boundaries;
  const RunReport report = run_flows(slit, request, reader);
  EXPECT_THAT(reader.why, ElementsAre(HasSubstr("too small to coarsen")));
  EXPECT_TRUE(report.flows[0].error_budget.has_value());
}

TEST(Run, reports_a_flow_that_diverges_without_a_permeability) {
  RunRequest request = along({Axis::x});
  request.flow.solver.equilibrium = Equilibrium::quadratic;
  request.flow.force = 0.9;
  request.flow.tau = 0.51;
  const RunReport report = run_flows(channel(), request);
  EXPECT_EQ(report.flows[0].result.stop, StopReason::diverged);
  EXPECT_FALSE(report.flows[0].result.permeability_voxel2.has_value());
  EXPECT_FALSE(report.flows[0].error_budget.has_value());
}

TEST(Run, warns_of_an_image_that_does_not_repeat_unless_it_is_known_to) {
  PoreSpace wedge({24, 24, 24});  // pore grows along x
  for (int z = 0; z < 24; ++z)
    for (int y = 0; y < 24; ++y)
      for (int x = 0; x < 24; ++x)
        if (y <= 2 + x / 2) wedge.set_pore(x, y, z);
  RunRequest request = along({Axis::z});
  request.flow.tolerance = 0.1;
  EXPECT_THAT(run_flows(wedge, request).warnings, ElementsAre(HasSubstr("does not repeat")));
  request.seams = SeamCheck::skip;
  EXPECT_TRUE(run_flows(wedge, request).warnings.empty());
  request.seams = SeamCheck::warn;
  request.flow.boundary.boundary = Boundary::mirror;
  EXPECT_TRUE(run_flows(wedge, request).warnings.empty());
}

TEST(Run, refuses_no_direction_a_direction_twice_and_settings_out_of_range) {
  EXPECT_THROW(run_flows(channel(), along({})), UsageError);
  EXPECT_THROW(run_flows(channel(), along({Axis::x, Axis::y, Axis::x})), UsageError);
  RunRequest request = along({Axis::x});
  request.flow.tolerance = -1;
  EXPECT_THROW(run_flows(channel(), request), InputError);
}

}  // namespace
}  // namespace perm
