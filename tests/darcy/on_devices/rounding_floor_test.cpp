// SPDX-License-Identifier: Apache-2.0
// A flask of fluid at rest hangs with a mouth of one voxel on a capillary of one voxel: K is tiny, the pores are many,
// and what still changes is soon lost in the rounding of all the fluid at rest. A run must end there, and its bound
// must hold. The truths solve the equations of the steady state.
#include <gtest/gtest.h>

#include <cmath>

#include "darcy/steady_flow.hpp"
#include "families/steady_state.hpp"
#include "solver/test_device.hpp"

namespace perm {
namespace {

/// Gives an image of n^3 voxels. The flask is n - 6 wide, and its mouth is at `mouth` along the capillary.
PoreSpace make_flask(std::int64_t n, std::int64_t mouth) {
  PoreSpace pores(Extent{n, n, n});
  const auto inside = [n](std::int64_t at) { return at >= 3 && at < n - 3; };
  for (std::int64_t z = 0; z < n; ++z)
    for (std::int64_t y = 0; y < n; ++y)
      for (std::int64_t x = 0; x < n; ++x) {
        const bool capillary = y == 1 && z == 1;
        const bool neck = x == mouth && ((z == 1 && y >= 1 && y < 4) || (y == 3 && z >= 1 && z < 4));
        if ((inside(x) && inside(y) && inside(z)) || capillary || neck) pores.set_pore(x, y, z);
      }
  return pores;
}

FlowResult solve(const PoreSpace& pores, Precision precision, double tolerance, Method method) {
  FlowOptions options;
  options.solver.device = device_under_test();
  options.solver.precision = precision;
  options.tolerance = tolerance;
  options.method = method;
  options.max_steps = 60'000;
  const RunEstimate estimate = estimate_run(pores, options);
  return SteadyFlow(pores, options, estimate).run().result();
}

class RoundingFloor : public testing::TestWithParam<std::pair<std::int64_t, std::int64_t>> {};

TEST_P(RoundingFloor, ends_a_run_whose_bound_holds) {
  const PoreSpace pores = make_flask(GetParam().first, GetParam().second);
  const double truth = families::find_steady_state(pores, {.tau = 1, .residual = 1e-9}).permeability_voxel2;
  for (const Precision precision : {Precision::float32, Precision::float64})
    for (const double tolerance : {1e-3, 1e-4, 1e-6}) {
      const FlowResult flow = solve(pores, precision, tolerance, Method::pressure);
      EXPECT_LE(std::abs(*flow.permeability_voxel2 / truth - 1), flow.iteration_error)
          << to_string(precision) << ' ' << tolerance << " after " << flow.steps << " steps";
      const bool is_met = flow.iteration_error <= tolerance;
      EXPECT_EQ(flow.stop, is_met ? StopReason::converged : StopReason::rounding)
          << to_string(precision) << ' ' << tolerance << " after " << flow.steps << " steps";
      EXPECT_TRUE(is_met || (precision == Precision::float32 && tolerance < 1e-3))
          << to_string(precision) << ' ' << tolerance << ", bound " << flow.iteration_error;
    }
}

TEST_P(RoundingFloor, ends_plain_steps_whose_bound_holds) {
  const PoreSpace pores = make_flask(GetParam().first, GetParam().second);
  const double truth = families::find_steady_state(pores, {.tau = 1, .residual = 1e-9}).permeability_voxel2;
  const FlowResult flow = solve(pores, Precision::float32, 1e-3, Method::plain);
  EXPECT_EQ(flow.stop, StopReason::converged);
  EXPECT_LE(std::abs(*flow.permeability_voxel2 / truth - 1), flow.iteration_error);
}

INSTANTIATE_TEST_SUITE_P(Flasks, RoundingFloor, testing::Values(std::pair{17, 8}, std::pair{24, 3}, std::pair{28, 14}));

}  // namespace
}  // namespace perm
