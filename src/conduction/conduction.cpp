// SPDX-License-Identifier: Apache-2.0
#include "conduction/conduction.hpp"

#include <utility>

#include "conduction/cell_system.hpp"
#include "conduction/corner_nodes.hpp"
#include "conduction/flux_routing.hpp"
#include "conduction/gradients.hpp"
#include "conduction/lower_bound.hpp"
#include "conduction/node_system.hpp"
#include "conduction/upper_bound.hpp"
#include "conduction/wall_gain.hpp"
#include "core/stop_check.hpp"

namespace perm {

ConductionBounds bound_conduction(const PoreSpace& pores, const FaceRules& rules, Axis along,
                                  const IterationShares& shares, const std::shared_ptr<const ThreadTeam>& team,
                                  LargeArray<float> conductivity) {
  const Domain domain(pores.extent(), rules);
  CellSystem cells(DomainCells(domain, pores), team, std::move(conductivity));
  const auto voxels = static_cast<double>(pores.extent().voxels());
  LargeArray<float> potential(cells.graph().nodes());
  ConductionBounds bounds;
  {
    LargeArray<float> driven(potential.size());
    cells.drive(along, driven.span());
    const double power = cells.driven_power(along);
    const GradientSteps steps = improve(cells, *team, driven.span(), potential.span(), [&](const GradientSteps& now) {
      return now.left <= shares.of_fluxes * (power - now.power);
    });
    bounds.iterations += steps.iterations;
    bounds.is_done = steps.is_done;
  }
  check_for_stop();
  {
    const FluxRouting routing(cells, *team, find_left(cells, *team, along, potential.span()));
    const FluxBound bound = bound_by_fluxes(cells, *team, along, potential.span(), routing);
    bounds.lower = bound.lower;
    bounds.flux = bound.flux;
  }
  check_for_stop();
  const CornerNodes nodes(cells.cells(), *team);
  NodeSystem system(nodes, cells, *team);
  LargeArray<float> at_nodes(nodes.nodes());
  system.average(potential.span(), at_nodes.span());
  potential = {};
  LargeArray<float> driven(nodes.nodes());
  {
    LargeArray<float> flows(nodes.nodes());
    system.drive(along, driven.span());
    system.apply(at_nodes.span(), flows.span());
    for (std::size_t i = 0; i < driven.size(); ++i) driven[i] -= flows[i];
  }
  const double target = 12 * shares.of_potential * bounds.lower * voxels;  // stiffness is counted 12 times
  const GradientSteps steps = improve(system, *team, driven.span(), at_nodes.span(),
                                      [&](const GradientSteps& now) { return now.left <= target; });
  bounds.iterations += steps.iterations;
  bounds.is_done = bounds.is_done && steps.is_done;
  const PotentialBound bound = bound_by_potential(nodes, *team, along, at_nodes.span(), cells.graph().conductivity());
  bounds.upper = bound.upper;
  bounds.gain_of_walls = bound.gain_of_walls;
  if (cells.graph().conductivity().empty()) {
    const double gain = gain_of_moved_walls(nodes, *team, along, at_nodes.span());
    if (gain > 0) bounds.lambda = 2 * bound.power / gain;
  }
  return bounds;
}

}  // namespace perm
