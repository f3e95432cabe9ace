// SPDX-License-Identifier: Apache-2.0
// The potential at the corners of pore voxels, trilinear within each voxel, that takes the least power (finite
// elements, Q1). Whatever the values at the corners are, its power bounds from above what a medium conducts
// (upper_bound.hpp).
#pragma once

#include <cstdint>
#include <span>

#include "conduction/cell_system.hpp"
#include "conduction/corner_nodes.hpp"
#include "core/large_array.hpp"
#include "core/processors/thread_team.hpp"

namespace perm {

class NodeSystem {
 public:
  /// Corners at faces of the image whose potential is known stay at 0. `cells` precondition; they must outlive this.
  NodeSystem(CornerNodes nodes, CellSystem& cells, const ThreadTeam& team);

  const CornerNodes& nodes() const { return nodes_; }
  std::size_t count() const { return nodes_.nodes(); }
  /// Makes y = A x, A being 12 times the stiffness of elements with edge 1; 0 at corners that stay.
  void apply(std::span<const float> x, std::span<float> y) const;
  /// Gives what a falling gradient 1 along an axis drives into each node, 12 times.
  void drive(Axis along, std::span<float> driven) const;
  /// Makes z about A^-1 r: a sweep, and the potentials of cells that what is driven into them asks for.
  void precondition(std::span<const float> r, std::span<float> z);
  /// Gives each node the mean of the cells around it, by their conductivities; 0 where it stays.
  void average(std::span<const float> of_cells, std::span<float> of_nodes) const;

 private:
  /// Makes `sums` of the nodes from what add(corners, r, left, right) adds to those of the cells around row r of their
  /// corners: left[i] and right[i] for the i-th cell. It adds to the right ones first, so that each node is added to in
  /// the order of the cells.
  template <class Add>
  void sum_around(const Add& add, std::span<float> sums) const;

  const float* weights(const CellCorners& at) const;

  CornerNodes nodes_;
  CellSystem* cells_;
  const ThreadTeam* team_;
  std::span<const float> conductivity_;  ///< of the cells; empty where all have 1
  LargeArray<float> inverse_weight_;     ///< of the cells around each node together; 0 where it stays
  LargeArray<float> cell_flux_;
  LargeArray<float> cell_potential_;
};

}  // namespace perm
