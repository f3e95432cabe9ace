// SPDX-License-Identifier: Apache-2.0
#include "solver/scaling/benchmark.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <vector>

#include "core/errors.hpp"
#include "lattice/d3q19.hpp"
#include "lattice/domain.hpp"
#include "solver/bandwidth.hpp"
#include "solver/devices.hpp"
#include "solver/full_matrix.hpp"
#include "solver/scaling/partition_choice.hpp"

namespace perm {
namespace {

using Clock = std::chrono::steady_clock;
double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

std::unique_ptr<SteppedLattice> make_yardstick(const PoreSlab& pores, const SolverSettings& settings) {
  if (settings.device != Device::cuda)
    throw UsageError("--scheme full is given without --device cuda", "the yardstick is there for GPUs only",
                     "Add --device cuda, or leave --scheme out");
  if (!pores.processes().is_alone())
    throw UsageError("--scheme full is given on several ranks", "the yardstick is there for one GPU only",
                     "Start it without mpirun, or leave --scheme out");
  return make_full_matrix(pores.pores(), settings);
}

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

double sum(double value, const Communicator& processes) {
  double all = 0;
  for (const auto& of_rank : processes.gather_to_all(std::span<const double>(&value, 1))) all += of_rank.front();
  return all;
}

std::unique_ptr<Bandwidth> make_memory_test(const SolverSettings& settings, std::int64_t distribution_bytes) {
  const DeviceFacts& device = facts_of(settings.device);
  if (device.uses_host_memory()) return make_bandwidth(settings.device, distribution_bytes, settings.threads);
  // The copy goes from one buffer to another. The two take what fits next to the lattice, and no more than a good
  // measurement needs.
  constexpr std::int64_t enough = std::int64_t{4} << 30;
  return make_bandwidth(settings.device, std::min(enough, device.free_bytes() * 2 / 5), settings.threads);
}

}  // namespace

BenchmarkResult run_benchmark(const PoreSlab& pores, const SolverSettings& settings, double seconds, Scheme scheme) {
  const Communicator& processes = pores.processes();
  BenchmarkResult result;
  result.ranks = processes.size();
  const auto lattice =
      scheme == Scheme::compact ? make_compact(pores, settings, result) : make_yardstick(pores, settings);
  const std::int64_t own_cells = lattice->cells();
  const std::int64_t cells = processes.sum(own_cells);
  result.scheme = scheme;
  result.fluid_cells = cells;
  result.device = to_string(settings.device);
  result.description = lattice->description();
  result.bytes_per_fluid_cell = static_cast<double>(processes.sum(lattice->bytes())) / static_cast<double>(cells);

  result.device_bytes_used =
      facts_of(settings.device).used_bytes();  // read before the measurement of the bandwidth allocates its own memory
  // Solver and memory are measured in turn, and the median of each counts, because other work on the machine then slows
  // both.
  const auto memory = make_memory_test(settings, own_cells * d3q19::directions * bytes_of(settings.precision));
  lattice->advance(2);
  std::vector<double> bandwidths;
  std::vector<double> speeds;
  std::int64_t steps = 2;
  const Clock::time_point start = Clock::now();
  do {
    processes.wait_for_all();
    const Clock::time_point batch_start = Clock::now();
    lattice->advance(steps);
    const double batch_seconds = processes.max(seconds_since(batch_start));
    result.steps += steps;
    result.seconds += batch_seconds;
    speeds.push_back(static_cast<double>(cells * steps) / batch_seconds);
    for (int pass = 0; pass < 3; ++pass) bandwidths.push_back(memory->measure());
    // The next batch should take a tenth of a second.
    const double pairs = 0.1 * static_cast<double>(steps) / batch_seconds / 2;
    steps = 2 * std::clamp<std::int64_t>(static_cast<std::int64_t>(pairs), 1, 2 * steps);
  } while (!processes.any(seconds_since(start) >= seconds));
  const double speed = median(speeds);
  const double bandwidth = sum(median(bandwidths), processes);
  result.bytes_per_update = lattice->bytes_per_update();
  result.mflups = speed / 1e6;
  result.bandwidth_gb_s = bandwidth / 1e9;
  result.fraction_of_limit = speed * result.bytes_per_update / bandwidth;
  return result;
}

}  // namespace perm
