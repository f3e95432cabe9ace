// SPDX-License-Identifier: Apache-2.0
// A GPU finds the distance map and the network that the CPU finds, to the last bit.
#include <gtest/gtest.h>

#include <random>

#include "device/cuda_check.hpp"
#include "geometry/cuda/distance_cuda.hpp"
#include "geometry/cuda/network_cuda.hpp"
#include "geometry/random_pores.hpp"
#include "geometry/shapes/recipe.hpp"

namespace perm {
namespace {

const std::vector<FaceRules>& all_rules() {
  static const std::vector<FaceRules> rules{
      FaceRules(),
      FaceRules({FaceRule::antisymmetric, FaceRule::sealed, FaceRule::sealed}),
      FaceRules({FaceRule::symmetric, FaceRule::symmetric, FaceRule::antisymmetric}),
      FaceRules({FaceRule::sealed, FaceRule::pressure, FaceRule::periodic}),
  };
  return rules;
}

template <class Value>
std::vector<Value> read_from_gpu(const Value* values, std::int64_t count) {
  std::vector<Value> read(static_cast<std::size_t>(count));
  cuda::check(cudaMemcpy(read.data(), values, read.size() * sizeof(Value), cudaMemcpyDeviceToHost),
              "copying from the device");
  return read;
}

/// The runs of each row are those that the CPU makes, with the body of each cell.
void expect_runs(const CellRunsOnGpu& runs, const PoreSpace& pores, std::span<const std::uint32_t> body_of_cell) {
  ASSERT_EQ(runs.rows(), pores.extent().ny * pores.extent().nz);
  const auto first = read_from_gpu(runs.first_run(), runs.rows() + 1);
  const auto part = read_from_gpu(runs.part_of_run(), runs.runs());
  const auto cells = read_from_gpu(runs.cells_of_run(), runs.runs());
  EXPECT_EQ(first.back(), runs.runs());
  auto body = body_of_cell.begin();
  for (std::int64_t row = 0; row < runs.rows(); ++row) {
    std::int64_t left = 0;
    for (std::int64_t x = 0; x < pores.extent().nx; ++x)
      left += pores.is_pore(x, row % pores.extent().ny, row / pores.extent().ny) ? 1 : 0;
    for (auto run = static_cast<std::size_t>(first[static_cast<std::size_t>(row)]);
         run < static_cast<std::size_t>(first[static_cast<std::size_t>(row) + 1]); ++run) {
      ASSERT_GT(cells[run], 0);
      left -= cells[run];
      for (int cell = 0; cell < cells[run]; ++cell) ASSERT_EQ(*body++, part[run]);
      const bool ends_row = left == 0;
      if (!ends_row && cells[run] < CellRunsOnGpu::most_cells) {
        ASSERT_NE(*body, part[run]);
      }
    }
    ASSERT_EQ(left, 0);
  }
}

void expect_same_on_gpu(const PoreSpace& pores, const FaceRules& rules) {
  SCOPED_TRACE(to_string(pores.extent()));
  const LargeArray<SquaredDistance> distances = map_squared_distances(pores, rules);
  const auto on_gpu = map_distances_on_gpu(pores, rules);
  ASSERT_NE(on_gpu, nullptr);
  const auto read = read_from_gpu(on_gpu->data(), pores.extent().voxels());
  for (std::size_t i = 0; i < read.size(); ++i) ASSERT_EQ(read[i], distances[i]) << i;
  const PoreNetwork expected(pores, distances.span(), rules);
  const std::optional<NetworkOfGpu> on_device = find_network_on_gpu(pores, rules);
  ASSERT_TRUE(on_device.has_value());
  const PoreNetwork* const found = &on_device->network;
  EXPECT_EQ(found->cells(), expected.cells());
  ASSERT_EQ(found->throats().size(), expected.throats().size());
  for (std::size_t i = 0; i < expected.throats().size(); ++i) {
    ASSERT_EQ(found->throats()[i].first, expected.throats()[i].first);
    ASSERT_EQ(found->throats()[i].second, expected.throats()[i].second);
    ASSERT_EQ(found->throats()[i].conductance, expected.throats()[i].conductance);
  }
  expect_runs(*on_device->bodies, pores, expected.body_of_voxel());
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

}  // namespace
}  // namespace perm
