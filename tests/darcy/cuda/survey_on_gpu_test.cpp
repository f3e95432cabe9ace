// SPDX-License-Identifier: Apache-2.0
// A GPU finds the distance map and the network that the CPU finds, to the last bit.
#include <random>

#include "darcy/cuda/network_on_gpu.hpp"
#include "darcy/steady_flow.hpp"
#include "device/gpu.hpp"
#include "geometry/connectivity/connectivity.hpp"
#include "geometry/cuda/distance_cuda.hpp"
#include "geometry/random_pores.hpp"
#include "geometry/shapes/recipe.hpp"

namespace perm {
namespace {

void expect_same_on_gpu(const PoreSpace& pores, const FaceRules& rules) {
  SCOPED_TRACE(to_string(pores.extent()));
  const LargeArray<SquaredDistance> distances = map_squared_distances(pores, rules);
  const auto on_gpu = map_distances_on_gpu(pores, rules, {0, pores.extent().nz});
  ASSERT_NE(on_gpu, nullptr);
  const auto read = read_from_gpu(on_gpu->data(), pores.extent().voxels());
  for (std::size_t i = 0; i < read.size(); ++i) ASSERT_EQ(read[i], distances[i]) << i;
  std::vector<SquaredDistance> copied(read.size());
  on_gpu->read(copied);
  EXPECT_EQ(copied, read);
  const PoreNetwork expected(pores, distances.span(), rules);
  const std::optional<NetworkOfGpu> on_device = find_network_on_gpu(pores, rules, {0, pores.extent().nz});
  ASSERT_TRUE(on_device.has_value());
  expect_same(on_device->network, expected);
  expect_runs(*on_device->bodies, pores, {0, pores.extent().nz}, expected.body_of_voxel());
}

TEST(SurveyOnGpu, is_that_of_the_cpu_in_noise) {
  std::mt19937 random(5);
  for (const Extent extent :
       {Extent{33, 9, 14}, Extent{5, 1, 7}, Extent{1, 1, 9}, Extent{70, 6, 3}, Extent{64, 40, 32}})
    for (const double porosity : {0.1, 0.3, 0.7, 0.98})
      for (const FaceRules& rules : all_rules()) {
        PoreSpace pores = random_pores(extent, porosity, random);
        pores.set_pore(0, 0, 0);  // a network has at least one pore
        expect_same_on_gpu(pores, rules);
      }
}

TEST(SurveyOnGpu, is_that_of_the_cpu_where_nothing_is_solid) {
  for (const FaceRules& rules : all_rules()) {
    PoreSpace pores({300, 9, 40});
    pores.fill_with_pore();
    expect_same_on_gpu(pores, rules);
  }
}

TEST(SurveyOnGpu, is_that_of_the_cpu_between_spheres) {
  for (const std::uint64_t seed : {1U, 2U, 3U})
    for (const FaceRules& rules : all_rules()) {
      Recipe recipe;
      recipe.kind = GeometryKind::overlap;
      recipe.extent = {100, 90, 110};
      recipe.porosity = 0.25;
      recipe.radius = 9;
      recipe.seed = seed;
      expect_same_on_gpu(generate(recipe), rules);
    }
}

TEST(SurveyOnGpu, is_that_of_the_cpu_in_wide_vugs) {
  PoreSpace pores({600, 20, 50});  // wider than the largest distance that is measured
  for (std::int64_t z = 2; z < 49; ++z)
    for (std::int64_t y = 0; y < 20; ++y)
      for (std::int64_t x = 3; x < 599; ++x)
        if ((x * 7 + y * 3 + z) % 211 != 0 || x > 300) pores.set_pore(x, y, z);
  for (const FaceRules& rules : all_rules()) expect_same_on_gpu(pores, rules);
}

/// Noise has many more bodies than rock, so that memory runs out at the beginning, or on the way.
TEST(SurveyOnGpu, is_left_to_the_cpu_where_the_gpu_has_no_memory) {
  std::mt19937 random(8);
  const PoreSpace pores = random_pores({160, 160, 160}, 0.35, random);
  const Range planes{0, 160};
  const PoreNetwork expected(pores, map_squared_distances(pores).span(), {});
  int found_in = 0, cases = 0;
  for (const std::int64_t megabytes : {40, 60, 80, 100, 120, 160, 200, 300, 500, 2000}) {
    const cuda::Array<char> others(static_cast<std::size_t>(gpu_memory().free - (megabytes << 20)));
    const std::optional<NetworkOfGpu> found = find_network_on_gpu(pores, {}, planes);
    if (found) expect_same(found->network, expected);
    found_in += found ? 1 : 0;
    ++cases;
  }
  EXPECT_GT(found_in, 0);
  EXPECT_LT(found_in, cases - 1);
}

TEST(SurveyOnGpu, gives_the_flow_that_the_network_of_the_cpu_gives) {
  Recipe recipe;
  recipe.kind = GeometryKind::overlap;
  recipe.extent = {150, 150, 150};
  recipe.porosity = 0.3;
  recipe.radius = 8;
  const PoreSpace pores = Connectivity(generate(recipe), {}).percolating(Axis::x).pores();
  FlowOptions options;
  options.solver.device = Device::cuda;
  RunEstimate estimate = estimate_run(pores, options);
  const FlowResult by_gpu = SteadyFlow(pores, options, estimate).run().result();
  {
    const cuda::Array<char> others(static_cast<std::size_t>(gpu_memory().free - (40 << 20)));
    estimate = estimate_run(pores, options);
  }
  const FlowResult by_cpu = SteadyFlow(pores, options, estimate).run().result();
  EXPECT_EQ(by_cpu.permeability_voxel2, by_gpu.permeability_voxel2);
  EXPECT_EQ(by_cpu.steps, by_gpu.steps);
  EXPECT_EQ(by_cpu.iteration_error, by_gpu.iteration_error);
}

}  // namespace
}  // namespace perm
