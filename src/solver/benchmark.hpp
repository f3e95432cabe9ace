// SPDX-License-Identifier: Apache-2.0
// How fast this machine updates cells, against how fast its memory is.
#pragma once

#include <cstdint>
#include <string>

#include "geometry/pore_space.hpp"
#include "solver/settings.hpp"

namespace perm {

struct BenchmarkResult {
  std::int64_t fluid_cells{0};
  std::int64_t steps{0};
  double seconds{0};
  double mflups{0};
  double bandwidth_gb_s{0};        ///< in-place read-modify-write of as many bytes as the distributions, read + written
  double bytes_per_update{0};      ///< memory traffic a cell and step that the scheme cannot avoid
  double fraction_of_limit{0};     ///< mflups * bytes_per_update / bandwidth
  double bytes_per_fluid_cell{0};  ///< storage
  std::string device;
  std::string instructions;
  int threads{0};
};

/// Measures for about `seconds` on the given pore space.
BenchmarkResult run_benchmark(const PoreSpace& pores, const SolverSettings& settings, double seconds);

}  // namespace perm
