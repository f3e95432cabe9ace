// SPDX-License-Identifier: Apache-2.0
// Predicts speeds on many ranks by the performance model, for images whose cells are spread evenly. Lengths in voxels.
#pragma once

#include <cstdint>
#include <vector>

#include "core/extent.hpp"
#include "solver/scaling/performance_model.hpp"

namespace perm {

struct PredictionRequest {
  Extent extent;  ///< of the image (strong scaling), or of the part of each rank (weak scaling)
  double porosity{1};
  double links_a_cell{5};  ///< see crossing_links_a_cell
  Precision precision{Precision::float32};
  RankModel rank;       ///< the speeds of one rank
  int ranks_a_node{8};  ///< with more ranks than these, neighbours are on other nodes
};

struct PredictedSpeed {
  int ranks{1};
  Extent extent;  ///< of the whole image
  std::int64_t parts_y{1};
  std::int64_t parts_z{1};
  double mflups{0};      ///< million cell updates a second, of all ranks together
  double efficiency{1};  ///< mflups over those of one rank times the ranks
  bool between_nodes{false};
};

enum class Scaling { weak, strong };

/// Gives the speeds for 1, 2, 4 ... up to `most_ranks` ranks, each in its fastest partition. Numbers of ranks for which
/// the image cannot be cut are left out. Weak scaling stacks the parts of the ranks in y and z as the partition does.
std::vector<PredictedSpeed> predict_scaling(const PredictionRequest& request, Scaling scaling, int most_ranks);

}  // namespace perm
