// SPDX-License-Identifier: Apache-2.0
// Compares a network that GPUs have found with that of the CPU, to the last bit.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <span>
#include <vector>

#include "device/cuda_check.hpp"
#include "geometry/cuda/network_cuda.hpp"

namespace perm {

/// Gives rules that close faces in all ways.
inline const std::vector<FaceRules>& all_rules() {
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

/// Expects the runs that the CPU makes of the planes `planes` of an image; `body_of_cell` are the bodies of the pore
/// voxels of these planes.
inline void expect_runs(const CellRunsOnGpu& runs, const PoreSpace& pores, const Range& planes,
                        std::span<const std::uint32_t> body_of_cell) {
  const std::int64_t ny = pores.extent().ny;
  ASSERT_EQ(runs.rows(), ny * planes.size());
  const auto first = read_from_gpu(runs.first_run(), runs.rows() + 1);
  const auto part = read_from_gpu(runs.part_of_run(), runs.runs());
  const auto cells = read_from_gpu(runs.cells_of_run(), runs.runs());
  EXPECT_EQ(first.back(), runs.runs());
  auto body = body_of_cell.begin();
  for (std::int64_t row = 0; row < runs.rows(); ++row) {
    std::int64_t left = 0;
    for (std::int64_t x = 0; x < pores.extent().nx; ++x)
      left += pores.is_pore(x, row % ny, planes.first + row / ny) ? 1 : 0;
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
  EXPECT_EQ(body, body_of_cell.end());
}

/// `has_throats` says whether it was found by the first process.
inline void expect_same(const PoreNetwork& found, const PoreNetwork& expected, bool has_throats = true) {
  EXPECT_EQ(found.cells(), expected.cells());
  ASSERT_EQ(found.throats().size(), has_throats ? expected.throats().size() : 0);
  for (std::size_t i = 0; i < found.throats().size(); ++i) {
    ASSERT_EQ(found.throats()[i].first, expected.throats()[i].first);
    ASSERT_EQ(found.throats()[i].second, expected.throats()[i].second);
    ASSERT_EQ(found.throats()[i].conductance, expected.throats()[i].conductance);
  }
}

}  // namespace perm
