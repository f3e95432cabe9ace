// SPDX-License-Identifier: Apache-2.0
// Loops over the cells of a graph on the host: over the cells alone, with exact sums, and over what is joined to each.
// CellLoopsCuda does the same on a GPU with the same bits, so that work on cells is written once, for either.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <mutex>
#include <vector>

#include "core/large_array.hpp"
#include "laplace/cell_graph.hpp"
#include "laplace/cell_rows.hpp"
#include "laplace/exact_dot.hpp"
#include "laplace/laplace_solver.hpp"
#include "laplace/shared_loops.hpp"

namespace perm {

class CellLoops {
 public:
  template <class Value>
  using List = LargeArray<Value>;

  explicit CellLoops(CellGraph graph) : graph_(std::move(graph)), solver_(graph_) {}
  CellLoops(const CellLoops&) = delete;  // the solver refers to the graph
  CellLoops& operator=(const CellLoops&) = delete;
  ~CellLoops() = default;

  const CellGraph& graph() const { return graph_; }
  std::size_t cells() const { return graph_.nodes(); }
  const std::uint8_t* widths() const { return graph_.widths().data(); }

  /// Calls visit(cell) for all cells.
  template <class Visit>
  void for_each(const Visit& visit) const {
    for_each_place(graph_.team(), cells(), [&](std::size_t cell) { visit(static_cast<std::uint32_t>(cell)); });
  }

  /// Sums over all cells what terms(cell, values) writes, exactly, in quanta of 2^-40 of the largest term. It is called
  /// twice for each cell. A sum is not a number where a term is not finite.
  template <int count, class Terms>
  std::array<double, count> sums(const Terms& terms) const;

  /// Calls links.add(value, cell, neighbour, quanta, step) for whatever is joined to a cell, with a value that begins
  /// as Links::Value{}, and then links.finish(cell, value): for faces along x, y, z, faces to the outside, where
  /// neighbour is the cell itself, and edges.
  template <class Links>
  void for_each_links(const Links& links) const;

  /// Does what LaplaceSolver::solve does.
  LaplaceSolution solve(float* flux, float* potential, double share) {
    return solver_.solve({flux, cells()}, {potential, cells()}, share);
  }

 private:
  CellGraph graph_;
  LaplaceSolver solver_;
};

template <int count, class Terms>
std::array<double, count> CellLoops::sums(const Terms& terms) const {
  const auto visit_ranges = [&](const auto& visit) {
    for_each_range(graph_.team(), static_cast<std::int64_t>(cells()), [&](const Range& range) {
      visit([&](const auto& take) {
        for (std::int64_t cell = range.first; cell < range.last; ++cell) {
          double values[count];
          terms(static_cast<std::uint32_t>(cell), values);
          for (int i = 0; i < count; ++i) take(i, values[i]);
        }
      });
    });
  };
  std::mutex joining;
  std::array<double, count> largest{};
  visit_ranges([&](const auto& take_terms) {
    std::array<double, count> own{};
    take_terms([&](int i, double term) {
      const double size = std::isfinite(term) ? std::abs(term) : std::numeric_limits<double>::infinity();
      own[i] = size > own[i] ? size : own[i];
    });
    const std::scoped_lock lock(joining);
    for (int i = 0; i < count; ++i) largest[i] = own[i] > largest[i] ? own[i] : largest[i];
  });
  std::array<double, count> scale{};
  for (int i = 0; i < count; ++i) scale[i] = std::isfinite(largest[i]) ? ExactDot::quanta_of_one(largest[i]) : 0;
  std::array<__int128, count> quanta{};
  visit_ranges([&](const auto& take_terms) {
    std::array<__int128, count> own{};
    take_terms([&](int i, double term) { own[i] += scale[i] > 0 ? std::llrint(term * scale[i]) : 0; });
    const std::scoped_lock lock(joining);
    for (int i = 0; i < count; ++i) quanta[i] += own[i];
  });
  std::array<double, count> sums{};
  for (int i = 0; i < count; ++i)
    sums[i] = scale[i] > 0 ? static_cast<double>(quanta[i]) / scale[i] : std::numeric_limits<double>::quiet_NaN();
  return sums;
}

template <class Links>
void CellLoops::for_each_links(const Links& links) const {
  const Extent& n = graph_.occupancy().extent();
  for_each_task(graph_.team(), n.nz, [&](const auto& for_each) {
    std::vector<typename Links::Value> values;
    for_each([&](std::int64_t z) {
      for (std::int64_t y = 0; y < n.ny; ++y) {
        const Range row = graph_.occupancy().cells_of_row(y, z);
        values.assign(static_cast<std::size_t>(row.size()), {});
        graph_.visit_links(
            y, z, [&](std::uint32_t cell, std::uint32_t neighbour, Quanta quanta, const d3q19::Velocity& step) {
              links.add(values[cell - static_cast<std::size_t>(row.first)], cell, neighbour, static_cast<float>(quanta),
                        step);
            });
        for (std::int64_t cell = row.first; cell < row.last; ++cell)
          links.finish(static_cast<std::uint32_t>(cell), values[static_cast<std::size_t>(cell - row.first)]);
      }
    });
  });
}

}  // namespace perm
