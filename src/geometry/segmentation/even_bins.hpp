// SPDX-License-Identifier: Apache-2.0
// Bins of one width between two grey values, with the edges that numpy.histogram gives them in the type of the voxels.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace perm {

/// Bins of one width.
template <class Edge>
class EvenBins {
 public:
  EvenBins(double least, double greatest, std::int64_t bins) : first_(static_cast<Edge>(least)) {
    const auto last = static_cast<Edge>(greatest);
    const auto width = static_cast<Edge>((last - first_) / static_cast<Edge>(bins));
    for (std::int64_t i = 0; i < bins; ++i) edges_.push_back(static_cast<Edge>(static_cast<Edge>(i) * width + first_));
    edges_.push_back(last);
    per_grey_ = static_cast<Edge>(bins) / (last - first_);
    for (std::int64_t i = 0; i < bins; ++i)
      middles_.push_back(
          static_cast<Edge>((edges_[static_cast<std::size_t>(i)] + edges_[static_cast<std::size_t>(i) + 1]) / 2));
  }
  bool can_be() const { return std::isfinite(per_grey_) && per_grey_ > 0; }
  std::int64_t size() const { return std::ssize(middles_); }
  Edge middle(std::int64_t i) const { return middles_[static_cast<std::size_t>(i)]; }
  void round_middles_down() {
    for (Edge& middle : middles_) middle = std::floor(middle);
  }

  /// Gives the bin of a value within the extremes; it has its lower edge, and the last one both.
  std::int64_t bin_of(Edge grey) const {
    auto i = std::clamp<std::int64_t>(static_cast<std::int64_t>((grey - first_) * per_grey_), 0, size() - 1);
    while (i > 0 && grey < edges_[static_cast<std::size_t>(i)]) --i;
    while (i + 1 < size() && grey >= edges_[static_cast<std::size_t>(i) + 1]) ++i;
    return i;
  }

 private:
  Edge first_;
  Edge per_grey_{0};
  std::vector<Edge> edges_;
  std::vector<Edge> middles_;
};

/// Counts by bin: first those of all voxels, then those of voxels not above the middle.
template <class Edge>
void add_to_bins(const EvenBins<Edge>& bins, Edge grey, std::int64_t voxels, std::span<std::int64_t> counts) {
  const std::int64_t bin = bins.bin_of(grey);
  counts[static_cast<std::size_t>(bin)] += voxels;
  if (grey <= bins.middle(bin)) counts[static_cast<std::size_t>(bins.size() + bin)] += voxels;
}

}  // namespace perm
