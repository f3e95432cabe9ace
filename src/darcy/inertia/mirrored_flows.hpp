// SPDX-License-Identifier: Apache-2.0
// Solves flows with inertia through an image whose faces across the flow are closed. A creeping flow goes on behind
// such a face as its mirror image, turned round; a flow with inertia does not, for it jets where it leaves a throat and
// not where it enters one. The image followed by its mirror image repeats along the flow, so its flow is exact at every
// Reynolds number. It has twice the cells. The faces at the sides stay closed: walls and mirrors there are exact with
// inertia too.
#pragma once

#include "darcy/inertia/inertial_flows.hpp"
#include "geometry/pore_slab.hpp"

namespace perm {

/// Tells whether flows with inertia under these options need the image to be followed by its mirror image.
bool needs_mirror_image(const FlowOptions& options);

/// Gives the options of creeping flow through that longer image.
FlowOptions options_of_mirrored(FlowOptions options);

/// Solves the flows through `pores`, those of `creeping`, followed by their mirror image: first their creeping flow,
/// then the list. The lattice of `creeping` is freed before the longer one is made. Where the longer creeping flow does
/// not become steady, the list ends before its first flow, with the K of `creeping`. Otherwise as solve_inertial_flows.
InertialFlows solve_mirrored_flows(SolvedFlow creeping, const PoreSlab& pores, const FlowOptions& options,
                                   const InertiaRequest& request, const ProgressFunction& progress = {},
                                   const FlowSaving& saving = {});

/// Goes on with them where the creeping flow through `pores` is known: from the state in `saving`, of the list or of
/// the creeping flow through the longer image, or from rest where there is none.
InertialFlows go_on_with_mirrored_flows(const FlowResult& creeping, const PoreSlab& pores, const FlowOptions& options,
                                        const InertiaRequest& request, const ProgressFunction& progress,
                                        const FlowSaving& saving);

}  // namespace perm
