// SPDX-License-Identifier: Apache-2.0
// Finds own cells, which Backend numbers in memory order, in the brick order of a GPU.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "lattice/domain.hpp"
#include "solver/cuda/index/cuda_index.hpp"

namespace perm {

class MemoryOrder {
 public:
  MemoryOrder(const Domain& domain, std::shared_ptr<const CudaIndex> index)
      : own_y_(domain.own_y()), own_z_(domain.own_z()), index_(std::move(index)) {}

  /// Gives the numbers in brick order, on the device, of `count` own cells from `first` on.
  cuda::Array<std::uint32_t> cells(std::int64_t first, std::int64_t count) const {
    if (brick_order_.empty()) brick_order_ = index_->brick_order(own_y_, own_z_);
    cuda::Array<std::uint32_t> cells(static_cast<std::size_t>(count));
    cells.write(brick_order_.data() + first, 0, static_cast<std::size_t>(count));
    return cells;
  }

 private:
  std::int64_t own_y_;
  std::int64_t own_z_;
  std::shared_ptr<const CudaIndex> index_;
  mutable std::vector<std::uint32_t> brick_order_;  ///< made when it is first needed: 4 bytes a cell on the host
};

}  // namespace perm
