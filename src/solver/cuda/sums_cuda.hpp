// SPDX-License-Identifier: Apache-2.0
// Lets the host read what kernels have summed over the cells.
#pragma once

#include <cstdint>

#include "core/large_array.hpp"
#include "device/cuda_check.hpp"
#include "solver/cuda/cuda_steps.hpp"
#include "solver/flow_sums.hpp"
#include "solver/measure_sums.hpp"

namespace perm {

/// Gives one sum from its two limbs (exact_sum.cuh): the low 32 bits, and the rest.
inline __int128 join_limbs(const unsigned long long* pair) {
  return static_cast<__int128>(static_cast<long long>(pair[1])) * (__int128{1} << 32) + pair[0];
}

/// Holds exact sums in device memory. There are several copies, so that threads do not wait for each other; the device
/// joins them, and the host reads one.
class CopiedSums {
 public:
  CopiedSums() = default;
  CopiedSums(std::int64_t sums, std::int64_t copies)
      : sums_(sums), copies_(copies), values_(static_cast<std::size_t>((copies + 1) * sums * 2 + 1)) {}

  std::int64_t size() const { return sums_; }
  /// Gives the copies: [copy][sum][limb].
  unsigned long long* limbs() { return values_.data(); }
  /// Gives the place of a flag that kernels set where a value was not finite.
  unsigned* not_finite() { return reinterpret_cast<unsigned*>(values_.data() + flag()); }
  /// Sets all sums and the flag to zero.
  void clear() { values_.clear(); }
  /// Waits for the device and adds each sum to `to`, which has add_quanta and set_not_finite.
  template <class Sums>
  void add_to(Sums& to) const {
    const LargeArray<unsigned long long> read = read_joined();
    for (std::int64_t i = 0; i < sums_; ++i) to.add_quanta(i, join_limbs(read.data() + 2 * i + 1));
    if (read.data()[0] != 0) to.set_not_finite();
  }
  /// Waits for the device; gives the flag and, behind it, the limbs of each sum over all copies.
  LargeArray<unsigned long long> read_joined() const;

 private:
  std::int64_t flag() const { return copies_ * sums_ * 2; }

  std::int64_t sums_{0};
  std::int64_t copies_{0};
  cuda::Array<unsigned long long> values_;  ///< the copies, the flag, the joined sums
};

/// Holds the sums of the moments of a step.
class SumsCuda {
 public:
  /// Sets all sums to zero, for values that are rounded like those of `sums`, and gives the view that kernels write to.
  SumView clear(const FlowSums& sums);
  /// Adds what kernels have written since then; waits for the device.
  void add_to(FlowSums& sums) const { sums_.add_to(sums); }

 private:
  CopiedSums sums_;
};

/// Holds the sums and the largest values of a measurement.
class MeasuresCuda {
 public:
  MeasuresCuda();
  MeasureView view() { return {limbs_.data(), normals_.data(), largest_.data(), not_finite_.data()}; }
  MeasureSums read() const;

 private:
  cuda::Array<unsigned long long> limbs_;
  cuda::Array<unsigned long long> normals_;
  cuda::Array<unsigned long long> largest_;
  cuda::Array<unsigned> not_finite_;
};

}  // namespace perm
