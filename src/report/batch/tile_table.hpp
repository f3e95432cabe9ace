// SPDX-License-Identifier: Apache-2.0
// K against the size of a sample: what the tiles of each edge say together. It shows from which edge on K depends
// neither on the size nor on the place, which is the representative volume.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "report/batch/batch_csv.hpp"
#include "validation/cases/sample_mean.hpp"

namespace perm {

inline constexpr const char* tile_file = "tiles.csv";

/// The tiles of one edge out of one image with the same options, along one direction. K in voxel^2 of what is solved.
struct TileGroup {
  std::string name;
  std::string input;
  std::string options;
  Axis direction{Axis::x};
  std::int64_t edge{0};  ///< in voxels of the file
  std::optional<double> edge_m;
  std::optional<double> voxel_size_m;  ///< of what is solved
  std::size_t tiles{0};
  std::size_t without_k{0};    ///< tiles that failed or whose flow did not converge; nothing below counts them
  std::size_t closed{0};       ///< tiles that nothing flows through, whose K of 0 counts
  std::size_t independent{0};  ///< the most tiles of which no two share a voxel
  std::optional<validation::SampleMean> permeability;  ///< absent where no tile has one
  std::optional<validation::SampleMean> porosity;
  double median{0};
  double smallest{0};
  double largest{0};
  std::optional<double> at_centre;  ///< of the tile that lies nearest to the middle of all: K of a growing sample
};

/// Groups the rows that are tiles, in their order. Those of a group differ in their place only.
std::vector<TileGroup> group_tiles(std::span<const BatchEntry> entries);

std::string format_tile_csv(const std::vector<TileGroup>& groups);

/// Gives a line a group: "rock.tif along x: edge 64: K = 1.2 +- 0.1 voxel^2 (95 %), 8 tiles, ...", and
/// no more than 20 lines.
std::string format_tile_summary(const std::vector<TileGroup>& groups);

}  // namespace perm
