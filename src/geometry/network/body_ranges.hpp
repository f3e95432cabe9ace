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

#include "core/processors/first_error.hpp"

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

/// Lets all threads find something in planes, and joins what they have found. Each thread has a Finder(found,
/// of_finder) of its own, whose find_in(plane) is called, and finish() at the end; join(into, from) is called for each
/// range and each thread.
template <class Finder, class Found, class Join, class OfFinder>
FoundInRanges<Found> find_in_threads(std::int64_t planes, const OfFinder& of_finder, const Join& join) {
  constexpr int planes_at_a_time = 4;  // so that few threads meet the same bodies
  std::vector<FoundInRanges<Found>> of_threads(static_cast<std::size_t>(omp_get_max_threads()));
  FoundInRanges<Found> all;
  FirstError error;
#pragma omp parallel
  {
    auto finder = error.make<Finder>(of_threads[static_cast<std::size_t>(omp_get_thread_num())], of_finder);
#pragma omp for schedule(dynamic, planes_at_a_time) nowait
    for (std::int64_t z = 0; z < planes; ++z) error.guard([&] { finder->find_in(z); });
    error.guard([&] { finder->finish(); });
    finder.reset();
#pragma omp barrier
#pragma omp for schedule(dynamic)
    for (std::size_t range = 0; range < all.size(); ++range)
      error.guard([&] {
        for (FoundInRanges<Found>& of_thread : of_threads) join(all[range], std::exchange(of_thread[range], {}));
      });
  }
  error.rethrow();
  return all;
}

}  // namespace perm
