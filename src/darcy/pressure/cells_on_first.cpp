// SPDX-License-Identifier: Apache-2.0
#include "darcy/pressure/cells_on_first.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/large_array.hpp"

namespace perm {
namespace {

/// Processes send and get their values one after another, so that the first one holds few of them twice.
class CellsOnFirstHost final : public CellsOnFirst {
 public:
  CellsOnFirstHost(Communicator processes, Partition partition, std::unique_ptr<const Occupancy> whole)
      : processes_(std::move(processes)), partition_(std::move(partition)), whole_(std::move(whole)) {
    if (whole_) all_ = LargeArray<CellField>(static_cast<std::size_t>(whole_->cells()));
  }

  std::span<CellField> gather(std::span<const CellField> own) override {
    auto value = own.begin();
    if (whole_)
      for_each_row_of(0, [&](const Range& cells) {
        std::copy_n(value, cells.size(), all_.begin() + cells.first);
        value += cells.size();
      });
    for (int rank = 1; rank < processes_.size(); ++rank) {
      std::vector<std::vector<CellField>> to(static_cast<std::size_t>(processes_.size()));
      if (rank == processes_.rank()) to[0].assign(own.begin(), own.end());
      const std::vector<std::vector<CellField>> from = processes_.exchange(to);
      if (!whole_) continue;
      auto sent = from[static_cast<std::size_t>(rank)].begin();
      for_each_row_of(rank, [&](const Range& cells) {
        std::copy_n(sent, cells.size(), all_.begin() + cells.first);
        sent += cells.size();
      });
    }
    return all_.span();
  }

  void scatter(std::span<CellField> own) override {
    auto value = own.begin();
    if (whole_)
      for_each_row_of(0, [&](const Range& cells) {
        std::copy_n(all_.begin() + cells.first, cells.size(), value);
        value += cells.size();
      });
    for (int rank = 1; rank < processes_.size(); ++rank) {
      std::vector<std::vector<CellField>> to(static_cast<std::size_t>(processes_.size()));
      if (whole_)
        for_each_row_of(rank, [&](const Range& cells) {
          std::vector<CellField>& values = to[static_cast<std::size_t>(rank)];
          values.insert(values.end(), all_.begin() + cells.first, all_.begin() + cells.last);
        });
      const std::vector<std::vector<CellField>> from = processes_.exchange(to);
      if (rank == processes_.rank()) std::ranges::copy(from[0], own.begin());
    }
  }

 private:
  /// Calls visit(cells of the image) for the rows of a process, in the order of its own cells.
  template <class Visit>
  void for_each_row_of(int rank, const Visit& visit) const {
    const Block block = partition_.block(rank);
    for (std::int64_t z = block.z.first; z < block.z.last; ++z)
      for (std::int64_t y = block.y.first; y < block.y.last; ++y) visit(whole_->cells_of_row(y, z));
  }

  Communicator processes_;
  Partition partition_;
  std::unique_ptr<const Occupancy> whole_;
  LargeArray<CellField> all_;
};

}  // namespace

std::unique_ptr<CellsOnFirst> make_cells_on_first(const Communicator& processes, const Partition& partition,
                                                  std::unique_ptr<const Occupancy> whole) {
  return std::make_unique<CellsOnFirstHost>(processes, partition, std::move(whole));
}

}  // namespace perm
