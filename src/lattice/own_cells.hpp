// SPDX-License-Identifier: Apache-2.0
// Numbers the own cells of a domain in memory order, x fastest: every process counts its own cells from 0.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/range.hpp"
#include "lattice/domain.hpp"
#include "lattice/occupancy.hpp"

namespace perm {

class OwnCells {
 public:
  OwnCells(const Domain& domain, const Occupancy& occupancy);

  std::int64_t count() const { return count_; }
  /// Gives the number that own cell `cell` has in the domain.
  std::int64_t in_domain(std::int64_t cell) const;
  /// Calls visit(own, domain, count) for stretches of `cells` that have consecutive numbers in the domain too: own
  /// cells own .. own + count - 1 are the cells from `domain` on there.
  template <class Visit>
  void for_each_stretch(const Range& cells, const Visit& visit) const;

 private:
  /// Says that own cells from number `own` on have the numbers from `domain` on in the domain.
  struct Stretch {
    std::int64_t own;
    std::int64_t domain;
  };
  std::size_t stretch_of(std::int64_t cell) const;

  std::vector<Stretch> stretches_;  ///< only one where the image is not cut along y
  std::int64_t count_{0};
};

template <class Visit>
void OwnCells::for_each_stretch(const Range& cells, const Visit& visit) const {
  if (cells.size() == 0) return;
  std::size_t at = stretch_of(cells.first);
  for (std::int64_t own = cells.first; own < cells.last;) {
    const Stretch& stretch = stretches_[at++];
    const std::int64_t end = std::min(cells.last, at < stretches_.size() ? stretches_[at].own : count_);
    visit(own, stretch.domain + (own - stretch.own), end - own);
    own = end;
  }
}

}  // namespace perm
