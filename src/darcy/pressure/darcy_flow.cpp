// SPDX-License-Identifier: Apache-2.0
#include "darcy/pressure/darcy_flow.hpp"

#include <utility>

#include "darcy/pressure/darcy_flow_on.hpp"
#include "laplace/cell_loops.hpp"

namespace perm {

std::unique_ptr<DarcyFlow> make_darcy_flow(PoreConductances conductances, Axis direction,
                                           std::shared_ptr<const ThreadTeam> team) {
  const double unit = conductances.unit;
  const auto voxels = static_cast<double>(conductances.occupancy.extent().voxels());
  return std::make_unique<DarcyFlowOn<CellLoops>>(unit, voxels, direction,
                                                  std::move(conductances).graph(std::move(team)));
}

}  // namespace perm
