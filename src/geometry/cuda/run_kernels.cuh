// SPDX-License-Identifier: Apache-2.0
// Finds the runs of cells of one body along x. Each thread takes one own row.
#pragma once

#include <cstdint>

#include "geometry/cuda/cell_runs_gpu.hpp"
#include "geometry/cuda/pore_view.cuh"

namespace perm::network_cuda {

/// Calls visit(body, cells) for each run of an own row; own cells end before `own_end`.
template <class Visit>
__device__ void for_each_run(const PoreView& pores, const std::uint32_t* bodies, std::uint32_t own_end,
                             std::int64_t row, const Visit& visit) {
  const std::uint32_t end = row + 1 < pores.own_rows() ? pores.first_cell[pores.row_begin(row + 1)] : own_end;
  std::uint32_t body = 0;
  int length = 0;
  for (std::uint32_t cell = pores.first_cell[pores.row_begin(row)]; cell < end; ++cell) {
    const std::uint32_t own = bodies[cell];
    if (length > 0 && (own != body || length == CellRunsOnGpu::most_cells)) {
      visit(body, length);
      length = 0;
    }
    body = own;
    ++length;
  }
  if (length > 0) visit(body, length);
}

__global__ void count_runs(const __grid_constant__ PoreView pores, const std::uint32_t* bodies, std::uint32_t own_end,
                           std::int64_t* runs) {
  const std::int64_t row = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (row >= pores.own_rows()) return;
  std::int64_t count = 0;
  for_each_run(pores, bodies, own_end, row, [&](std::uint32_t, int) { ++count; });
  runs[row] = count;
}

__global__ void write_runs(const __grid_constant__ PoreView pores, const std::uint32_t* bodies, std::uint32_t own_end,
                           const std::int64_t* first_run, std::uint32_t* part_of_run, std::uint8_t* cells_of_run) {
  const std::int64_t row = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (row >= pores.own_rows()) return;
  std::int64_t run = first_run[row];
  for_each_run(pores, bodies, own_end, row, [&](std::uint32_t body, int length) {
    part_of_run[run] = body;
    cells_of_run[run++] = static_cast<std::uint8_t>(length);
  });
}

}  // namespace perm::network_cuda
