// SPDX-License-Identifier: Apache-2.0
// Streamlines of a coarse flow from its inlet, for a picture. Their starts are spread over the inlet by the flux, so
// that every line stands for an equal share of the flow: where lines are dense, much flows.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/boundary.hpp"
#include "report/views/coarse_flow.hpp"

namespace perm {

/// A line with points that are at most a few voxels apart.
struct FlowLine {
  /// Place in voxels from the corner of the image, and the speed in the units of the flow. Where a line leaves through
  /// a periodic face and comes back at the opposite one, a point with a speed below 0 begins the part that follows.
  std::vector<std::array<float, 4>> points;
  bool reaches_end{false};  ///< the face opposite to the inlet; else the line ends where the flow nearly rests
};

/// Traces so many lines along `direction` (fewer where no flow enters): Runge and Kutta's method of fourth order in
/// steps of equal length, through velocities between which is interpolated linearly. No point lies in a solid cell.
std::vector<FlowLine> trace_lines(const CoarseFlow& flow, Axis direction, const FaceRules& rules, std::int64_t lines);

}  // namespace perm
