// SPDX-License-Identifier: Apache-2.0
// A long list that the processes of a run share: each has the items of some rows of the image, such as the cells of
// rows of voxels. Such a list is saved by the processes that have it, and restored by others, whose rows are cut in
// another way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/range.hpp"
#include "core/saving/members.hpp"

namespace perm {

PERM_MEMBERS(Range, first, last)

/// Tells which rows of the image a process has, and where their items are in its list.
struct ListRows {
  Range y;
  Range z;
  std::vector<std::uint64_t> first{0};  ///< the first item of each row, z * rows of y + y, and one more

  std::uint64_t items() const { return first.back(); }
  std::uint64_t first_of(std::int64_t row_y, std::int64_t row_z) const {
    return first[static_cast<std::size_t>((row_z - z.first) * y.size() + (row_y - y.first))];
  }
  /// Gives the place behind the items of a row.
  std::uint64_t end_of(std::int64_t row_y, std::int64_t row_z) const {
    return first[static_cast<std::size_t>((row_z - z.first) * y.size() + (row_y - y.first)) + 1];
  }
};

/// A list with the two ways in which its items become bytes and back.
struct SavedList {
  std::string name;
  ListRows rows;
  std::size_t item_bytes{0};
  std::function<void(const Range& items, std::span<std::byte> bytes)> read;         ///< of the list into bytes
  std::function<void(const Range& items, std::span<const std::byte> bytes)> write;  ///< of bytes into the list
};

}  // namespace perm
