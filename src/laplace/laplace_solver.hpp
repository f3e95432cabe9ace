// SPDX-License-Identifier: Apache-2.0
// Solves for the potentials at which given fluxes leave the cells, by conjugate gradients with one cycle of multigrid.
#pragma once

#include <cstdint>
#include <span>

#include "core/large_array.hpp"
#include "laplace/multigrid.hpp"

namespace perm {

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
  LaplaceSolution solve(std::span<float> flux, std::span<float> potential, double share, int most_iterations = 60);

  std::span<float> room() { return room_.span(); }

 private:
  const CellGraph* graph_;
  Multigrid multigrid_;
  LargeArray<float> scaled_;
  LargeArray<float> direction_;
  LargeArray<float> room_;
};

}  // namespace perm
