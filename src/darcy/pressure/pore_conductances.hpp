// SPDX-License-Identifier: Apache-2.0
// Says what pores conduct, from voxel to voxel: d^2/4 at distance d from solid, less in gaps of one voxel.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "core/boundary.hpp"
#include "core/processors/thread_team.hpp"
#include "laplace/cell_graph.hpp"
#include "lattice/occupancy.hpp"

namespace perm {

class PoreConductances {
 public:
  /// `widths` are the distances of the cells from solid, in units of so many voxels, rounded down.
  PoreConductances(Occupancy cells, const FaceRules& rules, LargeArray<std::uint8_t> widths, double unit,
                   std::shared_ptr<const ThreadTeam> team);

  const CellGraph& graph() const { return graph_; }
  double quantum() const { return unit_ * unit_ / 4; }  ///< voxel^2 of one quantum of conductance
  /// Gives a length in voxels that is not below the distance of a cell from solid.
  double most_distance(std::size_t cell) const { return unit_ * (graph_.widths()[cell] + 1); }
  /// Gives a conductance in voxel^2 that is not above that of the link from a cell to another one: that of a tube as
  /// wide as the distance from solid less a little more than half a voxel: straight ducts of 1 x 1 voxel conduct 1/32,
  /// and less where they turn.
  double least_conductance(std::size_t cell, std::size_t neighbour, const d3q19::Velocity& step) const;

 private:
  double unit_;
  CellGraph graph_;
};

}  // namespace perm
