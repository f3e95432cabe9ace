// SPDX-License-Identifier: Apache-2.0
#include "solver/cuda/sums_cuda.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <vector>

namespace perm {
namespace {

constexpr int threads = 128;

/// Each thread sums one limb over all copies. The sum of the low limbs does not overflow: they have 64 bits, and each
/// value has added 32 bits to them.
__global__ void join_copies(const unsigned long long* limbs, std::int64_t count, std::int64_t copies,
                            unsigned long long* joined) {
  const std::int64_t limb = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (limb >= count) return;
  unsigned long long sum = 0;
  for (std::int64_t copy = 0; copy < copies; ++copy) sum += limbs[copy * count + limb];
  joined[limb] = sum;
}

}  // namespace

LargeArray<unsigned long long> CopiedSums::read_joined() const {
  const std::int64_t count = 2 * sums_;
  auto* const values = const_cast<unsigned long long*>(values_.data());
  join_copies<<<static_cast<unsigned>((count + threads - 1) / threads), threads>>>(values, count, copies_,
                                                                                   values + flag() + 1);
  cuda::check(cudaGetLastError(), "joining sums");
  LargeArray<unsigned long long> read(static_cast<std::size_t>(count + 1));
  values_.read(read.data(), static_cast<std::size_t>(flag()), read.size());
  return read;
}

SumView SumsCuda::clear(const FlowSums& sums) {
  if (sums_.size() == 0) sums_ = CopiedSums(sums.size(), SumView::copies);
  sums_.clear();
  return {sums_.limbs(),         sums.scale(),         sums.square_scale(),
          sums.residual_scale(), sums.density_share(), sums_.not_finite()};
}

MeasuresCuda::MeasuresCuda()
    : limbs_(MeasureView::size), normals_(SumView::copies * wall_normal_count), largest_(2), not_finite_(1) {
  limbs_.clear();
  normals_.clear();
  largest_.clear();
  not_finite_.clear();
}

MeasureSums MeasuresCuda::read() const {
  std::array<unsigned long long, MeasureView::size> limbs{};
  std::vector<unsigned long long> normals(SumView::copies * wall_normal_count);
  std::array<unsigned long long, 2> largest{};
  unsigned not_finite = 0;
  limbs_.read(limbs.data(), 0, limbs.size());
  normals_.read(normals.data(), 0, normals.size());
  largest_.read(largest.data(), 0, largest.size());
  not_finite_.read(&not_finite, 0, 1);
  MeasureSums sums;
  for (std::size_t copy = 0; copy < SumView::copies; ++copy) {
    for (int place = 0; place < measure_entries; ++place)
      sums.add_quanta(place, join_limbs(&limbs[2 * (measure_entries * copy + static_cast<std::size_t>(place))]));
    for (int normal = 0; normal < wall_normal_count; ++normal)
      sums.add_normal(normal, normals[copy * wall_normal_count + static_cast<std::size_t>(normal)]);
  }
  sums.add_largest(std::bit_cast<double>(largest[0]), std::bit_cast<double>(largest[1]));
  if (not_finite != 0) sums.set_not_finite();
  return sums;
}

}  // namespace perm
