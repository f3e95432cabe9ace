// SPDX-License-Identifier: Apache-2.0
// Counts the grey values of an image: what thresholds are found from (thresholds.hpp), and what a message says of an
// image whose pores nobody has named. All counts are whole numbers, so they do not depend on processes and threads.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "core/communicator.hpp"
#include "geometry/segmentation/grey_counters.hpp"
#include "geometry/segmentation/sample_voxels.hpp"
#include "image/source/plane_source.hpp"

namespace perm {

/// Voxels of grey values near `grey`.
struct GreyBin {
  double grey{0};              ///< the value, or the middle of several
  std::int64_t voxels{0};      ///< of all values of the bin
  std::int64_t up_to_grey{0};  ///< of those that are not above `grey`
};

/// Voxels by grey value. A voxel that is not a number is in no bin.
class GreyHistogram {
 public:
  /// Counts the voxels of `sample` in the planes of the file that `processes` share; collective. Several threads read
  /// where the source lets them. Fractions, and whole numbers of more than most_values values, are read twice.
  static GreyHistogram of(PlaneSource& image, const Communicator& processes, const SampleVoxels& sample = {});

  /// Gives the number of distinct values, or most_values + 1 where there are more.
  std::int64_t values() const { return values_; }
  /// Gives the voxels of each value; empty where there are more than most_values.
  const std::map<double, std::int64_t>& counts() const { return counts_; }
  /// Gives the histogram from which thresholds are found, in order of grey. Whole numbers have a bin for each value
  /// that occurs; where these are more than most_values, 65536 bins of one width from the least to the greatest.
  /// Fractions have 256 bins of one width, as scikit-image and numpy.histogram make them in the type of the voxels
  /// (float16 in float32). Empty where no voxel is a finite number, or an extreme is infinite.
  const std::vector<GreyBin>& bins() const { return bins_; }
  /// Says whether voxels are whole numbers by their type.
  bool has_whole_numbers() const { return has_whole_numbers_; }
  double least() const { return least_; }
  double greatest() const { return greatest_; }
  std::int64_t voxels() const { return voxels_; }  ///< all of the sample, numbers or not
  /// Gives the voxels of value `grey` over all voxels; where counts() is not empty.
  double share_of(double grey) const;
  /// Gives the share of voxels up to `grey`: exact where counts() is not empty and for the grey of a bin, else that up
  /// to the next such grey below.
  double share_up_to(double grey) const;

  static constexpr std::int64_t most_values = most_grey_values;

 private:
  std::map<double, std::int64_t> counts_;
  std::vector<GreyBin> bins_;
  std::int64_t values_{0};
  std::int64_t voxels_{0};
  double least_{0};
  double greatest_{0};
  bool has_whole_numbers_{true};
};

}  // namespace perm
