// SPDX-License-Identifier: Apache-2.0
#include "geometry/measures/bare_planes.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <span>

#include "geometry/bit_count.hpp"

namespace perm {
namespace {

/// Counts the pores of each plane across the axis.
std::vector<std::int64_t> count_by_plane(const PoreSlab& pores, Axis axis) {
  const Extent& n = pores.image();
  std::vector<std::int64_t> counts(static_cast<std::size_t>(n.along(axis)));
  for (std::int64_t z = pores.planes().first; z < pores.planes().last; ++z)
    for (std::int64_t y = 0; y < n.ny; ++y) {
      const std::span<const std::uint32_t> row = pores.pores().row(y, z - pores.planes().first);
      if (axis != Axis::x) {
        counts[static_cast<std::size_t>(axis == Axis::y ? y : z)] += count_bits(row);
        continue;
      }
      for (std::size_t word = 0; word < row.size(); ++word)
        for (std::uint32_t left = row[word]; left != 0; left &= left - 1)
          ++counts[word * PoreSpace::word_bits + static_cast<std::size_t>(std::countr_zero(left))];
    }
  pores.processes().sum(counts);
  return counts;
}

/// Tells whether a plane across x is all pore or all solid. Few images have one, and to count its pores takes long.
bool has_bare_plane_across_x(const PoreSlab& pores) {
  const Extent& n = pores.image();
  std::vector<std::uint32_t> any(static_cast<std::size_t>((n.nx - 1) / PoreSpace::word_bits + 1));
  std::vector<std::uint32_t> all(any.size(), ~0U);
  for (std::int64_t z = 0; z < pores.planes().size(); ++z)
    for (std::int64_t y = 0; y < n.ny; ++y) {
      const std::span<const std::uint32_t> row = pores.pores().row(y, z);
      for (std::size_t word = 0; word < row.size(); ++word) {
        any[word] |= row[word];
        all[word] &= row[word];
      }
    }
  std::vector<std::int64_t> pore(static_cast<std::size_t>(n.nx));
  std::vector<std::int64_t> solid(pore.size());
  for (std::size_t x = 0; x < pore.size(); ++x) {
    const std::size_t word = x / PoreSpace::word_bits;
    pore[x] = any[word] >> x % PoreSpace::word_bits & 1U;
    solid[x] = ~all[word] >> x % PoreSpace::word_bits & 1U;
  }
  pores.processes().sum(pore);
  pores.processes().sum(solid);
  return std::ranges::find(pore, 0) != pore.end() || std::ranges::find(solid, 0) != solid.end();
}

/// Tells whether the step from a plane that is all pore to the next one, `step`, is larger than any that the porosity
/// of `inside` takes in two steps (Seam::is_visible).
bool is_visible(std::int64_t step, std::span<const std::int64_t> inside, std::int64_t plane_voxels) {
  std::int64_t most_in_two = 0;
  std::int64_t before = 0;
  for (std::size_t i = 1; i < inside.size(); ++i) {
    const std::int64_t here = std::abs(inside[i] - inside[i - 1]);
    most_in_two = std::max(most_in_two, before + here);
    before = here;
  }
  return static_cast<double>(step) > 1.25 * static_cast<double>(most_in_two) &&
         static_cast<double>(step) > 0.05 * static_cast<double>(plane_voxels);
}

}  // namespace

BarePlanes find_bare_planes(const PoreSlab& pores, Axis axis) {
  if (axis == Axis::x && !has_bare_plane_across_x(pores)) return {};
  BarePlanes found;
  const std::vector<std::int64_t> counts = count_by_plane(pores, axis);
  const std::int64_t plane_voxels = pores.image().voxels() / pores.image().along(axis);
  const auto is_full = [&](std::int64_t count) { return count == plane_voxels; };
  const auto first = std::ranges::find_if_not(counts, is_full);
  if (first == counts.end() || std::ranges::all_of(counts, [](std::int64_t count) { return count == 0; })) return {};
  const auto last = std::find_if_not(counts.rbegin(), counts.rend(), is_full).base();
  for (auto plane = counts.begin(); plane != counts.end(); ++plane) {
    const bool is_at_start = plane < first;
    if (*plane == 0) found.without_pore.push_back(plane - counts.begin());
    if (!is_at_start && plane < last) continue;
    if (is_visible(plane_voxels - (is_at_start ? *first : *(last - 1)), std::span(first, last), plane_voxels))
      found.open_ends.push_back(plane - counts.begin());
  }
  return found;
}

}  // namespace perm
