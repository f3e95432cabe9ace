// SPDX-License-Identifier: Apache-2.0
// A run gives the same bits on any number of processes and threads, on images that are hard to solve. Each image of the
// families is solved on the first 1, 2, 3, 5 and 7 of the processes of this test, as far as there are so many, and on
// one process with four threads. PERMEABILITY_TEST_SEEDS says how many images of a family are solved; one without it.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "families/family.hpp"
#include "geometry/shapes/recipe.hpp"
#include "partitions.hpp"
#include "run/run.hpp"

namespace perm {
namespace {

constexpr std::int64_t most_steps = 120;

std::uint64_t count_seeds() {
  const char* const text = std::getenv("PERMEABILITY_TEST_SEEDS");
  return text == nullptr ? 1 : std::strtoull(text, nullptr, 10);
}

/// Gives everything that a run finds of its flow, number after number.
std::vector<double> numbers_of(const RunReport& report) {
  const FlowResult& result = report.flows.front().result;
  std::vector<double> numbers{result.permeability_voxel2.value_or(-1),
                              static_cast<double>(result.stop),
                              static_cast<double>(result.steps),
                              static_cast<double>(result.fluid_cells),
                              static_cast<double>(report.flows.front().isolated_voxels),
                              result.iteration_error,
                              result.rounding_error,
                              result.tau,
                              result.flux_spread,
                              result.mass_deviation.value_or(-1),
                              result.pores.largest_radius,
                              result.pores.critical_radius,
                              result.pores.kozeny_carman_voxel2,
                              result.pores.narrow.below_3,
                              static_cast<double>(report.warnings.size()),
                              result.momentum_gain.value_or(-1)};
  for (const double velocity : result.mean_velocity) numbers.push_back(velocity);
  for (const double flux : result.plane_flux) numbers.push_back(flux);
  if (result.measures)
    for (const double force : result.measures->wall_force) numbers.push_back(force);
  if (report.flows.front().grain_forces)
    for (const ForcesOfFlow& flow : report.flows.front().grain_forces->flows) {
      for (const std::array<double, 3>& force : flow.on_grains)
        numbers.insert(numbers.end(), force.begin(), force.end());
      numbers.insert(numbers.end(), flow.on_rest.begin(), flow.on_rest.end());
    }
  for (const ConvergenceSample& sample : result.history)
    for (const double number :
         {static_cast<double>(sample.step), sample.permeability_voxel2, sample.extrapolated_voxel2, sample.error})
      numbers.push_back(number);
  return numbers;
}

/// Half of the images are closed at their faces, where flow passes between those.
Boundary boundary_of(std::uint64_t seed) { return seed % 2 == 0 ? Boundary::sealed : Boundary::periodic; }

std::vector<double> solve(const PoreSpace& pores, Boundary boundary, const Communicator& processes, int threads) {
  RunRequest request;
  request.flow.boundary.boundary = boundary;
  request.flow.max_steps = most_steps;
  request.flow.solver.threads = threads;
  return numbers_of(run_flows(slab_of(pores, processes), request));
}

class SameBits : public testing::TestWithParam<families::Family> {};

TEST_P(SameBits, come_out_of_every_number_of_processes_and_threads) {
  const Communicator world = Communicator::world();
  for (std::uint64_t seed = 1; seed <= count_seeds(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const PoreSpace pores = families::make_image(GetParam(), seed).pores;
    const Boundary boundary = boundary_of(seed);
    std::vector<double> alone;  // what the first process finds; the others only help it
    if (world.is_first()) {
      alone = solve(pores, boundary, {}, 1);
      EXPECT_EQ(solve(pores, boundary, {}, 4), alone) << "4 threads";
    }
    for (const int count : {2, 3, 5, 7}) {
      if (count > world.size()) continue;
      const Communicator some = world.first(count);
      if (world.rank() >= count) continue;
      const std::vector<double> together = solve(pores, boundary, some, 1);
      if (world.is_first()) {
        EXPECT_EQ(together, alone) << count << " processes";
      }
    }
  }
}

TEST(SameForcesOnGrains, come_out_of_every_number_of_processes) {
  Recipe recipe;
  recipe.kind = GeometryKind::packing;
  recipe.extent = {24, 30, 26};
  recipe.porosity = 0.5;
  recipe.radius = 5;
  const PoreSpace pores = generate(recipe);
  const Communicator world = Communicator::world();
  for (const Axis direction : all_axes) {
    RunRequest request;
    request.directions = {direction};
    request.seams = SeamCheck::skip;
    request.flow.max_steps = most_steps;
    request.grains = spheres_of(recipe, {});
    request.grains.pop_back();  // it is the rest
    std::vector<double> alone;
    if (world.is_first()) alone = numbers_of(run_flows(pores, request));
    for (const int count : {2, 3}) {
      if (count > world.size()) continue;
      const Communicator some = world.first(count);
      if (world.rank() >= count) continue;
      const std::vector<double> together = numbers_of(run_flows(slab_of(pores, some), request));
      if (world.is_first()) {
        EXPECT_EQ(together, alone) << count << " processes along " << axis_letter(direction);
        EXPECT_GT(alone.size(), 3 * request.grains.size());
      }
    }
  }
}

std::vector<families::Family> all_families() {
  std::vector<families::Family> all;
  for (const auto& [family, name] : names_of<families::Family>) all.push_back(family);
  return all;
}

INSTANTIATE_TEST_SUITE_P(OfFamily, SameBits, testing::ValuesIn(all_families()),
                         [](const auto& family) { return std::string(to_string(family.param)); });

}  // namespace
}  // namespace perm
