// SPDX-License-Identifier: Apache-2.0
// Finds the pores that can carry flow: connected components of the pore space under the links of the solver (the 18
// neighbours of D3Q19: faces and edges), or of those that can carry a current, through faces. On a periodic image a
// component carries flow along an axis when it meets its own periodic image along that axis, that is when it holds a
// closed path whose winding number along the axis is not zero. Where the faces across the axis are closed (mirrors, or
// densities: core/boundary.hpp), it carries flow when it touches both faces.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "geometry/connectivity/link_rules.hpp"
#include "geometry/connectivity/periodic_union_find.hpp"
#include "geometry/pore_slab.hpp"

namespace perm {

/// The connected components of a pore space, which several processes may hold together.
class Connectivity {
 public:
  /// Finds the components. Runs of pore voxels along x are joined by a union-find that keeps displacements in periods
  /// (runs: Rosenfeld and Pfaltz 1966; displacements: Newman and Ziff 2001). Time and memory are linear in the number
  /// of runs: 17 bytes a run while it works, 1 byte a run and the pore space afterwards.
  /// Collective. While it works, each process also holds the runs of the outer planes of other slabs.
  /// Throws InputError when this process has 2^31 runs or more.
  explicit Connectivity(PoreSlab pores, const LinkRules& rules = {});

  // The next two functions count in the whole image, and give the same on every process.
  std::int64_t count_components() const { return components_; }
  bool percolates(Axis axis) const { return count_percolating(axis) > 0; }
  /// Counts the pore voxels in components that percolate along `axis`.
  std::int64_t count_percolating(Axis axis) const { return percolating_[static_cast<std::size_t>(axis)]; }
  /// Gives the pore space in which every voxel that no flow along `axis` can reach has become solid.
  PoreSlab percolating(Axis axis) const;
  /// Gives the pore space in which every voxel has become solid that nothing can enter through the faces across `axes`,
  /// which are closed.
  PoreSlab entered(AxisSet axes) const;

 private:
  /// Calls visit(y, run, ends of its component) for the runs of plane z of the slab.
  template <class Visit>
  void for_each_run_of(std::int64_t z, const Visit& visit) const;
  /// Gives the pores of runs whose ends are such.
  template <class Is>
  PoreSlab with_ends(const Is& is) const;

  PoreSlab pores_;
  std::vector<std::size_t> runs_before_;  ///< of the slab, before each plane; at the end that of all runs
  LargeArray<Ends> ends_of_run_;          ///< the ends that the component of each run reaches; by row, in order of x
  std::int64_t components_{0};
  std::array<std::int64_t, 3> percolating_{};
};

}  // namespace perm
