// SPDX-License-Identifier: Apache-2.0
#include "laplace/cell_graph.hpp"

#include <algorithm>
#include <utility>

#include "laplace/shared_loops.hpp"

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

CellGraph::CellGraph(DomainCells cells, LargeArray<float> conductivity, std::shared_ptr<const ThreadTeam> team)
    : CellGraph(std::move(cells), LargeArray<std::uint8_t>(), 0, std::move(team)) {
  faces_ = conductivity.size() > 0 ? Faces::phases : Faces::open_or_closed;
  conductivity_ = std::move(conductivity);
  widths_ = LargeArray<std::uint8_t>(cells_.cells());
  find_open_faces();
}

CellGraph::CellGraph(DomainCells cells, FaceApertures apertures, std::shared_ptr<const ThreadTeam> team)
    : CellGraph(std::move(cells), LargeArray<std::uint8_t>(), 0, std::move(team)) {
  faces_ = Faces::apertures;
  apertures_ = std::move(apertures);
}

void CellGraph::find_open_faces() {
  std::uint8_t to_itself = 0;
  for (const Axis axis : all_axes)
    if (cells_.domain().image().along(axis) == 1 && !cells_.domain().rules().is_closed(axis))
      to_itself |= static_cast<std::uint8_t>(3U << (2 * static_cast<int>(axis)));
  LargeArray<std::uint8_t> open(widths_.size());
  for_each_task(*team_, cells_.own_extent().nz, [&](const auto& for_each) {
    for_each([&](std::int64_t z) {
      for (std::int64_t y = 0; y < cells_.own_extent().ny; ++y) {
        const Range row = cells_.cells_of_row(y, z);
        std::fill(open.begin() + row.first, open.begin() + row.last, to_itself);
        visit_stretches(
            y, z, [&](std::size_t cell, std::size_t, std::size_t count, const d3q19::Velocity& step, const auto&) {
              for (std::size_t i = 0; i < count; ++i) open[cell + i] |= OpenFaces::bit(step);
            });
      }
    });
  });
  widths_ = std::move(open);
}

Quanta CellGraph::quanta_to_outside(std::size_t cell, const d3q19::Velocity& step) const {
  switch (faces_) {
    case Faces::phases:
      return std::llround(quanta_of_phases * conductivity_[cell] /
                          OpenFaces::resistance(widths_[cell], OpenFaces::behind(step)));
    case Faces::open_or_closed:
      return OpenFaces::quanta_to_outside(widths_[cell], step);
    case Faces::apertures:
      return 2 * apertures_.quanta(cell, step);
    case Faces::widths:
      break;
  }
  return 2 * Quanta{widths_[cell]} * widths_[cell];
}

std::int64_t CellGraph::neighbour(Axis axis, std::int64_t position, int step) const {
  const std::int64_t n = cells_.domain().extent().along(axis);
  const std::int64_t there = position + step;
  if (n == 1) return -1;  // a cell is not joined to itself
  if (there >= 0 && there < n) return there;
  if (closed_.contains(axis)) return -1;
  return there < 0 ? n - 1 : 0;
}

}  // namespace perm
