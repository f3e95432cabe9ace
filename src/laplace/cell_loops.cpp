// SPDX-License-Identifier: Apache-2.0
#include "laplace/cell_loops.hpp"

#include <memory>
#include <optional>

#include "laplace/gathered_graph.hpp"

namespace perm {
namespace {

using SolverOfHost = SharedSolver<LaplaceSolver, LargeArray<float>>;

SolverOfHost make_solver(const CellGraph& graph, const NumberedPieces& numbered, const SharedPieces& shared,
                         const std::shared_ptr<const ThreadTeam>& team) {
  const Domain& domain = graph.cells().domain();
  JoinedNodes own = join_pieces(graph, numbered);
  if (domain.processes().is_alone()) return SolverOfHost(LaplaceSolver(BlockGraph(*team, std::move(own)), team));
  GatheredGraph all = gather_graph(domain, shared, std::move(own));
  std::unique_ptr<PiecesOnFirst> pieces =
      make_pieces_on_first(domain.processes(), shared, std::move(all.number_in_image));
  std::optional<LaplaceSolver> solver;
  if (team) solver.emplace(BlockGraph(*team, std::move(all.nodes)), team);
  domain.processes().sleep_until_all();
  return {domain.processes(), std::move(pieces), std::move(solver)};
}

}  // namespace

CellLoops::CellLoops(CellGraph graph, const std::shared_ptr<const ThreadTeam>& team)
    : graph_(std::move(graph)),
      numbered_(number_pieces(graph_.cells(), graph_.team())),
      shared_(share_pieces(
          graph_.cells(), numbered_.count(), [this](std::size_t cell) { return numbered_.piece_of[cell]; },
          [this](std::size_t cell, std::uint32_t piece) { numbered_.piece_of[cell] = piece; })),
      solver_(make_solver(graph_, numbered_, shared_, team)),
      within_(graph_.cells().domain().image(), graph_.rules(), static_cast<float>(graph_.of_edge())) {
  numbered_.blocks = {};
}

}  // namespace perm
