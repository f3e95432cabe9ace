// SPDX-License-Identifier: Apache-2.0
#include "streaming/streaming_study.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/errors.hpp"
#include "core/units.hpp"
#include "lattice/domain.hpp"
#include "solver/devices.hpp"
#include "solver/scaling/lattice_speed.hpp"
#include "solver/scaling/partition_choice.hpp"
#include "streaming/largest_cube.hpp"
#include "streaming/make_streaming_lattice.hpp"

namespace perm {
namespace {

bool has_own_block(StreamingScheme scheme) {
  return scheme == StreamingScheme::compact || scheme == StreamingScheme::ghost;
}

struct Made {
  std::unique_ptr<SteppedLattice> lattice;
  int passes;
};

Made make_lattice(const PoreSlab& pores, const StudyRequest& request, const StudyRow& row) {
  if (row.scheme == StreamingScheme::compact) {
    const std::vector<std::int32_t> rows = count_cells_by_row(pores);
    const Partition partition = choose_partition(pores.image(), rows, pores.processes().size(), request.settings);
    const Domain domain(partition, pores.processes());
    return {make_backend(domain, fetch_pores(pores, domain), request.settings), 1};
  }
  const StreamingChoice choice{row.scheme, row.block > 0 ? row.block : StreamingChoice{}.block};
  auto lattice = make_streaming_lattice(pores, request.settings, choice);
  const int passes = lattice->passes_per_step();
  return {std::move(lattice), passes};
}

std::int64_t predict(const PoreSlab& pores, const StudyRequest& request, StreamingScheme scheme) {
  return scheme == StreamingScheme::compact
             ? predict_bytes(pores.pores(), pores.pores().count_pores(), request.settings)
             : predict_streaming_bytes(scheme, pores.pores().extent(), request.settings.precision);
}

StudyRow::Speed measure(const Made& made, const StudyRequest& request, const Communicator& processes) {
  const LatticeSpeed found = measure_speed(*made.lattice, request.settings, processes, request.seconds);
  StudyRow::Speed speed;
  speed.steps = found.steps;
  speed.mflups = found.updates_per_s / 1e6;
  speed.mflups_deviation = found.spread / 1e6;
  speed.bandwidth_gb_s = found.bandwidth_bytes_s / 1e9;
  speed.bytes_per_update = made.lattice->bytes_per_update();
  speed.limit_mflups = found.bandwidth_bytes_s / speed.bytes_per_update / 1e6;
  speed.fraction_of_limit = found.fraction_of_limit;
  speed.registers = made.lattice->registers();
  speed.passes = made.passes;
  return speed;
}

class Study {
 public:
  Study(const StudyRequest& request, Communicator processes)
      : request_(request), processes_(std::move(processes)), facts_(facts_of(request.settings.device)) {}

  StudyRow measure_row(const PoreSlab& pores, const StudyBox& box, StreamingScheme scheme, int block) {
    StudyRow row;
    row.scheme = scheme;
    row.box = box;
    row.block = has_own_block(scheme) ? 0 : block;
    row.ranks = processes_.size();
    const auto voxels = static_cast<double>(pores.image().voxels());
    const auto pore_voxels = static_cast<double>(pores.count_pores());
    row.porosity = pore_voxels / voxels;
    const std::int64_t own = predict(pores, request_, scheme);
    row.bytes_needed = processes_.max(own);
    row.bytes_free = -processes_.max(-facts_.free_bytes());
    double bytes = static_cast<double>(processes_.sum(own));
    // On a CPU the bandwidth is measured on as much memory again.
    const std::int64_t at_work = facts_.uses_host_memory() ? 2 * row.bytes_needed : row.bytes_needed;
    if (row.bytes_free == 0 || at_work <= row.bytes_free) {
      const Made made = make_lattice(pores, request_, row);
      bytes = static_cast<double>(processes_.sum(made.lattice->bytes()));
      row.speed = measure(made, request_, processes_);
    }
    row.bytes_per_voxel = bytes / voxels;
    row.bytes_per_pore_voxel = bytes / pore_voxels;
    if (row.bytes_free > 0)
      row.largest_cube = find_largest_cube(scheme, request_.settings, row.porosity, processes_.size(), row.bytes_free);
    if (request_.largest == LargestCube::tried) try_largest_cube(request_, row);
    return row;
  }

 private:
  const StudyRequest& request_;
  Communicator processes_;
  const DeviceFacts& facts_;
};

[[noreturn]] void refuse(const StudyRow& row, const DeviceFacts& facts) {
  throw MemoryShortage(
      fmt::format("{} takes {} for {} voxels", to_string(row.scheme),
                  format_bytes(static_cast<double>(row.bytes_needed)), to_string(row.box.extent)),
      fmt::format("{} are free{}", format_bytes(static_cast<double>(row.bytes_free)), facts.where_memory_is()),
      fmt::format("The largest cube that fits is {0} x {0} x {0}", row.largest_cube));
}

}  // namespace

void require_study(const StudyRequest& request, int processes) {
  for (const StreamingScheme scheme : request.schemes)
    for (const int block : request.blocks)
      if (scheme != StreamingScheme::compact) require_streaming(request.settings, {scheme, block}, processes);
  if (request.largest == LargestCube::computed) return;
  if (facts_of(request.settings.device).uses_host_memory())
    throw UsageError("--try-largest is given without --device cuda", "it would take all the memory of this machine",
                     "Leave it out: the largest cube is computed anyway");
  if (processes > 1)
    throw UsageError("--try-largest is given on several ranks", "it fills one GPU", "Start it without mpirun");
}

std::vector<StudyRow> run_streaming_study(const StudyRequest& request, const Communicator& processes,
                                          const std::function<void(const StudyRow&)>& row_done) {
  require_study(request, processes.size());
  Study study(request, processes);
  std::vector<StudyRow> rows;
  for (const StudyBox& box : request.boxes) {
    const PoreSlab pores = make_study_box(box, processes);
    if (pores.count_pores() == 0)
      throw InputError(fmt::format("The box of porosity {:g} has no pore", box.porosity), "there is nothing to step",
                       "Give a larger --porosity or --size");
    for (const StreamingScheme scheme : request.schemes)
      for (const int block : request.blocks) {
        if (has_own_block(scheme) && block != request.blocks.front()) continue;
        rows.push_back(study.measure_row(pores, box, scheme, block));
        row_done(rows.back());
      }
  }
  if (!rows.empty() && std::ranges::none_of(rows, [](const StudyRow& row) { return row.speed.has_value(); }))
    refuse(rows.front(), facts_of(request.settings.device));
  return rows;
}

}  // namespace perm
