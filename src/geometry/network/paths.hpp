// SPDX-License-Identifier: Apache-2.0
// The paths that climb from the cells of a slab, each cell with the number of the next one. What is known of a cell
// follows from what is known of the next one; all threads follow paths at once, and each cell is mostly seen once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/large_array.hpp"
#include "core/processors/first_error.hpp"
#include "geometry/network/ghosted_slab.hpp"

namespace perm {

/// What is known of the cells at some moment of a round. A cell that waits has a path into a slab of another process
/// where nothing is known yet; in the round after, it is unknown again, because marks of rounds alternate.
enum class PathState { known, unknown, waits };

class Paths {
 public:
  using Cell = GhostedSlab::Cell;
  Paths() = default;
  explicit Paths(const GhostedSlab& slab) : next_(static_cast<std::size_t>(slab.own_end() - slab.own_begin())) {}

  /// Sets the cell that follows an own one on its path; it is the cell itself where the path ends, at a summit.
  void set_next(const GhostedSlab& slab, Cell cell, Cell next) {
    next_[static_cast<std::size_t>(cell - slab.own_begin())] = static_cast<std::uint32_t>(slab.own_of(next));
  }

  /// Lets `rule` find what is to be known of all cells; it knows its summits. `rule` has state(cell, round),
  /// wait(cell, round), load(cell), store(cell, value), below(value of the next cell, cell, next cell), all for any
  /// thread at any time, and fill_ghosts(). Threads may find the same for one cell at the same time. Collective.
  template <class Rule>
  void follow(const GhostedSlab& slab, Rule rule) const {
    bool is_known_everywhere = false;
    for (int round = 0; !is_known_everywhere; ++round) {
      bool all = true;
      FirstError error;
#pragma omp parallel reduction(&& : all)
      {
        std::vector<std::uint32_t> path;
#pragma omp for schedule(dynamic, planes_at_a_time)
        for (std::int64_t z = 0; z < slab.planes(); ++z)
          error.guard([&] {
            for (Cell cell = slab.plane_begin(z); cell < slab.plane_begin(z + 1); ++cell)
              if (rule.state(cell, round) == PathState::unknown) all = follow_one(slab, cell, rule, round, path) && all;
          });
      }
      error.rethrow();
      is_known_everywhere = !slab.processes().any(!all);
      rule.fill_ghosts();
    }
  }

 private:
  static constexpr int planes_at_a_time = 4;  // so that threads seldom follow the same paths

  /// Follows one path as far as is known, and says whether that is to its summit.
  template <class Rule>
  bool follow_one(const GhostedSlab& slab, Cell start, Rule& rule, int round, std::vector<std::uint32_t>& path) const {
    const Cell first = slab.own_begin(), count = static_cast<Cell>(next_.size());
    path.clear();
    Cell cell = start;
    PathState state = PathState::unknown;
    while (state == PathState::unknown) {
      path.push_back(static_cast<std::uint32_t>(cell));
      cell = next_[static_cast<std::size_t>(cell - first)];
      state = rule.state(cell, round);
      const bool is_own = cell >= first && cell - first < count;
      if (!is_own && state == PathState::unknown) state = PathState::waits;
    }
    if (state == PathState::waits) {
      for (const std::uint32_t of_path : path) rule.wait(of_path, round);
      return false;
    }
    auto value = rule.load(cell);
    for (std::size_t i = path.size(); i-- > 0;) {
      value = rule.below(value, path[i], cell);
      cell = path[i];
      rule.store(cell, value);
    }
    return true;
  }

  LargeArray<std::uint32_t> next_;  ///< of own cells
};

}  // namespace perm
