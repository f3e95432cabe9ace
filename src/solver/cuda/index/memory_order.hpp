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
#include "solver/cuda/index/own_words.hpp"

namespace perm {

class MemoryOrder {
 public:
  MemoryOrder(const Domain& domain, std::shared_ptr<const CudaIndex> index)
      : rows_{domain.own_y(), domain.own_z()}, index_(std::move(index)) {}

  /// Gives the numbers in brick order, on the device, of `count` own cells from `first` on.
  cuda::Array<std::uint32_t> cells(std::int64_t first, std::int64_t count) const {
    return index_->brick_order(rows_, cells_before(), first, count);
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

  /// Names all own cells.
  OwnWords words() const {
    return {rows_.y, cells_before().data(), {0, static_cast<std::int64_t>(cells_before().size())}, 0, true};
  }
  /// Calls visit(words, first cell, cells) for some words at a time, whose fields take little memory on the device.
  template <class Visit>
  void for_some_words(std::size_t own_cells, const Visit& visit) const {
    constexpr std::int64_t most = 1 << 17;  // 64 MiB
    OwnWords all = words();
    std::uint32_t first_cell = 0;
    for (std::int64_t first = 0; first < all.words.last; first += most) {
      const std::int64_t last = std::min(all.words.last, first + most);
      auto end = static_cast<std::uint32_t>(own_cells);
      if (last < all.words.last) cells_before_.read(&end, static_cast<std::size_t>(last), 1);
      if (end > first_cell)
        visit(OwnWords{all.rows_y, all.cells_before, {first, last}, first_cell, false}, std::size_t{first_cell},
              std::size_t{end - first_cell});
      first_cell = end;
    }
  }

 private:
  const cuda::Array<std::uint32_t>& cells_before() const {
    if (cells_before_.size() == 0) cells_before_ = index_->count_cells_before(rows_);
    return cells_before_;
  }

  FirstRows rows_;
  std::shared_ptr<const CudaIndex> index_;
  mutable cuda::Array<std::uint32_t> cells_before_;  ///< each word of own rows; made when it is first needed
  mutable std::vector<Range> ranges_;
  mutable cuda::Array<std::uint32_t> cells_of_ranges_;
};

}  // namespace perm
