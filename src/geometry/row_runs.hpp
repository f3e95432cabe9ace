// SPDX-License-Identifier: Apache-2.0
// Runs: the maximal stretches of pore voxels in one row of a pore space, taken from the row's words without looking at
// single voxels. A run that meets the end of the row is not joined to one at its beginning: callers join them when the
// image is periodic.
#pragma once

#include <bit>
#include <cstdint>
#include <span>

#include "geometry/bit_count.hpp"
#include "geometry/pore_space.hpp"

namespace perm {

/// The pore voxels begin <= x < end of a row.
struct Run {
  std::int64_t begin{0};
  std::int64_t end{0};

  std::int64_t length() const { return end - begin; }
};

/// Calls visit(Run) for the runs of `row` in order of x. The row's padding bits are clear.
template <class Visit>
void for_each_run(std::span<const std::uint32_t> row, Visit&& visit) {
  std::int64_t word_begin = 0;
  std::int64_t run_begin = 0;
  std::uint32_t last_voxel = 0;
  bool inside = false;
  for (const std::uint32_t word : row) {
    std::uint32_t changes = word ^ (word << 1 | last_voxel);
    last_voxel = word >> 31;
    for (; changes != 0; changes &= changes - 1) {
      const std::int64_t x = word_begin + std::countr_zero(changes);
      if (inside) visit(Run{run_begin, x});
      run_begin = x;
      inside = !inside;
    }
    word_begin += PoreSpace::word_bits;
  }
  if (inside) visit(Run{run_begin, word_begin});
}

/// Counts the runs of `row`.
inline std::int64_t count_runs(std::span<const std::uint32_t> row) {
  std::int64_t runs = 0;
  std::uint32_t last_voxel = 0;
  for (const std::uint32_t word : row) {
    runs += count_bits(word & ~(word << 1 | last_voxel));
    last_voxel = word >> 31;
  }
  return runs;
}

/// Makes the voxels of `run` pore.
inline void set_run(std::span<std::uint32_t> row, const Run& run) {
  const auto first = static_cast<std::size_t>(run.begin / PoreSpace::word_bits);
  const auto last = static_cast<std::size_t>((run.end - 1) / PoreSpace::word_bits);
  const std::uint32_t from_begin = ~0U << (run.begin % PoreSpace::word_bits);
  const std::uint32_t up_to_end = ~0U >> (PoreSpace::word_bits - 1 - (run.end - 1) % PoreSpace::word_bits);
  if (first == last) {
    row[first] |= from_begin & up_to_end;
    return;
  }
  row[first] |= from_begin;
  for (std::size_t word = first + 1; word < last; ++word) row[word] = ~0U;
  row[last] |= up_to_end;
}

}  // namespace perm
