// SPDX-License-Identifier: Apache-2.0
#include "laplace/cell_graph.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <numeric>
#include <utility>

#include "laplace/shared_loops.hpp"

namespace perm {
namespace {

/// Gives the bits of word `word` of a row after a step along x: bit b tells of voxel 32 * word + b + step. At the ends
/// of a row that is not closed it goes on at the other end.
std::uint32_t shifted(std::span<const OccupancyWord> row, std::size_t word, int step, std::int64_t nx, bool is_closed) {
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

struct Step {
  int x;
  int y;
  int z;
};

constexpr Step steps_to_edges[] = {{1, 1, 0},  {-1, -1, 0}, {1, -1, 0}, {-1, 1, 0},  {1, 0, 1},  {-1, 0, -1},
                                   {1, 0, -1}, {-1, 0, 1},  {0, 1, 1},  {0, -1, -1}, {0, 1, -1}, {0, -1, 1}};

}  // namespace

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
    visit_links(
        y, z, [&](std::uint32_t cell, std::uint32_t, Quanta quanta) { diagonal[cell] += static_cast<float>(quanta); });
    for (std::int64_t cell = cells.first; cell < cells.last; ++cell)
      diagonal[cell] = diagonal[cell] > 0 ? 1 / diagonal[cell] : 0;
  });
}

std::int64_t CellGraph::bytes() const {
  return occupancy_.bytes() + static_cast<std::int64_t>(widths_.bytes() + edges_.bytes() + inverse_diagonal_.bytes() +
                                                        first_edge_.size() * sizeof(std::uint64_t));
}

std::int64_t CellGraph::neighbour(Axis axis, std::int64_t position, int step) const {
  const std::int64_t n = occupancy_.extent().along(axis);
  const std::int64_t there = position + step;
  if (n == 1) return -1;  // a cell is not joined to itself
  if (there >= 0 && there < n) return there;
  if (rules_.is_closed(axis)) return -1;
  return there < 0 ? n - 1 : 0;
}

bool CellGraph::is_open(Axis axis) const {
  return rules_.across(axis) == FaceRule::antisymmetric || rules_.across(axis) == FaceRule::pressure;
}

int CellGraph::open_faces(std::int64_t y, std::int64_t z) const {
  const Extent& n = occupancy_.extent();
  int faces = 0;
  if (is_open(Axis::y)) faces += (y == 0 ? 1 : 0) + (y == n.ny - 1 ? 1 : 0);
  if (is_open(Axis::z)) faces += (z == 0 ? 1 : 0) + (z == n.nz - 1 ? 1 : 0);
  return faces;
}

template <class Visit>
void CellGraph::visit_edges(std::int64_t y, std::int64_t z, const Visit& visit) const {
  const std::span<const OccupancyWord> own = row(y, z);
  const std::int64_t nx = occupancy_.extent().nx;
  const bool is_closed = rules_.is_closed(Axis::x);
  for (const Step& step : steps_to_edges) {
    if (step.x != 0 && nx == 1) continue;
    const std::int64_t there_y = step.y == 0 ? y : neighbour(Axis::y, y, step.y);
    const std::int64_t there_z = step.z == 0 ? z : neighbour(Axis::z, z, step.z);
    if (there_y < 0 || there_z < 0) continue;
    const std::span<const OccupancyWord> there = row(there_y, there_z);
    // The two voxels between: with a step along x they stand in these two rows, else in two other rows.
    const std::span<const OccupancyWord> beside = step.x != 0 ? there : row(y, there_z);
    const std::span<const OccupancyWord> before = step.x != 0 ? own : row(there_y, z);
    for (std::size_t word = 0; word < own.size(); ++word) {
      std::uint32_t joined = own[word].bits & shifted(there, word, step.x, nx, is_closed) & ~beside[word].bits &
                             ~shifted(before, word, step.x, nx, is_closed);
      for (; joined != 0; joined &= joined - 1) {
        const int bit = std::countr_zero(joined);
        const std::int64_t x = static_cast<std::int64_t>(word) * 32 + bit;
        const std::int64_t there_x = (x + step.x + nx) % nx;
        visit(CellEdge{own[word].first_cell + detail::count_bits(own[word].bits & ((1U << bit) - 1U)),
                       occupancy_.cell(there_x, there_y, there_z)});
      }
    }
  }
}

void CellGraph::list_edges() {
  const Extent& n = occupancy_.extent();
  first_edge_.assign(static_cast<std::size_t>(n.ny * n.nz) + 1, 0);
  for_each_place(*team_, static_cast<std::size_t>(n.ny * n.nz), [&](std::size_t row_number) {
    const auto row = static_cast<std::int64_t>(row_number);
    std::uint64_t count = 0;
    visit_edges(row % n.ny, row / n.ny, [&](const CellEdge&) { ++count; });
    first_edge_[row_number + 1] = count;
  });
  std::partial_sum(first_edge_.begin(), first_edge_.end(), first_edge_.begin());
  edges_ = LargeArray<CellEdge>(first_edge_.back());
  for_each_place(*team_, static_cast<std::size_t>(n.ny * n.nz), [&](std::size_t row_number) {
    const auto row = static_cast<std::int64_t>(row_number);
    std::uint64_t place = first_edge_[row_number];
    visit_edges(row % n.ny, row / n.ny, [&](const CellEdge& edge) { edges_[place++] = edge; });
  });
}

}  // namespace perm
