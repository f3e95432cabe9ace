// SPDX-License-Identifier: Apache-2.0
#include "solver/scaling/performance_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lattice/bricks.hpp"
#include "solver/scaling/machine_speeds.hpp"

namespace perm {
namespace {

constexpr double typical_links_a_cell = 4.4;  // of five links, between spheres of radius 12 at porosity 0.2

std::int64_t cells_of_rows(const Partition& partition, std::span<const std::int32_t> cells_by_row, const Block& block) {
  std::int64_t cells = 0;
  for (std::int64_t z = block.z.first; z < block.z.last; ++z)
    for (std::int64_t y = block.y.first; y < block.y.last; ++y)
      cells += cells_by_row[static_cast<std::size_t>(z * partition.image().ny + y)];
  return cells;
}

}  // namespace

RankModel h200_model(Precision precision) {
  RankModel rank;
  rank.seconds_a_cell = 1 / gpu_updates_a_second[static_cast<std::size_t>(precision)];
  rank.seconds_to_start = 4e-6;
  rank.gathered_a_second = 260e9;
  rank.seconds_a_phase = 50e-6;
  rank.bytes_a_second = 300e9;
  rank.boundary_planes = BrickGrid::layers;
  rank.overlaps_blocks = false;  // copies of a neighbour's cells are everywhere in a block
  return rank;
}

RankModel rank_model(const SolverSettings& settings) {
  if (settings.device == Device::cuda) return h200_model(settings.precision);
  RankModel rank;
  const double speed = core_updates_a_second * std::max(1, settings.threads);
  rank.seconds_a_cell = (settings.precision == Precision::float64 ? 2 : 1) / speed;
  rank.seconds_to_start = 5e-6;
  rank.gathered_a_second = 4e9;
  rank.seconds_a_phase = 20e-6;
  rank.bytes_a_second = 4e9;
  rank.overlaps_slabs = false;  // MPI moves little of a message before somebody waits for it
  rank.overlaps_blocks = false;
  return rank;
}

std::string machine_of_rank_model(const SolverSettings& settings) {
  if (settings.device == Device::cuda) return "an idle H200";
  const int cores = std::max(1, settings.threads);
  return fmt::format("{} idle {} of a recent server", cores, cores == 1 ? "core" : "cores");
}

RankModel on_another_node(RankModel rank) {
  rank.bytes_a_second = std::min(rank.bytes_a_second, 50e9);
  rank.seconds_a_phase += 20e-6;
  return rank;
}

double predict_step_seconds(const RankModel& rank, const BlockWork& work) {
  double messages = 0;
  double gathering = 0;
  for (const double bytes : work.message_bytes) {
    if (bytes == 0) continue;
    messages += rank.seconds_a_phase + 2 * bytes / rank.bytes_a_second;
    gathering += 2 * bytes / rank.gathered_a_second;
  }
  if (messages == 0) return rank.seconds_a_cell * work.cells;
  const double stepping = rank.seconds_a_cell * work.cells + rank.seconds_to_start + gathering;
  const bool overlaps = work.message_bytes[0] > 0 ? rank.overlaps_blocks : rank.overlaps_slabs;
  return overlaps ? std::max(stepping, rank.seconds_a_cell * work.boundary_cells + messages) : stepping + messages;
}

std::vector<BlockWork> work_of_blocks(const Partition& partition, std::span<const std::int32_t> cells_by_row,
                                      const RankModel& rank, Precision precision, double links_a_cell) {
  const auto cells_of = [&](const Block& block) {
    return static_cast<double>(cells_of_rows(partition, cells_by_row, block));
  };
  const double bytes_a_cell = links_a_cell * static_cast<double>(bytes_of(precision));
  std::vector<BlockWork> all;
  for (int number = 0; number < partition.blocks(); ++number) {
    const Block block = partition.block(number);
    BlockWork& work = all.emplace_back();
    work.cells = cells_of(block);
    const auto ends = [](const Range& range, std::int64_t size) {
      return std::array<Range, 2>{{{range.first, std::min(range.first + size, range.last)},
                                   {std::max(range.last - size, range.first), range.last}}};
    };
    if (partition.is_cut(Axis::y)) {
      double rows = 0;  // the first and last row of every plane; the rows of the neighbours next to them count the same
      for (const Range& end : ends(block.y, 1)) rows += cells_of({end, block.z});
      work.message_bytes[0] = rows / 2 * bytes_a_cell;
      work.boundary_cells += 2 * rows;
      work.cells += rows;
    }
    if (partition.is_cut(Axis::z)) {
      double planes = 0;
      for (const Range& end : ends(block.z, 1)) planes += cells_of({block.y, end});
      work.message_bytes[1] = planes / 2 * bytes_a_cell;
      for (const Range& end : ends(block.z, rank.boundary_planes)) work.boundary_cells += cells_of({block.y, end});
    }
    work.boundary_cells = std::min(work.boundary_cells, work.cells);
  }
  return all;
}

double predict_step_seconds(const Partition& partition, std::span<const std::int32_t> cells_by_row,
                            const RankModel& rank, Precision precision) {
  double longest = 0;
  for (const BlockWork& work : work_of_blocks(partition, cells_by_row, rank, precision, typical_links_a_cell))
    longest = std::max(longest, predict_step_seconds(rank, work));
  return longest;
}

double crossing_links_a_cell(double porosity, double radius) {
  if (porosity >= 1) return 5;
  // Both cells are pore with this probability: porosity to the power of V - 1, where V is the volume that two spheres
  // at this distance cover together, in sphere volumes. One is taken away because the first cell is known to be pore.
  const auto both_pore = [&](double distance) {
    const double d = std::min(distance / radius, 2.0);
    return std::pow(porosity, 0.75 * d - d * d * d / 16);
  };
  return both_pore(1) + 4 * both_pore(std::sqrt(2.0));
}

}  // namespace perm
