// SPDX-License-Identifier: Apache-2.0
// An image as the rest of the program sees it: planes of grey values, asked for one after another, so that no one
// needs the whole image in memory.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "core/extent.hpp"

namespace perm {

/// Planes of a voxel image.
class PlaneSource {
 public:
  virtual ~PlaneSource() = default;
  virtual Extent extent() const = 0;
  /// Fills `grey` (nx*ny values, x fastest) with plane z. Planes may be asked for in any order, in z order fastest.
  /// Throws InputError when the file fails.
  virtual void read_plane(std::int64_t z, std::span<double> grey) = 0;
  /// What was read, for the report: a path and the format.
  virtual std::string description() const = 0;
};

}  // namespace perm
