// SPDX-License-Identifier: Apache-2.0
// Loops run over 32 voxels without a branch, so that the compiler makes vectors of them.
#include "geometry/measures/far_voxels.hpp"

#include <algorithm>
#include <array>

#include "geometry/packed_marks.hpp"

namespace perm {

PoreSlab find_far_voxels(const PoreSlab& slab, std::span<const SquaredDistance> distances, std::int64_t least) {
  PoreSlab far = slab.all_solid();
  if (least > saturated_distance) return far;
  const auto nearest = static_cast<SquaredDistance>(std::max<std::int64_t>(least, 0));
  const Extent& extent = far.pores().extent();
  constexpr std::int64_t worth_threads = 1 << 16;                               // so many voxels
#pragma omp parallel for schedule(static) if (extent.voxels() > worth_threads)  // nothing in it throws
  for (std::int64_t z = 0; z < extent.nz; ++z) {
    std::array<std::uint8_t, PoreSpace::word_bits> marks{};
    for (std::int64_t y = 0; y < extent.ny; ++y) {
      const SquaredDistance* distance = distances.data() + extent.index(0, y, z);
      const std::span<std::uint32_t> row = far.pores().row(y, z);
      for (std::int64_t x = 0; x < extent.nx; x += PoreSpace::word_bits, distance += PoreSpace::word_bits) {
        const std::int64_t here = std::min(extent.nx - x, PoreSpace::word_bits);
        if (here == PoreSpace::word_bits) {
          for (std::size_t i = 0; i < marks.size(); ++i) marks[i] = distance[i] >= nearest ? 1 : 0;
        } else {
          marks.fill(0);
          for (std::int64_t i = 0; i < here; ++i) marks[static_cast<std::size_t>(i)] = distance[i] >= nearest ? 1 : 0;
        }
        row[static_cast<std::size_t>(x / PoreSpace::word_bits)] = pack_marks(marks);
      }
    }
  }
  return far;
}

}  // namespace perm
