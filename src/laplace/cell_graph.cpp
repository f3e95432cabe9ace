// SPDX-License-Identifier: Apache-2.0
#include "laplace/cell_graph.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <numeric>
#include <utility>

#include "laplace/shared_loops.hpp"

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
      of_edge_(of_edge) {
  list_edges();
  inverse_diagonal_ = LargeArray<float>(widths_.size());
  const Extent& n = occupancy_.extent();
  for_each_place(*team_, static_cast<std::size_t>(n.ny * n.nz), [&](std::size_t row_number) {
    const auto row = static_cast<std::int64_t>(row_number);
    const std::int64_t y = row % n.ny;
    const std::int64_t z = row / n.ny;
    const Range cells = occupancy_.cells_of_row(y, z);
    float* const diagonal = inverse_diagonal_.data();  // whole numbers below 2^24 are exact
    visit_links(y, z, [&](std::uint32_t cell, std::uint32_t, Quanta quanta, const d3q19::Velocity&) {
      diagonal[cell] += static_cast<float>(quanta);
    });
    for (std::int64_t cell = cells.first; cell < cells.last; ++cell)
      diagonal[cell] = diagonal[cell] > 0 ? 1 / diagonal[cell] : 0;
  });
}

std::int64_t CellGraph::neighbour(Axis axis, std::int64_t position, int step) const {
  const std::int64_t n = occupancy_.extent().along(axis);
  const std::int64_t there = position + step;
  if (n == 1) return -1;  // a cell is not joined to itself
  if (there >= 0 && there < n) return there;
  if (rules_.is_closed(axis)) return -1;
  return there < 0 ? n - 1 : 0;
}

int CellGraph::open_faces(std::int64_t y, std::int64_t z) const {
  const Extent& n = occupancy_.extent();
  int faces = 0;
  if (is_open(Axis::y)) faces += (y == 0 ? 1 : 0) + (y == n.ny - 1 ? 1 : 0);
  if (is_open(Axis::z)) faces += (z == 0 ? 1 : 0) + (z == n.nz - 1 ? 1 : 0);
  return faces;
}

void CellGraph::list_edges() {
  const Extent& n = occupancy_.extent();
  first_edge_.assign(static_cast<std::size_t>(n.ny * n.nz) + 1, 0);
  for_each_place(*team_, static_cast<std::size_t>(n.ny * n.nz), [&](std::size_t row_number) {
    const auto row = static_cast<std::int64_t>(row_number);
    std::uint64_t count = 0;
    visit_edges(row % n.ny, row / n.ny, [&](const CellEdge&, const d3q19::Velocity&) { ++count; });
    first_edge_[row_number + 1] = count;
  });
  std::partial_sum(first_edge_.begin(), first_edge_.end(), first_edge_.begin());
  edges_ = LargeArray<CellEdge>(first_edge_.back());
  for_each_place(*team_, static_cast<std::size_t>(n.ny * n.nz), [&](std::size_t row_number) {
    const auto row = static_cast<std::int64_t>(row_number);
    std::uint64_t place = first_edge_[row_number];
    visit_edges(row % n.ny, row / n.ny, [&](const CellEdge& edge, const d3q19::Velocity&) { edges_[place++] = edge; });
  });
}

}  // namespace perm
