// SPDX-License-Identifier: Apache-2.0
// Predicts speeds on many ranks by the performance model, for images whose cells are spread evenly.
#pragma once

#include <cstdint>
#include <vector>

#include "core/extent.hpp"
#include "solver/scaling/performance_model.hpp"

namespace perm {

struct PredictionRequest {
  Extent extent;  ///< of the image (strong scaling) or of the part of each rank (weak)
  double porosity{1};
  double links_a_cell{5};  ///< see crossing_links_a_cell
  Precision precision{Precision::float32};
  RankModel rank;       ///< with the speed of one rank
  int ranks_a_node{8};  ///< beyond these, neighbours are on other nodes
};

struct PredictedSpeed {
  int ranks{1};
  Extent extent;  ///< of the image
  std::int64_t parts_y{1};
  std::int64_t parts_z{1};
  double mflups{0};
  double efficiency{1};  ///< mflups over ranks times those of one rank
  bool between_nodes{false};
};

enum class Scaling { weak, strong };

/// For 1, 2, 4 ... up to `most_ranks` ranks, each in the partition that is fastest. Numbers of ranks that the image
/// cannot be cut for are left out. Weak scaling stacks the parts of the ranks in y and z as the partition does.
std::vector<PredictedSpeed> predict_scaling(const PredictionRequest& request, Scaling scaling, int most_ranks);

}  // namespace perm
