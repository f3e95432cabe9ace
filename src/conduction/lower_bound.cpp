// SPDX-License-Identifier: Apache-2.0
#include "conduction/lower_bound.hpp"

#include <vector>

#include "conduction/cell_planes.hpp"
#include "laplace/shared_loops.hpp"

namespace perm {
namespace {

/// The flux through a voxel along each axis: through its faces at the low and the high end.
struct CellFlux {
  std::array<double, 3> low{};
  std::array<double, 3> high{};

  double middle(std::size_t axis) const { return (low[axis] + high[axis]) / 2; }
};

/// Gives the flux through a face by the potential of both cells, or by that of one of them at a face of the image.
double flux_by_potential(std::span<const float> potential, std::size_t cell, std::size_t neighbour, double quanta,
                         double along_step) {
  constexpr double unit = OpenFaces::quanta_of_one;
  if (cell == neighbour) return quanta / unit * (along_step / 2 + double{potential[cell]});
  return quanta / unit * (along_step + double{potential[cell]} - double{potential[neighbour]});
}

using FluxPlanes = CellPlanes<CellFlux>;

constexpr std::array<int, 3> step_along(std::size_t axis, int step) {
  std::array<int, 3> away{};
  away[axis] = step;
  return away;
}

/// What turns the flux around the lines in a voxel that halve its faces, and around its edges: at [c] around lines
/// along axis c, at positions 0, 1/2, 1 along the next axis a and the one after it, b. All are 0 within.
using Turns = std::array<std::array<std::array<double, 3>, 3>, 3>;

/// Gives how much turning the flux around the edge along axis c between four voxels lowers its power. They are those at
/// the low and the high side along a and b.
double turn_at_edge(std::size_t c, const CellFlux& low, const CellFlux& high_a, const CellFlux& high_b,
                    const CellFlux& high) {
  const std::size_t a = axis_after(c);
  const std::size_t b = axis_after(a);
  const auto through = [](std::size_t axis, const CellFlux& below, const CellFlux& above) {
    return below.high[axis] / 3 + (below.middle(axis) + above.middle(axis)) / 12;
  };
  return -(through(a, low, high_a) - through(a, high_b, high) - through(b, low, high_b) + through(b, high_a, high));
}

/// Gives the turns in and around a voxel, of which those around the middles of its high faces and around its edges at
/// both high faces are counted by `squares`.
Turns find_turns(const FluxPlanes& planes, std::int64_t x, std::int64_t y, const CellFlux& own, double& squares) {
  Turns turns{};
  for (std::size_t c = 0; c < 3; ++c) {
    const std::size_t a = axis_after(c);
    const std::size_t b = axis_after(a);
    for (const int side : {-1, 1}) {
      const auto end = static_cast<std::size_t>(1 + side);
      if (const CellFlux* const beside = planes.beside(x, y, step_along(b, side))) {  // a face across b, line along c
        turns[c][1][end] = side * (beside->middle(a) - own.middle(a)) / 2;
        if (side > 0) squares += 2 * turns[c][1][end] * turns[c][1][end];
      }
      if (const CellFlux* const beside = planes.beside(x, y, step_along(a, side))) {
        turns[c][end][1] = -side * (beside->middle(b) - own.middle(b)) / 2;
        if (side > 0) squares += 2 * turns[c][end][1] * turns[c][end][1];
      }
      for (const int side_b : {-1, 1}) {
        std::array<int, 3> away = step_along(a, side);
        const CellFlux* const along_a = planes.beside(x, y, away);
        away[b] = side_b;
        const CellFlux* const diagonal = planes.beside(x, y, away);
        const CellFlux* const along_b = planes.beside(x, y, step_along(b, side_b));
        if (along_a == nullptr || along_b == nullptr || diagonal == nullptr) continue;
        std::array<const CellFlux*, 4> around{&own, along_a, along_b, diagonal};  // by side along a, then along b
        if (side < 0) around = {around[1], around[0], around[3], around[2]};
        if (side_b < 0) around = {around[2], around[3], around[0], around[1]};
        const double turn = turn_at_edge(c, *around[0], *around[1], *around[2], *around[3]);
        turns[c][end][static_cast<std::size_t>(1 + side_b)] = turn;
        if (side > 0 && side_b > 0) squares += 2 * turn * turn;
      }
    }
  }
  return turns;
}

/// Gives the power that the turned fluxes lose in the eight halves of a voxel along each axis.
double power_of(const Turns& turns) {
  double power = 0;
  for (std::size_t a = 0; a < 3; ++a) {
    const std::size_t b = axis_after(a);
    const std::size_t c = axis_after(b);
    for (std::size_t half_b = 0; half_b < 2; ++half_b)
      for (std::size_t half_c = 0; half_c < 2; ++half_c) {
        std::array<double, 3> flux{};  // through a quarter of the face, the middle, and the other face
        for (std::size_t place = 0; place < 3; ++place)
          flux[place] = turns[c][place][half_b + 1] - turns[c][place][half_b] -
                        (turns[b][half_c + 1][place] - turns[b][half_c][place]);
        for (std::size_t half = 0; half < 2; ++half)
          power += 2.0 / 3 *
                   (flux[half] * flux[half] + flux[half] * flux[half + 1] + flux[half + 1] * flux[half + 1]);
      }
  }
  return power;
}

struct FluxSums {
  std::array<double, 3> flux{};
  double power{0};
  double squares{0};        ///< of the turns
  double power_of_turns{0};
};

}  // namespace

LargeArray<double> find_left(const CellSystem& system, const ThreadTeam& team, Axis along,
                             std::span<const float> potential) {
  const CellGraph& graph = system.graph();
  LargeArray<double> leaves(graph.nodes());
  for_each_task(team, graph.cells().own_extent().nz, [&](const auto& for_each) {
    for_each([&](std::int64_t z) {
      for (std::int64_t y = 0; y < graph.cells().own_extent().ny; ++y)
        graph.visit_links(y, z, [&](std::size_t cell, std::size_t neighbour, Quanta quanta, const auto& step) {
          leaves[cell] += flux_by_potential(potential, cell, neighbour, static_cast<double>(quanta), step.along(along));
        });
    });
  });
  return leaves;
}

FluxBound bound_by_fluxes(const CellSystem& system, const ThreadTeam& team, Axis along,
                          std::span<const float> potential, const FluxRouting& routing) {
  const CellGraph& graph = system.graph();
  const Extent& n = graph.cells().domain().image();
  const auto fill = [&](std::int64_t z, std::vector<CellFlux>& values, std::size_t first) {
    if (n.along(along) == 1 && !graph.rules().is_closed(along))
      for (CellFlux& flux : values) flux.low[static_cast<std::size_t>(along)] = flux.high[static_cast<std::size_t>(along)] = 1;
    for (std::int64_t y = 0; y < n.ny; ++y)
      graph.visit_links(y, z, [&](std::size_t cell, std::size_t neighbour, Quanta quanta, const d3q19::Velocity& step) {
        const double out =
            flux_by_potential(potential, cell, neighbour, static_cast<double>(quanta), step.along(along)) +
            routing.flux(cell, neighbour, static_cast<double>(quanta));
        const auto axis = static_cast<std::size_t>(step.x != 0 ? 0 : step.y != 0 ? 1 : 2);
        if (step.x + step.y + step.z > 0)
          values[cell - first].high[axis] = out;
        else
          values[cell - first].low[axis] = -out;
      });
  };
  std::vector<FluxSums> of_planes(static_cast<std::size_t>(n.nz));
  team.run_on_parts(n.nz, [&](const Range& range, int) {
    if (range.size() == 0) return;
    FluxPlanes planes(graph.cells());
    planes.go_through(range, fill, [&](std::int64_t z) {
      FluxSums& sums = of_planes[static_cast<std::size_t>(z)];
      planes.for_each([&](std::int64_t x, std::int64_t y, const CellFlux& own) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
          sums.flux[axis] += own.middle(axis);
          sums.power += (own.low[axis] * own.low[axis] + own.low[axis] * own.high[axis] +
                         own.high[axis] * own.high[axis]) / 3;
        }
        sums.power_of_turns += power_of(find_turns(planes, x, y, own, sums.squares));
      });
    });
  });
  FluxSums all;
  for (const FluxSums& sums : of_planes) {
    for (std::size_t axis = 0; axis < 3; ++axis) all.flux[axis] += sums.flux[axis];
    all.power += sums.power;
    all.squares += sums.squares;
    all.power_of_turns += sums.power_of_turns;
  }
  const auto voxels = static_cast<double>(n.voxels());
  const double taken = all.power_of_turns > 0 ? all.squares * all.squares / all.power_of_turns : 0;
  const double flux = all.flux[static_cast<std::size_t>(along)];
  FluxBound bound;
  bound.lower = flux > 0 ? flux * flux / (all.power - taken) / voxels : 0;
  for (std::size_t axis = 0; axis < 3; ++axis) bound.flux[axis] = all.flux[axis] / voxels;
  return bound;
}

}  // namespace perm
