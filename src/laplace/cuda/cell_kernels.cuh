// SPDX-License-Identifier: Apache-2.0
// What leaves each cell, as CellGraph::for_each_flux finds it, operation by operation. A block of threads has a group
// of cells that follow each other: first each thread looks at what is around one word of voxels, then each has a cell.
#pragma once

#include "laplace/cuda/around_kernels.cuh"
#include "laplace/cuda/sums.cuh"
#include "laplace/cuda/views.hpp"
#include "laplace/multigrid.hpp"

namespace perm::laplace_cuda {

/// Gives what leaves a cell.
inline __device__ float leaves(const CellView& cells, const float* __restrict__ potential, std::uint32_t cell) {
  const std::uint32_t place = cells.places[cell];
  const Around around = cells.around[cells.first_filled[blockIdx.x] + place / 32];
  const std::uint32_t bit = place % 32;
  const float p = potential[cell];
  const float w = static_cast<float>(cells.widths[cell]);
  const auto face = [&](std::uint32_t bits, std::uint32_t neighbour) {
    const bool is_there = (bits >> bit & 1U) != 0;
    const std::uint32_t other = is_there ? neighbour : cell;  // all loads are on their way before one is waited for
    const float other_p = potential[other];
    const auto other_w = static_cast<float>(cells.widths[other]);
    return w * (is_there ? other_w : 0) * (p - (is_there ? other_p : 0));
  };
  float sum = face(around.before, bit == 0 ? around.first_before : cell - 1);
  sum += face(around.after, bit == cells.last_bit ? around.last_after : cell + 1);
#pragma unroll
  for (int side = 0; side < 4; ++side)
    sum += face(around.side[side], around.first_of_side[side] + __popc(around.side[side] & ((1U << bit) - 1)));
  if (around.outside != 0) {
    const float of_face = 2 * w * w;
    if (bit == 0 && (around.outside & has_first_x) != 0) sum += of_face * p;
    if (bit == cells.last_bit && (around.outside & has_last_x) != 0) sum += of_face * p;
    if (const int faces = __popc(around.outside % has_first_x); faces > 0)
      sum += static_cast<float>(faces) * of_face * p;
  }
  const std::uint32_t rank = cell - around.first;
  if ((around.edges.bits >> rank & 1U) != 0) {
    const std::uint32_t number = around.edges.first + __popc(around.edges.bits & ((1U << rank) - 1));
    for (std::uint32_t edge = cells.first_edge[number]; edge < cells.first_edge[number + 1]; ++edge)
      sum += cells.of_edge * (p - potential[cells.edge_neighbour[edge]]);
  }
  return sum;
}

/// Calls finish(cell, potential of the cell, what leaves it) for each cell; where it has a sum, it gives a term of it.
template <class Finish>
__global__ void __launch_bounds__(cells_a_group)
    for_each_flux(const __grid_constant__ CellView cells, const float* __restrict__ potential, const Finish finish) {
  const std::uint32_t cell = blockIdx.x * cells_a_group + threadIdx.x;
  long long quanta = 0;
  if (cell < cells.cells) quanta = finish(cell, potential[cell], leaves(cells, potential, cell));
  if constexpr (Finish::has_sum) finish.dot.add(quanta);
}

/// Finds what is left of the flux after the sweep before a correction.
struct FindLeft {
  static constexpr bool has_sum = false;
  const float* flux;
  float* left;
  __device__ long long operator()(std::uint32_t cell, float /*potential*/, float leaves) const {
    left[cell] = flux[cell] - leaves;
    return 0;
  }
};

/// Does the sweep after a correction; sums flux times result.
struct Sweep {
  static constexpr bool has_sum = true;
  const float* flux;
  const float* inverse_diagonal;
  float* result;
  DotSums dot;
  __device__ long long operator()(std::uint32_t cell, float potential, float leaves) const {
    const float value = potential + Multigrid::damping * inverse_diagonal[cell] * (flux[cell] - leaves);
    result[cell] = value;
    return dot.quanta(flux[cell], value);
  }
};

/// Keeps what leaves each cell; sums potential times that.
struct Keep {
  static constexpr bool has_sum = true;
  float* flux;
  DotSums dot;
  __device__ long long operator()(std::uint32_t cell, float potential, float leaves) const {
    flux[cell] = leaves;
    return dot.quanta(potential, leaves);
  }
};

}  // namespace perm::laplace_cuda
