// SPDX-License-Identifier: Apache-2.0
// Loops over the own cells of a domain on the host, over what is joined to each, and over pieces, with sums that are
// exact, over all processes.
// CellLoopsCuda does the same on a GPU with the same bits, so that work on cells is written once, for either.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "core/large_array.hpp"
#include "laplace/block_graph.hpp"
#include "laplace/blocks_of_cells.hpp"
#include "laplace/cell_graph.hpp"
#include "laplace/cell_rows.hpp"
#include "laplace/exact_dot.hpp"
#include "laplace/laplace_solver.hpp"
#include "laplace/pieces_on_first.hpp"
#include "laplace/shared_loops.hpp"
#include "laplace/shared_pieces.hpp"
#include "laplace/within_block.hpp"

namespace perm {

class CellLoops {
 public:
  template <class Value>
  using List = LargeArray<Value>;

  /// The first process solves for the pieces of all with the threads of `team`, which is null on the others.
  /// Collective.
  CellLoops(CellGraph graph, const std::shared_ptr<const ThreadTeam>& team);

  const CellGraph& graph() const { return graph_; }
  const Communicator& processes() const { return graph_.cells().domain().processes(); }
  std::size_t cells() const { return graph_.nodes(); }
  std::size_t cells_with_halo() const { return graph_.cells().cells(); }
  std::size_t own_pieces() const { return numbered_.count(); }
  std::size_t pieces() const { return shared_.known(); }  ///< own ones, then those of the halo
  const std::uint8_t* widths() const { return graph_.widths().data(); }
  /// Tells which piece each cell belongs to, also those of the halo.
  const std::uint32_t* piece_of() const { return numbered_.piece_of.data(); }

  /// Calls visit(i) for i = 0 .. count - 1.
  template <class Visit>
  void for_each(std::size_t count, const Visit& visit) const {
    for_each_place(graph_.team(), count, [&](std::size_t i) { visit(static_cast<std::uint32_t>(i)); });
  }

  /// Sums over i = 0 .. items - 1 of all processes what terms(i, values) writes, exactly, in quanta of 2^-40 of the
  /// largest term. It is called twice for each. A sum is not a number where a term is not finite. Collective.
  template <int count, class Terms>
  std::array<double, count> sums(std::size_t items, const Terms& terms) const;

  /// Calls links.add(value, cell, neighbour, quanta, step), with std::size_t for cells, for whatever is joined to a
  /// cell, with a value that begins as Links::Value{}, and then links.finish(cell, value): for faces along x, y, z,
  /// faces to the outside, where neighbour is the cell itself, and edges.
  template <class Links>
  void for_each_links(const Links& links) const;

  /// Gives for each own piece the sum of value_of(cell) over its cells, in ascending order.
  template <class ValueOf>
  void sum_cells(const ValueOf& value_of, float* sums) const;
  /// Does what SharedSolver::solve does. Collective.
  LaplaceSolution solve(const float* flux, float* potential, double share) {
    return solver_.solve({flux, own_pieces()}, {potential, pieces()}, share);
  }
  /// Does what WithinBlock::solve does, for the own cells of all blocks.
  void solve_within(float* values) const;

  /// Copy values of own pieces out of a list or into it.
  static void read(const List<float>& list, const Range& pieces, float* values) {
    std::copy_n(list.data() + pieces.first, pieces.size(), values);
  }
  static void write(const float* values, const Range& pieces, List<float>& list) {
    std::copy_n(values, pieces.size(), list.data() + pieces.first);
  }
  /// Gives the pieces of the halo the values that they have where they are own ones. Collective.
  void fill_halo(List<float>& list) { solver_.fill_halo({list.data(), pieces()}, own_pieces()); }

