// SPDX-License-Identifier: Apache-2.0
// Finds planes of an image that no sample has: without any pore, or all pore at an end of the image, as programs add
// them and scans end.
#pragma once

#include <cstdint>
#include <vector>

#include "core/extent.hpp"
#include "geometry/pore_slab.hpp"

namespace perm {

struct BarePlanes {
  std::vector<std::int64_t> without_pore;
  /// All pore, from an end of the image on, where the next plane has much less pore than planes inside differ by.
  std::vector<std::int64_t> open_ends;
};

/// Gives the numbers of these planes across `axis`, in ascending order. Collective; the same on all processes. An image
/// that is all pore or all solid has none.
BarePlanes find_bare_planes(const PoreSlab& pores, Axis axis);

}  // namespace perm
