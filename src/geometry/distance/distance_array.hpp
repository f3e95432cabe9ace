// SPDX-License-Identifier: Apache-2.0
// Signed distances from the centres of voxels to the surface of the solid, in voxels, negative in solid, which several
// processes hold together: each has some whole z-planes. The image repeats.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/communicator.hpp"
#include "core/extent.hpp"
#include "core/large_array.hpp"
#include "core/range.hpp"

namespace perm {

class DistanceArray {
 public:
  /// Makes planes of an image, with distances of 0. Planes may lie beyond the image, where it repeats.
  DistanceArray(const Extent& image, const Range& planes, Communicator processes);

  const Extent& image() const { return image_; }
  const Range& planes() const { return planes_; }
  const Communicator& processes() const { return processes_; }

  /// Row y of plane z of the image. The plane may be named beyond the image; this array must have it.
  std::span<float> row(std::int64_t y, std::int64_t z) { return {values_.data() + first_of(y, z), row_size()}; }
  std::span<const float> row(std::int64_t y, std::int64_t z) const {
    return {values_.data() + first_of(y, z), row_size()};
  }

  /// Gives other planes of the image. Collective; each process says which planes it wants, and must have had planes
  /// within the image that no other process has.
  DistanceArray fetch(const Range& wanted) const;

 private:
  std::size_t row_size() const { return static_cast<std::size_t>(image_.nx); }
  std::size_t first_of(std::int64_t y, std::int64_t z) const;
  std::span<const float> plane(std::int64_t z) const;

  Extent image_;
  Range planes_;
  Communicator processes_;
  LargeArray<float> values_;
};

}  // namespace perm
