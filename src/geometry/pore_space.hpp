// SPDX-License-Identifier: Apache-2.0
// The voxels that conduct: one bit for each voxel, which is set where there is pore. Rows (one y, z) are padded to
// whole 32-bit words; bit b of a word is the voxel x = 32*word + b. Padding bits are always clear.
#pragma once

#include <cstdint>
#include <span>

#include "core/extent.hpp"
#include "core/large_array.hpp"

namespace perm {

/// The pore voxels of an image.
class PoreSpace {
 public:
  static constexpr std::int64_t word_bits = 32;

  PoreSpace() = default;
  /// Makes all voxels solid. Throws InputError when an extent is not positive.
  explicit PoreSpace(const Extent& extent);
  PoreSpace(const PoreSpace& other);  ///< copies by all threads
  PoreSpace& operator=(const PoreSpace& other) { return *this = PoreSpace(other); }
  PoreSpace(PoreSpace&&) noexcept = default;
  PoreSpace& operator=(PoreSpace&&) noexcept = default;
  ~PoreSpace() = default;

  const Extent& extent() const { return extent_; }
  std::int64_t words_per_row() const { return words_per_row_; }
  std::span<const std::uint32_t> words() const { return words_.span(); }
  /// Gives the words of row (y, z). A caller that writes them keeps the padding bits clear.
  std::span<std::uint32_t> row(std::int64_t y, std::int64_t z);
  std::span<const std::uint32_t> row(std::int64_t y, std::int64_t z) const;

  bool is_pore(std::int64_t x, std::int64_t y, std::int64_t z) const {
    return (words_[word_index(x, y, z)] >> (x % word_bits) & 1U) != 0;
  }
  void set_pore(std::int64_t x, std::int64_t y, std::int64_t z) { words_[word_index(x, y, z)] |= bit(x); }
  void set_solid(std::int64_t x, std::int64_t y, std::int64_t z) { words_[word_index(x, y, z)] &= ~bit(x); }
  /// Makes every voxel pore.
  void fill_with_pore();
  /// Makes every voxel pore that is pore in `other`, which has the same extent.
  void insert(const PoreSpace& other);

  std::int64_t count_pores() const;
  /// Gives pore voxels over all voxels.
  double porosity() const;

  friend bool operator==(const PoreSpace& a, const PoreSpace& b);

 private:
  std::size_t word_index(std::int64_t x, std::int64_t y, std::int64_t z) const {
    return static_cast<std::size_t>((z * extent_.ny + y) * words_per_row_ + x / word_bits);
  }
  static std::uint32_t bit(std::int64_t x) { return 1U << (x % word_bits); }

  Extent extent_;
  std::int64_t words_per_row_{0};
  LargeArray<std::uint32_t> words_;
};

}  // namespace perm
