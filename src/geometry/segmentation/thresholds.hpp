// SPDX-License-Identifier: Apache-2.0
// Grey values that part an image into dark and bright, found from its histogram alone. Voxels up to a threshold are the
// darker ones. Otsu's are those of scikit-image (threshold_otsu, threshold_multiotsu with three classes), from the bins
// of GreyHistogram; of several equally good ones the least counts. Only where many voxels have the least value may its
// three classes differ, because it counts them at the place of the next. The valley is that of threshold_minimum.
#pragma once

#include <array>
#include <optional>

#include "core/named_values.hpp"
#include "geometry/segmentation/grey_histogram.hpp"

namespace perm {

enum class ThresholdMethod { otsu, multi_otsu, valley };

template <>
inline constexpr std::array<NamedValue<ThresholdMethod>, 3> names_of<ThresholdMethod>{
    {{ThresholdMethod::otsu, "otsu"},
     {ThresholdMethod::multi_otsu, "multi-otsu"},
     {ThresholdMethod::valley, "valley"}}};

/// Gives the threshold between two classes with the greatest variance between them (Otsu 1979); nothing where fewer
/// than two bins have voxels.
std::optional<double> find_otsu(const GreyHistogram& histogram);

/// Gives the two thresholds between three classes with the greatest variance between them (Liao, Chen and Chung 2001);
/// nothing where fewer than three bins have voxels.
std::optional<std::array<double, 2>> find_multi_otsu(const GreyHistogram& histogram);

/// Gives the least point between the two modes that are left of a histogram that is smoothed, by running means of
/// three bins, until it has no more (Prewitt and Mendelsohn 1966); nothing where it ends with one. Whole numbers that
/// span more than 256 values are put into at most 256 bins of as many values each first.
std::optional<double> find_valley(const GreyHistogram& histogram);

}  // namespace perm
