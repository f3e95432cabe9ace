// SPDX-License-Identifier: Apache-2.0
// Splits the bodies of a network into ranges, so that what threads have found of bodies is put together range by range,
// by all threads at once.
#pragma once

#include <omp.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace perm {

class BodyRanges {
 public:
  static constexpr std::size_t count = 64;
  explicit BodyRanges(std::size_t bodies) : bodies_(bodies == 0 ? 1 : bodies) {}
  /// Gives the number of the range in which a body is; ranges follow each other as the bodies do.
  std::size_t of(std::uint32_t body) const { return count * body / bodies_; }

 private:
  std::size_t bodies_;
};

/// What was found of the bodies of each range.
template <class Found>
using FoundInRanges = std::array<Found, BodyRanges::count>;

/// Lets all threads find something, and joins what they have found: find(found) is called in each thread, with what
/// that thread finds, and join(into, from) for each range and each thread.
template <class Found, class Find, class Join>
FoundInRanges<Found> find_in_threads(const Find& find, const Join& join) {
  std::vector<FoundInRanges<Found>> of_threads(static_cast<std::size_t>(omp_get_max_threads()));
  FoundInRanges<Found> all;
#pragma omp parallel
  {
    find(of_threads[static_cast<std::size_t>(omp_get_thread_num())]);
#pragma omp barrier
#pragma omp for schedule(dynamic)
    for (std::size_t range = 0; range < all.size(); ++range)
      for (FoundInRanges<Found>& of_thread : of_threads) join(all[range], std::exchange(of_thread[range], {}));
  }
  return all;
}

}  // namespace perm
