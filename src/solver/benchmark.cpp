// SPDX-License-Identifier: Apache-2.0
#include "solver/benchmark.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <vector>

#include "core/large_array.hpp"
#include "lattice/d3q19.hpp"
#include "lattice/group_masks.hpp"
#include "solver/backend.hpp"
#include "solver/step_table.hpp"

namespace perm {
namespace {

using Clock = std::chrono::steady_clock;
double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// An array to measure the memory's bandwidth on: a = s*a + c in place.
class Bandwidth {
 public:
  Bandwidth(std::size_t values, int threads) : array_(values), threads_(threads) { measure(); }

  /// Bytes a second, read and written, in one pass.
  double measure() {
    float* a = array_.data();
    const auto count = static_cast<std::ptrdiff_t>(array_.size());
    const Clock::time_point start = Clock::now();
#pragma omp parallel for simd schedule(static) num_threads(threads_)
    for (std::ptrdiff_t i = 0; i < count; ++i) a[i] = a[i] * 0.999F + 0.001F;
    return 2.0 * static_cast<double>(array_.bytes()) / seconds_since(start);
  }

 private:
  LargeArray<float> array_;
  int threads_;
};

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

BenchmarkResult run_benchmark(const PoreSpace& pores, const SolverSettings& settings, double seconds) {
  BenchmarkResult result;
  const auto backend = make_cpu_backend(pores, settings);
  const std::int64_t cells = backend->occupancy().cells();
  const std::size_t real = settings.precision == Precision::float64 ? sizeof(double) : sizeof(float);
  result.fluid_cells = cells;
  result.threads = resolve_threads(settings.threads);
  result.device = "cpu";
  result.instructions = to_string(resolve_instructions(settings.instructions));
  result.bytes_per_fluid_cell = static_cast<double>(backend->bytes()) / static_cast<double>(cells);

  // Solver and memory in turn, and the median of each: what else the machine does falls on both alike.
  const std::size_t distribution_bytes = static_cast<std::size_t>(cells) * d3q19::directions * real;
  Bandwidth memory(distribution_bytes / sizeof(float), result.threads);
  backend->advance(2);
  std::vector<double> bandwidths;
  std::vector<double> speeds;
  const Clock::time_point start = Clock::now();
  do {
    const Clock::time_point batch_start = Clock::now();
    std::int64_t steps = 0;
    do {
      backend->advance(2);
      steps += 2;
    } while (seconds_since(batch_start) < 0.1);
    const double batch_seconds = seconds_since(batch_start);
    result.steps += steps;
    result.seconds += batch_seconds;
    speeds.push_back(static_cast<double>(cells * steps) / batch_seconds);
    for (int pass = 0; pass < 3; ++pass) bandwidths.push_back(memory.measure());
  } while (seconds_since(start) < seconds);
  const double speed = median(speeds);
  const double bandwidth = median(bandwidths);

  // Every step reads and writes 19 distributions; every other step needs masks, occupancy and ranks too. That it reads
  // kept links in place of the latter, which are more, does not count.
  const double index_bytes = static_cast<double>(sizeof(GroupMasks) * real) / 64 +
                             static_cast<double>(backend->occupancy().bytes()) / static_cast<double>(cells);
  result.bytes_per_update = 2.0 * d3q19::directions * static_cast<double>(real) + index_bytes / 2;
  result.mflups = speed / 1e6;
  result.bandwidth_gb_s = bandwidth / 1e9;
  result.fraction_of_limit = speed * result.bytes_per_update / bandwidth;
  return result;
}

}  // namespace perm
