// SPDX-License-Identifier: Apache-2.0
// Tells how much mass appears inside the image where none may. Steps keep mass, so what the cells gain must have come
// in through the faces.
//
// Between periodic faces nothing comes in, and the mean density stays what it was. Faces across the flow that are
// closed let fluid through: beyond them the flow is mirrored and turned round, so what leaves at one end need not come
// in at the other while the flow settles, and the mean density of the image changes without a fault. There, with M the
// mass and J the flux of a plane across the flow, both per area of the cross-section,
//
//   dM/dt = J(first plane) - J(last plane) + the change in half of these two planes
//
// where the last term stands for the way from the middle of such a plane to its face. Mass in voxels, times in steps.
#pragma once

#include <optional>

#include "darcy/flow_result.hpp"

namespace perm {

/// Says what appears inside the image in a step, over the flux through a plane: of K about this share is in doubt.
struct MassLeak {
  double value{0};
  /// What two samples cannot tell: how the flux went between them, as far as it differs in the last samples, and that
  /// last term.
  double uncertainty{0};
};

/// Gives what the last two samples of mass show; empty before there are two.
std::optional<MassLeak> find_mass_leak(const FlowResult& flow);

}  // namespace perm
