// SPDX-License-Identifier: Apache-2.0
// The potential of each pore voxel at which a flux that a gradient drives through the faces leaves no voxel. Its fluxes
// give a lower bound of what a medium conducts (lower_bound.hpp).
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "core/large_array.hpp"
#include "core/processors/thread_team.hpp"
#include "laplace/block_graph.hpp"
#include "laplace/cell_graph.hpp"
#include "laplace/multigrid.hpp"

namespace perm {

class CellSystem {
 public:
  /// `conductivity` is that of each cell, from 1e-9 to 1; empty where all have 1.
  CellSystem(DomainCells cells, std::shared_ptr<const ThreadTeam> team, LargeArray<float> conductivity = {});
  /// Takes cells that are joined already; in their quanta are what is said here to be in units.
  explicit CellSystem(CellGraph graph, std::shared_ptr<const ThreadTeam> team);

  const CellGraph& graph() const { return graph_; }
  const DomainCells& cells() const { return graph_.cells(); }
  std::size_t count() const { return graph_.nodes(); }  ///< of cells
  const NumberedPieces& pieces() const { return pieces_; }
  const Multigrid& multigrid() const { return multigrid_; }

  /// Makes y = A x: what flows out of each cell, in units of graph().quanta_of_one().
  void apply(std::span<const float> x, std::span<float> y) const;
  /// Gives what a falling gradient 1 along an axis drives into each cell, in these units.
  void drive(Axis along, std::span<float> driven) const;
  /// Gives the power that it drives where nothing counteracts it, in these units.
  double driven_power(Axis along) const;
  /// Makes z about A^-1 r, by a linear function that is symmetric and positive: a sweep, a correction of pieces by
  /// multigrid, another sweep.
  void precondition(std::span<const float> r, std::span<float> z);

 private:
  /// Calls finish(row, values) for each row of cells, with what adds(value, cell, neighbour, quanta, step) has added.
  template <class Add, class Finish>
  void for_each_row_of_cells(const Add& add, const Finish& finish) const;

  std::shared_ptr<const ThreadTeam> team_;
  CellGraph graph_;
  NumberedPieces pieces_;
  Multigrid multigrid_;
  LargeArray<float> inverse_diagonal_;
  LargeArray<float> room_;
  LargeArray<float> piece_flux_;
  LargeArray<float> piece_potential_;
  LargeArray<float> piece_first_;
};

}  // namespace perm
