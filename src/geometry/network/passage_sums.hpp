// SPDX-License-Identifier: Apache-2.0
// Sums what passes between bodies of a network, in whole numbers, so that the order of the summands does not matter.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "geometry/network/body_ranges.hpp"
#include "geometry/network/passages.hpp"

namespace perm {

/// Sums what passes between bodies, in a table with open places (Knuth, linear probing): half of the memory of
/// std::unordered_map.
class PassageSums {
 public:
  void add(const Passage& passage) {
    if (4 * (count_ + 1) > 3 * places_.size()) grow();
    Passage& place = find(passage);
    if (place.is_empty()) {
      place = passage;
      ++count_;
    } else {
      place.quanta += passage.quanta;
    }
  }
  void add(const PassageSums& more) {
    for (const Passage& passage : more.places_)
      if (!passage.is_empty()) add(passage);
  }
  /// Gives one passage for each pair of bodies, in order.
  std::vector<Passage> take() && {
    std::erase_if(places_, [](const Passage& place) { return place.is_empty(); });
    places_.shrink_to_fit();
    std::ranges::sort(places_, {}, &Passage::ends);
    return std::move(places_);
  }

 private:
  Passage& find(const Passage& passage) {
    const std::size_t last = places_.size() - 1;
    std::size_t at = Passage::hash(passage.ends()) & last;
    while (!places_[at].is_empty() && places_[at].ends() != passage.ends()) at = (at + 1) & last;
    return places_[at];
  }
  void grow() {
    constexpr std::size_t fewest = 64;  // a power of two
    std::vector<Passage> before = std::exchange(places_, std::vector<Passage>(std::max(fewest, 2 * places_.size())));
    for (const Passage& passage : before)
      if (!passage.is_empty()) find(passage) = passage;
  }

  std::vector<Passage> places_;
  std::size_t count_{0};
};

using FoundPassages = FoundInRanges<PassageSums>;

/// Sums what passes between the bodies that were met last, most of which are met again soon, before a table that does
/// not fit into the cache of a processor is touched.
class RecentPassages {
 public:
  RecentPassages(FoundPassages& found, std::size_t bodies) : found_(found), ranges_(bodies), places_(count) {}
  void add(const Passage& passage) {
    Passage& place = places_[Passage::hash(passage.ends()) % count];
    if (place.ends() == passage.ends()) {
      place.quanta += passage.quanta;
    } else {
      flush(place);
      place = passage;
    }
  }
  /// Comes after the last one.
  void finish() {
    for (Passage& place : places_) flush(std::exchange(place, {}));
  }

 private:
  static constexpr std::size_t count = 2048;  // 32 KiB
  void flush(const Passage& passage) {
    if (!passage.is_empty()) found_[ranges_.of(passage.first)].add(passage);
  }

  FoundPassages& found_;
  BodyRanges ranges_;
  std::vector<Passage> places_;
};

}  // namespace perm
