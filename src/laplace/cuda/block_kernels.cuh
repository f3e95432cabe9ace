// SPDX-License-Identifier: Apache-2.0
// Works on the blocks of 2^3 own voxels of a domain, and on their pieces.
#pragma once

#include "laplace/block_pieces.hpp"
#include "laplace/cuda/launches.cuh"
#include "laplace/cuda/views.hpp"
#include "laplace/within_block.hpp"

namespace perm::laplace_cuda {

/// Gives the patterns of pores (Pieces) of the 16 blocks of 2^3 voxels that one word of a row of blocks has.
struct WordOfBlocks {
  Word rows[4];  ///< 2 z + y

  __device__ unsigned pattern(unsigned block) const {
    unsigned pattern = 0;
#pragma unroll
    for (unsigned i = 0; i < 4; ++i) pattern |= (rows[i].bits >> (2 * block) & 3U) << (2 * i);
    return pattern;
  }
};

inline constexpr unsigned blocks_a_word = 16;

inline __device__ WordOfBlocks word_of_blocks(const WordsView& image, std::uint32_t row, std::uint32_t word) {
  const std::uint32_t blocks_y = (image.ny + 1) / 2;
  WordOfBlocks words{};
#pragma unroll
  for (unsigned i = 0; i < 4; ++i) {
    const std::uint32_t z = row / blocks_y * 2 + i / 2;
    const std::uint32_t y = row % blocks_y * 2 + i % 2;
    if (y < image.ny && z < image.own_nz) words.rows[i] = image.words[(z * image.ny + y) * image.words_per_row + word];
  }
  return words;
}

/// Counts the pieces in the blocks of each word of each row of blocks. A thread has a word.
inline __global__ void count_pieces(const __grid_constant__ WordsView image, const Pieces* pieces_of,
                                    std::uint32_t words, std::uint32_t* counts) {
  if (item() >= words) return;
  const WordOfBlocks own = word_of_blocks(image, item() / image.words_per_row, item() % image.words_per_row);
  std::uint32_t count = 0;
  for (unsigned block = 0; block < blocks_a_word; ++block) count += pieces_of[own.pattern(block)].count;
  counts[item()] = count;
}

/// Calls visit(block in the word, its pieces, the number of the first one) for the blocks of a word.
template <class Visit>
__device__ void for_each_block_of(const WordOfBlocks& words, const Pieces* pieces_of, std::uint32_t first,
                                  const Visit& visit) {
  for (unsigned block = 0; block < blocks_a_word; ++block) {
    const Pieces& pieces = pieces_of[words.pattern(block)];
    visit(block, pieces, first);
    first += pieces.count;
  }
}

/// Tells which piece each own cell belongs to.
inline __global__ void number_pieces(const __grid_constant__ WordsView image, const Pieces* pieces_of,
                                     std::uint32_t words, const std::uint32_t* first, std::uint32_t* piece_of) {
  if (item() >= words) return;
  const WordOfBlocks own = word_of_blocks(image, item() / image.words_per_row, item() % image.words_per_row);
  std::uint32_t cell[4] = {own.rows[0].first, own.rows[1].first, own.rows[2].first, own.rows[3].first};
  for_each_block_of(own, pieces_of, first[item()],
                    [&](unsigned block, const Pieces& pieces, std::uint32_t first_piece) {
                      const unsigned pattern = own.pattern(block);
#pragma unroll
                      for (unsigned voxel = 0; voxel < 8; ++voxel)
                        if ((pattern >> voxel & 1U) != 0)
                          piece_of[cell[voxel / 2]++] = first_piece + pieces.of_voxel[voxel];
                    });
}

/// Tells which block each piece lies in.
inline __global__ void list_blocks(const __grid_constant__ WordsView image, const Pieces* pieces_of,
                                   std::uint32_t words, const std::uint32_t* first, std::uint32_t* blocks) {
  if (item() >= words) return;
  const std::uint32_t row = item() / image.words_per_row;
  const std::uint32_t word = item() % image.words_per_row;
  for_each_block_of(word_of_blocks(image, row, word), pieces_of, first[item()],
                    [&](unsigned block, const Pieces& pieces, std::uint32_t first_piece) {
                      for (unsigned piece = 0; piece < pieces.count; ++piece)
                        blocks[first_piece + piece] = row * ((image.nx + 1) / 2) + word * blocks_a_word + block;
                    });
}

/// Holds one block: which of its voxels are pores, and its rows.
struct BlockOnGpu {
  unsigned pattern;
  unsigned in_word;  ///< number of the block
  WordOfBlocks words;

