// SPDX-License-Identifier: Apache-2.0
// Does on a GPU what LaplaceSolver does, with the same bits.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "laplace/cuda/views.hpp"
#include "laplace/laplace_solver.hpp"

namespace perm {

class LaplaceSolverCuda {
 public:
  /// Joins the cells as CellGraph does, and copies what it needs. Throws DeviceError where there is no GPU, or not
  /// enough memory.
  LaplaceSolverCuda(const Occupancy& occupancy, const FaceRules& rules, std::span<const std::uint8_t> widths,
                    Quanta of_edge);
  LaplaceSolverCuda(LaplaceSolverCuda&&) noexcept;
  LaplaceSolverCuda& operator=(LaplaceSolverCuda&&) noexcept;
  ~LaplaceSolverCuda();

  /// Does what LaplaceSolver::solve does for a flux and a potential in device memory, with a value for each cell.
  LaplaceSolution solve(float* flux, float* potential, double share, int most_iterations = most_iterations_of_all);
  /// Does what LaplaceSolver::go_on does.
  LaplaceSolution go_on(float* flux, float* potential, double share, int most_iterations = most_iterations_of_all);

  /// Does the same as solve() for values in the memory of the host.
  LaplaceSolution solve(std::span<float> flux, std::span<float> potential, double share,
                        int most_iterations = most_iterations_of_all);

  /// Gives room for a value of each cell, in device memory, which solve() needs.
  float* room();
  const laplace_cuda::CellView& cells() const;
  std::int64_t bytes() const;  ///< of device memory

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace perm
