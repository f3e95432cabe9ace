// SPDX-License-Identifier: Apache-2.0
#include "lattice/cell_parts.hpp"

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

}  // namespace perm
