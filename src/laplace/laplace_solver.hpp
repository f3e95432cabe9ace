// SPDX-License-Identifier: Apache-2.0
// Solves for the potentials at which given fluxes leave the cells, by conjugate gradients with one cycle of multigrid.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/large_array.hpp"
#include "laplace/exact_dot.hpp"
#include "laplace/multigrid.hpp"

namespace perm {

inline constexpr int most_iterations_of_all = 60;

/// Says how a solution came about.
struct LaplaceSolution {
  double power{0};  ///< flux times potential, over all cells
  double left{0};   ///< power of what is left of the flux, as one cycle of multigrid gives it
  int iterations{0};
};

class LaplaceSolver {
 public:
  explicit LaplaceSolver(const CellGraph& graph);

  /// Gives in `potential` a solution of (conductances in quanta) potential = flux, until what is left has at most
  /// `share` of the power, or after `most_iterations`. The mean of the flux over cells that are joined to each other
  /// and not to the outside is taken out of `flux` first; after that `flux` holds what is left. Power and rest are not
  /// numbers where the flux is not finite.
  LaplaceSolution solve(std::span<float> flux, std::span<float> potential, double share,
                        int most_iterations = most_iterations_of_all);
  /// Goes on with the last solution and what it has left in `flux`, as if it had been asked for this share at once.
  LaplaceSolution go_on(std::span<float> flux, std::span<float> potential, double share,
                        int most_iterations = most_iterations_of_all);

  /// Gives room for a value of each cell, which solve() needs.
  std::span<float> room() { return room_.span(); }

 private:
  void find_left(std::span<const float> flux);

  const CellGraph* graph_;
  Multigrid multigrid_;
  LargeArray<float> scaled_;
  LargeArray<float> direction_;
  LargeArray<float> room_;
  std::optional<ExactDot> dot_;  ///< nothing where nothing flows, or what does is not finite
  LaplaceSolution solution_;
  double left_before_{0};  ///< the last iteration
};

}  // namespace perm
