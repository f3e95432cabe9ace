// SPDX-License-Identifier: Apache-2.0
// Lets the host read the exact sums of a device: 32-bit limbs and copies are joined to whole quanta.
#pragma once

#include "device/cuda_check.hpp"
#include "solver/cuda/cuda_steps.hpp"
#include "solver/flow_measures.hpp"
#include "solver/flow_sums.hpp"

namespace perm {

/// Gives one sum from its two limbs (exact_sum.cuh): the low 32 bits, and the rest.
inline __int128 join_limbs(const unsigned long long* pair) {
  return static_cast<__int128>(static_cast<long long>(pair[1])) * (__int128{1} << 32) + pair[0];
}

inline bool is_set(const cuda::Array<unsigned>& flag) {
  unsigned value = 0;
  flag.read(&value, 0, 1);
  return value != 0;
}

/// Holds the sums of the moments of a step.
class SumsCuda {
 public:
  /// Sets all sums to zero, for values that are rounded like those of `sums`, and gives the view that kernels write to.
  SumView clear(const FlowSums& sums);
  /// Adds what kernels have written since then; waits for the device.
  void add_to(FlowSums& sums) const;

 private:
  cuda::Array<unsigned long long> limbs_;
  cuda::Array<unsigned> not_finite_;
};

/// Holds the sums and the largest values of a measurement.
class MeasuresCuda {
 public:
  MeasuresCuda();
  MeasureView view() { return {limbs_.data(), largest_.data(), not_finite_.data()}; }
  MeasureSums read() const;

 private:
  cuda::Array<unsigned long long> limbs_;
  cuda::Array<unsigned long long> largest_;
  cuda::Array<unsigned> not_finite_;
};

}  // namespace perm
