// SPDX-License-Identifier: Apache-2.0
// Visits whatever is joined to a cell, in quanta.
#pragma once

#include "laplace/cell_graph.hpp"
#include "laplace/cuda/around_kernels.cuh"
#include "laplace/cuda/launches.cuh"
#include "laplace/cuda/views.hpp"

namespace perm::laplace_cuda {

static_assert(threads == cells_a_group);

/// Calls visit(neighbour, quanta) for whatever is joined to a cell, and visit(cell, quanta) for all faces that lead out
/// of the image. A block of threads has a group of cells.
template <class Visit>
__device__ void for_each_link(const CellView& cells, std::uint32_t cell, const Visit& visit) {
  const std::uint32_t place = cells.places[cell];
  const Around around = cells.around[cells.first_filled[blockIdx.x] + place / 32];
  const std::uint32_t bit = place % 32;
  const Quanta width = cells.widths[cell];
  const auto face = [&](std::uint32_t bits, std::uint32_t neighbour) {
    if ((bits >> bit & 1U) != 0) visit(neighbour, width * cells.widths[neighbour]);
  };
  face(around.before, bit == 0 ? around.first_before : cell - 1);
  face(around.after, bit == cells.last_bit ? around.last_after : cell + 1);
#pragma unroll
  for (int side = 0; side < 4; ++side)
    face(around.side[side], around.first_of_side[side] + __popc(around.side[side] & ((1U << bit) - 1)));
  auto faces = static_cast<std::uint32_t>(__popc(around.outside % has_first_x));
  if (bit == 0 && (around.outside & has_first_x) != 0) ++faces;
  if (bit == cells.last_bit && (around.outside & has_last_x) != 0) ++faces;
  if (faces > 0) visit(cell, faces * 2 * width * width);
  const std::uint32_t rank = cell - around.first;
  if ((around.edges.bits >> rank & 1U) == 0) return;
  const std::uint32_t number = around.edges.first + __popc(around.edges.bits & ((1U << rank) - 1));
  for (std::uint32_t edge = cells.first_edge[number]; edge < cells.first_edge[number + 1]; ++edge)
    visit(cells.edge_neighbour[edge], static_cast<Quanta>(cells.of_edge));
}

inline __global__ void find_inverse_diagonal(const __grid_constant__ CellView cells, float* inverse_diagonal) {
  if (item() >= cells.cells) return;
  Quanta all = 0;
  for_each_link(cells, item(), [&](std::uint32_t, Quanta quanta) { all += quanta; });
  inverse_diagonal[item()] = all > 0 ? 1 / static_cast<float>(all) : 0;
}

}  // namespace perm::laplace_cuda
