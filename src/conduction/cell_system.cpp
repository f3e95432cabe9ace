// SPDX-License-Identifier: Apache-2.0
#include "conduction/cell_system.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "laplace/blocks_of_cells.hpp"
#include "laplace/shared_loops.hpp"

namespace perm {

CellSystem::CellSystem(DomainCells cells, std::shared_ptr<const ThreadTeam> team, LargeArray<float> conductivity)
    : CellSystem(CellGraph(std::move(cells), std::move(conductivity), team), team) {}

CellSystem::CellSystem(CellGraph graph, std::shared_ptr<const ThreadTeam> team)
    : team_(std::move(team)),
      graph_(std::move(graph)),
      pieces_(number_pieces(graph_.cells(), *team_, JoinedBy::faces)),
      multigrid_(BlockGraph(*team_, join_pieces(graph_, pieces_))),
      inverse_diagonal_(graph_.nodes()),
      room_(graph_.nodes()),
      piece_flux_(pieces_.count()),
      piece_potential_(pieces_.count()),
      piece_first_(pieces_.count()) {
  for_each_row_of_cells(
      [](float& sum, std::size_t, std::size_t, float quanta, const d3q19::Velocity&) { sum += quanta; },
      [&](const Range& row, const float* sums) {
        for (std::int64_t cell = row.first; cell < row.last; ++cell)
          inverse_diagonal_[static_cast<std::size_t>(cell)] =
              sums[cell - row.first] > 0 ? 1 / sums[cell - row.first] : 0;
      });
}

template <class Add, class Finish>
void CellSystem::for_each_row_of_cells(const Add& add, const Finish& finish) const {
  const Extent n = cells().own_extent();
  for_each_task(*team_, n.nz, [&](const auto& for_each) {
    std::vector<float> values;
    for_each([&](std::int64_t z) {
      for (std::int64_t y = 0; y < n.ny; ++y) {
        const Range row = cells().cells_of_row(y, z);
        values.assign(static_cast<std::size_t>(row.size()), 0.0F);
        graph_.visit_stretches(y, z,
                               [&](std::size_t cell, std::size_t neighbour, std::size_t count,
                                   const d3q19::Velocity& step, const auto& quanta_of) {
                                 float* const of_cells = values.data() + (cell - static_cast<std::size_t>(row.first));
#pragma GCC ivdep
                                 for (std::size_t i = 0; i < count; ++i)
                                   add(of_cells[i], cell + i, neighbour + i,
                                       static_cast<float>(quanta_of(cell + i, neighbour + i)), step);
                               });
        finish(row, values.data());
      }
    });
  });
}

void CellSystem::apply(std::span<const float> x, std::span<float> y) const {
  for_each_row_of_cells(
      [x](float& sum, std::size_t cell, std::size_t neighbour, float quanta, const d3q19::Velocity&) {
        sum += quanta * (x[cell] - (cell == neighbour ? 0 : x[neighbour]));
      },
      [y](const Range& row, const float* sums) { std::copy_n(sums, row.size(), y.begin() + row.first); });
}

void CellSystem::drive(Axis along, std::span<float> driven) const {
  for_each_row_of_cells(
      [along](float& sum, std::size_t cell, std::size_t neighbour, float quanta, const d3q19::Velocity& step) {
        sum -= (cell == neighbour ? quanta / 2 : quanta) * static_cast<float>(step.along(along));
      },
      [driven](const Range& row, const float* sums) { std::copy_n(sums, row.size(), driven.begin() + row.first); });
}

double CellSystem::driven_power(Axis along) const {
  LargeArray<float> power(graph_.nodes());
  for_each_row_of_cells(
      [along](float& sum, std::size_t cell, std::size_t neighbour, float quanta, const d3q19::Velocity& step) {
        if (step.along(along) != 0) sum += quanta / (cell == neighbour ? 4 : 2);
      },
      [&](const Range& row, const float* sums) { std::copy_n(sums, row.size(), power.begin() + row.first); });
  double sum = 0;
  for (const float of_cell : power) sum += of_cell;
  return sum;
}

void CellSystem::precondition(std::span<const float> r, std::span<float> z) {
  const std::span<float> room = room_.span();
  const std::span<float> flux = piece_flux_.span();
  const std::span<float> potential = piece_potential_.span();
  for_each_place(*team_, r.size(), [&](std::size_t i) { room[i] = Multigrid::damping * inverse_diagonal_[i] * r[i]; });
  apply(room, z);
  const Extent n = cells().own_extent();
  const Extent blocks = halved(n);
  for_each_row(*team_, blocks.ny * blocks.nz, [&](std::int64_t row) {
    const auto at = static_cast<std::size_t>(row);
    std::fill(flux.begin() + pieces_.rows[at], flux.begin() + pieces_.rows[at + 1], 0.0F);
    for_each_row_of_block(n, row % blocks.ny, row / blocks.ny, [&](std::int64_t y, std::int64_t z_of_row) {
      const Range own = cells().cells_of_row(y, z_of_row);
      for (auto cell = static_cast<std::size_t>(own.first); cell < static_cast<std::size_t>(own.last); ++cell)
        flux[pieces_.piece_of[cell]] += r[cell] - z[cell];
    });
  });
  multigrid_.solve_roughly(flux, potential);
  std::copy(potential.begin(), potential.end(), piece_first_.begin());
  multigrid_.graph(0).for_each_flux(potential, [&](const Range& nodes, const float* leaves) {
    for (std::int64_t node = nodes.first; node < nodes.last; ++node)
      flux[static_cast<std::size_t>(node)] -= Multigrid::over * leaves[node - nodes.first];
  });
  multigrid_.solve_roughly(flux, potential);
  for_each_place(*team_, potential.size(),
                 [&](std::size_t i) { potential[i] = Multigrid::over * (piece_first_[i] + potential[i]); });
  for_each_place(*team_, r.size(), [&](std::size_t i) { room[i] += potential[pieces_.piece_of[i]]; });
  for_each_row_of_cells(
      [room](float& sum, std::size_t cell, std::size_t neighbour, float quanta, const d3q19::Velocity&) {
        sum += quanta * (room[cell] - (cell == neighbour ? 0 : room[neighbour]));
      },
      [&](const Range& row, const float* leaves) {
        for (auto i = static_cast<std::size_t>(row.first); i < static_cast<std::size_t>(row.last); ++i)
          z[i] = room[i] +
                 Multigrid::damping * inverse_diagonal_[i] * (r[i] - leaves[i - static_cast<std::size_t>(row.first)]);
      });
}

}  // namespace perm
