// SPDX-License-Identifier: Apache-2.0
#include "solver/scaling/scaling_prediction.hpp"

#include <algorithm>
#include <optional>

namespace perm {
namespace {

/// Gives the work of a block of rows whose cells are spread evenly.
BlockWork work_of(const PredictionRequest& request, std::int64_t nx, double rows_y, double rows_z,
                  const PredictedSpeed& cut) {
  const double row_cells = request.porosity * static_cast<double>(nx);
  const double message = row_cells * request.links_a_cell * static_cast<double>(bytes_of(request.precision));
  BlockWork work;
  work.cells = row_cells * rows_y * rows_z;
  if (cut.parts_y > 1) {
    work.message_bytes[0] = message * rows_z;
    work.boundary_cells += 4 * row_cells * rows_z;
    work.cells += 2 * row_cells * rows_z;
  }
  if (cut.parts_z > 1) {
    work.message_bytes[1] = message * rows_y;
    work.boundary_cells += 2 * static_cast<double>(request.rank.boundary_planes) * row_cells * rows_y;
  }
  work.boundary_cells = std::min(work.boundary_cells, work.cells);
  return work;
}

/// Gives the rows of the largest part when `size` rows are cut into `parts`.
double largest_part(std::int64_t size, std::int64_t parts) {
  const std::int64_t rows = (size + parts - 1) / parts;
  return static_cast<double>(rows);
}

}  // namespace

std::vector<PredictedSpeed> predict_scaling(const PredictionRequest& request, Scaling scaling, int most_ranks) {
  std::vector<PredictedSpeed> speeds;
  const double one_rank = 1e-6 / request.rank.seconds_a_cell;
  for (int ranks = 1; ranks <= most_ranks; ranks *= 2) {
    std::optional<PredictedSpeed> best;
    for (std::int64_t parts_y = 1; parts_y <= ranks; ++parts_y) {
      if (ranks % parts_y != 0) continue;
      PredictedSpeed cut;
      cut.ranks = ranks;
      cut.parts_y = parts_y;
      cut.parts_z = ranks / parts_y;
      cut.extent = request.extent;
      if (scaling == Scaling::weak) {
        cut.extent.ny *= cut.parts_y;
        cut.extent.nz *= cut.parts_z;
      }
      if (cut.parts_y > cut.extent.ny || cut.parts_z > cut.extent.nz) continue;
      cut.between_nodes = ranks > request.ranks_a_node;
      const RankModel rank = cut.between_nodes ? on_another_node(request.rank) : request.rank;
      const double step =
          predict_step_seconds(rank, work_of(request, cut.extent.nx, largest_part(cut.extent.ny, cut.parts_y),
                                             largest_part(cut.extent.nz, cut.parts_z), cut));
      cut.mflups = request.porosity * static_cast<double>(cut.extent.voxels()) / step / 1e6;
      cut.efficiency = cut.mflups / (one_rank * ranks);
      if (!best || cut.mflups > best->mflups) best = cut;
    }
    if (best) speeds.push_back(*best);
  }
  return speeds;
}

}  // namespace perm
