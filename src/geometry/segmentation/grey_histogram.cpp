// SPDX-License-Identifier: Apache-2.0
#include "geometry/segmentation/grey_histogram.hpp"

#include <omp.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <span>
#include <type_traits>

#include "core/range.hpp"
#include "geometry/read_planes.hpp"
#include "geometry/segmentation/even_bins.hpp"
#include "geometry/segmentation/grey_counters.hpp"

namespace perm {
namespace {

constexpr std::int64_t bins_of_fractions = 256;
constexpr std::int64_t bins_of_whole_numbers = 1 << 16;

template <class T>
constexpr bool is_whole = std::is_integral_v<T>;

/// The type in which bins have their edges.
template <class T>
using Edge = std::conditional_t<std::is_same_v<T, Half> || std::is_same_v<T, float>, float, double>;

/// What several threads of several processes count in planes of one image.
template <class T>
class ImageCount {
 public:
  ImageCount(PlaneSource& image, const Communicator& processes, const SampleVoxels& sample)
      : image_(image),
        processes_(processes),
        sample_(sample),
        own_(sample.planes_to_read(image.extent(), processes)),
        rooms_(static_cast<std::size_t>(omp_get_max_threads())),
        threads_(rooms_.size()) {}

  /// Gives the voxels of each value, or nothing where there are too many; and the extremes.
  std::map<double, std::int64_t> count_values(GreyExtremes& extremes) {
    std::vector<GreyCounter<T>> counters(threads_);
    std::vector<GreyExtremes> of_threads(threads_);
    std::atomic<bool> too_many{false};
    read_parts(image_, own_, [&](PlaneSource& source, std::span<std::byte> plane, std::int64_t z) {
      const auto thread = static_cast<std::size_t>(omp_get_thread_num());
      const std::span<std::byte> voxels = read(source, z, plane, thread);
      if constexpr (sizeof(T) > 2) of_threads[thread].template add<T>(voxels);
      counters[thread].add(voxels, too_many);
      if (counters[thread].is_full()) too_many = true;
    });
    std::map<double, std::int64_t> counts;
    for (const GreyCounter<T>& counter : counters)
      for (const GreyCount& count : counter.counts())
        if (!std::isnan(count.grey)) counts[count.grey] += count.voxels;
    if (processes_.any(too_many || std::ssize(counts) > most_grey_values)) {
      counts.clear();
    } else {
      std::vector<GreyCount> own;
      for (const auto& [grey, voxels] : counts) own.push_back({grey, voxels});
      counts.clear();
      for (const auto& of_rank : processes_.gather_to_all(std::span<const GreyCount>(own)))
        for (const GreyCount& count : of_rank) counts[count.grey] += count.voxels;
      if (std::ssize(counts) > most_grey_values) counts.clear();
    }
    for (const GreyExtremes& of_thread : of_threads) {
      extremes.least = std::min(extremes.least, of_thread.least);
      extremes.greatest = std::max(extremes.greatest, of_thread.greatest);
    }
    if (!counts.empty()) extremes = {counts.begin()->first, counts.rbegin()->first};
    extremes.least = -processes_.max(-extremes.least);
    extremes.greatest = processes_.max(extremes.greatest);
    return counts;
  }

  /// Reads the image once more, and counts by bin.
  std::vector<std::int64_t> count_by_bin(const EvenBins<Edge<T>>& bins) {
    const auto size = static_cast<std::size_t>(2 * bins.size());
    std::vector<std::vector<std::int64_t>> of_threads(threads_);
    read_parts(image_, own_, [&](PlaneSource& source, std::span<std::byte> plane, std::int64_t z) {
      const auto thread = static_cast<std::size_t>(omp_get_thread_num());
      auto& counts = of_threads[thread];
      counts.resize(size);
      const std::span<std::byte> voxels = read(source, z, plane, thread);
      for (std::size_t at = 0; at < voxels.size(); at += sizeof(T)) {
        T voxel;
        std::memcpy(&voxel, &voxels[at], sizeof(T));
        const auto grey = static_cast<Edge<T>>(grey_of(voxel));
        if (grey == grey) add_to_bins(bins, grey, 1, std::span(counts));
      }
    });
    std::vector<std::int64_t> all(size);
    for (const auto& counts : of_threads)
      for (std::size_t i = 0; i < counts.size(); ++i) all[i] += counts[i];
    processes_.sum(std::span(all));
    return all;
  }

