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

CellParts::CellParts(std::int64_t parts, const std::vector<Row>& rows) : parts_(parts), first_run_(rows.size() + 1) {
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
  if (on_gpu_) return on_gpu_->bytes();
  return static_cast<std::int64_t>(first_run_.size() * sizeof(std::int64_t) + part_of_run_.bytes() +
                                   cells_of_run_.bytes());
}

CellParts fetch_parts(std::int64_t parts, const std::vector<CellParts::Row>& own_rows, const PoreSlab& slab,
                      const Domain& domain) {
  const Communicator& processes = slab.processes();
  if (processes.is_alone()) return {parts, own_rows};
  const Block own = domain.own();
  const auto blocks = processes.gather_to_all(std::span<const Block>(&own, 1));
  const Range& planes = slab.planes();
  // For each row the number of its cells, then 0 where all are in part 0, or else 1 and the parts of the cells.
  std::vector<std::vector<std::uint32_t>> to(blocks.size());
  auto next = own_rows.begin();
  for (std::int64_t z = planes.first; z < planes.last; ++z)
    for (std::int64_t y = 0; y < slab.image().ny; ++y, ++next) {
      const bool has_others = std::ranges::any_of(*next, [](std::uint32_t part) { return part != 0; });
      for (std::size_t rank = 0; rank < blocks.size(); ++rank) {
        if (!blocks[rank].front().z.contains(z) || !blocks[rank].front().y.contains(y)) continue;
        to[rank].push_back(static_cast<std::uint32_t>(next->size()));
        to[rank].push_back(has_others ? 1 : 0);
        if (has_others) to[rank].insert(to[rank].end(), next->begin(), next->end());
      }
    }
  const auto from = processes.exchange(to);
  const std::vector<std::uint32_t> of_part_0(static_cast<std::size_t>(slab.image().nx));
  std::vector<CellParts::Row> rows;  // processes have their planes in the order of their ranks
  for (const std::vector<std::uint32_t>& some : from)
    for (std::size_t row = 0; row < some.size();) {
      const std::size_t cells = some[row];
      const bool has_others = some[row + 1] != 0;
      rows.push_back(has_others ? std::span(some).subspan(row + 2, cells) : std::span(of_part_0).first(cells));
      row += 2 + (has_others ? cells : 0);
    }
  return {parts, rows};
}

}  // namespace perm
