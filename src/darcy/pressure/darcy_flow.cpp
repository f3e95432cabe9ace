// SPDX-License-Identifier: Apache-2.0
#include "darcy/pressure/darcy_flow.hpp"

#include <utility>

#include "darcy/pressure/darcy_flow_on.hpp"
#include "laplace/cell_loops.hpp"

namespace perm {

std::unique_ptr<DarcyFlow> make_darcy_flow(PoreConductances pores, Axis direction, const TeamsOfFlow& teams) {
  const DrivenImage image(pores, direction);
  return std::make_unique<DarcyFlowOn<CellLoops>>(image, std::move(pores).graph(teams.own), teams.of_first);
}

}  // namespace perm
