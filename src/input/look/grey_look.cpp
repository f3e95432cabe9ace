// SPDX-License-Identifier: Apache-2.0
#include "input/look/grey_look.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "geometry/segmentation/thresholds.hpp"

namespace perm {
namespace {

/// Gives the grey values between which all but a thousandth of the voxels at either end lie.
std::pair<double, double> shown_range(const std::vector<GreyBin>& bins, std::int64_t voxels) {
  const auto reach = [&](auto first, auto last) {
    std::int64_t left = voxels / 1000;
    for (; first != last; ++first)
      if ((left -= first->voxels) < 0) return first->grey;
    return (last - 1)->grey;
  };
  return {reach(bins.begin(), bins.end()), reach(bins.rbegin(), bins.rend())};
}

std::vector<GreyBar> bars_of(const GreyHistogram& histogram, std::int64_t numbers) {
  const std::vector<GreyBin>& bins = histogram.bins();
  std::vector<GreyBar> bars;
  if (bins.empty()) return bars;
  const auto [first, last] = shown_range(bins, numbers);
  double width = (last - first) / most_bars;
  std::int64_t count = most_bars;
  if (histogram.has_whole_numbers()) {
    width = std::max(1.0, std::ceil((last - first + 1) / most_bars));
    count = static_cast<std::int64_t>((last - first) / width) + 1;
  }
  if (!(width > 0) || !std::isfinite(width)) {
    width = 1;
    count = 1;
  }
  for (std::int64_t i = 0; i < count; ++i)
    bars.push_back({first + static_cast<double>(i) * width, first + static_cast<double>(i + 1) * width, 0});
  for (const GreyBin& bin : bins) {
    const double place = std::clamp((bin.grey - first) / width, 0.0, static_cast<double>(count - 1));
    bars[static_cast<std::size_t>(place)].voxels += bin.voxels;
  }
  return bars;
}

/// Sums over the bins on one side of a threshold.
struct ClassSums {
  double voxels{0};
  double grey{0};
  double mean() const { return voxels > 0 ? grey / voxels : 0; }
};

/// Finds how far the two classes of a threshold lie apart.
void describe_modes(const GreyHistogram& histogram, double threshold, GreyLook& look) {
  ClassSums dark, bright, all;
  for (const GreyBin& bin : histogram.bins()) {
    const auto voxels = static_cast<double>(bin.voxels);
    for (ClassSums* sums : {bin.grey <= threshold ? &dark : &bright, &all}) {
      sums->voxels += voxels;
      sums->grey += voxels * bin.grey;
    }
  }
  double variance = 0;
  for (const GreyBin& bin : histogram.bins())
    variance += static_cast<double>(bin.voxels) * (bin.grey - all.mean()) * (bin.grey - all.mean());
  look.between_modes = bright.mean() - dark.mean();
  const double between = dark.voxels * bright.voxels / all.voxels * look.between_modes * look.between_modes;
  look.separation = variance > 0 ? between / variance : 0;
}

}  // namespace

GreyLook describe_grey(const GreyHistogram& histogram, VoxelType type) {
  GreyLook look;
  look.type = name_of(type);
  look.values = histogram.values();
  look.least = histogram.least();
  look.greatest = histogram.greatest();
  std::int64_t numbers = 0;
  for (const GreyBin& bin : histogram.bins()) numbers += bin.voxels;
  if (numbers == 0)  // an extreme is infinite, or nothing is a number
    for (const auto& [grey, voxels] : histogram.counts()) numbers += voxels;
  look.not_numbers = histogram.voxels() - numbers;
  look.is_segmented = look.values <= most_labels;
  if (look.is_segmented)
    for (const auto& [grey, voxels] : histogram.counts()) look.bars.push_back({grey, grey, voxels});
  else
    look.bars = bars_of(histogram, numbers);
  const auto add = [&](ThresholdMethod method, std::vector<double> grey) {
    ThresholdLook found{std::string(name_of(method)), std::move(grey), 0, 0};
    if (!found.grey.empty()) {
      found.dark_porosity = histogram.share_up_to(found.grey.front());
      const double known = static_cast<double>(numbers) / static_cast<double>(histogram.voxels());
      found.bright_porosity = std::max(0.0, known - histogram.share_up_to(found.grey.back()));
    }
    look.thresholds.push_back(std::move(found));
  };
  if (look.is_segmented || look.bars.empty()) return look;
  const auto otsu = find_otsu(histogram);
  const auto of_three = find_multi_otsu(histogram);
  const auto valley = find_valley(histogram);
  add(ThresholdMethod::otsu, otsu ? std::vector{*otsu} : std::vector<double>());
  add(ThresholdMethod::multi_otsu, of_three ? std::vector{(*of_three)[0], (*of_three)[1]} : std::vector<double>());
  add(ThresholdMethod::valley, valley ? std::vector{*valley} : std::vector<double>());
  if (otsu) describe_modes(histogram, *otsu, look);
  return look;
}

}  // namespace perm
