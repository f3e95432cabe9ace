// SPDX-License-Identifier: Apache-2.0
// Finds what walls between voxels make of the cells of a vector, for their collision. It is compiled once, for all
// instruction sets.
#pragma once

#include <cstdint>

#include "lattice/group_masks.hpp"
#include "lattice/wall_cuts.hpp"
#include "solver/cell/cut_cell.hpp"

namespace perm {

template <class Real>
struct WallsOfLattice {
  const WallCuts* cuts;
  CutTable<Real> table;
  CutParameters<Real> parameters;
};

/// Names lanes of a group.
struct LanesOfGroup {
  std::int64_t group;
  int first;
  int count;  ///< none or less where the cells end before the first one
};

/// Holds the numbers of CutCell for each lane of a group; those of lanes without walls mean nothing.
template <class Real>
using CutLanes = CutCell<Real[group_cells<Real>]>;

/// Finds these numbers for lanes that are cells, from place 0 on. Gives the lanes that have walls, by bits.
template <class Real>
std::uint32_t find_walls(const WallsOfLattice<Real>& walls, const GroupMasks& fluid, const LanesOfGroup& lanes,
                         CutLanes<Real>& found);

/// Gives the cut links of one cell of a group with these links into pores.
CutLinks cut_links_of(const WallCuts& cuts, const GroupMasks& fluid, std::int64_t cell, int group_cells);

}  // namespace perm
