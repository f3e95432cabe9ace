// SPDX-License-Identifier: Apache-2.0
// Chooses the cells that are watched for how fast they still change. These are the cells of every n-th occupancy word
// of the image; n is chosen so that what is kept of them takes 4 MiB at most. The choice depends on the image only, so
// it is the same for every cut and device.
#pragma once

#include <cstdint>
#include <numeric>

#include "core/extent.hpp"
#include "core/host_device.hpp"

namespace perm {

class WatchedWords {
 public:
  static constexpr std::int64_t word_bits = 32;
  static constexpr std::int64_t most = 8192;  ///< words

  explicit WatchedWords(const Extent& image)
      : ny_(image.ny),
        words_per_row_((image.nx + word_bits - 1) / word_bits),
        words_(words_per_row_ * image.ny * image.nz),
        stride_((words_ + most - 1) / most) {
    // The stride has no divisor in common with the words of a plane; otherwise only some rows or columns would be seen.
    while (std::gcd(stride_, words_per_row_ * ny_) > 1) ++stride_;
  }

  PERM_HOST_DEVICE std::int64_t count() const { return (words_ + stride_ - 1) / stride_; }
  PERM_HOST_DEVICE std::int64_t voxels() const { return count() * word_bits; }
  /// Gives the place, among the watched words, of word `column` of row (y, z) of the image; -1 when that word is not
  /// watched.
  PERM_HOST_DEVICE std::int64_t place(std::int64_t column, std::int64_t y, std::int64_t z) const {
    const std::int64_t word = (z * ny_ + y) * words_per_row_ + column;
    return word % stride_ == 0 ? word / stride_ : -1;
  }
  struct Place {
    std::int64_t column;
    std::int64_t y;
    std::int64_t z;
  };
  /// Tells where watched word number `place` is in the image.
  PERM_HOST_DEVICE Place word(std::int64_t place) const {
    const std::int64_t row = place * stride_ / words_per_row_;
    return {place * stride_ % words_per_row_, row % ny_, row / ny_};
  }

 private:
  std::int64_t ny_;
  std::int64_t words_per_row_;
  std::int64_t words_;
  std::int64_t stride_;
};

}  // namespace perm
