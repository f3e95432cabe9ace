// SPDX-License-Identifier: Apache-2.0
// Counts the grey values of an image, for a message that says which of them could be pore.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "core/communicator.hpp"
#include "core/range.hpp"
#include "image/source/plane_source.hpp"

namespace perm {

/// Voxels by grey value.
class GreyHistogram {
 public:
  /// Counts the voxels of the planes of the file that `processes` share; collective.
  static GreyHistogram of(PlaneSource& image, const Communicator& processes);

  /// Gives the number of distinct values, or most_values + 1 where there are more.
  std::int64_t values() const { return static_cast<std::int64_t>(counts_.size()); }
  const std::map<double, std::int64_t>& counts() const { return counts_; }
  double least() const { return least_; }
  double greatest() const { return greatest_; }
  /// Gives the voxels of value `grey` over all voxels.
  double share_of(double grey) const;
  /// Gives the value up to which voxels are the darker of two classes, by Otsu 1979.
  double find_threshold() const;
  /// Gives the share of voxels up to `grey`.
  double share_up_to(double grey) const;

  static constexpr std::int64_t most_values = 70'000;  ///< all of 16 bits; beyond that only extremes are known

 private:
  std::map<double, std::int64_t> counts_;
  std::int64_t voxels_{0};
  double least_{0};
  double greatest_{0};
};

}  // namespace perm
