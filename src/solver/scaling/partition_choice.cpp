// SPDX-License-Identifier: Apache-2.0
#include "solver/scaling/partition_choice.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "core/errors.hpp"
#include "solver/scaling/performance_model.hpp"

namespace perm {

Partition choose_partition(const Extent& image, std::span<const std::int32_t> cells_by_row, int processes,
                           const SolverSettings& settings) {
  if (processes == 1) return Partition(image);
  std::optional<Partition> best;
  double shortest_step = 0;
  const RankModel rank = rank_model(settings);
  for (std::int64_t parts_y = 1; parts_y <= processes; ++parts_y) {
    const std::int64_t parts_z = processes / parts_y;
    if (parts_y * parts_z != processes || !can_be_cut(image, parts_y, parts_z)) continue;
    Partition partition = cut_evenly(image, cells_by_row, parts_y, parts_z);
    const double step = predict_step_seconds(partition, cells_by_row, rank, settings.precision);
    if (best && step >= shortest_step) continue;
    best = std::move(partition);
    shortest_step = step;
  }
  if (best) return *best;
  throw InputError(fmt::format("The image cannot be shared out among {} processes", processes),
                   fmt::format("it has {} voxels along y and {} along z, and {} blocks of pairs of rows do not fit",
                               image.ny, image.nz, processes),
                   "Start fewer processes");
}

}  // namespace perm
