// SPDX-License-Identifier: Apache-2.0
// The sums in the parts of an image (solver/domain/part_sums.hpp) in the memory of a device: only what
// other processes need comes to the host.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/range.hpp"
#include "device/cuda_check.hpp"
#include "solver/domain/part_sums.hpp"

namespace perm {

class PartSumsCuda {
 public:
  PartSumsCuda() = default;
  /// With few parts many threads add to the same sums, and wait for each other less where there are `copies`.
  PartSumsCuda(std::int64_t parts, std::int64_t copies);

  /// Sets all sums to zero, of values with so many quanta in a unit.
  void clear(double scale);
  /// Gives the copies, to which kernels add: [copy][part][limb], with the limbs of exact_sum.cuh.
  unsigned long long* limbs() { return values_.data(); }
  /// Gives the place of a flag that kernels set where a value was not finite.
  unsigned* not_finite() { return not_finite_.data(); }

  // The following do what those of PartSums do, and wait for the device.
  std::int64_t parts() const { return parts_; }
  bool is_finite() const;
  std::int64_t count_filled() const;
  std::vector<PartSum> list_beyond(const Range& own) const;
  void add(std::span<const PartSum> more);
  void read_sums(std::int64_t first, std::span<double> in_units) const;

 private:
  std::int64_t parts_{0};
  std::int64_t copies_{0};
  double scale_{1};
  cuda::Array<unsigned long long> values_;
  cuda::Array<unsigned> not_finite_;
};

}  // namespace perm
