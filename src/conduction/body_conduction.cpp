// SPDX-License-Identifier: Apache-2.0
#include "conduction/body_conduction.hpp"

#include <utility>
#include <vector>

#include "conduction/cell_system.hpp"
#include "conduction/fall_of_potential.hpp"
#include "conduction/gradients.hpp"
#include "core/stop_check.hpp"
#include "laplace/shared_loops.hpp"

namespace perm {
namespace {

/// In quanta, for a potential that falls by 1 from cell to cell.
struct BodySums {
  double power{0};
  std::array<double, 3> flux{};  ///< through faces, times the cells that it crosses
};

/// Sums power and fluxes of a potential, plane after plane.
BodySums sum_fluxes(const CellGraph& graph, Axis along, std::span<const float> potential) {
  const Extent n = graph.cells().own_extent();
  std::vector<BodySums> of_planes(static_cast<std::size_t>(n.nz));
  for_each_task(graph.team(), n.nz, [&](const auto& for_each) {
    for_each([&](std::int64_t z) {
      BodySums& sums = of_planes[static_cast<std::size_t>(z)];
      for (std::int64_t y = 0; y < n.ny; ++y)
        graph.visit_links(
            y, z, [&](std::size_t cell, std::size_t neighbour, Quanta quanta, const d3q19::Velocity& step) {
              // Each face between two cells is visited from both, and those at the ends are half a cell away.
              const bool is_outside = cell == neighbour;
              const double falls = fall_of_potential(potential.data(), cell, neighbour, step.along(along));
              const double flux = static_cast<double>(quanta) * falls;
              sums.power += is_outside ? flux * falls : flux * falls / 2;
              for (const Axis axis : all_axes)
                sums.flux[static_cast<std::size_t>(axis)] += flux * static_cast<double>(step.along(axis)) / 2;
            });
    });
  });
  BodySums all;
  for (const BodySums& sums : of_planes) {
    all.power += sums.power;
    for (std::size_t axis = 0; axis < 3; ++axis) all.flux[axis] += sums.flux[axis];
  }
  return all;
}

/// A cell is not joined to itself: through an image of one cell along the current flows what its face lets through.
double sum_own_faces(const FaceApertures& apertures, Axis along) {
  double sum = 0;
  const auto axis = static_cast<std::size_t>(along);
  for (const Aperture open : apertures.of_face[2 * axis])
    sum += open * static_cast<double>(apertures.quanta_of_part[axis]);
  return sum;
}

}  // namespace

BodyConduction conduct_body(const BodyCells& cells, const FaceRules& rules, Axis along, double share,
                            const std::shared_ptr<const ThreadTeam>& team) {
  const PoreSpace joined = cells.percolating(along, rules.closed());
  BodyConduction found;
  found.cells = joined.count_pores();
  if (found.cells == 0) return found;
  found.connected = cells.share_of(joined);
  FaceApertures apertures = cells.apertures_of(joined);
  const auto a = static_cast<std::size_t>(along);
  const double of_bare_fluid = static_cast<double>(cells.extent().voxels()) * aperture_of_open_face *
                               static_cast<double>(apertures.quanta_of_part[a]);
  const bool is_one_cell_long = cells.extent().along(along) == 1 && !rules.is_closed(along);
  const double of_own_faces = is_one_cell_long ? sum_own_faces(apertures, along) : 0;
  CellSystem system(CellGraph(DomainCells(Domain(cells.extent(), rules), joined), std::move(apertures), team), team);
  check_for_stop();
  LargeArray<float> potential(system.graph().nodes());
  LargeArray<float> driven(potential.size());
  system.drive(along, driven.span());
  const double power = system.driven_power(along) + of_own_faces;
  const GradientSteps steps =
      improve(system, HostVectors(*team), driven.span(), potential.span(),
              [&](const GradientSteps& now) { return now.left <= share * (power - now.power); });
  found.iterations = steps.iterations;
  found.is_done = steps.is_done;
  BodySums sums = sum_fluxes(system.graph(), along, potential.span());
  sums.flux[a] += of_own_faces;
  found.conductivity = (sums.power + of_own_faces) / of_bare_fluid;
  for (const Axis axis : all_axes)
    found.flux[static_cast<std::size_t>(axis)] =
        sums.flux[static_cast<std::size_t>(axis)] / of_bare_fluid * cells.edge(axis) / cells.edge(along);
  return found;
}

}  // namespace perm
