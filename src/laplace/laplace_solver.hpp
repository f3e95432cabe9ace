// SPDX-License-Identifier: Apache-2.0
// Solves for the potentials of the pieces of an image at which given fluxes leave them, by conjugate gradients with one
// cycle of multigrid.
#pragma once

#include <limits>
#include <memory>
#include <span>

#include "core/large_array.hpp"
#include "laplace/exact_dot.hpp"
#include "laplace/multigrid.hpp"

namespace perm {

inline constexpr int most_iterations_of_all = 60;
/// What is left where the equations, or a cycle of multigrid, are not positive, so that nothing is known of it.
inline constexpr double not_positive = std::numeric_limits<double>::infinity();

/// Says how a solution came about.
struct LaplaceSolution {
  double power{0};  ///< flux times potential, over all pieces
  double left{0};   ///< power of what is left of the flux, as one cycle of multigrid gives it
  int iterations{0};
  int stopped_by{0};  ///< why it was left off (core/stop_check.hpp: stop_wanted); then there is no potential
};

class LaplaceSolver {
 public:
  /// `team` has the threads of the pieces.
  LaplaceSolver(BlockGraph pieces, std::shared_ptr<const ThreadTeam> team);

  const Multigrid& multigrid() const { return multigrid_; }
  std::size_t pieces() const { return flux_.size(); }

  /// Gives in `potential` a solution of (conductances in quanta) potential = flux, until what is left has at most
  /// `share` of the power, or after `most_iterations`. The mean of the flux over pieces that are joined to each other
  /// and not to the outside is left out. Power and rest are not numbers where the flux is not finite. It is left off
  /// between two iterations where the work of this thread is to stop.
  LaplaceSolution solve(std::span<const float> flux, std::span<float> potential, double share,
                        int most_iterations = most_iterations_of_all);

 private:
  std::shared_ptr<const ThreadTeam> team_;
  Multigrid multigrid_;
  LargeArray<float> flux_;  ///< what is left of it
  LargeArray<float> scaled_;
  LargeArray<float> direction_;
  LargeArray<float> room_;
};

}  // namespace perm
