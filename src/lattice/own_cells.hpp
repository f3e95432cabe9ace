// SPDX-License-Identifier: Apache-2.0
// Numbers the own cells of a domain in memory order, x fastest: every process counts its own cells from 0.
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
  /// Gives the number that own cell `cell` has in the domain.
  std::int64_t in_domain(std::int64_t cell) const;

 private:
  /// Says that own cells from number `own` on have the numbers from `domain` on in the domain.
  struct Stretch {
    std::int64_t own;
    std::int64_t domain;
  };
  std::vector<Stretch> stretches_;  ///< only one where the image is not cut along y
  std::int64_t count_{0};
};

}  // namespace perm
