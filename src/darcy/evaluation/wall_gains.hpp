// SPDX-License-Identifier: Apache-2.0
// Tells from one flow what its permeability gains where fluid slips along walls. K is its own adjoint: this is the
// derivative of K of the lattice by its slip length (validation/SLIP.md), exact but for what the flow lacks of its
// steady state, and no second flow is needed. Walls that move back by as much gain the same to first order (Hadamard's
// derivative).
//
// Slip of s voxels is a conductor s/cos/L+ at each cut port and 2 sum of w_q more of the force; the lattice is a
// network that the force drives. So V S, with S the sample's voxels, gains
//     d(K S)/ds = sum over ports of (M' V)_q^2/(w_q cos) / (18 g^2) + 2 nu u d m/ds / g.
#pragma once

#include "darcy/solved_flow.hpp"
#include "geometry/pore_slab.hpp"

namespace perm {

/// Gives what K, in voxel^2, gains for a voxel of slip, in voxels: the same bits on every device and for every cut.
/// The lattice must be at an even step. Collective.
double sum_wall_gains(const SolvedFlow& flow, const PoreSlab& pores);

}  // namespace perm
