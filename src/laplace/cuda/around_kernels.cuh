// SPDX-License-Identifier: Apache-2.0
// Finds what is around each word of voxels that has cells, and the place of each cell, once for all solutions.
#pragma once

#include "laplace/cuda/launches.cuh"
#include "laplace/cuda/views.hpp"

namespace perm::laplace_cuda {

inline constexpr std::uint32_t has_first_x = bit_of_face(Axis::x, Side::low);
inline constexpr std::uint32_t has_last_x = bit_of_face(Axis::x, Side::high);

/// Gives the word next to an own one across rows: `apart` words are between neighbours along this axis.
inline __device__ Word look(const WordsView& image, std::uint32_t word, int axis, std::uint32_t position,
                            std::uint32_t extent, std::uint32_t apart, bool is_up) {
  const bool is_at_end = is_up ? position == extent - 1 : position == 0;
  if (is_at_end && !image.goes_on[axis]) return {0, 0};
  if (is_at_end) return image.words[is_up ? word - (extent - 1) * apart : word + (extent - 1) * apart];
  return image.words[is_up ? word + apart : word - apart];
}

/// Gives the bits of a word of a row after a step along x: bit b tells of voxel b + step. At the ends of the row it may
/// go on at the other end.
inline __device__ std::uint32_t shifted(const WordsView& image, std::uint32_t row, std::uint32_t word, int step) {
  const Word* const own = image.words + row * image.words_per_row;
  const std::uint32_t bits = own[word].bits;
  const std::uint32_t last = image.words_per_row - 1;
  const std::uint32_t last_bit = (image.nx - 1) % 32;
  if (step == 0) return bits;
  if (step > 0) {
    if (word < last) return bits >> 1 | own[word + 1].bits << 31;
    return bits >> 1 | (image.goes_on[0] ? (own[0].bits & 1U) << last_bit : 0);
  }
  if (word > 0) return bits << 1 | own[word - 1].bits >> 31;
  return bits << 1 | (image.goes_on[0] ? own[last].bits >> last_bit & 1U : 0);
}

inline __device__ Around look_around(const WordsView& image, std::uint32_t number) {
  const std::uint32_t row = number / image.words_per_row;
  const std::uint32_t start = row * image.words_per_row;
  const std::uint32_t last = start + image.words_per_row - 1;
  const std::uint32_t z = row / image.ny;
  const std::uint32_t y = row - z * image.ny;
  const Word own = image.words[number];
  const std::uint32_t last_bit = (image.nx - 1) % 32;
  Around around{};
  around.first = own.first;
  around.before = shifted(image, row, number - start, -1);
  around.after = shifted(image, row, number - start, 1);
  around.first_before = own.first - 1;
  around.last_after = own.first + __popc(own.bits & ((1U << last_bit) - 1)) + 1;
  if (number == start && image.goes_on[0])
    around.first_before = image.words[last].first + __popc(image.words[last].bits) - 1;
  if (number == last && image.goes_on[0]) around.last_after = image.words[start].first;
  for (int side = 0; side < 4; ++side) {
    const bool is_y = side < 2;
    const bool is_last = is_y ? y == image.ny - 1 : z == image.own_nz - 1;
    const bool is_at_face = side % 2 != 0 ? is_last : (is_y ? y : z) == 0;
    const Word there = look(image, number, is_y ? 1 : 2, is_y ? y : z, is_y ? image.ny : image.nz,
                            is_y ? image.words_per_row : image.words_per_row * image.ny, side % 2 != 0);
    around.outside |= is_at_face ? image.open & 1U << side : 0;
    around.side[side] = there.bits;
    around.first_of_side[side] = there.first;
  }
  around.outside |= image.open & ((number == start ? has_first_x : 0) | (number == last ? has_last_x : 0));
  return around;
}

/// Finds the filled word that has the first cell of each group. A thread has a filled word.
inline __global__ void find_first_filled(const __grid_constant__ WordsView image, const std::uint32_t* filled,
                                         std::uint32_t filled_words, std::uint32_t* first_filled) {
  if (item() >= filled_words) return;
  const Word word = image.words[filled[item()]];
  const std::uint32_t group = (word.first + cells_a_group - 1) / cells_a_group;
  if (group * cells_a_group < word.first + __popc(word.bits)) first_filled[group] = item();
}

/// The same; edges are left out.
inline __global__ void find_around(const __grid_constant__ WordsView image, const std::uint32_t* filled,
                                   std::uint32_t filled_words, const std::uint32_t* first_filled, Around* list,
                                   std::uint16_t* places) {
  if (item() >= filled_words) return;
  const std::uint32_t number = filled[item()];
  const Around around = look_around(image, number);
  list[item()] = around;
  std::uint32_t cell = around.first;
  for (std::uint32_t bits = image.words[number].bits; bits != 0; bits &= bits - 1, ++cell) {
    const std::uint32_t slot = item() - first_filled[cell / cells_a_group];
    places[cell] = static_cast<std::uint16_t>(32 * slot + __ffs(static_cast<int>(bits)) - 1);
  }
}

}  // namespace perm::laplace_cuda
