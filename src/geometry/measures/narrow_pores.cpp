// SPDX-License-Identifier: Apache-2.0
// A ball fits around every voxel that is far enough from solid. The dilation of these centres by the ball, row by row
// and 32 voxels at once, gives the voxels that the balls cover.
#include "geometry/measures/narrow_pores.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace perm {
namespace {

using Words = std::vector<std::uint32_t>;

std::int64_t wrap(std::int64_t position, std::int64_t extent) { return (position % extent + extent) % extent; }

/// Adds to a row of nx voxels, which is closed to a ring, the neighbours of its voxels.
void widen(std::span<std::uint32_t> row, std::int64_t nx) {
  const auto end = static_cast<unsigned>((nx - 1) % PoreSpace::word_bits);
  const std::uint32_t first = row.front() & 1U;
  std::uint32_t before = row.back() >> end & 1U;
  for (std::size_t word = 0; word < row.size(); ++word) {
    const std::uint32_t bits = row[word];
    const std::uint32_t behind = word + 1 < row.size() ? row[word + 1] << 31 : 0U;
    row[word] = bits | bits << 1 | before | bits >> 1 | behind;
    before = bits >> 31;
  }
  row.back() |= first << end;
  row.back() &= ~0U >> (31U - end);
}

/// Gives the planes of this slab with `reach` more on either side, which come from the processes that hold them.
PoreSpace with_neighbours(const PoreSlab& slab, std::int64_t reach) {
  const Extent& n = slab.image();
  const std::vector<Range>& planes = slab.planes_by_rank();
  const auto needs = [&](std::size_t rank) {
    std::vector<std::int64_t> needed;
    if (planes[rank].size() > 0)
      for (std::int64_t step = 1; step <= reach; ++step) {
        needed.push_back(wrap(planes[rank].first - step, n.nz));
        needed.push_back(wrap(planes[rank].last - 1 + step, n.nz));
      }
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
  PoreSpace all({n.nx, n.ny, slab.planes().size() + 2 * reach});
  for (std::int64_t z = 0; z < slab.planes().size(); ++z)
    for (std::int64_t y = 0; y < n.ny; ++y) std::ranges::copy(slab.pores().row(y, z), all.row(y, reach + z).begin());
  std::vector<std::size_t> next(planes.size());
  const std::vector<std::int64_t> needed = needs(static_cast<std::size_t>(slab.processes().rank()));
  for (std::size_t i = 0; i < needed.size(); ++i) {
    const auto holder = static_cast<std::size_t>(
        std::find_if(planes.begin(), planes.end(), [&](const Range& range) { return range.contains(needed[i]); }) -
        planes.begin());
    const auto step = static_cast<std::int64_t>(i / 2) + 1;
    const std::int64_t z = i % 2 == 0 ? reach - step : reach + slab.planes().size() - 1 + step;
    const auto words_per_row = static_cast<std::size_t>(all.words_per_row());
    for (std::int64_t y = 0; y < n.ny; ++y, next[holder] += words_per_row)
      std::ranges::copy(std::span(from[holder]).subspan(next[holder], words_per_row), all.row(y, z).begin());
  }
  return all;
}

/// Gives half of the ball's width along x at (dy, dz) from its centre; it is negative outside the ball.
std::int64_t half_width(std::int64_t radius, std::int64_t dy, std::int64_t dz) {
  std::int64_t half = -1;
  while ((half + 1) * (half + 1) + dy * dy + dz * dz < radius * radius) ++half;
  return half;
}

/// Counts the voxels of this slab that are less than `radius` away from a voxel at least that far from solid.
std::int64_t count_covered(const PoreSlab& slab, const std::vector<SquaredDistance>& distances, std::int64_t radius) {
  const std::int64_t reach = radius - 1;
  PoreSlab centres = slab.all_solid();
  const Extent& own = slab.pores().extent();
#pragma omp parallel for
  for (std::int64_t z = 0; z < own.nz; ++z)
    for (std::int64_t y = 0; y < own.ny; ++y) {
      const SquaredDistance* row = distances.data() + own.index(0, y, z);
      const auto words = centres.pores().row(y, z);
      for (std::int64_t x = 0; x < own.nx; ++x)
        words[static_cast<std::size_t>(x / PoreSpace::word_bits)] |= std::uint32_t{row[x] >= radius * radius}
                                                                     << (x % PoreSpace::word_bits);
    }
  std::vector<PoreSpace> widened{with_neighbours(centres, reach)};  // number i is widened by i voxels along x
  if (own.nz == 0) return 0;
  for (std::int64_t width = 1; width <= reach; ++width) {
    PoreSpace& wider = widened.emplace_back(widened.back());
    for (std::int64_t z = 0; z < wider.extent().nz; ++z)
      for (std::int64_t y = 0; y < own.ny; ++y) widen(wider.row(y, z), own.nx);
  }
  std::int64_t covered = 0;
#pragma omp parallel for reduction(+ : covered)
  for (std::int64_t z = 0; z < own.nz; ++z) {
    Words row(static_cast<std::size_t>(centres.pores().words_per_row()));
    for (std::int64_t y = 0; y < own.ny; ++y) {
      std::ranges::fill(row, 0U);
      for (std::int64_t dz = -reach; dz <= reach; ++dz)
        for (std::int64_t dy = -reach; dy <= reach; ++dy) {
          const std::int64_t half = half_width(radius, dy, dz);
          if (half < 0) continue;
          const auto from = widened[static_cast<std::size_t>(half)].row(wrap(y + dy, own.ny), z + reach + dz);
          for (std::size_t word = 0; word < row.size(); ++word) row[word] |= from[word];
        }
      for (const std::uint32_t word : row) covered += std::popcount(word);
    }
  }
  return covered;
}

}  // namespace

NarrowShares measure_narrow_shares(const PoreSlab& slab, const std::vector<SquaredDistance>& distances) {
  const std::int64_t pores = slab.count_pores();
  const auto share = [&](std::int64_t radius) {
    const std::int64_t covered = slab.processes().sum(count_covered(slab, distances, radius));
    return pores > 0 ? 1 - static_cast<double>(covered) / static_cast<double>(pores) : 0.0;
  };
  NarrowShares shares;  // the calls below are collective, so their order matters
  shares.below_3 = share(2);
  shares.below_5 = share(3);
  return shares;
}

}  // namespace perm
