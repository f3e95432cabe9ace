// SPDX-License-Identifier: Apache-2.0
// Finds own cells, which Backend numbers in memory order, in the brick order of a GPU.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/range.hpp"
#include "lattice/domain.hpp"
#include "solver/cuda/index/cuda_index.hpp"

namespace perm {

class MemoryOrder {
 public:
  MemoryOrder(const Domain& domain, std::shared_ptr<const CudaIndex> index)
      : rows_{domain.own_y(), domain.own_z()}, index_(std::move(index)) {}

  /// Gives the numbers in brick order, on the device, of `count` own cells from `first` on.
  cuda::Array<std::uint32_t> cells(std::int64_t first, std::int64_t count) const {
    if (cells_before_.size() == 0) cells_before_ = index_->count_cells_before(rows_);
    return index_->brick_order(rows_, cells_before_, first, count);
  }
  /// Does the same for some ranges of own cells, and keeps the numbers until other ranges are asked for.
  const cuda::Array<std::uint32_t>& cells(std::span<const Range> own_cells) const {
    if (std::ranges::equal(own_cells, ranges_)) return cells_of_ranges_;
    ranges_.assign(own_cells.begin(), own_cells.end());
    std::int64_t count = 0;
    for (const Range& range : ranges_) count += range.size();
    cells_of_ranges_ = cuda::Array<std::uint32_t>(static_cast<std::size_t>(count));
    std::size_t place = 0;
    for (const Range& range : ranges_) {
      const cuda::Array<std::uint32_t> numbers = cells(range.first, range.size());
      cells_of_ranges_.write(numbers.data(), place, numbers.size());
      place += numbers.size();
    }
    return cells_of_ranges_;
  }

 private:
  FirstRows rows_;
  std::shared_ptr<const CudaIndex> index_;
  mutable cuda::Array<std::uint32_t> cells_before_;  ///< each word of own rows; made when it is first needed
  mutable std::vector<Range> ranges_;
  mutable cuda::Array<std::uint32_t> cells_of_ranges_;
};

}  // namespace perm
