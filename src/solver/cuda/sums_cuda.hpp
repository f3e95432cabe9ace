// SPDX-License-Identifier: Apache-2.0
// Lets the host read the exact sums of a device: 32-bit limbs and copies are joined to whole quanta.
#pragma once

#include "device/cuda_check.hpp"
#include "solver/cuda/cuda_steps.hpp"
#include "solver/flow_measures.hpp"
#include "solver/flow_sums.hpp"

namespace perm {

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
