// SPDX-License-Identifier: Apache-2.0
#include "darcy/pressure/darcy_flow.hpp"

#include <optional>
#include <utility>

#include "darcy/pressure/darcy_flow_on.hpp"
#include "laplace/cell_loops.hpp"

namespace perm {

namespace {

std::optional<LaplaceSolver> make_solver(std::optional<PoreConductances> whole,
                                         std::shared_ptr<const ThreadTeam> team) {
  if (!whole) return std::nullopt;
  const CellGraph graph = std::move(*whole).graph(team);
  return LaplaceSolver(join_pieces(graph, number_pieces(graph.cells(), *team)), team);
}

}  // namespace

std::unique_ptr<DarcyFlow> make_darcy_flow(PoresOfProcess pores, Axis direction, const TeamsOfFlow& teams) {
  const DrivenImage image(pores.own, direction);
  const Communicator processes = pores.own.cells.domain().processes();
  CellGraph graph = std::move(pores.own).graph(teams.own);
  if (processes.is_alone()) return std::make_unique<DarcyFlowOn<CellLoops>>(image, std::move(graph));
  std::optional<LaplaceSolver> solver = make_solver(std::move(pores.whole), teams.of_first);
  CellLoops::Solver shared(processes, make_pieces_on_first(processes, std::move(pores.shared.processes)),
                           std::move(solver));
  return std::make_unique<DarcyFlowOn<CellLoops>>(image, std::move(graph), pores.shared, std::move(shared));
}

}  // namespace perm
