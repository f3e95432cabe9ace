// SPDX-License-Identifier: Apache-2.0
// A flow on several processes is the same as on one process, to the last bit. Every process also solves the whole image
// alone and compares the two.
#include <gtest/gtest.h>

#include "core/errors.hpp"
#include "darcy/evaluation/threshold_slope.hpp"
#include "darcy/evaluation/wall_slope.hpp"
#include "darcy/steady_flow.hpp"
#include "geometry/connectivity/connectivity.hpp"
#include "geometry/shapes/recipe.hpp"
#include "partitions.hpp"
#include "solver/test_on_ranks.hpp"

namespace perm {
namespace {

PoreSpace overlapping_spheres(const Extent& extent, Axis axis, AxisSet closed = {}) {
  Recipe recipe;
  recipe.kind = GeometryKind::overlap;
  recipe.extent = extent;
  recipe.radius = 2;
  recipe.porosity = 0.5;
  return Connectivity(generate(recipe), closed).percolating(axis).pores();
}

PoreSpace every_third_voxel(const Extent& extent) {
  PoreSpace marked(extent);
  for (std::int64_t z = 0; z < extent.nz; ++z)
    for (std::int64_t y = 0; y < extent.ny; ++y)
      for (std::int64_t x = 0; x < extent.nx; ++x)
        if ((x + y * y + 2 * z) % 3 == 0) marked.set_pore(x, y, z);
  return marked;
}

class SteadyFlowOnRanks : public TestOnRanks {
 protected:
  static FlowOptions options_of_test() {
    FlowOptions options;
    options.solver.device = device_under_test();
    return options;
  }
};

TEST_F(SteadyFlowOnRanks, is_that_of_one_process_where_voxels_find_the_pressure) {
  int boundary = 0;
  for (const Extent extent : {Extent{24, 23, 19}, Extent{17, 5, 40}, Extent{33, 40, 9}, Extent{21, 22, 18}}) {
    FlowOptions options = options_of_test();
    options.method = Method::pressure;
    options.direction = static_cast<Axis>(boundary % 3);
    options.boundary.boundary = static_cast<Boundary>(boundary++ % 4);
    options.solver.threads = 2;
    SCOPED_TRACE(to_string(extent) + " " + to_string(options.boundary.boundary));
    const AxisSet closed = face_rules(options.boundary, options.direction, extent).closed();
    const PoreSpace pores = overlapping_spheres(extent, options.direction, closed);
    ASSERT_GT(pores.count_pores(), 0);
    const FlowResult alone = SteadyFlow(pores, options, estimate_run(pores, options)).run().result();
    const PoreSlab slab = slab_of(pores, world_);
    const FlowResult together = SteadyFlow(slab, options, estimate_run(slab, options)).run().result();
    EXPECT_EQ(alone.stop, StopReason::converged);
    EXPECT_EQ(together.permeability_voxel2, alone.permeability_voxel2);
    EXPECT_EQ(together.iteration_error, alone.iteration_error);
    EXPECT_EQ(together.steps, alone.steps);
    EXPECT_EQ(together.tau, alone.tau);
    EXPECT_EQ(together.plane_flux, alone.plane_flux);
  }
}

TEST_F(SteadyFlowOnRanks, is_that_of_one_process) {
  int boundary = 0;  // the boundaries take turns
  for (const Extent extent : {Extent{24, 23, 19}, Extent{17, 5, 40}, Extent{33, 40, 5}, Extent{21, 22, 18}})
    for (const Axis axis : all_axes) {
      FlowOptions options = options_of_test();
      options.direction = axis;
      options.boundary.boundary = static_cast<Boundary>(boundary++ % 4);
      SCOPED_TRACE(to_string(extent) + " along " + axis_letter(axis) + " " + to_string(options.boundary.boundary));
      options.solver.threads = 2;
      if (axis == Axis::y) options.solver.slip.length = 0.3;
      const PoreSpace pores = overlapping_spheres(extent, axis, face_rules(options.boundary, axis, extent).closed());
      if (pores.count_pores() == 0) continue;
      const RunEstimate estimate = estimate_run(pores, options);
      SolvedFlow flow_alone = SteadyFlow(pores, options, estimate).run();
      const FlowResult& alone = flow_alone.result();
      const PoreSlab slab = slab_of(pores, world_);
      const RunEstimate estimate_together = estimate_run(slab, options);
      EXPECT_EQ(estimate_together.tau, estimate.tau);
      EXPECT_EQ(estimate_together.steps, estimate.steps);
      EXPECT_GE(estimate_together.bytes, estimate_together.own_bytes);
      SolvedFlow flow_together = SteadyFlow(slab, options, estimate_together).run();
      const FlowResult& together = flow_together.result();
      const PoreSpace moving = every_third_voxel(extent);
      const MovingVoxels moving_alone{2, 20, 0.8, moving};
      const MovingVoxels moving_together{2, 20, 0.8, slab_of(moving, world_)};
      const auto slope_alone = measure_threshold_slope(flow_alone, pores, moving_alone);
      const auto slope_together = measure_threshold_slope(flow_together, slab, moving_together);
      ASSERT_TRUE(slope_alone);
      ASSERT_TRUE(slope_together);
      EXPECT_GT(slope_alone->per_grey_value, 0.0);
      EXPECT_EQ(slope_together->per_grey_value, slope_alone->per_grey_value);
      EXPECT_EQ(slope_together->per_voxel_of_wall, slope_alone->per_voxel_of_wall);

      const auto slip_alone = measure_wall_slope(flow_alone, pores);
      const auto slip_together = measure_wall_slope(flow_together, slab);
      ASSERT_EQ(slip_together.has_value(), slip_alone.has_value());
      if (slip_alone) {
        EXPECT_EQ(slip_together->per_voxel, slip_alone->per_voxel);
        EXPECT_EQ(slip_together->deviation, slip_alone->deviation);
      }
      EXPECT_EQ(together.pores.rough_critical_radius, alone.pores.rough_critical_radius);

      EXPECT_EQ(together.permeability_voxel2, alone.permeability_voxel2);
      EXPECT_EQ(together.stop, alone.stop);
      EXPECT_EQ(together.steps, alone.steps);
      EXPECT_EQ(together.iteration_error, alone.iteration_error);
      EXPECT_EQ(together.mean_velocity, alone.mean_velocity);
      EXPECT_EQ(together.plane_flux, alone.plane_flux);
      EXPECT_EQ(together.mass_deviation, alone.mass_deviation);
      EXPECT_EQ(together.measures->dissipation_voxel2, alone.measures->dissipation_voxel2);
      EXPECT_EQ(together.measures->largest_speed, alone.measures->largest_speed);
      EXPECT_EQ(together.pores.narrow.below_5, alone.pores.narrow.below_5);
      EXPECT_EQ(together.pores.kozeny_carman_voxel2, alone.pores.kozeny_carman_voxel2);
      EXPECT_EQ(together.fluid_cells, alone.fluid_cells);
      EXPECT_EQ(together.connected_porosity, alone.connected_porosity);
      ASSERT_EQ(together.history.size(), alone.history.size());
      for (std::size_t i = 0; i < alone.history.size(); ++i) {
        EXPECT_EQ(together.history[i].step, alone.history[i].step);
        EXPECT_EQ(together.history[i].permeability_voxel2, alone.history[i].permeability_voxel2);
        EXPECT_EQ(together.history[i].extrapolated_voxel2, alone.history[i].extrapolated_voxel2);
        EXPECT_EQ(together.history[i].error, alone.history[i].error);
      }
      EXPECT_EQ(together.sharing.ranks, world_.size());
      EXPECT_EQ(together.sharing.parts_y * together.sharing.parts_z, world_.size());
      EXPECT_EQ(alone.sharing.ranks, 1);
    }
}

TEST_F(SteadyFlowOnRanks, gives_its_fields_to_the_first_process) {
  for (const Extent extent : {Extent{24, 23, 19}, Extent{17, 5, 40}, Extent{33, 40, 5}}) {
    SCOPED_TRACE(to_string(extent));
    FlowOptions options = options_of_test();
    options.max_steps = 20;
    options.tau = 0.9;
    options.solver.threads = 1;
    const PoreSpace pores = overlapping_spheres(extent, Axis::x);
    const PoreSlab slab = slab_of(pores, world_);
    const auto capture = [&options](const PoreSlab& image) {
      return SteadyFlow(image, options, estimate_run(image, options)).run().capture_fields();
    };
    const CapturedFields alone = capture(pores);
    const CapturedFields together = capture(slab);
    std::vector<float> density(static_cast<std::size_t>(extent.plane_voxels()));
    std::vector<float> velocity(3 * density.size());
    std::vector<float> density_together(world_.is_first() ? density.size() : 0);
    std::vector<float> velocity_together(world_.is_first() ? velocity.size() : 0);
    for (std::int64_t z = 0; z < extent.nz; ++z) {
      alone.read_plane(z, velocity, density);
      together.read_plane(z, velocity_together, density_together);
      if (!world_.is_first()) continue;
      EXPECT_TRUE(velocity_together == velocity) << "plane " << z;
      EXPECT_TRUE(density_together == density) << "plane " << z;
    }
  }
}

TEST_F(SteadyFlowOnRanks, may_be_stopped_by_all_together) {
  struct Stopped {};
  FlowOptions options = options_of_test();
  const PoreSlab slab = slab_of(overlapping_spheres({24, 23, 19}, Axis::x), world_);
  SteadyFlow flow(slab, options, estimate_run(slab, options));
  const bool asked = world_.rank() == world_.size() - 1;
  EXPECT_THROW(std::move(flow).run([&](const Progress& progress) {
    if (world_.any(asked && progress.steps >= 40)) throw Stopped();
  }),
               Stopped);
}

TEST_F(SteadyFlowOnRanks, needs_the_memory_of_all_processes_of_a_node) {
  const std::int64_t all = std::int64_t{1} << 60;
  require_memory(1000, Device::cpu, world_);
  EXPECT_THROW(require_memory(world_.is_first() ? all : 1000, Device::cpu, world_), DeviceError);
}

}  // namespace
}  // namespace perm
