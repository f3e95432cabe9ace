// SPDX-License-Identifier: Apache-2.0
// Makes the exact sums of the density deviations in the parts of an image (lattice/cell_parts.hpp). Every density is
// rounded once to a whole number of quanta and added as an integer, so the sums are the same bits for every order of
// the cells.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "core/communicator.hpp"
#include "core/host_device.hpp"
#include "core/large_array.hpp"
#include "lattice/d3q19.hpp"

namespace perm {

/// Gives what a density deviation of a cell at rest adds to distribution q.
template <class Real>
PERM_HOST_DEVICE Real density_share(int q, double density) {
  return static_cast<Real>(d3q19::weight(q) * density);
}

class PartSums {
 public:
  using Sum = __int128;
  static constexpr double largest_quanta = 4.0e18;  ///< what counts as absurdly large, below 2^62

  /// `force` drives the flow. A density deviation is at most some times the force times the length of the image; the
  /// quantum leaves room for 2^80 forces in a part, and rounding changes no density by more than 2^-41 forces.
  PartSums(std::int64_t parts, double force);

  double scale() const { return scale_; }  ///< quanta in a unit of density
  /// Adds one cell's density to a running sum of quanta. Gives false where the density is not finite or absurdly large.
  bool add_to(std::int64_t& quanta, double density) const {
    const double count = density * scale_;
    if (!(std::abs(count) < largest_quanta)) return false;
    quanta += std::llrint(count);
    return true;
  }
  void add_quanta(std::int64_t part, Sum quanta) { sums_[static_cast<std::size_t>(part)] += quanta; }
  void set_not_finite() { sums_[sums_.size() - 1] = 1; }
  /// Gives the sums of all processes: not a number where a density was not finite or absurdly large. Collective.
  std::vector<double> over_all(const Communicator& processes) &&;

 private:
  double scale_;
  LargeArray<Sum> sums_;  ///< one for each part, then one that is not 0 where a density was not finite
};

}  // namespace perm