 private:
  CellGraph graph_;
  NumberedPieces numbered_;
  SharedPieces shared_;
  SharedSolver<LaplaceSolver, List<float>> solver_;
  WithinBlock within_;
};

template <class ValueOf>
void CellLoops::sum_cells(const ValueOf& value_of, float* sums) const {
  const Extent n = graph_.cells().own_extent();
  const Extent blocks = halved(n);
  for_each_row(graph_.team(), blocks.ny * blocks.nz, [&](std::int64_t row) {
    const auto at = static_cast<std::size_t>(row);
    std::fill(sums + numbered_.rows[at], sums + numbered_.rows[at + 1], 0.0F);
    for_each_row_of_block(n, row % blocks.ny, row / blocks.ny, [&](std::int64_t y, std::int64_t z) {
      const Range cells = graph_.cells().cells_of_row(y, z);
      for (std::int64_t cell = cells.first; cell < cells.last; ++cell)
        sums[numbered_.piece_of[static_cast<std::size_t>(cell)]] += value_of(static_cast<std::uint32_t>(cell));
    });
  });
}

template <int count, class Terms>
std::array<double, count> CellLoops::sums(std::size_t items, const Terms& terms) const {
  constexpr std::int64_t terms_together = 1024;  // whose terms of 2^40 quanta fit into 64 bits
  struct Values {
    double of[count][terms_together];
  };
  // Calls take(values, n) for n terms at a time.
  const auto visit_ranges = [&](const auto& visit) {
    for_each_range(graph_.team(), static_cast<std::int64_t>(items), [&](const Range& range) {
      visit([&](const auto& take) {
        Values values;
        for (std::int64_t first = range.first; first < range.last; first += terms_together) {
          const std::int64_t n = std::min(terms_together, range.last - first);
          for (std::int64_t i = 0; i < n; ++i) {
            double of_cell[count];
            terms(static_cast<std::uint32_t>(first + i), of_cell);
            for (int k = 0; k < count; ++k) values.of[k][i] = of_cell[k];
          }
          take(values, n);
        }
      });
    });
  };
  std::mutex joining;
  std::array<double, count> largest{};
  visit_ranges([&](const auto& take_terms) {
    std::array<double, count> own{};
    take_terms([&](const Values& values, std::int64_t n) {
      for (int k = 0; k < count; ++k)
        for (std::int64_t i = 0; i < n; ++i) {
          const double size = std::abs(values.of[k][i]);
          own[k] = size > own[k] || std::isnan(size) ? size : own[k];  // what is not a number stays
        }
    });
    const std::scoped_lock lock(joining);
    for (int k = 0; k < count; ++k) largest[k] = own[k] > largest[k] || std::isnan(own[k]) ? own[k] : largest[k];
  });
  std::array<double, count> scale{};
  for (int k = 0; k < count; ++k) {
    largest[k] = processes().max(std::isfinite(largest[k]) ? largest[k] : std::numeric_limits<double>::infinity());
    scale[k] = std::isfinite(largest[k]) ? ExactDot::quanta_of_one(largest[k]) : 0;
  }
  std::array<__int128, count> quanta{};
  visit_ranges([&](const auto& take_terms) {
    std::array<__int128, count> own{};
    take_terms([&](const Values& values, std::int64_t n) {
      for (int k = 0; k < count; ++k) {
        std::uint64_t together = 0;  // wraps where terms are not finite, and is not used then
        for (std::int64_t i = 0; i < n; ++i)
          together += static_cast<std::uint64_t>(round_below_2_51(values.of[k][i] * scale[k]));
        if (scale[k] > 0) own[k] += static_cast<std::int64_t>(together);
      }
    });
    const std::scoped_lock lock(joining);
    for (int k = 0; k < count; ++k) quanta[k] += own[k];
  });
  processes().sum(std::span<__int128>(quanta));
  std::array<double, count> sums{};
  for (int k = 0; k < count; ++k)
    sums[k] = scale[k] > 0 ? static_cast<double>(quanta[k]) / scale[k] : std::numeric_limits<double>::quiet_NaN();
  return sums;
}

inline void CellLoops::solve_within(float* values) const {
  const Extent blocks = halved(graph_.cells().own_extent());
  for_each_row(graph_.team(), blocks.ny * blocks.nz, [&](std::int64_t row) {
    for_each_block(graph_.cells(), row, [&](const BlockOfCells& block) {
      float of_voxels[8] = {};
      float widths[8] = {};
      block.for_each_pore([&](unsigned voxel) {
        of_voxels[voxel] = values[block.cells[voxel]];
        widths[voxel] = graph_.widths()[block.cells[voxel]];
      });
      within_.solve(block.pattern, widths, of_voxels);
      block.for_each_pore([&](unsigned voxel) { values[block.cells[voxel]] = of_voxels[voxel]; });
    });
  });
}

template <class Links>
void CellLoops::for_each_links(const Links& links) const {
  const Extent n = graph_.cells().own_extent();
  for_each_task(graph_.team(), n.nz, [&](const auto& for_each) {
    std::vector<typename Links::Value> values;
    for_each([&](std::int64_t z) {
      for (std::int64_t y = 0; y < n.ny; ++y) {
        const Range row = graph_.cells().cells_of_row(y, z);
        values.assign(static_cast<std::size_t>(row.size()), {});
        const auto visit = [&](std::size_t cell, std::size_t neighbour, std::size_t count, const d3q19::Velocity& step,
                               const auto& quanta_of) {
          auto* const of_cells = values.data() + (cell - static_cast<std::size_t>(row.first));
#pragma GCC ivdep
          for (std::size_t i = 0; i < count; ++i)
            links.add(of_cells[i], cell + i, neighbour + i, static_cast<float>(quanta_of(cell + i, neighbour + i)),
                      step);
        };
        graph_.visit_stretches(y, z, visit);
        for (std::int64_t cell = row.first; cell < row.last; ++cell)
          links.finish(static_cast<std::uint32_t>(cell), values[static_cast<std::size_t>(cell - row.first)]);
      }
    });
  });
}

}  // namespace perm
