// SPDX-License-Identifier: Apache-2.0
#include "solver/partition_choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "core/errors.hpp"

namespace perm {
namespace {

// A voxel of a face takes about as long as so many cells: five of 19 distributions of the pores among them travel.
constexpr double cells_a_face_voxel = 0.3;

/// Voxels of all faces of a block through which it meets others.
std::int64_t face_voxels(const Partition& partition, const Block& block) {
  const std::int64_t across_y = partition.is_cut(Axis::y) ? 20 * block.z.size() : 0;
  const std::int64_t across_z = partition.is_cut(Axis::z) ? 2 * block.y.size() : 0;
  return partition.image().nx * (across_y + across_z);
}

/// Of one step, in cells.
double cost(const Partition& partition, std::span<const std::int32_t> cells_by_row) {
  const std::vector<std::int64_t> cells = count_cells_by_block(partition, cells_by_row);
  std::int64_t most_face_voxels = 0;
  for (int number = 0; number < partition.blocks(); ++number)
    most_face_voxels = std::max(most_face_voxels, face_voxels(partition, partition.block(number)));
  return static_cast<double>(*std::max_element(cells.begin(), cells.end())) +
         cells_a_face_voxel * static_cast<double>(most_face_voxels);
}

}  // namespace

Partition choose_partition(const Extent& image, std::span<const std::int32_t> cells_by_row, int processes) {
  if (processes == 1) return Partition(image);
  std::optional<Partition> best;
  double least_cost = 0;
  for (std::int64_t parts_y = 1; parts_y <= processes; ++parts_y) {
    const std::int64_t parts_z = processes / parts_y;
    if (parts_y * parts_z != processes || parts_y > image.ny || parts_z > image.nz) continue;
    Partition partition = cut_evenly(image, cells_by_row, parts_y, parts_z);
    const double its_cost = cost(partition, cells_by_row);
    if (best && its_cost >= least_cost) continue;
    best = std::move(partition);
    least_cost = its_cost;
  }
  if (best) return *best;
  throw InputError(fmt::format("The image cannot be shared out among {} processes", processes),
                   fmt::format("it has {} voxels along y and {} along z, and {} blocks of whole rows do not fit",
                               image.ny, image.nz, processes),
                   "Start fewer processes");
}

}  // namespace perm
