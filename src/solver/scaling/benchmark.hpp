// SPDX-License-Identifier: Apache-2.0
// Measures how fast this machine updates cells, and compares that with the speed of its memory.
#pragma once

#include <cstdint>
#include <string>

#include "geometry/pore_slab.hpp"
#include "solver/cell/settings.hpp"

namespace perm {

struct BenchmarkResult {
  std::int64_t fluid_cells{0};
  std::int64_t steps{0};
  double seconds{0};
  double mflups{0};
  double bandwidth_gb_s{
      0};  ///< read and written. CPU: in place, over as many bytes as the distributions take; CUDA: a copy
  double bytes_per_update{0};      ///< memory traffic per cell and step that the scheme cannot avoid
  double fraction_of_limit{0};     ///< mflups * bytes_per_update / bandwidth
  double bytes_per_fluid_cell{0};  ///< memory that the lattice takes
  std::int64_t device_bytes_used{
      0};                   ///< CUDA: in use on the whole device while stepping, by other programs too; CPU: 0
  std::string device;       ///< "cpu" or "cuda"
  std::string description;  ///< "cpu, avx512, 2 threads"
  int ranks{1};
  std::int64_t parts_y{1};  ///< blocks along y that the image is cut into
  std::int64_t parts_z{1};  ///< blocks along z
  double imbalance{0};      ///< cells of the largest block over the mean, less 1
};

/// Measures for about `seconds` on the given pore space; collective. Speeds, bandwidths and bytes are sums over all
/// processes. Throws everything that make_backend throws.
BenchmarkResult run_benchmark(const PoreSlab& pores, const SolverSettings& settings, double seconds);

}  // namespace perm
