// SPDX-License-Identifier: Apache-2.0
// Turns rows of voxels, in the type of their file, into bits that say which of them conduct. Loops run over blocks of
// voxels without a branch, so that the compiler makes vectors of them.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "geometry/packed_marks.hpp"
#include "geometry/segmentation/grey_ranges.hpp"
#include "image/source/voxel_type.hpp"

namespace perm {

/// The type in which a voxel of type T is compared.
template <class T>
using Grey = std::conditional_t<std::is_same_v<T, Half>, float, T>;

/// Grey values from `low` to `high`, both included, in the type of the voxels.
template <class T>
struct TypedRange {
  Grey<T> low;
  Grey<T> high;
};

/// Makes one range of those that overlap, and puts all in order: a voxel is compared with each that is left.
template <class T>
std::vector<TypedRange<T>> joined(std::vector<TypedRange<T>> ranges) {
  std::ranges::sort(ranges, {}, &TypedRange<T>::low);
  std::vector<TypedRange<T>> joined;
  for (const TypedRange<T>& range : ranges) {
    if (joined.empty() || range.low > joined.back().high)
      joined.push_back(range);
    else
      joined.back().high = std::max(joined.back().high, range.high);
  }
  return joined;
}

/// Gives the ranges in the type of the voxels. Bounds between two whole numbers move inwards; a range that no voxel of
/// this type can be in is left out. Bounds are rounded to the nearest float, so that 0.1 finds the voxels that are 0.1.
template <class T>
std::vector<TypedRange<T>> typed_ranges(const std::vector<GreyRange>& ranges) {
  std::vector<TypedRange<T>> typed;
  for (const GreyRange& range : ranges) {
    if constexpr (std::is_same_v<T, Half> || std::floating_point<T>) {
      typed.push_back({static_cast<Grey<T>>(range.low), static_cast<Grey<T>>(range.high)});
    } else {
      const auto least = static_cast<long double>(std::numeric_limits<T>::min());
      const auto greatest = static_cast<long double>(std::numeric_limits<T>::max());
      const long double low = std::max(std::ceil(range.low), least);
      const long double high = std::min(std::floor(range.high), greatest);
      if (low <= high) typed.push_back({static_cast<T>(low), static_cast<T>(high)});
    }
  }
  return joined<T>(std::move(typed));
}

/// Marks voxels of type T that lie in ranges, or that lie in none.
template <class T>
class RowMarker {
 public:
  static constexpr std::int64_t no_voxel = -1;

  RowMarker(const std::vector<GreyRange>& ranges, bool marks_what_is_inside)
      : ranges_(typed_ranges<T>(ranges)), outside_(marks_what_is_inside ? 0 : 1) {}

  /// Sets bit x of `row` where voxel x is marked, and clears it elsewhere; the row begins with `voxels`. Gives the
  /// first voxel that is not a number, or no_voxel.
  std::int64_t mark(std::span<const std::byte> voxels, std::span<std::uint32_t> row) const {
    const std::size_t count = voxels.size() / sizeof(T);
    std::int64_t not_a_number = no_voxel;
    std::array<Grey<T>, block> grey;
    std::array<std::uint8_t, block> marks;
    for (std::size_t first = 0; first < count; first += block) {
      const std::size_t here = std::min(block, count - first);
      const std::span<const std::byte> bytes = voxels.subspan(first * sizeof(T), here * sizeof(T));
      if constexpr (std::is_same_v<T, std::uint8_t>) {
        mark_block(reinterpret_cast<const std::uint8_t*>(bytes.data()), here, marks);
      } else {
        take(bytes, grey);
        mark_block(grey.data(), here, marks);
      }
      if constexpr (std::floating_point<Grey<T>>)
        if (not_a_number == no_voxel) not_a_number = find_not_a_number(grey, first, here);
      if (here < block) std::fill(marks.begin() + static_cast<std::ptrdiff_t>(here), marks.end(), std::uint8_t{0});
      for (std::size_t bit = 0; bit < here; bit += 32)
        row[(first + bit) / 32] = pack_marks(std::span(marks).subspan(bit).template first<32>());
    }
    return not_a_number;
  }

 private:
  static constexpr std::size_t block = 1024;

  static void take(std::span<const std::byte> voxels, std::array<Grey<T>, block>& grey) {
    if constexpr (std::is_same_v<T, Half>) {
      for (std::size_t i = 0; i * sizeof(T) < voxels.size(); ++i) {
        Half half;
        std::memcpy(&half, &voxels[i * sizeof(T)], sizeof(T));
        grey[i] = value_of(half);
      }
    } else {
      std::memcpy(grey.data(), voxels.data(), voxels.size());
    }
  }

  /// Says whether a voxel is in a range; of whole numbers, by the one comparison that says it.
  static bool is_inside(const TypedRange<T>& range, Grey<T> grey) {
    if constexpr (std::integral<Grey<T>>) {
      using Unsigned = std::make_unsigned_t<Grey<T>>;
      return static_cast<Unsigned>(static_cast<Unsigned>(grey) - static_cast<Unsigned>(range.low)) <=
             static_cast<Unsigned>(static_cast<Unsigned>(range.high) - static_cast<Unsigned>(range.low));
    } else {
      return (static_cast<int>(range.low <= grey) & static_cast<int>(grey <= range.high)) != 0;
    }
  }

  void mark_block(const Grey<T>* grey, std::size_t count, std::array<std::uint8_t, block>& marks) const {
    if (ranges_.empty()) {
      marks.fill(outside_);
      return;
    }
    const TypedRange<T> first = ranges_.front();
    const std::uint8_t outside = outside_;
    for (std::size_t i = 0; i < count; ++i) marks[i] = static_cast<std::uint8_t>(is_inside(first, grey[i])) ^ outside;
    for (const TypedRange<T> range : std::span(ranges_).subspan(1)) {
      const auto inside = static_cast<std::uint8_t>(1 - outside);
      for (std::size_t i = 0; i < count; ++i) marks[i] = is_inside(range, grey[i]) ? inside : marks[i];
    }
  }

  static std::int64_t find_not_a_number(const std::array<Grey<T>, block>& grey, std::size_t first, std::size_t count) {
    int found = 0;
    for (std::size_t i = 0; i < count; ++i) found |= static_cast<int>(grey[i] != grey[i]);
    if (found == 0) return no_voxel;
    for (std::size_t i = 0; i < count; ++i)
      if (std::isnan(grey[i])) return static_cast<std::int64_t>(first + i);
    return no_voxel;
  }

  std::vector<TypedRange<T>> ranges_;
  std::uint8_t outside_;  ///< the mark of a voxel that is in no range
};

}  // namespace perm
