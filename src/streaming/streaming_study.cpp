// SPDX-License-Identifier: Apache-2.0
#include "streaming/streaming_study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>

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
  const StreamingChoice choice{row.scheme, row.block > 0 ? row.block : StreamingChoice{}.block, request.device_bytes};
  auto lattice = make_streaming_lattice(pores, request.settings, choice);
  const int passes = lattice->passes_per_step();
  return {std::move(lattice), passes};
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

  StudyRow measure_row(const StudyBox& box, StreamingScheme scheme, int block) {
    StudyRow row;
    row.scheme = scheme;
    row.box = box;
    row.block = has_own_block(scheme) ? 0 : block;
    row.ranks = processes_.size();
    row.bytes_free = find_free_bytes(scheme);
    if (!fits(row, predict(row, box.porosity), 0.98)) return finish(row, box.porosity, predict(row, box.porosity));
    const PoreSlab& pores = make_box(box);
    const double porosity = static_cast<double>(pores.count_pores()) / static_cast<double>(pores.image().voxels());
    if (!fits(row, predict(row, porosity), 1)) return finish(row, porosity, predict(row, porosity));
    std::int64_t bytes = predict(row, porosity);
    try {
      const Made made = make_lattice(pores, request_, row);
      bytes = processes_.sum(made.lattice->bytes()) / row.ranks;
      row.speed = measure(made, request_, processes_);
    } catch (const MemoryShortage&) {  // others may use the device too
      if (row.ranks > 1) throw;
      shortage_ = std::current_exception();
    }
    return finish(row, porosity, bytes);
  }

  /// Throws what a device said that had less memory than it seemed to have, where it did.
  void throw_shortage() const {
    if (shortage_) std::rethrow_exception(shortage_);
  }

 private:
  /// Gives the bytes that a scheme may take: of the device, or of the host where it keeps its distributions there.
  std::int64_t find_free_bytes(StreamingScheme scheme) const {
    const bool in_host = scheme == StreamingScheme::out_of_core;
    std::int64_t bytes = -processes_.max(-facts_of(in_host ? Device::cpu : request_.settings.device).free_bytes());
    if (!in_host && request_.device_bytes > 0 && (bytes == 0 || request_.device_bytes < bytes))
      bytes = request_.device_bytes;
    return bytes;
  }

  /// Gives the bytes that one process needs.
  std::int64_t predict(const StudyRow& row, double porosity) const {
    const Extent& n = row.box.extent;
    const Extent slab{n.nx, n.ny, (n.nz + row.ranks - 1) / row.ranks};
    const auto cells = static_cast<std::int64_t>(porosity * static_cast<double>(slab.voxels()));
    return row.scheme == StreamingScheme::compact
               ? predict_bytes(slab, cells, request_.settings)
               : predict_streaming_bytes(row.scheme, slab, request_.settings.precision);
  }
  /// Says whether `share` of the bytes are free. On a CPU the bandwidth is measured on as much memory again.
  bool fits(StudyRow& row, std::int64_t bytes, double share) const {
    const bool twice = facts_.uses_host_memory() && row.scheme != StreamingScheme::out_of_core;
    row.bytes_needed = twice ? 2 * bytes : bytes;
    return row.bytes_free == 0 || share * static_cast<double>(row.bytes_needed) <= static_cast<double>(row.bytes_free);
  }
  StudyRow finish(StudyRow& row, double porosity, std::int64_t bytes_of_process) {
    const auto voxels = static_cast<double>(row.box.extent.voxels());
    row.porosity = porosity;
    row.bytes_per_voxel = static_cast<double>(bytes_of_process) * row.ranks / voxels;
    row.bytes_per_pore_voxel = row.bytes_per_voxel / porosity;
    if (row.bytes_free > 0)
      row.largest_cube = find_largest_cube(row.scheme, request_.settings, porosity, row.ranks, row.bytes_free);
    const bool has_cube = !row.box.is_image() || row.scheme != StreamingScheme::compact;  // no larger image is there
    if (request_.largest == LargestCube::tried && row.scheme != StreamingScheme::out_of_core && has_cube) {
      pores_.reset();  // makes room in the host
      try_largest_cube(request_, row);
    }
    return row;
  }
  /// Makes the box when the first scheme that fits wants it.
  const PoreSlab& make_box(const StudyBox& box) {
    if (box.is_image()) return request_.images.at(box.image);
    if (pores_ && made_ == box) return *pores_;
    pores_ = make_study_box(box, processes_);
    made_ = box;
    if (pores_->count_pores() == 0)
      throw InputError(fmt::format("The box of porosity {:g} has no pore", box.porosity), "there is nothing to step",
                       "Give a larger --porosity or --size");
    return *pores_;
  }

  std::optional<PoreSlab> pores_;
  StudyBox made_;
  std::exception_ptr shortage_;
  const StudyRequest& request_;
  Communicator processes_;
  const DeviceFacts& facts_;
};

[[noreturn]] void refuse(const StudyRow& row, Device device) {
  const DeviceFacts& facts = facts_of(row.scheme == StreamingScheme::out_of_core ? Device::cpu : device);
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
  for (const StudyBox& box : request.boxes)
    for (const StreamingScheme scheme : request.schemes)
      for (const int block : request.blocks) {
        if (has_own_block(scheme) && block != request.blocks.front()) continue;
        rows.push_back(study.measure_row(box, scheme, block));
        row_done(rows.back());
      }
  if (!rows.empty() && std::ranges::none_of(rows, [](const StudyRow& row) { return row.speed.has_value(); })) {
    study.throw_shortage();
    refuse(rows.front(), request.settings.device);
  }
  return rows;
}

}  // namespace perm
