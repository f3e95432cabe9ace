// SPDX-License-Identifier: Apache-2.0
// Gives the cells of a halo what the processes beside have for them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/communicator.hpp"
#include "laplace/domain_cells.hpp"

namespace perm {

/// Calls set(cell, value) for each cell of the halo, with what get(cell) gives where it is an own cell. A value may
/// pass through a third process: get() is also asked for cells of the halo that have been set. Collective.
template <class T, class Get, class Set>
void exchange_faces(const DomainCells& cells, const Get& get, const Set& set) {
  const Domain& domain = cells.domain();
  for (const Axis axis : {Axis::y, Axis::z}) {
    Messages messages;
    std::array<std::vector<T>, 2> leaving;
    std::array<std::vector<T>, 2> coming;
    const auto for_each_face = [&](const auto& visit) {
      for (const Face& face : domain.faces()) {
        const std::int64_t last = (axis == Axis::y ? domain.own_y() : domain.own_z()) - 1;
        const bool is_low = face.side == Side::low;
        if (face.axis == axis && !domain.leaves(axis, is_low ? 0 : last, is_low ? -1 : 1))
          visit(face, static_cast<int>(face.side));
      }
    };
    const auto for_each_cell = [&](const std::vector<Domain::Row>& rows, const auto& visit) {
      for (const Domain::Row& row : rows) {
        const Range of_row = cells.cells_of_row(row.y, row.z);
        for (std::int64_t cell = of_row.first; cell < of_row.last; ++cell) visit(static_cast<std::size_t>(cell));
      }
    };
    // A message has the side of the face to which it comes as a tag.
    for_each_face([&](const Face& face, int side) {
      std::vector<T>& values = coming[static_cast<std::size_t>(side)];
      for_each_cell(domain.outer_rows(face), [&](std::size_t) { values.emplace_back(); });
      domain.processes().start_to_receive(face.neighbour, side, std::as_writable_bytes(std::span(values)), messages);
    });
    for_each_face([&](const Face& face, int side) {
      std::vector<T>& values = leaving[static_cast<std::size_t>(side)];
      for_each_cell(domain.inner_rows(face), [&](std::size_t cell) { values.push_back(get(cell)); });
      domain.processes().start_to_send(face.neighbour, 1 - side, std::as_bytes(std::span(values)), messages);
    });
    messages.wait();
    for_each_face([&](const Face& face, int side) {
      auto value = coming[static_cast<std::size_t>(side)].begin();
      for_each_cell(domain.outer_rows(face), [&](std::size_t cell) { set(cell, *value++); });
    });
  }
}

}  // namespace perm
