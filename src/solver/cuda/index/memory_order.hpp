// SPDX-License-Identifier: Apache-2.0
// Finds own cells, which Backend numbers in memory order, in the brick order of a GPU.
#pragma once

#include <cstdint>
#include <memory>

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

 private:
  FirstRows rows_;
  std::shared_ptr<const CudaIndex> index_;
  mutable cuda::Array<std::uint32_t> cells_before_;  ///< each word of own rows; made when it is first needed
};

}  // namespace perm
