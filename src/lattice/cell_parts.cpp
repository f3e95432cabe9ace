// SPDX-License-Identifier: Apache-2.0
#include "lattice/cell_parts.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <numeric>

namespace perm {
namespace {

/// Calls visit(part, cells) for the runs of a row.
template <class Visit>
void for_each_run(CellParts::Row row, const Visit& visit) {
  constexpr std::size_t most = std::numeric_limits<std::uint8_t>::max();
  for (std::size_t begin = 0, end = 0; begin < row.size(); begin = end) {
    while (end < row.size() && end - begin < most && row[end] == row[begin]) ++end;
    visit(row[begin], static_cast<std::uint8_t>(end - begin));
  }
}

}  // namespace

CellParts::CellParts(std::int64_t parts, const std::vector<Row>& rows, std::int64_t first_row)
    : parts_(parts), first_row_(first_row), first_run_(rows.size() + 1) {
#pragma omp parallel for schedule(static)  // nothing in it throws
  for (std::size_t row = 0; row < rows.size(); ++row) {
    std::int64_t runs = 0;
    for_each_run(rows[row], [&](std::uint32_t /*part*/, std::uint8_t /*cells*/) { ++runs; });
    first_run_[row + 1] = runs;
  }
  std::partial_sum(first_run_.begin(), first_run_.end(), first_run_.begin());
  const auto runs = static_cast<std::size_t>(first_run_.back());
  part_of_run_ = LargeArray<std::uint32_t>(runs);
  cells_of_run_ = LargeArray<std::uint8_t>(runs);
#pragma omp parallel for schedule(static)  // nothing in it throws
  for (std::size_t row = 0; row < rows.size(); ++row) {
    auto run = static_cast<std::size_t>(first_run_[row]);
    for_each_run(rows[row], [&](std::uint32_t part, std::uint8_t cells) {
      part_of_run_[run] = part;
      cells_of_run_[run++] = cells;
    });
  }
}

std::int64_t CellParts::bytes() const {
  return static_cast<std::int64_t>(first_run_.size() * sizeof(std::int64_t) + part_of_run_.bytes() +
                                   cells_of_run_.bytes());
}

CellParts fetch_parts(std::int64_t parts, CellParts::Row of_pores, const PoreSlab& slab, const Range& planes,
                      const Domain& domain) {
  const std::vector<std::size_t> before = slab.pores_before_rows(planes);
  const auto row = [&](std::size_t number) {
    return of_pores.subspan(before[number], before[number + 1] - before[number]);
  };
  std::vector<CellParts::Row> rows;
  const Communicator& processes = slab.processes();
  const Block own = domain.own();
  const std::int64_t first_row = std::max<std::int64_t>(0, planes.first - own.z.first) * own.y.size();
  if (processes.is_alone()) {
    for (std::size_t number = 0; number + 1 < before.size(); ++number) rows.push_back(row(number));
    return {parts, rows, first_row};
  }
  const auto blocks = processes.gather_to_all(std::span<const Block>(&own, 1));
  std::vector<std::vector<std::uint32_t>> to(blocks.size());  // for each row the number of its cells, and their parts
  const Range from_planes = common(slab.planes(), planes);
  std::size_t number = 0;
  for (std::int64_t z = from_planes.first; z < from_planes.last; ++z)
    for (std::int64_t y = 0; y < slab.image().ny; ++y, ++number)
      for (std::size_t rank = 0; rank < blocks.size(); ++rank) {
        if (!blocks[rank].front().z.contains(z) || !blocks[rank].front().y.contains(y)) continue;
        const CellParts::Row cells = row(number);
        to[rank].push_back(static_cast<std::uint32_t>(cells.size()));
        to[rank].insert(to[rank].end(), cells.begin(), cells.end());
      }
  const auto from = processes.exchange(to);  // processes have their planes in the order of their ranks
  for (const std::vector<std::uint32_t>& some : from)
    for (std::size_t place = 0; place < some.size(); place += 1 + some[place])
      rows.push_back(std::span(some).subspan(place + 1, some[place]));
  return {parts, rows, first_row};
}

}  // namespace perm
