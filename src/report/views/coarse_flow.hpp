// SPDX-License-Identifier: Apache-2.0
// A flow in so few cells that a picture can be drawn from them: the share of pore and the mean velocity of blocks of
// voxels, gathered plane by plane. A small image keeps its voxels. The sums run in the order of the voxels, so that
// they have the same bits for every number of processes and threads.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/extent.hpp"
#include "geometry/pore_space.hpp"

namespace perm {

/// Gives how many voxels along each edge a block has, so that at most `most` of them lie along the longest axis.
std::int64_t block_edge(const Extent& image, std::int64_t most);

/// Cells are numbered x fastest, then y, then z; the last one along an axis may hold fewer voxels than the others.
struct CoarseFlow {
  Extent image;                                ///< in voxels
  Extent extent;                               ///< in cells
  std::int64_t edge{1};                        ///< of a cell, in voxels
  std::vector<float> share;                    ///< of the cell that the flow reaches, 0 to 1
  std::vector<std::array<float, 3>> velocity;  ///< over all voxels of a cell; in the units of what was added

  std::size_t cell(std::int64_t x, std::int64_t y, std::int64_t z) const {
    return static_cast<std::size_t>((z * extent.ny + y) * extent.nx + x);
  }
};

/// Makes such a flow of whole planes in ascending order.
class CoarseFlowMaker {
 public:
  CoarseFlowMaker(const Extent& image, std::int64_t most_cells);
  /// Adds plane z: 3 components of velocity for each voxel, and the density, which is above 0 where there is fluid.
  void add_plane(std::int64_t z, std::span<const float> velocity, std::span<const float> density);
  /// Gives all that was added, velocities over `unit`. All planes must have come.
  CoarseFlow take(double unit);

 private:
  void finish_layer(std::int64_t z);

  CoarseFlow flow_;
  std::vector<std::array<double, 4>> sums_;  ///< of one layer of cells: velocity and voxels with fluid
};

/// Makes the pores that a flow reaches out of whole planes in ascending order: a block is pore where half of it is.
class CoarsePoresMaker {
 public:
  CoarsePoresMaker(const Extent& image, std::int64_t most_cells);
  void add_plane(std::int64_t z, std::span<const float> density);
  const PoreSpace& pores() const { return pores_; }
  std::int64_t edge() const { return edge_; }  ///< of a block, in voxels

 private:
  Extent image_;
  std::int64_t edge_;
  PoreSpace pores_;
  std::vector<std::int64_t> counts_;  ///< of one layer of blocks
};

}  // namespace perm
