// SPDX-License-Identifier: Apache-2.0
// Bounds from above what a body of voxels conducts, by the power that a continuous potential loses (Dirichlet's
// principle): D V is at most that of any.
//
// The potential is trilinear within each voxel. Halves of voxels then change it at the middle of each face and each
// edge, as much as lowers its power most along one direction (one step of steepest descent with a diagonal scaling).
// This takes about as much from the error as half the voxel size would. A trilinear potential is harmonic, so that the
// middles of voxels have no part in it.
#pragma once

#include <span>

#include "conduction/changed_middles.hpp"
#include "conduction/corner_nodes.hpp"

namespace perm {

struct PotentialBound {
  double upper{0};  ///< on D over that of the bare fluid
  double power{0};  ///< of the potential before the halves of voxels, for a voxel of the image: D as it has it
  /// Mean over the volume of the image of the squared gradient at the walls, at its faces and where they are flat left
  /// out: what D gains where all walls go back by a voxel, to first order.
  double gain_of_walls{0};
};

/// Bounds D by what `potential` at the nodes changes of a falling gradient 1 along an axis. `conductivity` is that of
/// each cell; empty where all have 1.
PotentialBound bound_by_potential(const CornerNodes& nodes, const ThreadTeam& team, Axis along,
                                  std::span<const float> potential, std::span<const float> conductivity = {});

/// Gives the bound that sums over an image of this extent prove.
PotentialBound bound_of(const PotentialSums& sums, const Extent& n);

}  // namespace perm
