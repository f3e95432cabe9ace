// SPDX-License-Identifier: Apache-2.0
#include "darcy/pressure/cells_on_first.hpp"

#include <algorithm>
#include <utility>

namespace perm {

CellsOnFirst::CellsOnFirst(Communicator processes, Partition partition, std::unique_ptr<const Occupancy> whole)
    : processes_(std::move(processes)), partition_(std::move(partition)), whole_(std::move(whole)) {}

/// Calls visit(cells of the image) for the rows of a process, in the order of its own cells.
template <class Visit>
void CellsOnFirst::for_each_row_of(int rank, const Visit& visit) const {
  const Block block = partition_.block(rank);
  for (std::int64_t z = block.z.first; z < block.z.last; ++z)
    for (std::int64_t y = block.y.first; y < block.y.last; ++y) visit(whole_->cells_of_row(y, z));
}

LargeArray<CellField> CellsOnFirst::gather(std::span<const CellField> own) const {
  std::vector<std::vector<CellField>> to(static_cast<std::size_t>(processes_.size()));
  to[0].assign(own.begin(), own.end());
  const std::vector<std::vector<CellField>> from = processes_.exchange(to);
  if (!processes_.is_first()) return {};
  LargeArray<CellField> whole(static_cast<std::size_t>(whole_->cells()));
  for (int rank = 0; rank < processes_.size(); ++rank) {
    auto value = from[static_cast<std::size_t>(rank)].begin();
    for_each_row_of(rank, [&](const Range& cells) {
      std::copy_n(value, cells.size(), whole.begin() + cells.first);
      value += cells.size();
    });
  }
  return whole;
}

void CellsOnFirst::scatter(std::span<const CellField> whole, std::span<CellField> own) const {
  std::vector<std::vector<CellField>> to(static_cast<std::size_t>(processes_.size()));
  if (processes_.is_first())
    for (int rank = 0; rank < processes_.size(); ++rank)
      for_each_row_of(rank, [&](const Range& cells) {
        std::vector<CellField>& values = to[static_cast<std::size_t>(rank)];
        values.insert(values.end(), whole.begin() + cells.first, whole.begin() + cells.last);
      });
  const std::vector<std::vector<CellField>> from = processes_.exchange(to);
  std::ranges::copy(from[0], own.begin());
}

}  // namespace perm
