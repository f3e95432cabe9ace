// SPDX-License-Identifier: Apache-2.0
// Makes the index of a pore space on a device. Each thread of these kernels takes one word.
#pragma once

#include "solver/cuda/index/cell_links.hpp"
#include "solver/cuda/index/cuda_index.hpp"

namespace perm {

inline __device__ std::int64_t thread_number() { return std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; }

/// Puts the bits of rows (one word a column; the rows are those of planes z >= first_z) into brick order.
inline __global__ void put_in_brick_order(const std::uint32_t* rows, std::int64_t count, std::int64_t first_z,
                                          BrickGrid grid, std::uint32_t* bits) {
  const std::int64_t i = thread_number();
  if (i >= count) return;
  const std::int64_t row = i / grid.words_per_row();
  const Extent& n = grid.extent();
  bits[grid.word(i % grid.words_per_row(), row % n.ny, first_z + row / n.ny)] = rows[i];
}

/// Joins bits and first_cells.
inline __global__ void join(const std::uint32_t* bits, const std::uint32_t* first_cells, std::int64_t count,
                            OccupancyWord* words) {
  const std::int64_t word = thread_number();
  if (word < count) words[word] = {bits[word], first_cells[word]};
}

inline __global__ void find_sides(BrickGrid grid, BrickSides* sides) {
  const std::int64_t brick = thread_number();
  if (brick < grid.bricks()) sides[brick] = brick_sides(grid, brick);
}

/// Finds for each warp the sides of its first cell's brick, and that cell's word.
inline __global__ void find_warps(const OccupancyWord* words, const BrickSides* sides, BrickGrid grid,
                                  BrickSides* warps) {
  const std::int64_t word = thread_number();
  if (word >= grid.words()) return;
  const OccupancyWord w = words[word];
  const std::uint32_t warp = (w.first_cell + warp_cells - 1) / warp_cells;
  const std::uint32_t cells = detail::count_bits(w.bits);
  if (cells == 0 || warp * warp_cells >= w.first_cell + cells) return;  // a word of 32 begins at most one warp
  BrickSides of_warp = sides[word / grid.words_per_brick()];
  of_warp.first_word = static_cast<std::uint32_t>(word);
  warps[warp] = of_warp;
}

inline __global__ void find_links(const OccupancyWord* words, BrickGrid grid, AxisSet closed, const BrickSides* warps,
                                  CellRecord* records) {
  const std::int64_t word = thread_number();
  if (word >= grid.words() || words[word].bits == 0) return;
  const WordLinks links = word_links(words, grid, word, closed);
  std::uint32_t cell = words[word].first_cell;
  for (std::uint32_t left = words[word].bits; left != 0; left &= left - 1, ++cell) {
    const auto bit = static_cast<std::uint32_t>(__ffs(static_cast<int>(left)) - 1);
    records[cell] = CellRecord(links.solid_at(bit), bit, word - warps[cell / warp_cells].first_word);
  }
}

/// Gives a word of rows, which come in memory order.
inline __device__ OccupancyWord word_of_rows(const OccupancyWord* words, const BrickGrid& grid, const FirstRows& rows,
                                             std::int64_t number) {
  const std::int64_t row = number / grid.words_per_row();
  return words[grid.word(number % grid.words_per_row(), row % rows.y, row / rows.y)];
}

inline __global__ void count_cells(const OccupancyWord* words, BrickGrid grid, FirstRows rows, std::int64_t count,
                                   std::uint32_t* cells) {
  const std::int64_t word = thread_number();
  if (word < count) cells[word] = detail::count_bits(word_of_rows(words, grid, rows, word).bits);
}

/// Writes the numbers of those cells that are `first` .. first + cells - 1 in memory order.
inline __global__ void list_cells(const OccupancyWord* words, BrickGrid grid, FirstRows rows,
                                  const std::uint32_t* cells_before, std::int64_t count, std::int64_t first,
                                  std::int64_t cells, std::uint32_t* order) {
  const std::int64_t number = thread_number();
  if (number >= count) return;
  const std::int64_t place = static_cast<std::int64_t>(cells_before[number]) - first;
  if (place >= cells || place + 32 <= 0) return;
  const OccupancyWord word = word_of_rows(words, grid, rows, number);
  const std::uint32_t of_word = detail::count_bits(word.bits);
  for (std::uint32_t i = 0; i < of_word; ++i)
    if (place + i >= 0 && place + i < cells) order[place + i] = word.first_cell + i;
}

}  // namespace perm
