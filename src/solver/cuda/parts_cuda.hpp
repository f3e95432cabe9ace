// SPDX-License-Identifier: Apache-2.0
// Keeps the parts of the pores (lattice/cell_parts.hpp) on a device, and reads the sums that are made in each.
#pragma once

#include <cstdint>
#include <memory>

#include "device/cuda_check.hpp"
#include "lattice/cell_parts.hpp"
#include "solver/cuda/cuda_steps.hpp"
#include "solver/cuda/part_sums_cuda.hpp"

namespace perm {

class PartsCuda {
 public:
  /// Takes the parts to the device, where they are not there yet, and sets all sums to zero. Gives the view that a
  /// kernel adds to.
  PartView clear(const std::shared_ptr<const CellParts>& parts, double scale);
  /// Gives what kernels have summed since then.
  PartSumsCuda& sums() { return sums_; }

 private:
  void keep(const std::shared_ptr<const CellParts>& parts);
  PartView view(double scale);
  std::int64_t copies() const;

  std::shared_ptr<const CellParts> parts_;  ///< those that are on the device
  cuda::Array<std::int64_t> first_run_;
  cuda::Array<std::uint32_t> part_of_run_;
  cuda::Array<std::uint8_t> cells_of_run_;
  PartSumsCuda sums_;
};

}  // namespace perm