  __device__ BlockOnGpu(const WordsView& image, std::uint32_t number)
      : in_word(number % blocks_a_word),
        words(word_of_blocks(image, number / blocks_a_word / image.words_per_row,
                             number / blocks_a_word % image.words_per_row)) {
    pattern = words.pattern(in_word);
  }
  __device__ bool is_pore(unsigned voxel) const { return (pattern >> voxel & 1U) != 0; }
  __device__ std::uint32_t cell_of(unsigned voxel) const {
    const Word& row = words.rows[voxel / 2];
    return row.first + __popc(row.bits & ((1U << (2 * in_word + voxel % 2)) - 1));
  }
};

/// Gives the number of blocks of a domain, with those that have no pores.
inline std::size_t count_blocks(const WordsView& image) {
  return std::size_t{(image.ny + 1) / 2} * ((image.own_nz + 1) / 2) * image.words_per_row * blocks_a_word;
}

/// Gives for each piece the sum of value_of(cell) over its cells, in ascending order. A thread has a block.
template <class ValueOf>
__global__ void __launch_bounds__(threads)
    sum_cells(const __grid_constant__ WordsView image, const std::uint32_t* piece_of, std::size_t blocks,
              const ValueOf value_of, float* sums) {
  if (item() >= blocks) return;
  const BlockOnGpu block(image, item());
  if (block.pattern == 0) return;
  float value[8];
  std::uint32_t piece[8];
#pragma unroll
  for (unsigned v = 0; v < 8; ++v) {
    value[v] = block.is_pore(v) ? value_of(block.cell_of(v)) : 0;
    piece[v] = block.is_pore(v) ? piece_of[block.cell_of(v)] : ~0U;
  }
#pragma unroll
  for (unsigned v = 0; v < 8; ++v) {
    bool is_lowest = block.is_pore(v);
    float sum = 0;
#pragma unroll
    for (unsigned w = 0; w < 8; ++w) {
      if (piece[w] != piece[v]) continue;
      is_lowest = is_lowest && w >= v;
      sum += value[w];
    }
    if (is_lowest) sums[piece[v]] = sum;
  }
}

/// Does what WithinBlock::solve does. A thread has a block.
inline __global__ void __launch_bounds__(threads)
    solve_within(const __grid_constant__ WordsView image, const __grid_constant__ WithinBlock within,
                 const std::uint8_t* widths, std::size_t blocks, float* values) {
  if (item() >= blocks) return;
  const BlockOnGpu block(image, item());
  if (block.pattern == 0) return;
  float of_voxels[8];
  float width[8];
#pragma unroll
  for (unsigned voxel = 0; voxel < 8; ++voxel) {
    of_voxels[voxel] = block.is_pore(voxel) ? values[block.cell_of(voxel)] : 0;
    width[voxel] = block.is_pore(voxel) ? widths[block.cell_of(voxel)] : 0;
  }
  within.solve(block.pattern, width, of_voxels);
#pragma unroll
  for (unsigned voxel = 0; voxel < 8; ++voxel)
    if (block.is_pore(voxel)) values[block.cell_of(voxel)] = of_voxels[voxel];
}

}  // namespace perm::laplace_cuda
