// SPDX-License-Identifier: Apache-2.0
#include "solver/scaling/benchmark.hpp"

#include <vector>

#include "lattice/domain.hpp"
#include "solver/scaling/lattice_speed.hpp"
#include "solver/scaling/partition_choice.hpp"

namespace perm {
namespace {

/// Makes the compact lattice, shared out among the processes, and notes in `result` how.
std::unique_ptr<SteppedLattice> make_compact(const PoreSlab& pores, const SolverSettings& settings,
                                             BenchmarkResult& result) {
  const std::vector<std::int32_t> rows = count_cells_by_row(pores);
  const Partition partition = choose_partition(pores.image(), rows, pores.processes().size(), settings);
  result.parts_y = partition.parts_y();
  result.parts_z = partition.parts_z();
  result.imbalance = imbalance(count_cells_by_block(partition, rows));
  const Domain domain(partition, pores.processes());
  return make_backend(domain, fetch_pores(pores, domain), settings);
}

}  // namespace

BenchmarkResult run_benchmark(const PoreSlab& pores, const SolverSettings& settings, double seconds) {
  const Communicator& processes = pores.processes();
  BenchmarkResult result;
  result.ranks = processes.size();
  const auto lattice = make_compact(pores, settings, result);
  const std::int64_t cells = processes.sum(lattice->cells());
  result.fluid_cells = cells;
  result.device = to_string(settings.device);
  result.description = lattice->description();
  result.bytes_per_fluid_cell = static_cast<double>(processes.sum(lattice->bytes())) / static_cast<double>(cells);
  const LatticeSpeed speed = measure_speed(*lattice, settings, processes, seconds);
  result.device_bytes_used = speed.device_bytes;
  result.steps = speed.steps;
  result.seconds = speed.seconds;
  result.bytes_per_update = lattice->bytes_per_update();
  result.mflups = speed.updates_per_s / 1e6;
  result.bandwidth_gb_s = speed.bandwidth_bytes_s / 1e9;
  result.fraction_of_limit = speed.fraction_of_limit;
  return result;
}

}  // namespace perm
