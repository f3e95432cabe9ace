// SPDX-License-Identifier: Apache-2.0
// The own cells of a domain, numbered in memory order, x fastest: every process counts its own from 0.
#pragma once

#include <cstdint>
#include <vector>

#include "lattice/domain.hpp"
#include "lattice/occupancy.hpp"

namespace perm {

class OwnCells {
 public:
  OwnCells(const Domain& domain, const Occupancy& occupancy);

  std::int64_t count() const { return count_; }
  /// The number in the domain of own cell `cell`.
  std::int64_t in_domain(std::int64_t cell) const;

 private:
  /// Own cells from `own` on are numbered in the domain from `domain` on.
  struct Stretch {
    std::int64_t own;
    std::int64_t domain;
  };
  std::vector<Stretch> stretches_;  ///< one where the image is not cut along y
  std::int64_t count_{0};
};

}  // namespace perm
