// SPDX-License-Identifier: Apache-2.0
// The cells that flow along each asked direction can reach, held once where several directions share them.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "geometry/pore_slab.hpp"

namespace perm {

/// The pores that conduct along one axis.
struct Pathway {
  Axis direction{Axis::x};
  std::int64_t cells{0};                  ///< 0: no pore connects the two faces
  std::shared_ptr<const PoreSlab> pores;  ///< null when there are none
};

struct Pathways {
  std::vector<Pathway> directions;
  std::int64_t connected_voxels{0};  ///< cells that flow along at least one of the directions can reach
};

/// Analyses `pores`, between whose faces across the axes `closed` nothing wraps, and gives its memory back. Collective;
/// counts are those of the whole image.
Pathways find_pathways(PoreSlab pores, const std::vector<Axis>& directions, AxisSet closed);

}  // namespace perm
