// SPDX-License-Identifier: Apache-2.0
// The estimate of the image taken as cubes holds the limit of finite volumes on media to which it was not fitted, small
// ones. tools/as_cubes asks of more (validation/ERROR_BUDGET.md).
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>

#include "run/run.hpp"
#include "validation/references/cubes/cube_flow.hpp"

namespace perm::validation {
namespace {

constexpr int side = 10;

/// Gives a periodic box of balls at random places, which may overlap. Bits of mt19937_64 are the same everywhere.
reference::Cubes balls(unsigned seed, double radius, int count) {
  std::mt19937_64 bits(seed);
  const auto place = [&] { return static_cast<double>(bits() >> 11) / 9007199254740992.0 * side; };
  reference::Cubes cubes{{side, side, side}, std::vector<std::uint8_t>(side * side * side, 0)};
  for (int ball = 0; ball < count; ++ball) {
    const std::array<double, 3> middle{place(), place(), place()};
    for (int at = 0; at < side * side * side; ++at) {
      const std::array<int, 3> voxel{at % side, at / side % side, at / side / side};
      double square = 0;
      for (std::size_t axis = 0; axis < 3; ++axis)
        square += std::pow(std::remainder(voxel[axis] + 0.5 - middle[axis], side), 2);
      if (square < radius * radius) cubes.solid[static_cast<std::size_t>(at)] = 1;
    }
  }
  return cubes;
}

PoreSpace pores_of(const reference::Cubes& cubes) {
  PoreSpace pores({side, side, side});
  std::size_t at = 0;
  for (int z = 0; z < side; ++z)
    for (int y = 0; y < side; ++y)
      for (int x = 0; x < side; ++x)
        if (cubes.solid[at++] == 0) pores.set_pore(x, y, z);
  return pores;
}

/// Says by how much of two sigma the limit lies beside the estimate.
double distance(const CubesEstimate& estimate, double limit) {
  return std::abs(std::log(estimate.permeability_voxel2 / limit)) / estimate.two_sigma;
}

TEST(AsCubes, holds_the_limit_of_finite_volumes) {
  struct Medium {
    unsigned seed;
    double radius;
    int count;
  };
  for (const Medium& medium : {Medium{41, 2.4, 9}, Medium{42, 3.1, 6}, Medium{43, 3.9, 3}}) {
    const reference::Cubes cubes = balls(medium.seed, medium.radius, medium.count);
    std::vector<double> found;
    for (const int cells : {1, 2, 3, 4})
      found.push_back(reference::cube_permeability(cubes, 0, reference::CubeFaces::repeat, cells));
    const double limit = reference::limit_of_cubes(found);
    RunRequest request;
    request.directions = {Axis::x};
    request.budget = BudgetChoice::voxels_and_boundaries;
    const FlowReport refined = run_flows(pores_of(cubes), request).flows[0];
    const auto flow = flow_on_cubes(refined.result, SolverSettings{});
    EXPECT_LT(distance(estimate_as_cubes(flow.value()), limit), 1) << medium.seed;
    EXPECT_LT(distance(refined.as_cubes.value(), limit), 1) << medium.seed;
    EXPECT_NEAR(refined.as_cubes->permeability_voxel2, limit, 0.03 * limit) << medium.seed;
    EXPECT_GT(*refined.result.permeability_voxel2, 1.1 * limit) << "the medium shows nothing";
  }
}

}  // namespace
}  // namespace perm::validation
