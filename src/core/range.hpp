// SPDX-License-Identifier: Apache-2.0
// Consecutive positions along an axis, or consecutive numbers.
#pragma once

#include <algorithm>
#include <cstdint>

namespace perm {

/// The numbers first, first + 1, ... last - 1.
struct Range {
  std::int64_t first{0};
  std::int64_t last{0};  ///< one past the last

  constexpr std::int64_t size() const { return last - first; }
  constexpr bool contains(std::int64_t position) const { return first <= position && position < last; }

  friend constexpr bool operator==(const Range&, const Range&) = default;
};

/// Gives the positions of both, which may be none.
constexpr Range common(const Range& a, const Range& b) {
  const std::int64_t first = std::max(a.first, b.first);
  return {first, std::max(first, std::min(a.last, b.last))};
}

/// Cuts 0..size-1 into `parts` parts as evenly as possible and gives part number `part`.
constexpr Range even_part(std::int64_t size, std::int64_t part, std::int64_t parts) {
  return {part * size / parts, (part + 1) * size / parts};
}

}  // namespace perm
