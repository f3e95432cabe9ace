// SPDX-License-Identifier: Apache-2.0
// A ball fits around every voxel that is far enough from solid. The dilation of these centres by the ball, row by row
// and 32 voxels at once, gives the voxels that the balls cover.
#include "geometry/measures/narrow_pores.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/processors/first_error.hpp"
#include "geometry/bit_count.hpp"
#include "geometry/measures/far_voxels.hpp"

namespace perm {
namespace {

using Words = std::vector<std::uint32_t>;

std::int64_t wrap(std::int64_t position, std::int64_t extent) { return (position % extent + extent) % extent; }

/// Adds to a row of nx voxels the neighbours of its voxels; where the row repeats, its ends are neighbours.
void widen(std::span<std::uint32_t> row, std::int64_t nx, bool repeats) {
  const auto end = static_cast<unsigned>((nx - 1) % PoreSpace::word_bits);
  const std::uint32_t first = repeats ? row.front() & 1U : 0U;
  std::uint32_t before = repeats ? row.back() >> end & 1U : 0U;
  for (std::size_t word = 0; word < row.size(); ++word) {
    const std::uint32_t bits = row[word];
    const std::uint32_t behind = word + 1 < row.size() ? row[word + 1] << 31 : 0U;
    row[word] = bits | bits << 1 | before | bits >> 1 | behind;
    before = bits >> 31;
  }
  row.back() |= first << end;
  row.back() &= ~0U >> (31U - end);
}

/// Gives the `reach` planes below this slab, then those above it, from the processes that hold them.
PoreSpace fetch_planes_beside(const PoreSlab& slab, std::int64_t reach) {
  const Extent& n = slab.image();
  const std::vector<Range>& planes = slab.planes_by_rank();
  const auto needs = [&](std::size_t rank) {
    std::vector<std::int64_t> needed;
    if (planes[rank].size() == 0) return needed;
    for (std::int64_t step = -reach; step < 0; ++step) needed.push_back(wrap(planes[rank].first + step, n.nz));
    for (std::int64_t step = 0; step < reach; ++step) needed.push_back(wrap(planes[rank].last + step, n.nz));
    return needed;
  };
  const auto plane_words = static_cast<std::size_t>((n.nx + PoreSpace::word_bits - 1) / PoreSpace::word_bits * n.ny);
  std::vector<Words> to(planes.size());
  for (std::size_t rank = 0; rank < planes.size(); ++rank)
    for (const std::int64_t z : needs(rank)) {
      if (!slab.planes().contains(z)) continue;
      const auto words =
          slab.pores().words().subspan(static_cast<std::size_t>(z - slab.planes().first) * plane_words, plane_words);
      to[rank].insert(to[rank].end(), words.begin(), words.end());
    }
  const std::vector<Words> from = slab.processes().exchange(to);
  if (slab.planes().size() == 0) return {};
  PoreSpace beside({n.nx, n.ny, 2 * reach});
  std::vector<std::size_t> next(planes.size());
  const std::vector<std::int64_t> needed = needs(static_cast<std::size_t>(slab.processes().rank()));
  for (std::size_t z = 0; z < needed.size(); ++z) {
    const auto holder = static_cast<std::size_t>(
        std::find_if(planes.begin(), planes.end(), [&](const Range& range) { return range.contains(needed[z]); }) -
        planes.begin());
    const auto words_per_row = static_cast<std::size_t>(beside.words_per_row());
    for (std::int64_t y = 0; y < n.ny; ++y, next[holder] += words_per_row)
      std::ranges::copy(std::span(from[holder]).subspan(next[holder], words_per_row),
                        beside.row(y, static_cast<std::int64_t>(z)).begin());
  }
  return beside;
}

/// Gives half of the ball's width along x at (dy, dz) from its centre; it is negative outside the ball.
std::int64_t half_width(std::int64_t radius, std::int64_t dy, std::int64_t dz) {
  std::int64_t half = -1;
  while ((half + 1) * (half + 1) + dy * dy + dz * dz < radius * radius) ++half;
  return half;
}

/// A row of a ball, as its place beside the centre.
struct RowOfBall {
  std::int64_t dy;
  std::int64_t dz;
  std::int64_t half_width;
};

/// Gives the rows of a ball, the widest ones first.
std::vector<RowOfBall> rows_of_ball(std::int64_t radius) {
  std::vector<RowOfBall> rows;
  for (std::int64_t dz = -radius; dz <= radius; ++dz)
    for (std::int64_t dy = -radius; dy <= radius; ++dy)
      if (const std::int64_t half = half_width(radius, dy, dz); half >= 0) rows.push_back({dy, dz, half});
  std::ranges::stable_sort(rows, std::ranges::greater(), &RowOfBall::half_width);
  return rows;
}

/// Counts the voxels of this slab that are less than `radius` away from a voxel at least that far from solid. At a face
/// that does not repeat a ball ends: what a mirror gives back of it lies in the same ball, and a wall lets none reach.
std::int64_t count_covered(const PoreSlab& slab, std::span<const SquaredDistance> distances, const FaceRules& rules,
                           std::int64_t radius) {
  const std::int64_t reach = radius - 1;
  const PoreSlab centres = find_far_voxels(slab, distances, radius * radius);
  const PoreSpace beside = fetch_planes_beside(centres, reach);
  const Extent& own = slab.pores().extent();
  const auto repeats = [&rules](Axis axis) { return !rules.is_closed(axis); };
  const auto is_inside = [&](std::int64_t y, std::int64_t z) {
    const std::int64_t in_image = slab.planes().first + z;
    return (repeats(Axis::y) || (y >= 0 && y < own.ny)) &&
           (repeats(Axis::z) || (in_image >= 0 && in_image < slab.image().nz));
  };
  const auto row_at = [&](std::int64_t y, std::int64_t z) -> std::span<const std::uint32_t> {
    if (z < 0) return beside.row(y, reach + z);
    return z < own.nz ? centres.pores().row(y, z) : beside.row(y, reach + z - own.nz);
  };
  const std::vector<RowOfBall> ball = rows_of_ball(radius);
  std::int64_t covered = 0;
  const auto count_in_plane = [&](std::int64_t z) {
    Words row(static_cast<std::size_t>(centres.pores().words_per_row()));
    std::int64_t in_plane = 0;
    for (std::int64_t y = 0; y < own.ny; ++y) {
      // Rows of the same width are put together before they are widened, and wider ones are widened more often.
      std::ranges::fill(row, 0U);
      std::int64_t width = reach;
      for (const RowOfBall& part : ball) {
        for (; width > part.half_width; --width) widen(row, own.nx, repeats(Axis::x));
        if (!is_inside(y + part.dy, z + part.dz)) continue;
        const std::span<const std::uint32_t> from = row_at(wrap(y + part.dy, own.ny), z + part.dz);
        for (std::size_t word = 0; word < row.size(); ++word) row[word] |= from[word];
      }
      for (; width > 0; --width) widen(row, own.nx, repeats(Axis::x));
      in_plane += count_bits(row);
    }
    return in_plane;
  };
  FirstError error;
#pragma omp parallel for schedule(static) reduction(+ : covered)
  for (std::int64_t z = 0; z < own.nz; ++z) error.guard([&] { covered += count_in_plane(z); });
  error.rethrow();
  return covered;
}

}  // namespace

NarrowShares measure_narrow_shares(const PoreSlab& slab, std::span<const SquaredDistance> distances,
                                   const FaceRules& rules) {
  const std::int64_t pores = slab.count_pores();
  const auto share = [&](std::int64_t radius) {
    const std::int64_t covered = slab.processes().sum(count_covered(slab, distances, rules, radius));
    return pores > 0 ? 1 - static_cast<double>(covered) / static_cast<double>(pores) : 0.0;
  };
  NarrowShares shares;  // the calls below are collective, so their order matters
  shares.below_3 = share(2);
  shares.below_5 = share(3);
  return shares;
}

}  // namespace perm
