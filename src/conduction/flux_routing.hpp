// SPDX-License-Identifier: Apache-2.0
// Carries away what fluxes still leave in each cell, exactly, so that no voxel is left with anything: only such fluxes
// bound from below what a medium conducts. What is left over in the members of a node of a level goes along a tree
// that joins them, from the coarsest level down to the voxels; along a link it is spread evenly over all faces that the
// link has. After conjugate gradients there is little to carry, so that the way matters little.
#pragma once

#include <cstdint>
#include <vector>

#include "conduction/cell_system.hpp"
#include "core/large_array.hpp"

namespace perm {

class FluxRouting {
 public:
  /// `leaves` is what leaves each cell altogether; the routed fluxes leave each cell with its negative.
  FluxRouting(const CellSystem& system, const ThreadTeam& team, LargeArray<double> leaves);

  /// Gives the flux from a cell to another one through a face of so many quanta, or out of the image where both are the
  /// same.
  double flux(std::size_t cell, std::size_t neighbour, double quanta) const {
    return quanta * (cell == neighbour ? to_outside_[last_node_of(cell)] : density(0, cell, neighbour));
  }

 private:
  struct Level {
    std::span<const std::uint32_t> parent;  ///< on the next level; none on the last one
    std::vector<double> leaves;             ///< of each node
    std::vector<std::uint32_t> towards;     ///< the member of the same parent to which a node leads; itself for a root
    std::vector<double> density;            ///< flux there, for each quantum
  };

  double density(std::size_t level, std::size_t node, std::size_t neighbour) const;
  std::size_t last_node_of(std::size_t cell) const;
  void find_outward_density();
  void route_members(std::size_t level);
  void route_cells(const ThreadTeam& team);
  /// Calls visit(neighbour, quanta) for the links of a node of a level above the cells.
  template <class Visit>
  void visit_links(std::size_t level, std::size_t node, const Visit& visit) const;

  const CellSystem* system_;
  std::vector<Level> levels_;
  std::vector<double> to_outside_;  ///< density of each node of the last level
};

}  // namespace perm
