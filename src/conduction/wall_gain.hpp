// SPDX-License-Identifier: Apache-2.0
// What a body gains in conductance where its walls go back, to first order: dD/dh = 1/V int |grad psi|^2 dS over the
// walls, h being how far they went (Hadamard's formula for an insulating wall). Johnson, Koplik and Schwartz (1986)
// weigh walls so in their length
//
//   Lambda = 2 int |grad psi|^2 dV / int |grad psi|^2 dS = 2 D / (dD/dh),
//
// which is the radius of a tube, the width of a slit, and about twice the pore volume over the surface that a current
// sees.
//
// Voxels have too much surface, and on it gradients without a limit at every edge of a staircase. So no sum over faces
// is taken. Corners on walls are moved along the normals of the surface that the voxels picture (corner_normals.hpp),
// and what this does to the power of the trilinear potential follows exactly, from the volume of the voxels around them
// (the shape derivative as an integral over the volume, which Hiptmair, Paganini and Sargheini 2015 find more accurate
// than that over the boundary). A staircase moves as a whole, so that it has the surface of the plane that it pictures.
#pragma once

#include <span>

#include "conduction/corner_nodes.hpp"

namespace perm {

/// Gives dD/dh by a potential as bound_by_potential has it, of pores that all conduct 1.
double gain_of_moved_walls(const CornerNodes& nodes, const ThreadTeam& team, Axis along,
                           std::span<const float> potential);

}  // namespace perm
