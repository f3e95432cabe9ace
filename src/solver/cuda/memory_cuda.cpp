// SPDX-License-Identifier: Apache-2.0
#include "solver/cuda/memory_cuda.hpp"

#include <algorithm>
#include <cmath>

#include "solver/cuda/index/cuda_index.hpp"
#include "solver/cuda/make_cuda.hpp"

namespace perm {

double float16_unit(const SolverSettings& settings, const Extent& extent) {
  const double force = strongest_force(settings);
  const auto longest = static_cast<double>(std::max({extent.nx, extent.ny, extent.nz}));
  int exponent = 0;
  std::frexp(force == 0 ? 1.0 : force * longest, &exponent);
  return std::ldexp(1.0, exponent - 12);
}

std::int64_t predict_cuda_bytes(const Extent& extent, std::int64_t cells, Precision precision) {
  const std::int64_t values = precision == Precision::float64   ? count_values<double>(cells)
                              : precision == Precision::float16 ? count_values<__half>(cells)
                                                                : count_values<float>(cells);
  return values * bytes_of(precision) + CudaIndex::predict_bytes(BrickGrid(extent), cells, most_tile_cells);
}

}  // namespace perm
