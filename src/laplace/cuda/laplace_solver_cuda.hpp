// SPDX-License-Identifier: Apache-2.0
// Does on a GPU what LaplaceSolver does, with the same bits.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "laplace/cuda/coarsening.hpp"
#include "laplace/laplace_solver.hpp"

namespace perm {

class LaplaceSolverCuda {
 public:
  /// The pieces are those of a whole image. Throws DeviceError where there is not enough memory.
  explicit LaplaceSolverCuda(laplace_cuda::JoinedPieces pieces);
  LaplaceSolverCuda(LaplaceSolverCuda&&) noexcept;
  LaplaceSolverCuda& operator=(LaplaceSolverCuda&&) noexcept;
  ~LaplaceSolverCuda();

  std::size_t pieces() const;
  /// Does what LaplaceSolver::solve does for a flux and a potential in device memory.
  LaplaceSolution solve(std::span<const float> flux, std::span<float> potential, double share,
                        int most_iterations = most_iterations_of_all);

  std::int64_t bytes() const;  ///< of device memory

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace perm
