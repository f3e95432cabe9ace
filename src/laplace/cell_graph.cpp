// SPDX-License-Identifier: Apache-2.0
#include "laplace/cell_graph.hpp"

#include <utility>

namespace perm {

bool leads_outside(const FaceRules& rules, Axis axis) {
  return rules.across(axis) == FaceRule::antisymmetric || rules.across(axis) == FaceRule::pressure;
}

CellGraph::CellGraph(Occupancy occupancy, const FaceRules& rules, LargeArray<std::uint8_t> widths, Quanta of_edge,
                     std::shared_ptr<const ThreadTeam> team)
    : team_(std::move(team)),
      occupancy_(std::move(occupancy)),
      rules_(rules),
      widths_(std::move(widths)),
      of_edge_(of_edge) {}

std::int64_t CellGraph::neighbour(Axis axis, std::int64_t position, int step) const {
  const std::int64_t n = occupancy_.extent().along(axis);
  const std::int64_t there = position + step;
  if (n == 1) return -1;  // a cell is not joined to itself
  if (there >= 0 && there < n) return there;
  if (rules_.is_closed(axis)) return -1;
  return there < 0 ? n - 1 : 0;
}

}  // namespace perm
