// SPDX-License-Identifier: Apache-2.0
// Finds what is around each word of voxels that has cells, and the place of each cell, once for all solutions.
#pragma once

#include "laplace/cuda/views.hpp"

namespace perm::laplace_cuda {

inline constexpr std::uint32_t has_first_x = 16;
inline constexpr std::uint32_t has_last_x = 32;

/// Gives the word next to one across rows: `apart` words are between neighbours along this axis.
inline __device__ Word look(const WordsView& image, std::uint32_t word, int axis, std::uint32_t position,
                            std::uint32_t extent, std::uint32_t apart, bool is_up, bool& is_outside) {
  const bool is_at_end = is_up ? position == extent - 1 : position == 0;
  is_outside = is_at_end && image.is_open[axis];
  if (is_at_end && !image.goes_on[axis]) return {0, 0};
  if (is_at_end) return image.words[is_up ? word - (extent - 1) * apart : word + (extent - 1) * apart];
  return image.words[is_up ? word + apart : word - apart];
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
  around.before = own.bits << 1;
  around.after = own.bits >> 1;
  around.first_before = own.first - 1;
  around.last_after = own.first + __popc(own.bits & ((1U << last_bit) - 1)) + 1;
  if (number > start) {
    around.before |= image.words[number - 1].bits >> 31;
  } else if (image.goes_on[0]) {
    const Word other = image.words[last];
    around.before |= other.bits >> last_bit & 1U;
    around.first_before = other.first + __popc(other.bits) - 1;
  }
  if (number < last) {
    around.after |= image.words[number + 1].bits << 31;
  } else if (image.goes_on[0]) {
    const Word other = image.words[start];
    around.after |= (other.bits & 1U) << last_bit;
    around.last_after = other.first;
  }
  for (int side = 0; side < 4; ++side) {
    const bool is_y = side < 2;
    bool is_outside = false;
    const Word there = look(image, number, is_y ? 1 : 2, is_y ? y : z, is_y ? image.ny : image.nz,
                            is_y ? image.words_per_row : image.words_per_row * image.ny, side % 2 != 0, is_outside);
    around.outside |= (is_outside ? 1U : 0U) << side;
    around.side[side] = there.bits;
    around.first_of_side[side] = there.first;
  }
  if (image.is_open[0]) around.outside |= (number == start ? has_first_x : 0) | (number == last ? has_last_x : 0);
  return around;
}

/// A thread has a filled word.
inline __global__ void find_around(const __grid_constant__ WordsView image, const std::uint32_t* first_filled,
                                   Around* list, std::uint16_t* places) {
  const std::uint32_t filled = blockIdx.x * blockDim.x + threadIdx.x;
  if (filled >= image.filled_words) return;
  const std::uint32_t number = image.filled[filled];
  Around around = look_around(image, number);
  around.edges = image.edges[filled];
  list[filled] = around;
  std::uint32_t cell = around.first;
  for (std::uint32_t bits = image.words[number].bits; bits != 0; bits &= bits - 1, ++cell) {
    const std::uint32_t slot = filled - first_filled[cell / cells_a_group];
    places[cell] = static_cast<std::uint16_t>(32 * slot + __ffs(static_cast<int>(bits)) - 1);
  }
}

}  // namespace perm::laplace_cuda
