// SPDX-License-Identifier: Apache-2.0
#include "darcy/pressure/pore_conductances.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

namespace perm {
namespace {

constexpr double of_edge = 0.02;            // voxel^2
constexpr double least_of_edge = 1.0 / 64;  // that is surely conducted
constexpr double wall_distance = 0.6;       // from the middle of a voxel to a wall; 0.5 is that of a straight duct

/// Makes the widths of cells in gaps of one voxel smaller. There d^2/4 would be 1/4, of which a slit conducts a half
/// and a duct of 1 x 1 voxel an eighth.
LargeArray<std::uint8_t> narrow_gaps(const Occupancy& occupancy, const FaceRules& rules,
                                     LargeArray<std::uint8_t> widths) {
  constexpr std::array<double, 4> share{1, 0.7071, 0.3536, 0.3536};  // by the axes across which both sides are solid
  const Extent& n = occupancy.extent();
  const auto is_solid = [&](std::int64_t x, std::int64_t y, std::int64_t z, Axis axis, int step) {
    std::array position{x, y, z};
    std::int64_t& along_axis = position[static_cast<std::size_t>(axis)];
    along_axis += step;
    if (along_axis < 0 || along_axis >= n.along(axis)) {
      if (rules.is_closed(axis)) return rules.across(axis) == FaceRule::sealed;
      along_axis = (along_axis + n.along(axis)) % n.along(axis);
    }
    return !occupancy.is_cell(position[0], position[1], position[2]);
  };
#pragma omp parallel for schedule(static)  // nothing in it throws
  for (std::int64_t z = 0; z < n.nz; ++z)
    for (std::int64_t y = 0; y < n.ny; ++y) {
      auto cell = static_cast<std::size_t>(occupancy.cells_of_row(y, z).first);
      for (std::int64_t x = 0; x < n.nx; ++x) {
        if (!occupancy.is_cell(x, y, z)) continue;
        std::size_t gaps = 0;
        for (const Axis axis : all_axes)
          if (is_solid(x, y, z, axis, -1) && is_solid(x, y, z, axis, 1)) ++gaps;
        widths[cell] = static_cast<std::uint8_t>(std::max(1.0, std::round(share[gaps] * widths[cell])));
        ++cell;
      }
    }
  return widths;
}

}  // namespace

PoreConductances::PoreConductances(Occupancy cells, const FaceRules& rules, LargeArray<std::uint8_t> widths,
                                   double unit, std::shared_ptr<const ThreadTeam> team)
    : unit_(unit), graph_([&] {
        widths = narrow_gaps(cells, rules, std::move(widths));
        const Quanta edge = std::max<Quanta>(1, std::llround(of_edge / quantum()));
        return CellGraph(std::move(cells), rules, std::move(widths), edge, std::move(team));
      }()) {}

double PoreConductances::least_conductance(std::size_t cell, std::size_t neighbour, const d3q19::Velocity& step) const {
  if (is_to_edge(step)) return least_of_edge;
  const double mean = unit_ * (graph_.widths()[cell] + graph_.widths()[neighbour]) / 2;
  const double distance = std::max(1.0, mean) - wall_distance;
  return distance * distance / 8;
}

}  // namespace perm
