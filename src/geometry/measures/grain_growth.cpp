// SPDX-License-Identifier: Apache-2.0
#include "geometry/measures/grain_growth.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/errors.hpp"
#include "geometry/measures/distance_map.hpp"

namespace perm {
namespace {

/// Gives the image in which pore and solid have changed places.
PoreSlab exchange_phases(const PoreSlab& pores) {
  PoreSlab exchanged = pores.all_solid();
  const Extent& extent = exchanged.pores().extent();
  exchanged.pores().fill_with_pore();  // sets no bits of the padding
  for (std::int64_t z = 0; z < extent.nz; ++z)
    for (std::int64_t y = 0; y < extent.ny; ++y) {
      const auto from = pores.pores().row(y, z);
      const auto to = exchanged.pores().row(y, z);
      for (std::size_t word = 0; word < to.size(); ++word) to[word] ^= from[word];
    }
  return exchanged;
}

}  // namespace

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
  const bool grows = voxels > 0;
  const std::vector<SquaredDistance> distances =
      map_squared_distances(grows ? pores : exchange_phases(pores), rules_of_medium(rules));
  PoreSlab grown = pores.all_solid();
  const Extent& extent = grown.pores().extent();
#pragma omp parallel for
  for (std::int64_t z = 0; z < extent.nz; ++z)
    for (std::int64_t y = 0; y < extent.ny; ++y) {
      const auto row = grown.pores().row(y, z);
      const SquaredDistance* distance = distances.data() + extent.index(0, y, z);
      for (std::int64_t x = 0; x < extent.nx; ++x)
        if ((distance[x] <= reach) != grows)
          row[static_cast<std::size_t>(x / PoreSpace::word_bits)] |= 1U << (x % PoreSpace::word_bits);
    }
  return grown;
}

}  // namespace perm
