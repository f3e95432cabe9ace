// SPDX-License-Identifier: Apache-2.0
// The exact sums of a device, read by the host: 32-bit limbs and copies are joined to whole quanta.
#pragma once

#include "device/cuda_check.hpp"
#include "solver/cuda/cuda_steps.hpp"
#include "solver/flow_measures.hpp"
#include "solver/flow_sums.hpp"

namespace perm {

/// The sums of the moments of a step.
class SumsCuda {
 public:
  /// Sets all to zero, for values that are rounded as those of `sums`, and gives what kernels write to.
  SumView clear(const FlowSums& sums);
  /// Adds what kernels have written since; waits for the device.
  void add_to(FlowSums& sums) const;

 private:
  cuda::Array<unsigned long long> limbs_;
  cuda::Array<unsigned> not_finite_;
};

/// The sums and the largest values of a measurement.
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
