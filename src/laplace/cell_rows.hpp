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

}  // namespace detail

/// Calls add.between(cell, neighbour, count) for stretches of cells that are joined, in the order of x, y and z, the
/// low side before the high one, then add.edge(cell, neighbour), and add.outside(cell) for a face that leads to the
/// outside.
template <class Add>
void CellGraph::add_row(std::int64_t y, std::int64_t z, const Add& add) const {
  const std::span<const OccupancyWord> own = row(y, z);
  const Range cells = occupancy_.cells_of_row(y, z);
  if (cells.size() == 0) return;
  const Extent& n = occupancy_.extent();
  const auto first = static_cast<std::uint32_t>(cells.first);
  const auto last = static_cast<std::uint32_t>(cells.last - 1);
  const bool has_first = occupancy_.is_cell(0, y, z);
  const bool has_last = occupancy_.is_cell(n.nx - 1, y, z);
  const bool is_joined = !rules_.is_closed(Axis::x) && n.nx > 1 && has_first && has_last;
  if (is_joined) add.between(first, last, 1);
  detail::for_each_stretch_along(own,
                                 [&](std::uint32_t cell, std::uint32_t count) { add.between(cell + 1, cell, count); });
  detail::for_each_stretch_along(own,
                                 [&](std::uint32_t cell, std::uint32_t count) { add.between(cell, cell + 1, count); });
  if (is_joined) add.between(last, first, 1);
  for (const Axis axis : {Axis::y, Axis::z}) {
    const std::int64_t position = axis == Axis::y ? y : z;
    for (const int step : {-1, 1}) {
      const std::int64_t there = neighbour(axis, position, step);
      if (there >= 0)
        detail::for_each_stretch(own, axis == Axis::y ? row(there, z) : row(y, there),
                                 [&](auto... stretch) { add.between(stretch...); });
    }
  }
  if (is_open(Axis::x)) {
    if (has_first) add.outside(first, 1);
    if (has_last) add.outside(last, 1);
  }
  if (const int faces = open_faces(y, z); faces > 0)
    for (std::uint32_t cell = first; cell <= last; ++cell) add.outside(cell, faces);
  const auto row_number = static_cast<std::size_t>(z * n.ny + y);
  for (std::uint64_t edge = first_edge_[row_number]; edge < first_edge_[row_number + 1]; ++edge)
    add.edge(edges_[edge].cell, edges_[edge].neighbour);
}

template <class Visit>
void CellGraph::visit_links(std::int64_t y, std::int64_t z, const Visit& visit) const {
  struct Links {
    const std::uint8_t* widths;
    Quanta of_edge;
    const Visit* visit;

    void between(std::uint32_t cell, std::uint32_t neighbour, std::uint32_t count) const {
      for (std::uint32_t i = 0; i < count; ++i) {
        (*visit)(cell + i, neighbour + i, Quanta{widths[cell + i]} * widths[neighbour + i]);
      }
    }
    void edge(std::uint32_t cell, std::uint32_t neighbour) const { (*visit)(cell, neighbour, of_edge); }
    void outside(std::uint32_t cell, int faces) const { (*visit)(cell, cell, faces * quanta_to_outside(widths[cell])); }
  };
  add_row(y, z, Links{widths_.data(), of_edge_, &visit});
}

inline std::span<const OccupancyWord> CellGraph::row(std::int64_t y, std::int64_t z) const {
  return std::span(occupancy_.words())
      .subspan(static_cast<std::size_t>(occupancy_.row_start(y, z)),
               static_cast<std::size_t>(occupancy_.words_per_row()));
}

}  // namespace perm
