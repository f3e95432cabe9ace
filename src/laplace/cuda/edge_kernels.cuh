// SPDX-License-Identifier: Apache-2.0
// Finds the edges across which cells are joined, as CellGraph::visit_edges does: those of a cell in the order of q.
#pragma once

#include "geometry/velocity_set.hpp"
#include "laplace/cell_graph.hpp"
#include "laplace/cuda/around_kernels.cuh"
#include "laplace/cuda/launches.cuh"

namespace perm::laplace_cuda {

/// Counts the edges of some words, and those of their cells that have edges. One sum is over both at once.
struct EdgeCounts {
  std::uint32_t cells;
  std::uint32_t edges;
};
constexpr EdgeCounts split(std::uint64_t both) {
  return {static_cast<std::uint32_t>(both), static_cast<std::uint32_t>(both >> 32)};
}

/// Tells of a word which voxels are joined across an edge; `rows` are those to which the edges lead.
struct EdgeMasks {
  std::uint32_t bits[d3q19::directions];
  std::uint32_t rows[d3q19::directions];

  __device__ std::uint32_t any() const {
    std::uint32_t any = 0;
#pragma unroll
    for (int q = 1; q < d3q19::directions; ++q) any |= bits[q];
    return any;
  }
};

/// Gives the position one step along an axis, or `extent` where nothing is joined there.
inline __device__ std::uint32_t stepped(const WordsView& image, int axis, std::uint32_t position, int step,
                                        std::uint32_t extent) {
  const std::uint32_t there = position + static_cast<std::uint32_t>(step);  // below 0 it is large
  if (there < extent) return there;
  if (!image.goes_on[axis]) return extent;
  return step < 0 ? extent - 1 : 0;
}

inline __device__ EdgeMasks find_edges(const WordsView& image, std::uint32_t number) {
  const std::uint32_t row = number / image.words_per_row;
  const std::uint32_t word = number - row * image.words_per_row;
  const std::uint32_t z = row / image.ny;
  const std::uint32_t y = row - z * image.ny;
  const std::uint32_t own = image.words[number].bits;
  EdgeMasks edges{};
#pragma unroll
  for (int q = 1; q < d3q19::directions; ++q) {
    const d3q19::Velocity step = d3q19::velocity(q);
    if (!is_to_edge(step)) continue;
    const std::uint32_t there_y = step.y == 0 ? y : stepped(image, 1, y, step.y, image.ny);
    const std::uint32_t there_z = step.z == 0 ? z : stepped(image, 2, z, step.z, image.nz);
    if (there_y == image.ny || there_z == image.nz) continue;
    const std::uint32_t there = there_z * image.ny + there_y;
    // The two voxels between: with a step along x they stand in these two rows, else in two other rows.
    const std::uint32_t beside = step.x != 0 ? there : there_z * image.ny + y;
    const std::uint32_t before = step.x != 0 ? row : z * image.ny + there_y;
    edges.bits[q] = own & shifted(image, there, word, step.x) & ~shifted(image, beside, word, 0) &
                    ~shifted(image, before, word, step.x);
    edges.rows[q] = there;
  }
  return edges;
}

/// A thread has a filled word; one more has none.
inline __global__ void count_edges(const __grid_constant__ WordsView image, const std::uint32_t* filled,
                                   std::uint32_t filled_words, std::uint64_t* counts) {
  if (item() > filled_words) return;
  std::uint64_t count = 0;
  if (item() < filled_words) {
    const EdgeMasks edges = find_edges(image, filled[item()]);
#pragma unroll
    for (int q = 1; q < d3q19::directions; ++q) count += static_cast<unsigned>(__popc(edges.bits[q]));
    count = count << 32 | static_cast<unsigned>(__popc(edges.any()));
  }
  counts[item()] = count;
}

struct EdgeLists {
  std::uint32_t* first_of_cell;
  std::uint32_t* neighbours;
  std::uint8_t* steps;
};

/// Gives the cell one step from voxel (x, ...), in a row.
inline __device__ std::uint32_t cell_at(const WordsView& image, std::uint32_t row, std::uint32_t x, int step) {
  std::uint32_t there = x + static_cast<std::uint32_t>(step);
  if (there >= image.nx) there = step < 0 ? image.nx - 1 : 0;
  const Word word = image.words[row * image.words_per_row + there / 32];
  return word.first + __popc(word.bits & ((1U << there % 32) - 1));
}

/// A thread has a filled word.
inline __global__ void list_edges(const __grid_constant__ WordsView image, const std::uint32_t* filled,
                                  std::uint32_t filled_words, const std::uint64_t* counts_before, Around* around,
                                  const EdgeLists lists) {
  if (item() >= filled_words) return;
  const std::uint32_t number = filled[item()];
  const EdgeMasks edges = find_edges(image, number);
  const std::uint32_t own = image.words[number].bits;
  EdgeCounts next = split(counts_before[item()]);
  Word of_word{0, next.cells};
  for (std::uint32_t left = edges.any(); left != 0; left &= left - 1) {
    const int bit = __ffs(static_cast<int>(left)) - 1;
    of_word.bits |= 1U << __popc(own & ((1U << bit) - 1));
    lists.first_of_cell[next.cells++] = next.edges;
#pragma unroll
    for (int q = 1; q < d3q19::directions; ++q) {
      if ((edges.bits[q] >> bit & 1U) == 0) continue;
      const std::uint32_t x = 32 * (number % image.words_per_row) + static_cast<std::uint32_t>(bit);
      lists.neighbours[next.edges] = cell_at(image, edges.rows[q], x, d3q19::velocity(q).x);
      lists.steps[next.edges++] = static_cast<std::uint8_t>(q);
    }
  }
  around[item()].edges = of_word;
}

}  // namespace perm::laplace_cuda
