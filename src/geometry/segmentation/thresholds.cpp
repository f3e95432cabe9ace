// SPDX-License-Identifier: Apache-2.0
#include "geometry/segmentation/thresholds.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace perm {
namespace {

/// The voxels of the bins before each bin, and the sum of their grey values, from the least on.
class Moments {
 public:
  explicit Moments(const GreyHistogram& histogram) {
    for (const GreyBin& bin : histogram.bins()) {
      if (bin.voxels == 0) continue;
      greys_.push_back(bin.grey);
      const auto voxels = static_cast<long double>(bin.voxels);
      voxels_.push_back(voxels_.back() + voxels);
      sums_.push_back(sums_.back() + (static_cast<long double>(bin.grey) - greys_.front()) * voxels);
    }
  }
  std::size_t size() const { return greys_.size(); }  ///< bins that have voxels
  double grey(std::size_t bin) const { return greys_[bin]; }

  /// Gives what bins from `first` up to `last`, which is not one of them, add to the variance between classes, but for
  /// what depends on all bins only.
  long double variance(std::size_t first, std::size_t last) const {
    const long double sum = sums_[last] - sums_[first];
    return sum * sum / (voxels_[last] - voxels_[first]);
  }

 private:
  std::vector<double> greys_;
  std::vector<long double> voxels_{0};
  std::vector<long double> sums_{0};
};

/// A way to part bins: the dark class is those before `at`, or the middle one those before `next`.
struct Parting {
  std::size_t at{0};
  std::size_t next{0};
  long double variance{-1};

  void keep_better(const Parting& other) {
    if (other.variance > variance || (other.variance == variance && other.at < at)) *this = other;
  }
};

/// Finds the best parting into three with `at` from `first` to `last`, both included, where the best `next` lies from
/// `low` to `high`. The best `next` never falls while `at` grows, so that each half has only its part of them.
void search(const Moments& moments, std::size_t first, std::size_t last, std::size_t low, std::size_t high,
            Parting& best) {
  if (first > last) return;
  const std::size_t at = (first + last) / 2;
  Parting here;
  for (std::size_t next = std::max(at + 1, low); next <= high; ++next) {
    const long double variance =
        moments.variance(0, at) + moments.variance(at, next) + moments.variance(next, moments.size());
    if (variance > here.variance) here = {at, next, variance};
  }
  best.keep_better(here);
  search(moments, first, at - 1, low, here.next, best);
  search(moments, at + 1, last, here.next, high, best);
}

/// The bins in which valleys are looked for.
struct EvenHistogram {
  std::vector<double> greys;
  std::vector<double> voxels;
};

EvenHistogram even_histogram(const GreyHistogram& histogram) {
  EvenHistogram even;
  if (!histogram.has_whole_numbers()) {
    for (const GreyBin& bin : histogram.bins()) {
      even.greys.push_back(bin.grey);
      even.voxels.push_back(static_cast<double>(bin.voxels));
    }
    return even;
  }
  constexpr double most_bins = 256;
  const double width = std::ceil((histogram.greatest() - histogram.least() + 1) / most_bins);
  for (const GreyBin& bin : histogram.bins()) {
    const auto i = static_cast<std::size_t>((bin.grey - histogram.least()) / width);
    while (even.greys.size() <= i) {
      const double first = histogram.least() + static_cast<double>(even.greys.size()) * width;
      even.greys.push_back(first + std::floor((width - 1) / 2));
      even.voxels.push_back(0);
    }
    even.voxels[i] += static_cast<double>(bin.voxels);
  }
  return even;
}

/// Gives the places of the modes; of a flat one the last place. Like scikit-image's, a rise to the last bin is none:
/// voxels that are saturated are no phase.
std::vector<std::size_t> find_modes(const std::vector<double>& voxels) {
  std::vector<std::size_t> modes;
  bool rises = true;
  for (std::size_t i = 0; i + 1 < voxels.size(); ++i) {
    if (rises && voxels[i + 1] < voxels[i]) {
      rises = false;
      modes.push_back(i);
    } else if (!rises && voxels[i + 1] > voxels[i]) {
      rises = true;
    }
  }
  return modes;
}

/// Takes the mean of each value and its neighbours; beyond its ends the list goes on as in a mirror.
void smooth(std::vector<double>& values) {
  double before = values.front();
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double here = values[i];
    values[i] = (before + here + values[std::min(i + 1, values.size() - 1)]) / 3;
    before = here;
  }
}

}  // namespace

std::optional<double> find_otsu(const GreyHistogram& histogram) {
  const Moments moments(histogram);
  if (moments.size() < 2) return {};
  Parting best;
  for (std::size_t at = 1; at < moments.size(); ++at)
    best.keep_better({at, at, moments.variance(0, at) + moments.variance(at, moments.size())});
  return moments.grey(best.at - 1);
}

std::optional<std::array<double, 2>> find_multi_otsu(const GreyHistogram& histogram) {
  const Moments moments(histogram);
  if (moments.size() < 3) return {};
  Parting best;
  search(moments, 1, moments.size() - 2, 2, moments.size() - 1, best);
  return std::array{moments.grey(best.at - 1), moments.grey(best.next - 1)};
}

std::optional<double> find_valley(const GreyHistogram& histogram) {
  constexpr int most_smoothings = 10'000;
  EvenHistogram even = even_histogram(histogram);
  if (even.voxels.size() < 3) return {};
  for (int i = 0; i < most_smoothings; ++i) {
    smooth(even.voxels);
    const std::vector<std::size_t> modes = find_modes(even.voxels);
    if (modes.size() > 2) continue;
    if (modes.size() < 2) return {};
    const auto from = even.voxels.begin() + static_cast<std::ptrdiff_t>(modes[0]);
    const auto to = even.voxels.begin() + static_cast<std::ptrdiff_t>(modes[1]) + 1;
    return even.greys[static_cast<std::size_t>(std::min_element(from, to) - even.voxels.begin())];
  }
  return {};
}

}  // namespace perm
