// SPDX-License-Identifier: Apache-2.0
#include "laplace/cell_graph.hpp"

#include <utility>

namespace perm {

bool leads_outside(const Domain& domain, Axis axis, Side side) {
  const FaceRule rule = domain.rules().across(axis);
  if (rule != FaceRule::antisymmetric && rule != FaceRule::pressure) return false;
  if (side == Side::low) return domain.leaves(axis, 0, -1);
  const std::int64_t own = axis == Axis::x ? domain.image().nx : axis == Axis::y ? domain.own_y() : domain.own_z();
  return domain.leaves(axis, own - 1, 1);
}

CellGraph::CellGraph(DomainCells cells, LargeArray<std::uint8_t> widths, Quanta of_edge,
                     std::shared_ptr<const ThreadTeam> team)
    : team_(std::move(team)),
      cells_(std::move(cells)),
      closed_(cells_.domain().closed()),
      widths_(std::move(widths)),
      of_edge_(of_edge) {}

std::int64_t CellGraph::neighbour(Axis axis, std::int64_t position, int step) const {
  const std::int64_t n = cells_.domain().extent().along(axis);
  const std::int64_t there = position + step;
  if (n == 1) return -1;  // a cell is not joined to itself
  if (there >= 0 && there < n) return there;
  if (closed_.contains(axis)) return -1;
  return there < 0 ? n - 1 : 0;
}

}  // namespace perm
