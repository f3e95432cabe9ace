// SPDX-License-Identifier: Apache-2.0
// Makes the index of a pore space on a device: a thread a word.
#pragma once

#include "lattice/cell_links.hpp"

namespace perm {

inline __device__ std::int64_t thread_number() { return std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; }

/// Puts the bits of rows (one word a column, rows of planes z >= first_z) into brick order.
inline __global__ void put_in_brick_order(const std::uint32_t* rows, std::int64_t count, std::int64_t first_z,
                                          BrickGrid grid, std::uint32_t* bits) {
  const std::int64_t i = thread_number();
  if (i >= count) return;
  const std::int64_t row = i / grid.along_x();
  const Extent& n = grid.extent();
  bits[grid.word(i % grid.along_x(), row % n.ny, first_z + row / n.ny)] = rows[i];
}

/// Joins bits and ranks.
inline __global__ void join(const std::uint32_t* bits, const std::uint32_t* ranks, std::int64_t count,
                            OccupancyWord* words) {
  const std::int64_t word = thread_number();
  if (word < count) words[word] = {bits[word], ranks[word]};
}

inline __global__ void find_sides(BrickGrid grid, BrickSides* sides) {
  const std::int64_t brick = thread_number();
  if (brick < grid.bricks()) sides[brick] = brick_sides(grid, brick);
}

/// For each pack the word of its first cell.
inline __global__ void find_pack_words(const OccupancyWord* words, std::int64_t count, std::uint32_t* pack_words) {
  const std::int64_t word = thread_number();
  if (word >= count) return;
  const OccupancyWord w = words[word];
  const std::uint32_t first_pack = (w.rank + cells_per_pack - 1) / cells_per_pack;
  const std::uint32_t cells = detail::count_bits(w.bits);
  if (cells > 0 && first_pack * cells_per_pack < w.rank + cells)  // a word of 32 begins at most one pack
    pack_words[first_pack] = static_cast<std::uint32_t>(word);
}

inline __global__ void find_links(const OccupancyWord* words, const BrickSides* sides, std::int64_t count,
                                  const std::uint32_t* pack_words, CellRecord* records) {
  const std::int64_t word = thread_number();
  if (word >= count) return;
  std::uint32_t cell = words[word].rank;
  for (std::uint32_t left = words[word].bits; left != 0; left &= left - 1, ++cell) {
    const auto bit = static_cast<std::uint32_t>(__ffs(static_cast<int>(left)) - 1);
    records[cell] = CellRecord(solid_links(words, sides[word / BrickGrid::words_per_brick], word, bit), bit,
                               word - pack_words[cell / cells_per_pack]);
  }
}

}  // namespace perm
