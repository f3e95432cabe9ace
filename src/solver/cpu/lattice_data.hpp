// SPDX-License-Identifier: Apache-2.0
// Describes the data that the step kernels of a CPU work on: raw views, owned by the backend. This file uses no
// containers of the standard library, because files that are compiled for different processors share it.
#pragma once

#include <cstdint>

#include "lattice/group_masks.hpp"
#include "solver/cpu/link_stream.hpp"
#include "solver/cpu/walls_cpu.hpp"

namespace perm {

/// Describes one set of distributions with its index. `f` points at the first tile; one tile before the first and one
/// behind the last are readable too.
template <class Real>
struct LatticeData {
  Real* f;
  const GroupMasks* masks;  ///< one for each group; lanes beyond the last cell lead nowhere
  const LinkStream<Real>* links;
  std::int64_t cells;
  const WallsOfLattice<Real>* walls;  ///< null where walls stand in the middle of links
};

/// Groups that one thread steps, one after another.
struct GroupRange {
  std::int64_t first;
  std::int64_t last;  ///< one past the last
  /// True where no other thread writes to slots that are less than a group away from slots of these groups, or from
  /// slots that their links lead to.
  bool is_alone;
};

/// Holds the moments (Moments) of the cells of a group, one value a cell for each, and the shares of the force that
/// cells beside walls between voxels have; null where there are none.
template <class Real>
struct CellMoments {
  const Real* density;
  const Real* velocity[3];
  const Real* reversal;
  const Real* force_share{nullptr};
};

/// Receives the moments of a group, of which the first `cells` cells are there.
template <class Real>
struct MomentObserver {
  virtual ~MomentObserver() = default;
  virtual void observe(std::int64_t first_cell, int cells, const CellMoments<Real>& moments) = 0;
};

}  // namespace perm
