// SPDX-License-Identifier: Apache-2.0
// Does on a GPU what LaplaceSolver does, with the same bits. The pieces have other numbers than on the host, and there
// may be numbers that no piece has (views.hpp says why): what flows from them must be 0, and their potentials say
// nothing.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "laplace/cuda/image_on_gpu.hpp"
#include "laplace/cuda/views.hpp"
#include "laplace/laplace_solver.hpp"

namespace perm {

class LaplaceSolverCuda {
 public:
  /// Joins the cells as CellGraph does. Throws DeviceError where there is not enough memory.
  LaplaceSolverCuda(const laplace_cuda::ImageOnGpu& image, std::span<const std::uint8_t> widths, Quanta of_edge);
  LaplaceSolverCuda(LaplaceSolverCuda&&) noexcept;
  LaplaceSolverCuda& operator=(LaplaceSolverCuda&&) noexcept;
  ~LaplaceSolverCuda();

  /// Does what LaplaceSolver::solve does for a flux and a potential in device memory, with a value for each number of a
  /// piece.
  LaplaceSolution solve(const float* flux, float* potential, double share,
                        int most_iterations = most_iterations_of_all);

  const laplace_cuda::CellView& cells() const;
  laplace_cuda::PiecesView pieces() const;
  std::int64_t bytes() const;  ///< of device memory

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace perm
