// SPDX-License-Identifier: Apache-2.0
#include "geometry/grey_histogram.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <unordered_map>
#include <vector>

namespace perm {
namespace {

struct Count {
  double grey{0};
  std::int64_t voxels{0};
};

/// Counts the voxels of planes that this process reads.
class Counter {
 public:
  void add(std::span<const std::byte> plane, VoxelType type) {
    if (type == VoxelType::uint8) return add_bytes(plane);
    grey_.resize(plane.size() / static_cast<std::size_t>(size_of(type)));
    convert_to_grey(type, plane, grey_);
    std::int64_t* count = nullptr;  // of the value of the voxel before
    double before = std::numeric_limits<double>::quiet_NaN();
    for (const double value : grey_) {
      if (std::isnan(value)) continue;
      if (value != before) {
        before = value;
        least = std::min(least, value);
        greatest = std::max(greatest, value);
        const bool has_room = static_cast<std::int64_t>(counts_.size()) <= GreyHistogram::most_values;
        const auto known = counts_.find(value);
        count = known != counts_.end() ? &known->second : has_room ? &counts_[value] : nullptr;
      }
      if (count != nullptr) ++*count;
    }
  }

  std::vector<Count> counts() const {
    std::vector<Count> list;
    list.reserve(counts_.size());
    for (const auto& [value, voxels] : counts_) list.push_back({value, voxels});
    return list;
  }

  double least{std::numeric_limits<double>::infinity()};
  double greatest{-std::numeric_limits<double>::infinity()};

 private:
  /// Does the same for bytes, in four tables: one would wait for itself where neighbours are alike.
  void add_bytes(std::span<const std::byte> plane) {
    constexpr std::size_t tables = 4;
    std::array<std::array<std::int64_t, 256>, tables> found{};
    for (std::size_t i = 0; i < plane.size(); ++i) ++found[i % tables][std::to_integer<std::size_t>(plane[i])];
    for (std::size_t value = 0; value < 256; ++value) {
      std::int64_t voxels = 0;
      for (const auto& table : found) voxels += table[value];
      if (voxels == 0) continue;
      counts_[static_cast<double>(value)] += voxels;
      least = std::min(least, static_cast<double>(value));
      greatest = std::max(greatest, static_cast<double>(value));
    }
  }

  std::unordered_map<double, std::int64_t> counts_;
  std::vector<double> grey_;
};

}  // namespace

GreyHistogram GreyHistogram::of(PlaneSource& image, const Communicator& processes) {
  const Extent extent = image.extent();
  const Range own = even_part(extent.nz, processes.rank(), processes.size());
  Counter counter;
  std::vector<std::byte> plane(static_cast<std::size_t>(image.plane_bytes()));
  for (std::int64_t z = own.first; z < own.last; ++z) {
    image.read_plane(z, plane);
    counter.add(plane, image.type());
  }
  GreyHistogram result;
  const std::vector<Count> own_counts = counter.counts();
  for (const auto& of_rank : processes.gather_to_all(std::span<const Count>(own_counts)))
    for (const Count& count : of_rank) result.counts_[count.grey] += count.voxels;
  result.least_ = -processes.max(-counter.least);
  result.greatest_ = processes.max(counter.greatest);
  result.voxels_ = extent.voxels();
  return result;
}

double GreyHistogram::share_of(double grey) const {
  const auto found = counts_.find(grey);
  return found == counts_.end() ? 0 : static_cast<double>(found->second) / static_cast<double>(voxels_);
}

double GreyHistogram::share_up_to(double grey) const {
  double voxels = 0;
  for (const auto& [value, count] : counts_)
    if (value <= grey) voxels += static_cast<double>(count);
  return voxels / static_cast<double>(voxels_);
}

double GreyHistogram::find_threshold() const {
  double all = 0;
  double sum = 0;
  for (const auto& [value, count] : counts_) {
    all += static_cast<double>(count);
    sum += value * static_cast<double>(count);
  }
  double below = 0;
  double sum_below = 0;
  double best = -1;
  double threshold = least_;
  for (const auto& [value, count] : counts_) {
    below += static_cast<double>(count);
    sum_below += value * static_cast<double>(count);
    if (below >= all) break;
    const double means_apart = sum_below / below - (sum - sum_below) / (all - below);
    const double between = below * (all - below) * means_apart * means_apart;  // the variance between the classes
    if (between > best) {
      best = between;
      threshold = value;
    }
  }
  return threshold;
}

}  // namespace perm
