// SPDX-License-Identifier: Apache-2.0
// What a body conducts whose surface is known between voxels, with a standard deviation: from cells as large as voxels,
// twice as large and four times as large. Two sizes give the value that cells without an edge would have, since the
// error falls with the square of the edge (Richardson 1911); a third one tells how far the error has got there.
#pragma once

#include <memory>
#include <vector>

#include "conduction/body_conduction.hpp"

namespace perm {

/// Of cells as large as voxels all but the conductivity, which is that of no edge.
struct BodyEstimate {
  BodyConduction found;
  double deviation{0};
};

class BodyInSizes {
 public:
  /// As BodyCells takes them.
  BodyInSizes(const Surface& surface, const Extent& image, AxisSet closed, std::shared_ptr<const ThreadTeam> team);

  double porosity() const { return porosity_; }  ///< of the body
  /// Finds what it conducts along an axis, with so much of the power left by the iteration. Throws whatever
  /// check_for_stop throws.
  BodyEstimate estimate(const FaceRules& rules, Axis along, double share) const;

 private:
  std::shared_ptr<const ThreadTeam> team_;
  std::vector<BodyCells> sizes_;  ///< from small cells to large ones
  double porosity_{0};
};

}  // namespace perm
