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
#include "geometry/distance/distance_grid.hpp"

namespace perm {

class DistanceArray {
 public:
  /// Makes planes of an image, with distances of 0. Planes may lie beyond the image, where it repeats.
  DistanceArray(const Extent& image, const Range& planes, Communicator processes);

  const Extent& image() const { return grid_.image; }
  const Range& planes() const { return grid_.planes; }
  const Communicator& processes() const { return processes_; }

  /// Row y of plane z of the image. The plane may be named beyond the image; this array must have it.
  std::span<float> row(std::int64_t y, std::int64_t z) { return {values_.data() + grid_.first_of(y, z), row_size()}; }
  std::span<const float> row(std::int64_t y, std::int64_t z) const {
    return {values_.data() + grid_.first_of(y, z), row_size()};
  }
  /// Gives all of them, plane by plane.
  std::span<const float> values() const { return {values_.data(), values_.size()}; }
  DistanceGrid grid() const;

  /// Gives other planes of the image. Collective; each process says which planes it wants, and must have had planes
  /// within the image that no other process has.
  DistanceArray fetch(const Range& wanted) const;

 private:
  std::size_t row_size() const { return static_cast<std::size_t>(grid_.image.nx); }
  std::span<const float> plane(std::int64_t z) const;

  DistanceGrid grid_;  ///< without values
  Communicator processes_;
  LargeArray<float> values_;
};

}  // namespace perm
