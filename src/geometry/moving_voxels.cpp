// SPDX-License-Identifier: Apache-2.0
#include "geometry/moving_voxels.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>

#include "core/range.hpp"
#include "geometry/grey_histogram.hpp"

namespace perm {
namespace {

constexpr std::int64_t most_planes = 8;
constexpr double voxels_of_move = 0.1;
/// How steeply grey values change across a wall, in a voxel, over their mean step between neighbours: for walls that
/// face all directions alike and an edge that is blurred like a Gaussian of 0.85 voxels, the mean over a voxel
/// included. It is 1.5 for much blur and 1.65 for 0.7 voxels.
constexpr double across_wall = 1.6;

/// Steps of the grey values between neighbours of which one is in the ranges of a rule and the other is not.
struct Steps {
  double sum{0};
  double count{0};
};

Steps steps_of_plane(std::span<const double> grey, const Extent& n, const std::vector<GreyRange>& ranges) {
  const auto is_inside = [&](double value) {
    return std::ranges::any_of(ranges, [&](const GreyRange& r) { return r.low <= value && value <= r.high; });
  };
  std::vector<char> inside(grey.size());
  std::ranges::transform(grey, inside.begin(), is_inside);
  Steps steps;
  const auto add = [&](std::size_t a, std::size_t b) {
    if (inside[a] == inside[b]) return;
    steps.sum += std::abs(grey[a] - grey[b]);
    ++steps.count;
  };
  const auto nx = static_cast<std::size_t>(n.nx);
  for (std::size_t i = 0; i < grey.size(); ++i) {
    if (i % nx > 0) add(i - 1, i);
    if (i >= nx) add(i - nx, i);
  }
  return steps;
}

/// Gives the mean step, not a number where there is none. Each plane is summed by one process, and the planes in their
/// order, so that the bits do not depend on the processes.
double mean_step(PlaneSource& image, const std::vector<GreyRange>& ranges, const Communicator& processes) {
  const Extent n = image.extent();
  const Range own = even_part(n.nz, processes.rank(), processes.size());
  const std::int64_t planes = std::min(n.nz, most_planes);
  std::array<double, 2 * most_planes> sums{};
  std::vector<double> grey(static_cast<std::size_t>(n.plane_voxels()));
  for (std::int64_t i = 0; i < planes; ++i) {
    const std::int64_t z = (2 * i + 1) * n.nz / (2 * planes);
    if (!own.contains(z)) continue;
    read_grey_plane(image, z, grey);
    const Steps steps = steps_of_plane(grey, n, ranges);
    sums[static_cast<std::size_t>(2 * i)] = steps.sum;
    sums[static_cast<std::size_t>(2 * i + 1)] = steps.count;
  }
  Steps all;
  std::array<double, 2 * most_planes> of_all{};
  for (const auto& of_rank : processes.gather_to_all(std::span<const double>(sums)))
    for (std::size_t i = 0; i < of_rank.size(); ++i) of_all[i] += of_rank[i];  // zero in all ranks but one
  for (std::size_t i = 0; i < of_all.size(); i += 2) {
    all.sum += of_all[i];
    all.count += of_all[i + 1];
  }
  return all.sum / all.count;
}

bool has_whole_numbers(VoxelType type) {
  return with_type(type, []<class T>(std::type_identity<T>) { return std::is_integral_v<T>; });
}

/// Gives the grey values that a move of `by` makes others: of a bound at t from below those in (t - by, t + by], of one
/// from above those in [t - by, t + by).
std::vector<GreyRange> ranges_of_move(const std::vector<GreyRange>& ranges, long double by) {
  constexpr long double unbounded = std::numeric_limits<long double>::infinity();
  std::vector<GreyRange> moved;
  for (const GreyRange& range : ranges) {
    if (range.low == range.high) continue;  // a label
    if (std::isfinite(range.high)) moved.push_back({std::nextafter(range.high - by, unbounded), range.high + by});
    if (std::isfinite(range.low)) moved.push_back({range.low - by, std::nextafter(range.low + by, -unbounded)});
  }
  return moved;
}

}  // namespace

std::optional<GreyMove> find_grey_move(PlaneSource& image, const MarkRule& rule, const Communicator& processes) {
  if (ranges_of_move(rule.ranges, 1).empty()) return {};
  const double a_voxel = across_wall * mean_step(image, rule.ranges, processes);
  double by = voxels_of_move * a_voxel;
  if (has_whole_numbers(image.type())) by = std::floor(by);
  if (!(by > 0) || !std::isfinite(by)) return {};
  return GreyMove{by, a_voxel, ranges_of_move(rule.ranges, by)};
}

}  // namespace perm
