// SPDX-License-Identifier: Apache-2.0
// A build without CUDA refuses and says why.
#include "device/gpu.hpp"
#include "laplace/cuda/laplace_solver_cuda.hpp"

namespace perm {

class LaplaceSolverCuda::State {};

LaplaceSolverCuda::LaplaceSolverCuda(const Occupancy& /*occupancy*/, const FaceRules& /*rules*/,
                                     std::span<const std::uint8_t> /*widths*/, Quanta /*of_edge*/) {
  require_cuda();
}
LaplaceSolverCuda::LaplaceSolverCuda(LaplaceSolverCuda&&) noexcept = default;
LaplaceSolverCuda& LaplaceSolverCuda::operator=(LaplaceSolverCuda&&) noexcept = default;
LaplaceSolverCuda::~LaplaceSolverCuda() = default;

LaplaceSolution LaplaceSolverCuda::solve(float* /*flux*/, float* /*potential*/, double /*share*/,
                                         int /*most_iterations*/) {
  require_cuda();
  return {};
}

LaplaceSolution LaplaceSolverCuda::solve(std::span<float> /*flux*/, std::span<float> /*potential*/, double /*share*/,
                                         int /*most_iterations*/) {
  require_cuda();
  return {};
}

std::int64_t LaplaceSolverCuda::bytes() const { return 0; }

}  // namespace perm
