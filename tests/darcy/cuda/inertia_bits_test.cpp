// SPDX-License-Identifier: Apache-2.0
// On a GPU the flows of a list of Reynolds numbers are those of a CPU, to the bit, between closed faces too.
#include <gtest/gtest.h>

#include "darcy/inertia/mirrored_flows.hpp"
#include "darcy/overlapping_spheres.hpp"
#include "darcy/steady_flow.hpp"

namespace perm {
namespace {

InertialFlows flows_on(Device device, Precision precision, Boundary boundary) {
  const PoreSpace pores = percolating_spheres(32, 5, 0.7);
  FlowOptions options;
  options.boundary.boundary = boundary;
  options.solver.device = device;
  options.solver.precision = precision;
  options.tolerance = 1e-2;
  const RunEstimate estimate = estimate_run(pores, options);
  SolvedFlow creeping = SteadyFlow(pores, options, estimate).run();
  const InertiaRequest request{{0.3, 1}, {}, 0.1, {}};
  return needs_mirror_image(options) ? solve_mirrored_flows(std::move(creeping), pores, options, request)
                                     : solve_inertial_flows(std::move(creeping), estimate, options, request);
}

TEST(InertiaBits, of_a_list_of_reynolds_numbers_are_those_of_the_cpu) {
  for (const Precision precision : {Precision::float32, Precision::float64})
    for (const Boundary boundary : {Boundary::periodic, Boundary::sealed}) {
      SCOPED_TRACE(to_string(precision) + ' ' + to_string(boundary));
      const InertialFlows cpu = flows_on(Device::cpu, precision, boundary);
      const InertialFlows cuda = flows_on(Device::cuda, precision, boundary);
      EXPECT_EQ(cpu.end, InertiaEnd::complete) << cpu.why;
      EXPECT_EQ(cuda.end, cpu.end) << cuda.why;
      ASSERT_EQ(cuda.points.size(), cpu.points.size());
      for (std::size_t i = 0; i < cpu.points.size(); ++i) {
        EXPECT_EQ(cuda.points[i].permeability_voxel2, cpu.points[i].permeability_voxel2);
        EXPECT_EQ(cuda.points[i].iteration_error, cpu.points[i].iteration_error);
        EXPECT_EQ(cuda.points[i].wall_force_difference, cpu.points[i].wall_force_difference);
        EXPECT_EQ(cuda.points[i].reynolds, cpu.points[i].reynolds);
        EXPECT_EQ(cuda.points[i].steps, cpu.points[i].steps);
      }
    }
}

}  // namespace
}  // namespace perm
