// SPDX-License-Identifier: Apache-2.0
#include "geometry/measures/grain_growth.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <utility>

#include "core/errors.hpp"
#include "geometry/measures/distance_map.hpp"
#include "geometry/measures/far_voxels.hpp"

namespace perm {
namespace {

/// Makes pore solid, and solid pore.
void exchange_phases(PoreSpace& pores) {
  const Extent& extent = pores.extent();
  const std::int64_t used = extent.nx % PoreSpace::word_bits;
  const std::uint32_t padding = used == 0 ? 0U : ~0U << used;
#pragma omp parallel for schedule(static)  // nothing in it throws
  for (std::int64_t z = 0; z < extent.nz; ++z)
    for (std::int64_t y = 0; y < extent.ny; ++y) {
      const std::span<std::uint32_t> row = pores.row(y, z);
      for (std::uint32_t& word : row) word = ~word;
      row.back() &= ~padding;
    }
}

}  // namespace

PoreSlab with_exchanged_phases(PoreSlab pores) {
  exchange_phases(pores.pores());
  return pores;
}

FaceRules rules_of_medium(const FaceRules& rules) {
  const auto rule = [&rules](Axis axis) { return rules.is_closed(axis) ? FaceRule::symmetric : FaceRule::periodic; };
  return FaceRules(std::array{rule(Axis::x), rule(Axis::y), rule(Axis::z)});
}

PoreSlab grow_grains(const PoreSlab& pores, double voxels, const FaceRules& rules) {
  if (!(std::abs(voxels) <= most_growth))
    throw InputError(fmt::format("Grains cannot grow by {} voxels", voxels),
                     fmt::format("distances up to {} voxels are known", most_growth), "Give a smaller number");
  // A whole number, as the squared distances are. What is added makes up for the rounding of numbers such as sqrt(2).
  const auto reach = static_cast<std::int64_t>(std::floor(voxels * voxels + 1e-9));
  if (reach == 0) return pores;
  // What is left is what lies farther from the phase that grows.
  const bool grows = voxels > 0;
  const LargeArray<SquaredDistance> distances =
      map_squared_distances(grows ? pores : with_exchanged_phases(pores), rules_of_medium(rules));
  PoreSlab left = find_far_voxels(pores, distances, reach + 1);
  return grows ? left : with_exchanged_phases(std::move(left));
}

}  // namespace perm
