// SPDX-License-Identifier: Apache-2.0
#include "conduction/conduction.hpp"

#include <utility>

#include "conduction/cell_system.hpp"
#include "conduction/conduction_on.hpp"
#include "conduction/corner_nodes.hpp"
#include "conduction/flux_routing.hpp"
#include "conduction/lower_bound.hpp"
#include "conduction/node_system.hpp"
#include "conduction/upper_bound.hpp"
#include "conduction/wall_gain.hpp"

namespace perm {
namespace {

/// Works in memory of the host.
class OnHost {
 public:
  OnHost(DomainCells cells, const std::shared_ptr<const ThreadTeam>& team, LargeArray<float> conductivity)
      : team_(team), vectors_(*team), cells_(std::move(cells), team, std::move(conductivity)) {}

  const HostVectors& vectors() const { return vectors_; }
  CellSystem& cells() { return cells_; }
  NodeSystem make_nodes() { return {CornerNodes(cells_.cells(), *team_), cells_, *team_}; }
  void bound_from_below(Axis along, std::span<const float> potential, ConductionBounds& bounds) const {
    const FluxRouting routing(cells_, *team_, find_left(cells_, *team_, along, potential));
    const FluxBound bound = bound_by_fluxes(cells_, *team_, along, potential, routing);
    bounds.lower = bound.lower;
    bounds.flux = bound.flux;
  }
  void bound_from_above(Axis along, const NodeSystem& system, std::span<const float> potential,
                        ConductionBounds& bounds) const {
    const PotentialBound bound =
        bound_by_potential(system.nodes(), *team_, along, potential, cells_.graph().conductivity());
    bounds.upper = bound.upper;
    bounds.gain_of_walls = bound.gain_of_walls;
    if (!cells_.graph().conductivity().empty()) return;
    const double gain = gain_of_moved_walls(system.nodes(), *team_, along, potential);
    if (gain > 0) bounds.lambda = 2 * bound.power / gain;
  }

 private:
  std::shared_ptr<const ThreadTeam> team_;
  HostVectors vectors_;
  CellSystem cells_;
};

}  // namespace

ConductionBounds bound_conduction(const PoreSpace& pores, const FaceRules& rules, Axis along,
                                  const IterationShares& shares, const std::shared_ptr<const ThreadTeam>& team,
                                  LargeArray<float> conductivity) {
  OnHost on(DomainCells(Domain(pores.extent(), rules), pores), team, std::move(conductivity));
  return bound_conduction_on(on, along, shares, static_cast<double>(pores.extent().voxels()));
}

}  // namespace perm
