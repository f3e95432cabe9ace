// SPDX-License-Identifier: Apache-2.0
// Adds up the densities of consecutive cells as whole numbers of quanta. A whole group is rounded at once; its quanta
// are kept until another group is asked for.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/range.hpp"
#include "lattice/d3q19.hpp"
#include "lattice/tiles.hpp"
#include "solver/cpu/group_rounding.hpp"
#include "solver/domain/part_sums.hpp"

namespace perm {

/// Each thread has a reader of its own.
template <class Real>
class DensityReader {
 public:
  /// `first_tile` holds the distributions, and `sums` says how densities are rounded.
  DensityReader(const Real* first_tile, const RoundingPair<Real>& rounding, PartSums& sums)
      : first_tile_(first_tile), rounding_(&rounding), sums_(&sums) {}

  /// Gives the quanta of some cells. Densities that are no numbers are left out, and the sums are told.
  std::int64_t add_up(const Range& cells) {
    std::int64_t quanta = 0;
    for (std::int64_t cell = cells.first; cell < cells.last;) {
      if (cell / group_cells<Real> != group_) read(cell / group_cells<Real>);
      const std::int64_t first = group_ * group_cells<Real>;
      const std::int64_t end = std::min(cells.last, first + group_cells<Real>);
      if (is_rounded_)
        for (; cell < end; ++cell) quanta += quanta_[cell - first];
      else
        for (; cell < end; ++cell)
          if (!sums_->add_to(quanta, density(cell))) sums_->set_not_finite();
    }
    return quanta;
  }

 private:
  void read(std::int64_t group) {
    group_ = group;
    is_rounded_ =
        rounding_->densities(first_tile_ + CpuTiles<Real>::slot(group * group_cells<Real>, 0), sums_->scale(), quanta_);
  }
  double density(std::int64_t cell) const {
    double density = 0;
    for (int q = 0; q < d3q19::directions; ++q)
      density += static_cast<double>(first_tile_[CpuTiles<Real>::slot(cell, q)]);
    return density;
  }

  const Real* first_tile_;
  const RoundingPair<Real>* rounding_;
  PartSums* sums_;
  std::int64_t group_{-1};
  bool is_rounded_{false};
  alignas(64) std::int64_t quanta_[group_cells<Real>];  ///< of that group
};

}  // namespace perm
