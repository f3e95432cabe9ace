// SPDX-License-Identifier: Apache-2.0
// The pores that the flow along each asked direction can reach. Directions with the same pores share one copy of them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/boundary.hpp"
#include "geometry/connectivity/link_rules.hpp"
#include "geometry/pore_slab.hpp"

namespace perm {

/// The pores that conduct along one axis.
struct Pathway {
  Axis direction{Axis::x};
  std::int64_t cells{0};                  ///< 0 where no pore connects the two faces
  std::shared_ptr<const PoreSlab> pores;  ///< null when there are none
};

struct Pathways {
  std::vector<Pathway> directions;
  std::int64_t connected_voxels{0};  ///< pore voxels that the flow along at least one of the directions can reach
};

/// Throws UsageError where no direction is asked for, or one twice.
void require_distinct(const std::vector<Axis>& directions);

/// Finds the pathways in `pores`, joined by these rules, and gives back the memory of `pores`. Collective; counts are
/// those of the whole image.
Pathways find_pathways(PoreSlab pores, const std::vector<Axis>& directions, const LinkRules& rules);

/// Says why no steady flow exists in a pathway through an image of this extent: every voxel conducts, and no face is a
/// wall. Empty where something resists the flow.
std::string why_unresisted(const Pathway& pathway, const Extent& image, const FaceRules& rules);

}  // namespace perm
