// SPDX-License-Identifier: Apache-2.0
#include "geometry/pore_space.hpp"

#include <algorithm>

#include "core/errors.hpp"
#include "geometry/bit_count.hpp"

namespace perm {
namespace {

constexpr std::size_t words_a_part = 1 << 14;  // 64 KiB: fewer are not worth a thread

/// Calls work(first word, number of words) for all parts of so many words, in several threads where there are several
/// parts. Gives the sum of what the calls give.
template <class Work>
std::int64_t sum_over_parts(std::size_t words, const Work& work) {
  std::int64_t sum = 0;
#pragma omp parallel for schedule(static) reduction(+ : sum) if (words > words_a_part)  // nothing in it throws
  for (std::size_t first = 0; first < words; first += words_a_part)
    sum += work(first, std::min(words_a_part, words - first));
  return sum;
}

}  // namespace

PoreSpace::PoreSpace(const Extent& extent) : extent_(extent) {
  if (extent.nx <= 0 || extent.ny <= 0 || extent.nz <= 0)
    throw InputError("The image has no voxels", "its size is " + to_string(extent), "Give three positive sizes");
  words_per_row_ = (extent.nx + word_bits - 1) / word_bits;
  words_ = LargeArray<std::uint32_t>(static_cast<std::size_t>(words_per_row_ * extent.ny * extent.nz));
}

PoreSpace::PoreSpace(const PoreSpace& other)
    : extent_(other.extent_), words_per_row_(other.words_per_row_), words_(other.words_.size()) {
  sum_over_parts(words_.size(), [&](std::size_t first, std::size_t count) {
    std::copy_n(other.words_.data() + first, count, words_.data() + first);
    return 0;
  });
}

std::span<std::uint32_t> PoreSpace::row(std::int64_t y, std::int64_t z) {
  return words_.span().subspan(word_index(0, y, z), static_cast<std::size_t>(words_per_row_));
}

std::span<const std::uint32_t> PoreSpace::row(std::int64_t y, std::int64_t z) const {
  return words_.span().subspan(word_index(0, y, z), static_cast<std::size_t>(words_per_row_));
}

void PoreSpace::fill_with_pore() {
  const std::int64_t used = extent_.nx % word_bits;
  const std::uint32_t last = used == 0 ? ~0U : (1U << used) - 1U;
#pragma omp parallel for schedule(static) if (words_.size() > words_a_part)  // nothing in it throws
  for (std::int64_t z = 0; z < extent_.nz; ++z)
    for (std::int64_t y = 0; y < extent_.ny; ++y) {
      const std::span<std::uint32_t> words = row(y, z);
      std::ranges::fill(words, ~0U);
      words.back() = last;
    }
}

void PoreSpace::insert(const PoreSpace& other) {
  sum_over_parts(words_.size(), [&](std::size_t first, std::size_t count) {
    for (std::size_t word = first; word < first + count; ++word) words_[word] |= other.words_[word];
    return 0;
  });
}

std::int64_t PoreSpace::count_pores() const {
  return sum_over_parts(words_.size(), [this](std::size_t first, std::size_t count) {
    return count_bits(words_.span().subspan(first, count));
  });
}

double PoreSpace::porosity() const {
  return static_cast<double>(count_pores()) / static_cast<double>(extent_.voxels());
}

bool operator==(const PoreSpace& a, const PoreSpace& b) {
  if (a.extent_ != b.extent_) return false;
  const std::int64_t unlike = sum_over_parts(a.words_.size(), [&](std::size_t first, std::size_t count) {
    return std::equal(a.words_.data() + first, a.words_.data() + first + count, b.words_.data() + first) ? 0 : 1;
  });
  return unlike == 0;
}

}  // namespace perm
