// SPDX-License-Identifier: Apache-2.0
// Makes the collision of cells beside walls between voxels, one cell after another, after a vector of cells was
// collided as fluid. It is compiled once, for all instruction sets.
#pragma once

#include <cstdint>

#include "lattice/group_masks.hpp"
#include "lattice/wall_cuts.hpp"
#include "solver/cell/cut_cell.hpp"

namespace perm {

template <class Real>
struct WallsOfLattice {
  const WallCuts* cuts;
  SolverSettings settings;
  CutParameters<Real> parameters;
};

/// Some cells of a group, side by side: values of one direction, or one moment, lie together.
template <class Real>
struct CellsOfVector {
  std::int64_t group;
  int first;  ///< lane of the group
  int lanes;
  int cells;           ///< so many of the lanes are cells
  const Real* before;  ///< [direction][lane]
  Real* after;         ///< of fluid, and afterwards with walls
  Real* moments;       ///< density, velocity and reversal [5][lane]; the velocity becomes what counts in a flow
};

template <class Real>
void collide_walls(const WallsOfLattice<Real>& walls, const GroupMasks& fluid, const CellsOfVector<Real>& vector);

}  // namespace perm
