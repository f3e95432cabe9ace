// SPDX-License-Identifier: Apache-2.0
#include "solver/cuda/sums_cuda.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <vector>

namespace perm {
SumView SumsCuda::clear(const FlowSums& sums) {
  if (limbs_.size() == 0) {
    limbs_ = cuda::Array<unsigned long long>(static_cast<std::size_t>(SumView::copies * sums.size() * 2));
    not_finite_ = cuda::Array<unsigned>(1);
  }
  limbs_.clear();
  not_finite_.clear();
  return {limbs_.data(),         sums.scale(),         sums.square_scale(),
          sums.residual_scale(), sums.density_share(), not_finite_.data()};
}

void SumsCuda::add_to(FlowSums& sums) const {
  std::vector<unsigned long long> limbs(limbs_.size());
  limbs_.read(limbs.data(), 0, limbs.size());
  const std::int64_t entries = sums.size();
  for (std::int64_t copy = 0; copy < SumView::copies; ++copy)
    for (std::int64_t entry = 0; entry < entries; ++entry)
      sums.add_quanta(entry, join_limbs(&limbs[static_cast<std::size_t>(2 * (copy * entries + entry))]));
  if (is_set(not_finite_)) sums.set_not_finite();
}

MeasuresCuda::MeasuresCuda() : limbs_(MeasureView::size), largest_(2), not_finite_(1) {
  limbs_.clear();
  largest_.clear();
  not_finite_.clear();
}

MeasureSums MeasuresCuda::read() const {
  std::array<unsigned long long, MeasureView::size> limbs{};
  std::array<unsigned long long, 2> largest{};
  limbs_.read(limbs.data(), 0, limbs.size());
  largest_.read(largest.data(), 0, largest.size());
  MeasureSums sums;
  for (std::size_t copy = 0; copy < SumView::copies; ++copy) {
    const unsigned long long* pair = &limbs[2 * MeasureView::entries * copy];
    sums.add_quanta(join_limbs(pair), join_limbs(pair + 2));
  }
  sums.add_largest(std::bit_cast<double>(largest[0]), std::bit_cast<double>(largest[1]));
  if (is_set(not_finite_)) sums.set_not_finite();
  return sums;
}

}  // namespace perm
