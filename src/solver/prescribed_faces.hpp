// SPDX-License-Identifier: Apache-2.0
// Finds the slots and cells of a domain at faces that prescribe a velocity or a density, or both. Such a face is
// sealed: for the geometry and for messages it is a wall, and what bounces back there is changed after each step. A
// profile is taken half way along each link, which makes what flows in exact for a parabola (the weights are
// Simpson's). A link that goes out through two closed faces at once has the mean of their velocities, and none where
// one of them is a wall at rest.
#pragma once

#include <cstdint>
#include <functional>

#include "solver/closed_faces.hpp"

namespace perm {

/// Tells whether some face prescribes something.
bool has_prescribed(const PrescribedFaces& faces);

/// Throws UsageError where a face that prescribes something is not sealed, where the equilibrium or the precision does
/// not go with it, where a velocity is above a Mach number of 0.3, and where more flows in than out and no face has a
/// density.
void require_prescribed(const Domain& domain, const SolverSettings& settings);

/// What a face makes of a slot: so much of what bounces back, and what is added (MovingLink).
struct IncomingValue {
  int kept{1};
  double added{0};
};
/// Calls visit(slot, value) for each own slot that comes in at a face with a velocity or a stream.
using VisitMovingLink = std::function<void(const VoxelSlot& slot, const IncomingValue& value)>;
void for_each_moving_link(const Domain& domain, const PoreSpace& pores, const SolverSettings& settings,
                          const VisitMovingLink& visit);

/// Calls visit(cell, links, density) for each own cell at a face with a density (OutletCell); q of the slot is 0.
using VisitOutletCell = std::function<void(const VoxelSlot& cell, std::uint32_t links, double density)>;
void for_each_outlet_cell(const Domain& domain, const PoreSpace& pores, const PrescribedFaces& faces,
                          const VisitOutletCell& visit);

}  // namespace perm
