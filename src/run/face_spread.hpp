// SPDX-License-Identifier: Apache-2.0
// Tells how much K depends on what lies beyond the faces of an image, for a small part of the cost of a flow: K between
// other faces is found in voxels of three times the size. Its ratio to K between the faces that were asked for, in the
// same voxels, is nearly that of the image as it is, although both K themselves are not.
#pragma once

#include <optional>

#include "darcy/flow_options.hpp"
#include "geometry/pore_slab.hpp"
#include "run/run_observer.hpp"
#include "run/run_report.hpp"

namespace perm {

/// Gives the image in such voxels; nothing where fewer than 8 would be left along an axis that is longer than 1.
/// Collective.
std::optional<PoreSlab> image_for_faces(const PoreSlab& image);

/// Fills FlowReport::face_spread of every flow that has a permeability above 0: the largest |ln(K'/K)|, where K' is
/// that between mirrors, between walls at the sides and, where the image `repeats`, between periodic faces. `coarse`
/// is what image_for_faces gave, `options` are those of the reported flows. The spread stays absent where one of the
/// flows does not percolate or does not converge. Collective. Throws StopRun where `observer` wants to stop.
void add_face_spreads(const PoreSlab& coarse, bool repeats, FlowOptions options, RunReport& report,
                      RunObserver& observer);

}  // namespace perm
