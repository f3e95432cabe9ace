// SPDX-License-Identifier: Apache-2.0
// An image as the rest of the program sees it: planes of grey values that are read one after another, so that the whole
// image need not be in memory.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "core/extent.hpp"

namespace perm {

/// Gives the planes of a voxel image.
class PlaneSource {
 public:
  virtual ~PlaneSource() = default;
  virtual Extent extent() const = 0;
  /// Fills `grey` (nx*ny values, x fastest) with plane z. Planes may be asked for in any order; the order of z is
  /// fastest. Throws InputError when the file fails.
  virtual void read_plane(std::int64_t z, std::span<double> grey) = 0;
  /// Names the path and the format, for the report.
  virtual std::string description() const = 0;
};

}  // namespace perm
