// SPDX-License-Identifier: Apache-2.0
#include "darcy/pressure/darcy_flow.hpp"

#include <utility>

#include "darcy/pressure/darcy_flow_on.hpp"
#include "laplace/cell_loops.hpp"

namespace perm {

std::unique_ptr<DarcyFlow> make_darcy_flow(PoreConductances conductances, Axis direction,
                                           std::shared_ptr<const ThreadTeam> team) {
  const DrivenImage image(conductances, direction);
  return std::make_unique<DarcyFlowOn<CellLoops>>(image, std::move(conductances).graph(std::move(team)));
}

}  // namespace perm
