// SPDX-License-Identifier: Apache-2.0
// The steps that lead to both bounds, on whatever machine works on the lists.
#pragma once

#include <span>

#include "conduction/conduction.hpp"
#include "conduction/gradients.hpp"
#include "core/stop_check.hpp"

namespace perm {

/// Bounds what pores conduct along an axis. `on` has vectors() (HostVectors), cells() (CellSystem), make_nodes(), which
/// gives a NodeSystem, bound_from_below(along, potential, bounds) and bound_from_above(along, nodes, potential,
/// bounds).
template <class On>
ConductionBounds bound_conduction_on(On& on, Axis along, const IterationShares& shares, double voxels) {
  const auto& vectors = on.vectors();
  using List = typename std::remove_cvref_t<decltype(vectors)>::List;
  const auto span = [](List& list) { return std::span<float>{list.data(), list.size()}; };
  auto& cells = on.cells();
  List potential(cells.count());
  ConductionBounds bounds;
  const auto improve_to = [&](auto& system, List& residual, List& of, const auto& is_done) {
    const GradientSteps steps = improve(system, vectors, span(residual), span(of), is_done);
    bounds.iterations += steps.iterations;
    bounds.is_done = bounds.is_done && steps.is_done;
  };
  {
    List driven(potential.size());
    cells.drive(along, span(driven));
    const double power = cells.driven_power(along);
    improve_to(cells, driven, potential,
               [&](const GradientSteps& now) { return now.left <= shares.of_fluxes * (power - now.power); });
  }
  check_for_stop();
  on.bound_from_below(along, span(potential), bounds);
  check_for_stop();
  auto nodes = on.make_nodes();
  List at_nodes(nodes.count());
  nodes.average(span(potential), span(at_nodes));
  potential = List(0);
  List driven(at_nodes.size());
  {
    List flows(at_nodes.size());
    nodes.drive(along, span(driven));
    nodes.apply(span(at_nodes), span(flows));
    vectors.subtract(span(flows), span(driven));
  }
  const double target = 12 * shares.of_potential * bounds.lower * voxels;  // stiffness is counted 12 times
  improve_to(nodes, driven, at_nodes, [&](const GradientSteps& now) { return now.left <= target; });
  on.bound_from_above(along, nodes, span(at_nodes), bounds);
  return bounds;
}

}  // namespace perm
