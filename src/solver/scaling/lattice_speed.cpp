// SPDX-License-Identifier: Apache-2.0
#include "solver/scaling/lattice_speed.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <vector>

#include "lattice/d3q19.hpp"
#include "solver/bandwidth.hpp"
#include "solver/devices.hpp"

namespace perm {
namespace {

using Clock = std::chrono::steady_clock;
double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

double standard_deviation(const std::vector<double>& values) {
  if (values.size() < 2) return 0;
  const auto count = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return std::sqrt(squares / (count - 1));
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

LatticeSpeed measure_speed(SteppedLattice& lattice, const SolverSettings& settings, const Communicator& processes,
                           double seconds) {
  const std::int64_t cells = processes.sum(lattice.cells());
  LatticeSpeed result;
  result.device_bytes =
      facts_of(settings.device).used_bytes();  // read before the measurement of the bandwidth allocates its own memory
  const auto memory = make_memory_test(settings, lattice.cells() * d3q19::directions * bytes_of(settings.precision));
  lattice.advance(2);
  std::vector<double> bandwidths;
  std::vector<double> speeds;
  std::int64_t steps = 2;
  const double batch = std::min(0.1, seconds / 5);
  const Clock::time_point start = Clock::now();
  do {
    processes.wait_for_all();
    const Clock::time_point batch_start = Clock::now();
    lattice.advance(steps);
    const double batch_seconds = processes.max(seconds_since(batch_start));
    result.steps += steps;
    result.seconds += batch_seconds;
    speeds.push_back(static_cast<double>(cells * steps) / batch_seconds);
    for (int pass = 0; pass < 3; ++pass) bandwidths.push_back(memory->measure());
    const double pairs = batch * static_cast<double>(steps) / batch_seconds / 2;
    const std::int64_t next = 2 * std::clamp<std::int64_t>(static_cast<std::int64_t>(pairs), 1, 2 * steps);
    if (next > 2 * steps) speeds.clear();  // so few steps tell of their start more than of their speed
    steps = next;
  } while (!processes.any(seconds_since(start) >= seconds) || speeds.empty());
  result.updates_per_s = median(speeds);
  result.spread = standard_deviation(speeds);
  result.bandwidth_bytes_s = sum(median(bandwidths), processes);
  result.fraction_of_limit = result.updates_per_s * lattice.bytes_per_update() / result.bandwidth_bytes_s;
  return result;
}

}  // namespace perm
