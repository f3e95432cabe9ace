// SPDX-License-Identifier: Apache-2.0
// A threshold between dark and bright voxels, as a user gives it: a number, or a way to find it in the image.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/communicator.hpp"
#include "core/named_values.hpp"
#include "geometry/segmentation/marked_planes.hpp"
#include "geometry/segmentation/sample_voxels.hpp"
#include "geometry/segmentation/thresholds.hpp"
#include "image/source/plane_source.hpp"

namespace perm {

/// Which of the two sides of a threshold is pore; of three classes, which of the outer ones.
enum class Polarity { dark, bright };

template <>
inline constexpr std::array<NamedValue<Polarity>, 2> names_of<Polarity>{
    {{Polarity::dark, "dark"}, {Polarity::bright, "bright"}}};

/// Which voxels a threshold is found from: those that are solved, or all of the file.
enum class ThresholdFrom { region, whole };

template <>
inline constexpr std::array<NamedValue<ThresholdFrom>, 2> names_of<ThresholdFrom>{
    {{ThresholdFrom::region, "region"}, {ThresholdFrom::whole, "whole"}}};

/// Grey values that part voxels, and how they were found.
struct FoundThreshold {
  long double dark{0};    ///< voxels up to it are the dark ones
  long double bright{0};  ///< voxels above it are the bright ones; above `dark` where there are three classes
  std::string words;      ///< "Otsu's threshold of the image that is solved"
  std::vector<std::string> warnings{};

  /// Gives the voxels of one side, as a rule.
  MarkRule rule(Polarity pore) const;
};

struct ThresholdChoice {
  std::optional<ThresholdMethod> method;  ///< absent: `value` counts
  long double value{0};
  ThresholdFrom from{ThresholdFrom::region};
  std::optional<FoundThreshold> found{};  ///< where it was found already

  /// Gives the words of the option: "otsu", "93".
  std::string text() const;
};

/// Finds the threshold in the histogram of the `sample` in `image`, or takes its value. Collective. Throws InputError,
/// on all processes alike, where there is no such threshold, and where nobody says which side is pore; the message then
/// has the porosity of each.
FoundThreshold find_threshold(PlaneSource& image, const ThresholdChoice& choice, const std::optional<Polarity>& pore,
                              const Communicator& processes, const SampleVoxels& sample = {});

/// Gives "otsu (93), 0.3120 with --pore dark and 0.6880 with --pore bright; ...": all thresholds of a histogram, for a
/// message; empty where it has none.
std::string describe_thresholds(const GreyHistogram& histogram, VoxelType type);

}  // namespace perm
