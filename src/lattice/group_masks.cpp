// SPDX-License-Identifier: Apache-2.0
#include "lattice/group_masks.hpp"

#include <cstddef>

namespace perm {

void turn_over(std::span<const LinkBitmask> masks, int cells, std::span<GroupMasks> groups) {
  const auto count = static_cast<std::ptrdiff_t>(groups.size());
#pragma omp parallel for schedule(static)
  for (std::ptrdiff_t g = 0; g < count; ++g) {
    GroupMasks& group = groups[static_cast<std::size_t>(g)];
    group.lanes.fill(0);
    for (int l = 0; l < cells; ++l) {
      const LinkBitmask mask = masks[static_cast<std::size_t>(g * cells + l)];
      for (std::size_t i = 0; i < group.lanes.size(); ++i)
        group.lanes[i] |= static_cast<std::uint16_t>((~mask >> (i + 1) & 1U) << l);
    }
  }
}

}  // namespace perm
