// SPDX-License-Identifier: Apache-2.0
// Finds what is joined to the cells of a row from the occupancy words, stretch by stretch: where both of two rows have
// pores side by side, their cells have consecutive numbers, so that the loops over them are those over arrays.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "laplace/cell_graph.hpp"

namespace perm {
namespace detail {

/// Calls visit(first, second, count) for the stretches of cells that stand side by side in two rows: the cells from
/// `first` on in one row, from `second` on in the other.
template <class Visit>
void for_each_stretch(std::span<const OccupancyWord> own, std::span<const OccupancyWord> other, const Visit& visit) {
  for (std::size_t word = 0; word < own.size(); ++word) {
    std::uint32_t both = own[word].bits & other[word].bits;
    while (both != 0) {
      const int bit = std::countr_zero(both);
      const int count = std::countr_one(both >> bit);
      const std::uint32_t below = (1U << bit) - 1U;
      visit(own[word].first_cell + count_bits(own[word].bits & below),
            other[word].first_cell + count_bits(other[word].bits & below), static_cast<std::uint32_t>(count));
      if (bit + count == 32) break;
      both &= ~0U << (bit + count);
    }
  }
}

/// Calls visit(first, count) for the stretches of cells of a row whose next voxel along x is a cell too.
template <class Visit>
void for_each_stretch_along(std::span<const OccupancyWord> row, const Visit& visit) {
  for (std::size_t word = 0; word < row.size(); ++word) {
    const std::uint32_t bits = row[word].bits;
    const std::uint32_t next = word + 1 < row.size() ? row[word + 1].bits << 31 : 0;
    std::uint32_t both = bits & (bits >> 1 | next);
    while (both != 0) {
      const int bit = std::countr_zero(both);
      const int count = std::countr_one(both >> bit);
      visit(row[word].first_cell + count_bits(bits & ((1U << bit) - 1U)), static_cast<std::uint32_t>(count));
      if (bit + count == 32) break;
      both &= ~0U << (bit + count);
    }
  }
}

/// Gives the bits of word `word` of a row after a step along x: bit b tells of voxel 32 * word + b + step. At the ends
/// of a row that is not closed it goes on at the other end.
inline std::uint32_t shifted(std::span<const OccupancyWord> row, std::size_t word, int step, std::int64_t nx,
                             bool is_closed) {
  const std::uint32_t bits = row[word].bits;
  const auto last_bit = static_cast<int>((nx - 1) % 32);
  if (step == 0) return bits;
  if (step > 0) {
    std::uint32_t after = bits >> 1;
    if (word + 1 < row.size())
      after |= row[word + 1].bits << 31;
    else if (!is_closed)
      after |= (row[0].bits & 1U) << last_bit;
    return after;
  }
  std::uint32_t before = bits << 1;
  if (word > 0)
    before |= row[word - 1].bits >> 31;
  else if (!is_closed)
    before |= row.back().bits >> last_bit & 1U;
  return before;
}

}  // namespace detail

template <class Visit>
void CellGraph::visit_faces(std::uint32_t cell, std::uint32_t neighbour, std::uint32_t count,
                            const d3q19::Velocity& step, const Visit& visit) const {
  const std::uint8_t* const of_cells = widths_.data();
  switch (faces_) {
    case Faces::phases:
      return visit(cell, neighbour, count, step,
                   [this, own = OpenFaces::behind(step), other = OpenFaces::bit(step)](std::size_t a, std::size_t b) {
                     return quanta_of_phases_or_one(a, b, own, other);
                   });
    case Faces::open_or_closed:
      return visit(
          cell, neighbour, count, step,
          [of_cells, own = OpenFaces::behind(step), other = OpenFaces::bit(step)](std::size_t a, std::size_t b) {
            return OpenFaces::quanta(of_cells[a], own, of_cells[b], other);
          });
    case Faces::apertures:
      return visit(cell, neighbour, count, step,
                   [of_part = apertures_.quanta_of_part[FaceApertures::face(step) / 2],
                    apertures = apertures_.of_face[FaceApertures::face(step)].data()](std::size_t a, std::size_t) {
                     return of_part * apertures[a];
                   });
    case Faces::widths:
      return visit(cell, neighbour, count, step,
                   [of_cells](std::size_t a, std::size_t b) { return std::int32_t{of_cells[a]} * of_cells[b]; });
  }
}

template <class Visit>
void CellGraph::visit_stretches(std::int64_t y, std::int64_t z, const Visit& visit) const {
  const std::span<const OccupancyWord> own = cells_.row(y, z);
  const Range cells = cells_.cells_of_row(y, z);
  if (cells.size() == 0) return;
  const std::int64_t last_x = cells_.domain().image().nx - 1;
  const auto first = static_cast<std::uint32_t>(cells.first);
  const auto last = static_cast<std::uint32_t>(cells.last - 1);
  const auto visit_joined = [&](std::uint32_t cell, std::uint32_t there, std::uint32_t in_stretch,
                                const d3q19::Velocity& step) { visit_faces(cell, there, in_stretch, step, visit); };
  const bool has_first = (own.front().bits & 1U) != 0;
  const bool has_last = (own.back().bits >> (last_x % 32) & 1U) != 0;
  if (!closed_.contains(Axis::x) && last_x > 0 && has_first && has_last) {
    visit_joined(first, last, 1U, {-1, 0, 0});
    visit_joined(last, first, 1U, {1, 0, 0});
  }
  detail::for_each_stretch_along(own, [&](std::uint32_t cell, std::uint32_t in_stretch) {
    visit_joined(cell + 1, cell, in_stretch, {-1, 0, 0});
    visit_joined(cell, cell + 1, in_stretch, {1, 0, 0});
  });
  for (const Axis axis : {Axis::y, Axis::z})
    for (const int step : {-1, 1}) {
      const std::int64_t beside = neighbour(axis, axis == Axis::y ? y : z, step);
      if (beside < 0) continue;
      const d3q19::Velocity there = axis == Axis::y ? d3q19::Velocity{0, step, 0} : d3q19::Velocity{0, 0, step};
      detail::for_each_stretch(own, axis == Axis::y ? cells_.row(beside, z) : cells_.row(y, beside),
                               [&](std::uint32_t cell, std::uint32_t neighbour_cell, std::uint32_t in_stretch) {
                                 visit_joined(cell, neighbour_cell, in_stretch, there);
                               });
    }
  visit_stretches_outside(y, z, [&](std::uint32_t cell, std::uint32_t in_stretch, const d3q19::Velocity& step) {
    visit(cell, cell, in_stretch, step,
          [this, step](std::size_t at, std::size_t) { return quanta_to_outside(at, step); });
  });
  if (of_edge_ == 0) return;
  visit_edges(y, z, [&](const CellEdge& edge, const d3q19::Velocity& step) {
    visit(edge.cell, edge.neighbour, 1U, step, [this](std::size_t, std::size_t) { return of_edge_; });
  });
}

template <class Visit>
void CellGraph::visit_stretches_outside(std::int64_t y, std::int64_t z, const Visit& visit) const {
  const std::span<const OccupancyWord> own = cells_.row(y, z);
  const Range cells = cells_.cells_of_row(y, z);
  if (cells.size() == 0) return;
  const auto first = static_cast<std::uint32_t>(cells.first);
  const auto count = static_cast<std::uint32_t>(cells.size());
  const auto visit_at = [&](bool is_at_face, Axis axis, Side side, const d3q19::Velocity& step, std::uint32_t from,
                            std::uint32_t cells_there) {
    if (is_at_face && leads_outside(cells_.domain(), axis, side)) visit(from, cells_there, step);
  };
  const bool has_last = (own.back().bits >> ((cells_.domain().image().nx - 1) % 32) & 1U) != 0;
  visit_at((own.front().bits & 1U) != 0, Axis::x, Side::low, {-1, 0, 0}, first, 1);
  visit_at(has_last, Axis::x, Side::high, {1, 0, 0}, first + count - 1, 1);
  visit_at(y == 0, Axis::y, Side::low, {0, -1, 0}, first, count);
  visit_at(y == cells_.domain().own_y() - 1, Axis::y, Side::high, {0, 1, 0}, first, count);
  visit_at(z == 0, Axis::z, Side::low, {0, 0, -1}, first, count);
  visit_at(z == cells_.domain().own_z() - 1, Axis::z, Side::high, {0, 0, 1}, first, count);
}

template <class Visit>
void CellGraph::visit_outside(std::int64_t y, std::int64_t z, const Visit& visit) const {
  visit_stretches_outside(y, z, [&](std::uint32_t first, std::uint32_t count, const d3q19::Velocity& step) {
    for (std::uint32_t cell = first; cell < first + count; ++cell) visit(cell, quanta_to_outside(cell, step));
  });
}

template <class Visit>
void CellGraph::visit_links(std::int64_t y, std::int64_t z, const Visit& visit) const {
  visit_stretches(y, z,
                  [&](std::uint32_t cell, std::uint32_t neighbour, std::uint32_t count, const d3q19::Velocity& step,
                      const auto& quanta_of) {
                    for (std::uint32_t i = 0; i < count; ++i)
                      visit(cell + i, neighbour + i, Quanta{quanta_of(cell + i, neighbour + i)}, step);
                  });
}

template <class Visit>
void CellGraph::visit_edges(std::int64_t y, std::int64_t z, const Visit& visit) const {
  const std::span<const OccupancyWord> own = cells_.row(y, z);
  const std::int64_t nx = cells_.domain().image().nx;
  const bool is_closed = closed_.contains(Axis::x);
  for (int q = 1; q < d3q19::directions; ++q) {
    const d3q19::Velocity step = d3q19::velocity(q);
    if (!is_to_edge(step)) continue;
    if (step.x != 0 && nx == 1) continue;
    const std::int64_t there_y = step.y == 0 ? y : neighbour(Axis::y, y, step.y);
    const std::int64_t there_z = step.z == 0 ? z : neighbour(Axis::z, z, step.z);
    if (there_y < 0 || there_z < 0) continue;
    const std::span<const OccupancyWord> there = cells_.row(there_y, there_z);
    // The two voxels between: with a step along x they stand in these two rows, else in two other rows.
    const std::span<const OccupancyWord> beside = step.x != 0 ? there : cells_.row(y, there_z);
    const std::span<const OccupancyWord> before = step.x != 0 ? own : cells_.row(there_y, z);
    for (std::size_t word = 0; word < own.size(); ++word) {
      std::uint32_t joined = own[word].bits & detail::shifted(there, word, step.x, nx, is_closed) & ~beside[word].bits &
                             ~detail::shifted(before, word, step.x, nx, is_closed);
      for (; joined != 0; joined &= joined - 1) {
        const int bit = std::countr_zero(joined);
        const std::int64_t x = static_cast<std::int64_t>(word) * 32 + bit;
        const std::int64_t there_x = (x + step.x + nx) % nx;
        visit(CellEdge{own[word].first_cell + detail::count_bits(own[word].bits & ((1U << bit) - 1U)),
                       DomainCells::cell(there, there_x)},
              step);
      }
    }
  }
}

}  // namespace perm