 private:
  /// Reads a plane and gives its voxels that count here.
  std::span<std::byte> read(PlaneSource& source, std::int64_t z, std::span<std::byte> plane, std::size_t thread) {
    source.read_plane(z, plane);
    return sample_.own_voxels(image_.extent(), z, plane, sizeof(T), rooms_[thread]);
  }

  PlaneSource& image_;
  const Communicator& processes_;
  SampleVoxels sample_;
  Range own_;
  std::vector<std::vector<std::byte>> rooms_;  // of each thread, for the voxels of the sample in a plane
  std::size_t threads_;
};

/// Gives a bin for each value.
std::vector<GreyBin> bins_of_values(const std::map<double, std::int64_t>& counts) {
  std::vector<GreyBin> bins;
  for (const auto& [grey, voxels] : counts) bins.push_back({grey, voxels, voxels});
  return bins;
}

template <class T>
std::vector<GreyBin> even_bins(const std::map<double, std::int64_t>& counts, const GreyExtremes& extremes,
                               ImageCount<T>& image) {
  EvenBins<Edge<T>> even(extremes.least, extremes.greatest, is_whole<T> ? bins_of_whole_numbers : bins_of_fractions);
  if (!even.can_be()) return {};
  if (is_whole<T>) even.round_middles_down();
  std::vector<std::int64_t> by_bin;
  if (counts.empty()) {
    by_bin = image.count_by_bin(even);
  } else {
    by_bin.resize(static_cast<std::size_t>(2 * even.size()));
    for (const auto& [grey, voxels] : counts) add_to_bins(even, static_cast<Edge<T>>(grey), voxels, std::span(by_bin));
  }
  std::vector<GreyBin> bins;
  for (std::int64_t i = 0; i < even.size(); ++i)
    bins.push_back({static_cast<double>(even.middle(i)), by_bin[static_cast<std::size_t>(i)],
                    by_bin[static_cast<std::size_t>(even.size() + i)]});
  return bins;
}

}  // namespace

GreyHistogram GreyHistogram::of(PlaneSource& image, const Communicator& processes, const SampleVoxels& sample) {
  GreyHistogram result;
  result.voxels_ = sample.inside == nullptr ? image.extent().voxels() : sample.inside->count_pores();
  with_type(image.type(), [&]<class T>(std::type_identity<T>) {
    ImageCount<T> count(image, processes, sample);
    GreyExtremes extremes;
    result.has_whole_numbers_ = is_whole<T>;
    result.counts_ = count.count_values(extremes);
    result.least_ = extremes.least;
    result.greatest_ = extremes.greatest;
    if (extremes.least > extremes.greatest) return;  // no voxel is a number
    result.values_ = result.counts_.empty() ? most_grey_values + 1 : std::ssize(result.counts_);
    const bool has_bin_each = result.values_ == 1 || (is_whole<T> && !result.counts_.empty());
    result.bins_ = has_bin_each ? bins_of_values(result.counts_) : even_bins<T>(result.counts_, extremes, count);
    if (!std::isfinite(extremes.least) || !std::isfinite(extremes.greatest)) result.bins_.clear();
  });
  return result;
}

double GreyHistogram::share_of(double grey) const {
  const auto found = counts_.find(grey);
  return found == counts_.end() ? 0 : static_cast<double>(found->second) / static_cast<double>(voxels_);
}

double GreyHistogram::share_up_to(double grey) const {
  std::int64_t voxels = 0;
  if (!counts_.empty()) {
    for (const auto& [value, count] : counts_)
      if (value <= grey) voxels += count;
  } else if (grey >= greatest_) {
    for (const GreyBin& bin : bins_) voxels += bin.voxels;
  } else {
    std::int64_t before = 0;  // the voxels of the bins before
    for (const GreyBin& bin : bins_) {
      if (bin.grey <= grey) voxels = before + bin.up_to_grey;
      before += bin.voxels;
    }
  }
  return static_cast<double>(voxels) / static_cast<double>(voxels_);
}

}  // namespace perm
