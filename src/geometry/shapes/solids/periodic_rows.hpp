// SPDX-License-Identifier: Apache-2.0
// Solids are drawn row by row: in a row a convex solid covers one run of voxels, which is wrapped into the periodic
// image and becomes whole words and two masks.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>

#include "geometry/pore_slab.hpp"

namespace perm {

/// Voxels `begin` to `end` - 1 of a row; may reach beyond the image.
struct VoxelRun {
  std::int64_t begin{0};
  std::int64_t end{0};
};

/// Gives the position within one period.
inline std::int64_t wrap(std::int64_t position, std::int64_t period) {
  const std::int64_t rest = position % period;
  return rest < 0 ? rest + period : rest;
}

/// Finds the voxels of a row for whose centres `is_inside` holds. It must hold for one run of voxels only. `low` and
/// `high` are a first guess of its ends as positions along the row, which rounding may put a voxel off.
template <typename Inside>
VoxelRun find_run_near(double low, double high, Inside&& is_inside) {
  auto first = static_cast<std::int64_t>(std::ceil(low - 0.5));
  auto last = static_cast<std::int64_t>(std::floor(high - 0.5));
  while (is_inside(first - 1)) --first;
  while (first <= last && !is_inside(first)) ++first;
  while (is_inside(last + 1)) ++last;
  while (last >= first && !is_inside(last)) --last;
  return {first, last + 1};
}

/// Wraps a run into a row of `nx` voxels and calls visit(run) for its one or two parts; a run that is longer than the
/// row covers it once.
template <typename Visit>
void for_each_part(const VoxelRun& run, std::int64_t nx, Visit&& visit) {
  if (run.begin >= run.end) return;
  const std::int64_t begin = wrap(run.begin, nx);
  const std::int64_t end = begin + std::min(run.end - run.begin, nx);
  visit(VoxelRun{begin, std::min(end, nx)});
  if (end > nx) visit(VoxelRun{0, end - nx});
}

/// Calls visit(word index in the row, mask) for the words that a run within the row touches.
template <typename Visit>
void for_each_word(const VoxelRun& run, Visit&& visit) {
  constexpr std::int64_t bits = PoreSpace::word_bits;
  const std::int64_t first_word = run.begin / bits;
  const std::int64_t last_word = (run.end - 1) / bits;
  for (std::int64_t word = first_word; word <= last_word; ++word) {
    std::uint32_t mask = ~0U;
    if (word == first_word) mask &= ~0U << (run.begin % bits);
    if (word == last_word) mask &= ~0U >> (bits - 1 - (run.end - 1) % bits);
    visit(static_cast<std::size_t>(word), mask);
  }
}

/// Makes the voxels of a run within the row solid; gives how many of them were pore before.
inline std::int64_t make_solid(std::span<std::uint32_t> row, const VoxelRun& run) {
  std::int64_t turned = 0;
  for_each_word(run, [&](std::size_t word, std::uint32_t mask) {
    turned += std::popcount(row[word] & mask);
    row[word] &= ~mask;
  });
  return turned;
}

/// Counts the pore voxels of a run within the row.
inline std::int64_t count_pores(std::span<const std::uint32_t> row, const VoxelRun& run) {
  std::int64_t pores = 0;
  for_each_word(run, [&](std::size_t word, std::uint32_t mask) { pores += std::popcount(row[word] & mask); });
  return pores;
}

}  // namespace perm
