// SPDX-License-Identifier: Apache-2.0
// Count the voxels of planes by their grey value, one thread each: in a table for types of at most 16 bits, else in a
// map until there are too many values.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <type_traits>
#include <unordered_map>
#include <vector>

#include "image/source/voxel_type.hpp"

namespace perm {

inline constexpr std::int64_t most_grey_values = 70'000;  ///< all of 16 bits

template <class T>
double grey_of(T voxel) {
  if constexpr (std::is_same_v<T, Half>)
    return static_cast<double>(value_of(voxel));
  else
    return static_cast<double>(voxel);
}

struct GreyCount {
  double grey{0};
  std::int64_t voxels{0};
};

/// Counts voxels of at most 16 bits, each in its place of a table.
template <class T>
class ShortGreyCounter {
 public:
  void add(std::span<const std::byte> plane, const std::atomic<bool>& /*too_many*/) {
    // Several tables: one would wait for itself where neighbours are alike.
    if (tables_.empty()) tables_.assign(tables * patterns, 0);
    const std::size_t count = plane.size() / sizeof(T);
    for (std::size_t i = 0; i < count; ++i) {
      Pattern pattern;
      std::memcpy(&pattern, &plane[i * sizeof(T)], sizeof(T));
      ++tables_[(i % tables) * patterns + pattern];
    }
  }
  bool is_full() const { return false; }

  std::vector<GreyCount> counts() const {
    std::vector<GreyCount> list;
    for (std::size_t pattern = 0; pattern < tables_.size() / tables; ++pattern) {
      std::int64_t voxels = 0;
      for (std::size_t table = 0; table < tables; ++table) voxels += tables_[table * patterns + pattern];
      if (voxels == 0) continue;
      list.push_back({grey_of(std::bit_cast<T>(static_cast<Pattern>(pattern))), voxels});
    }
    return list;
  }

 private:
  using Pattern = std::conditional_t<sizeof(T) == 1, std::uint8_t, std::uint16_t>;
  static constexpr std::size_t patterns = std::size_t{1} << (8 * sizeof(T));
  static constexpr std::size_t tables = 4;

  std::vector<std::int64_t> tables_;  ///< [table][pattern]
};

/// Counts voxels of more than 16 bits, until there are too many values.
template <class T>
class LongGreyCounter {
 public:
  void add(std::span<const std::byte> plane, const std::atomic<bool>& too_many) {
    const std::size_t count = plane.size() / sizeof(T);
    T before{};
    std::int64_t* of_before = nullptr;
    for (std::size_t i = 0; i < count && !is_full() && !too_many; ++i) {
      T voxel;
      std::memcpy(&voxel, &plane[i * sizeof(T)], sizeof(T));
      if (voxel != voxel) continue;  // is not a number
      if (of_before == nullptr || voxel != before) of_before = &counts_[grey_of(voxel)];
      before = voxel;
      ++*of_before;
    }
  }
  bool is_full() const { return static_cast<std::int64_t>(counts_.size()) > most_grey_values; }

  std::vector<GreyCount> counts() const {
    std::vector<GreyCount> list;
    for (const auto& [grey, voxels] : counts_) list.push_back({grey, voxels});
    return list;
  }

 private:
  std::unordered_map<double, std::int64_t> counts_;
};

template <class T>
using GreyCounter = std::conditional_t<(sizeof(T) <= 2), ShortGreyCounter<T>, LongGreyCounter<T>>;

struct GreyExtremes {
  double least{std::numeric_limits<double>::infinity()};
  double greatest{-std::numeric_limits<double>::infinity()};

  template <class T>
  void add(std::span<const std::byte> plane) {
    const std::size_t count = plane.size() / sizeof(T);
    T low{};
    T high{};
    bool is_first = true;
    for (std::size_t i = 0; i < count; ++i) {
      T voxel;
      std::memcpy(&voxel, &plane[i * sizeof(T)], sizeof(T));
      if (voxel != voxel) continue;
      low = is_first ? voxel : std::min(low, voxel);
      high = is_first ? voxel : std::max(high, voxel);
      is_first = false;
    }
    if (is_first) return;
    least = std::min(least, grey_of(low));
    greatest = std::max(greatest, grey_of(high));
  }
};

}  // namespace perm
