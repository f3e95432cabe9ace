// SPDX-License-Identifier: Apache-2.0
// Says what pores conduct, from voxel to voxel: d^2/4 at distance d from solid, less in gaps of one voxel.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "core/boundary.hpp"
#include "core/host_device.hpp"
#include "core/large_array.hpp"
#include "core/processors/thread_team.hpp"
#include "laplace/cell_graph.hpp"
#include "laplace/domain_cells.hpp"

namespace perm {

/// Holds what the pores of a domain conduct, in the quanta of a CellGraph.
struct PoreConductances {
  /// `distances` are those of the own cells from solid, in units of so many voxels, rounded down; those of the halo are
  /// found here. Collective.
  PoreConductances(DomainCells of_domain, LargeArray<std::uint8_t> distances, double of_unit);

  double quantum() const { return unit * unit / 4; }  ///< voxel^2 of one quantum of conductance
  CellGraph graph(std::shared_ptr<const ThreadTeam> team) &&;

  DomainCells cells;
  LargeArray<std::uint8_t> widths;  ///< of all cells
  double unit;                      ///< of the widths, voxels
  Quanta of_edge;                   ///< what an edge conducts
};

/// Says what is certain of the pores. `widths` are those of the cells, in memory of the host or a GPU.
struct CertainOfPores {
  const std::uint8_t* widths;
  double unit;

  /// Gives a length in voxels that is not below the distance of a cell from solid.
  PERM_HOST_DEVICE double most_distance(std::uint32_t cell) const { return unit * (widths[cell] + 1); }
  /// Gives a conductance in voxel^2 that is not above that of the link from a cell to another one: that of a tube as
  /// wide as the distance from solid less a little more than half a voxel. Straight ducts of 1 x 1 voxel conduct 1/32,
  /// and less where they turn; 0.5 would be that of a straight duct.
  template <class Index>
  PERM_HOST_DEVICE float least_conductance(Index cell, Index neighbour, const d3q19::Velocity& step) const {
    constexpr float wall_distance = 0.6F;
    if (is_to_edge(step)) return 1.0F / 64;
    const float mean = static_cast<float>(unit / 2) * static_cast<float>(widths[cell] + widths[neighbour]);
    const float distance = (mean > 1 ? mean : 1) - wall_distance;
    return distance * distance / 8;
  }
};

}  // namespace perm
