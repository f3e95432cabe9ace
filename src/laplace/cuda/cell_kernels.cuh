// SPDX-License-Identifier: Apache-2.0
// What leaves each cell, as CellGraph::for_each_flux finds it, operation by operation. A block of threads has a group
// of cells that follow each other: first each thread looks at what is around one word of voxels, then each has a cell.
#pragma once

#include "laplace/cuda/sums.cuh"
#include "laplace/cuda/views.hpp"
#include "laplace/multigrid.hpp"

namespace perm::laplace_cuda {

/// Tells what is around the words that hold a group of cells.
struct Around {
  std::uint32_t before[cells_a_group];        ///< bits: the voxel one step back along x is a cell
  std::uint32_t after[cells_a_group];         ///< the same, one step on
  std::uint32_t first_before[cells_a_group];  ///< the cell before the first voxel
  std::uint32_t last_after[cells_a_group];    ///< the cell after that voxel which may be the last one of its row
  std::uint32_t side[4][cells_a_group];       ///< bits of the words at y - 1, y + 1, z - 1, z + 1
  std::uint32_t first_of_side[4][cells_a_group];
  std::uint32_t first[cells_a_group];
  std::uint32_t outside[cells_a_group];  ///< faces across y and z to the outside; 16: x = 0 is there, 32: the last x
  Word edges[cells_a_group];
};
inline constexpr std::uint32_t has_first_x = 16;
inline constexpr std::uint32_t has_last_x = 32;

/// Looks at one side along an axis across rows of words: `apart` words are between neighbours.
inline __device__ Word look(const CellView& cells, std::uint32_t word, int axis, std::uint32_t position,
                            std::uint32_t extent, std::uint32_t apart, bool is_up, std::uint32_t& outside) {
  const bool is_at_end = is_up ? position == extent - 1 : position == 0;
  if (is_at_end && cells.is_open[axis]) ++outside;
  if (is_at_end && !cells.goes_on[axis]) return {0, 0};
  if (is_at_end) return cells.words[is_up ? word - (extent - 1) * apart : word + (extent - 1) * apart];
  return cells.words[is_up ? word + apart : word - apart];
}

inline __device__ void look_around(const CellView& cells, std::uint32_t filled, unsigned slot, Around& around) {
  const std::uint32_t number = cells.filled[filled];
  const std::uint32_t row = number / cells.words_per_row;
  const std::uint32_t start = row * cells.words_per_row;
  const std::uint32_t last = start + cells.words_per_row - 1;
  const std::uint32_t z = row / cells.ny;
  const std::uint32_t y = row - z * cells.ny;
  const Word own = cells.words[number];
  const std::uint32_t last_bit = (cells.nx - 1) % 32;
  std::uint32_t before = own.bits << 1;
  std::uint32_t after = own.bits >> 1;
  std::uint32_t first_before = own.first - 1;
  std::uint32_t last_after = own.first + __popc(own.bits & ((1U << last_bit) - 1)) + 1;
  std::uint32_t outside = 0;
  if (number > start) {
    before |= cells.words[number - 1].bits >> 31;
  } else if (cells.goes_on[0]) {
    const Word other = cells.words[last];
    before |= other.bits >> last_bit & 1U;
    first_before = other.first + __popc(other.bits) - 1;
  }
  if (number < last) {
    after |= cells.words[number + 1].bits << 31;
  } else if (cells.goes_on[0]) {
    const Word other = cells.words[start];
    after |= (other.bits & 1U) << last_bit;
    last_after = other.first;
  }
  for (int side = 0; side < 4; ++side) {
    const bool is_y = side < 2;
    const Word there = look(cells, number, is_y ? 1 : 2, is_y ? y : z, is_y ? cells.ny : cells.nz,
                            is_y ? cells.words_per_row : cells.words_per_row * cells.ny, side % 2 != 0, outside);
    around.side[side][slot] = there.bits;
    around.first_of_side[side][slot] = there.first;
  }
  if (cells.is_open[0]) outside |= (number == start ? has_first_x : 0) | (number == last ? has_last_x : 0);
  around.before[slot] = before;
  around.after[slot] = after;
  around.first_before[slot] = first_before;
  around.last_after[slot] = last_after;
  around.first[slot] = own.first;
  around.outside[slot] = outside;
  around.edges[slot] = cells.edge_words[filled];
}

/// Gives what leaves a cell.
inline __device__ float leaves(const CellView& cells, const Around& around, const float* __restrict__ potential,
                               std::uint32_t cell) {
  const std::uint32_t place = cells.places[cell];
  const std::uint32_t slot = place / 32;
  const std::uint32_t bit = place % 32;
  const std::uint32_t last_bit = (cells.nx - 1) % 32;
  const float p = potential[cell];
  const float w = static_cast<float>(cells.widths[cell]);
  const auto face = [&](std::uint32_t bits, std::uint32_t neighbour) {
    const bool is_there = (bits >> bit & 1U) != 0;
    const std::uint32_t other = is_there ? neighbour : cell;  // all loads are on their way before one is waited for
    const float other_p = potential[other];
    const auto other_w = static_cast<float>(cells.widths[other]);
    return w * (is_there ? other_w : 0) * (p - (is_there ? other_p : 0));
  };
  float sum = face(around.before[slot], bit == 0 ? around.first_before[slot] : cell - 1);
  sum += face(around.after[slot], bit == last_bit ? around.last_after[slot] : cell + 1);
#pragma unroll
  for (int side = 0; side < 4; ++side) {
    const std::uint32_t bits = around.side[side][slot];
    sum += face(bits, around.first_of_side[side][slot] + __popc(bits & ((1U << bit) - 1)));
  }
  if (const std::uint32_t outside = around.outside[slot]; outside != 0) {
    const float of_face = 2 * w * w;
    if (bit == 0 && (outside & has_first_x) != 0) sum += of_face * p;
    if (bit == last_bit && (outside & has_last_x) != 0) sum += of_face * p;
    if (const std::uint32_t faces = outside % has_first_x; faces > 0) sum += static_cast<float>(faces) * of_face * p;
  }
  const Word edges = around.edges[slot];
  const std::uint32_t rank = cell - around.first[slot];
  if ((edges.bits >> rank & 1U) != 0) {
    const std::uint32_t number = edges.first + __popc(edges.bits & ((1U << rank) - 1));
    for (std::uint32_t edge = cells.first_edge[number]; edge < cells.first_edge[number + 1]; ++edge)
      sum += cells.of_edge * (p - potential[cells.edge_neighbour[edge]]);
  }
  return sum;
}

/// Calls finish(cell, potential of the cell, what leaves it) for each cell; where it has a sum, it gives a term of it.
template <class Finish>
__global__ void __launch_bounds__(cells_a_group)
    for_each_flux(const __grid_constant__ CellView cells, const float* __restrict__ potential, const Finish finish) {
  __shared__ Around around;
  const std::uint32_t filled = cells.first_filled[blockIdx.x] + threadIdx.x;
  if (filled <= cells.first_filled[blockIdx.x + 1]) look_around(cells, filled, threadIdx.x, around);
  __syncthreads();
  const std::uint32_t cell = blockIdx.x * cells_a_group + threadIdx.x;
  long long quanta = 0;
  if (cell < cells.cells) quanta = finish(cell, potential[cell], leaves(cells, around, potential, cell));
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

/// Gives each cell its place in its group; a thread has a filled word.
inline __global__ void write_places(const __grid_constant__ CellView cells, std::uint16_t* places) {
  const std::uint32_t filled = blockIdx.x * blockDim.x + threadIdx.x;
  if (filled >= cells.filled_words) return;
  const Word word = cells.words[cells.filled[filled]];
  std::uint32_t cell = word.first;
  for (std::uint32_t bits = word.bits; bits != 0; bits &= bits - 1, ++cell) {
    const std::uint32_t slot = filled - cells.first_filled[cell / cells_a_group];
    places[cell] = static_cast<std::uint16_t>(32 * slot + __ffs(static_cast<int>(bits)) - 1);
  }
}

}  // namespace perm::laplace_cuda
