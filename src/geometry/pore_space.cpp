// SPDX-License-Identifier: Apache-2.0
#include "geometry/pore_space.hpp"

#include <algorithm>
#include <bit>

#include "core/errors.hpp"

namespace perm {

PoreSpace::PoreSpace(const Extent& extent) : extent_(extent) {
  if (extent.nx <= 0 || extent.ny <= 0 || extent.nz <= 0)
    throw InputError("The image has no voxels", "its size is " + to_string(extent), "Give three positive sizes");
  words_per_row_ = (extent.nx + word_bits - 1) / word_bits;
  words_.assign(static_cast<std::size_t>(words_per_row_ * extent.ny * extent.nz), 0U);
}

std::span<std::uint32_t> PoreSpace::row(std::int64_t y, std::int64_t z) {
  return std::span(words_).subspan(word_index(0, y, z), static_cast<std::size_t>(words_per_row_));
}

std::span<const std::uint32_t> PoreSpace::row(std::int64_t y, std::int64_t z) const {
  return std::span(words_).subspan(word_index(0, y, z), static_cast<std::size_t>(words_per_row_));
}

void PoreSpace::fill_with_pore() {
  std::fill(words_.begin(), words_.end(), ~0U);
  const std::int64_t used = extent_.nx % word_bits;
  if (used == 0 || words_.empty()) return;
  const std::uint32_t last = (1U << used) - 1U;
  for (std::size_t w = static_cast<std::size_t>(words_per_row_) - 1; w < words_.size();
       w += static_cast<std::size_t>(words_per_row_))
    words_[w] = last;
}

std::int64_t PoreSpace::count_pores() const {
  std::int64_t pores = 0;
  for (const std::uint32_t word : words_) pores += std::popcount(word);
  return pores;
}

double PoreSpace::porosity() const {
  return static_cast<double>(count_pores()) / static_cast<double>(extent_.voxels());
}

}  // namespace perm
