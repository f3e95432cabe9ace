// SPDX-License-Identifier: Apache-2.0
#include "solver/benchmark.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>

#include "core/large_array.hpp"
#include "lattice/d3q19.hpp"
#include "lattice/link_bitmask.hpp"
#include "solver/backend.hpp"
#include "solver/step_table.hpp"

namespace perm {
namespace {

using Clock = std::chrono::steady_clock;
double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// Bytes a second, read and written, of a = s*a + c in place on `values` floats: the best of several passes.
double measure_bandwidth(std::size_t values, int threads) {
  LargeArray<float> array(values);
  float* a = array.data();
  const auto count = static_cast<std::ptrdiff_t>(values);
  double best = 0;
  for (int pass = 0; pass < 9; ++pass) {
    const Clock::time_point start = Clock::now();
#pragma omp parallel for simd schedule(static) num_threads(threads)
    for (std::ptrdiff_t i = 0; i < count; ++i) a[i] = a[i] * 0.999F + 0.001F;
    const double seconds = seconds_since(start);
    if (pass > 0) best = std::max(best, 2.0 * static_cast<double>(array.bytes()) / seconds);  // pass 0 places the pages
  }
  return best;
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

  const std::size_t distribution_bytes = static_cast<std::size_t>(cells) * d3q19::directions * real;
  double bandwidth = measure_bandwidth(distribution_bytes / sizeof(float), result.threads);
  backend->advance(2);
  const Clock::time_point start = Clock::now();
  std::int64_t batch = 2;
  double elapsed = 0;
  while (elapsed < seconds) {
    backend->advance(batch);
    result.steps += batch;
    elapsed = seconds_since(start);
    batch = std::clamp<std::int64_t>(2 * static_cast<std::int64_t>(static_cast<double>(result.steps) / elapsed * 0.1), 2, 1000);
  }
  // Before and after: what the machine could do while the solver ran lies between.
  bandwidth = std::max(bandwidth, measure_bandwidth(distribution_bytes / sizeof(float), result.threads));

  // Every step reads and writes 19 distributions; every other step reads masks, occupancy and ranks too.
  const double index_bytes = static_cast<double>(sizeof(LinkBitmask)) +
                             static_cast<double>(backend->occupancy().bytes()) / static_cast<double>(cells);
  result.bytes_per_update = 2.0 * d3q19::directions * static_cast<double>(real) + index_bytes / 2;
  result.seconds = elapsed;
  result.mflups = static_cast<double>(cells) * static_cast<double>(result.steps) / elapsed / 1e6;
  result.bandwidth_gb_s = bandwidth / 1e9;
  result.fraction_of_limit = result.mflups * 1e6 * result.bytes_per_update / bandwidth;
  return result;
}

}  // namespace perm
