// SPDX-License-Identifier: Apache-2.0
#include "geometry/segmentation/moving_voxels.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <span>

#include "core/processors/threads.hpp"
#include "core/range.hpp"
#include "geometry/segmentation/grey_histogram.hpp"

namespace perm {
namespace {

constexpr std::int64_t most_planes = 8;
constexpr double voxels_of_move = 0.1;
/// How steeply grey values change across a wall, in a voxel, over their mean step between neighbours: for walls that
/// face all directions alike and an edge that is blurred like a Gaussian of 0.85 voxels, the mean over a voxel
/// included. It is 1.5 for much blur and 1.65 for 0.7 voxels.
constexpr double across_wall = 1.6;

struct Sum {
  double sum{0};
  double count{0};

  void add(double value) {
    sum += value;
    ++count;
  }
  double mean() const { return sum / count; }
};

/// Of one plane or several; [1] is of the voxels in the ranges of a rule, [0] of the others.
struct GreySums {
  Sum steps;  ///< of the grey values between neighbours of which one is in the ranges and the other is not
  std::array<Sum, 2> all;
  std::array<Sum, 2> deep;  ///< two voxels or more away from the others, in its plane
};
using Numbers = std::array<double, sizeof(GreySums) / sizeof(double)>;

void add_to(Numbers& all, const Numbers& more) {
  for (std::size_t k = 0; k < all.size(); ++k) all[k] += more[k];
}

/// Sums over some rows of a plane; `inside` tells which of its voxels are in the ranges.
GreySums sums_of_rows(std::span<const double> grey, std::span<const char> inside, const Extent& n, const Range& rows) {
  GreySums sums;
  const auto add = [&](std::size_t a, std::size_t b) {
    if (inside[a] != inside[b]) sums.steps.add(std::abs(grey[a] - grey[b]));
  };
  const auto nx = static_cast<std::size_t>(n.nx);
  const auto is_deep = [&](std::size_t i, std::size_t x, std::size_t y) {
    const auto alike = [&](std::size_t place, std::size_t length, std::size_t stride) {
      for (std::size_t step = 1; step <= 2; ++step)
        if ((place >= step && inside[i - step * stride] != inside[i]) ||
            (place + step < length && inside[i + step * stride] != inside[i]))
          return false;
      return true;
    };
    return alike(x, nx, 1) && alike(y, static_cast<std::size_t>(n.ny), nx);
  };
  for (auto y = static_cast<std::size_t>(rows.first); y < static_cast<std::size_t>(rows.last); ++y)
    for (std::size_t x = 0; x < nx; ++x) {
      const std::size_t i = y * nx + x;
      if (x > 0) add(i - 1, i);
      if (y > 0) add(i - nx, i);
      const std::size_t phase = inside[i] != 0 ? 1 : 0;
      sums.all[phase].add(grey[i]);
      if (is_deep(i, x, y)) sums.deep[phase].add(grey[i]);
    }
  return sums;
}

/// Threads share the rows in bands, which are summed in their order, so that the bits do not depend on the threads.
Numbers sums_of_plane(std::span<const double> grey, const Extent& n, const std::vector<GreyRange>& ranges) {
  std::vector<char> inside(grey.size());
  constexpr std::int64_t bands = 32;
  std::array<Numbers, bands> of_bands{};
#pragma omp parallel if (n.plane_voxels() > voxels_worth_a_thread)  // nothing in it throws
  {
#pragma omp for schedule(static)
    for (std::size_t i = 0; i < grey.size(); ++i)
      inside[i] =
          std::ranges::any_of(ranges, [&](const GreyRange& r) { return r.low <= grey[i] && grey[i] <= r.high; });
#pragma omp for schedule(static)
    for (std::int64_t band = 0; band < bands; ++band)
      of_bands[static_cast<std::size_t>(band)] =
          std::bit_cast<Numbers>(sums_of_rows(grey, inside, n, even_part(n.ny, band, bands)));
  }
  Numbers all{};
  for (const Numbers& of_band : of_bands) add_to(all, of_band);
  return all;
}

/// Each plane is summed by one process, and the planes in their order, so that the bits do not depend on the processes.
GreySums sum_grey_values(PlaneSource& image, const std::vector<GreyRange>& ranges, const Communicator& processes) {
  const Extent n = image.extent();
  const Range own = even_part(n.nz, processes.rank(), processes.size());
  const std::int64_t planes = std::min(n.nz, most_planes);
  std::array<Numbers, most_planes> sums{};
  std::vector<double> grey(static_cast<std::size_t>(n.plane_voxels()));
  for (std::int64_t i = 0; i < planes; ++i) {
    const std::int64_t z = (2 * i + 1) * n.nz / (2 * planes);
    if (!own.contains(z)) continue;
    read_grey_plane(image, z, grey);
    sums[static_cast<std::size_t>(i)] = sums_of_plane(grey, n, ranges);
  }
  std::array<Numbers, most_planes> of_all{};
  for (const auto& of_rank : processes.gather_to_all(std::span<const Numbers>(sums)))
    for (std::size_t i = 0; i < of_rank.size(); ++i) add_to(of_all[i], of_rank[i]);  // zero in all ranks but one
  Numbers all{};
  for (const Numbers& of_plane : of_all) add_to(all, of_plane);
  return std::bit_cast<GreySums>(all);
}

/// Gives the mean grey value of pore or solid away from walls, or of all of it where it is too thin.
double plateau(const GreySums& sums, std::size_t phase) {
  constexpr double least_share = 0.01;
  const bool is_thin = sums.deep[phase].count < least_share * sums.all[phase].count;
  return (is_thin ? sums.all : sums.deep)[phase].mean();
}

bool has_whole_numbers(VoxelType type) {
  return with_type(type, []<class T>(std::type_identity<T>) { return std::is_integral_v<T>; });
}

/// Gives the grey values that a move of `by` makes others: of a bound at t from below those in (t - by, t + by], of one
/// from above those in [t - by, t + by).
std::vector<GreyRange> ranges_of_move(const std::vector<GreyRange>& ranges, long double by) {
  std::vector<GreyRange> moved;
  for (const GreyRange& range : ranges) {
    if (range.low == range.high) continue;  // a label
    if (std::isfinite(range.high)) moved.push_back({std::nextafter(range.high - by, unbounded_grey), range.high + by});
    if (std::isfinite(range.low)) moved.push_back({range.low - by, std::nextafter(range.low + by, -unbounded_grey)});
  }
  return moved;
}

}  // namespace

std::optional<GreyMove> find_grey_move(PlaneSource& image, const MarkRule& rule, const Communicator& processes) {
  if (ranges_of_move(rule.ranges, 1).empty()) return {};
  const GreySums sums = sum_grey_values(image, rule.ranges, processes);
  const double a_voxel = across_wall * sums.steps.mean();
  double by = voxels_of_move * a_voxel;
  if (has_whole_numbers(image.type())) by = std::floor(by);
  if (!(by > 0) || !std::isfinite(by)) return {};
  const double contrast = std::abs(plateau(sums, 1) - plateau(sums, 0));
  const double blur = contrast / (std::sqrt(2 * std::numbers::pi) * a_voxel);  // a Gaussian edge rises so at its middle
  return GreyMove{by, a_voxel, blur, ranges_of_move(rule.ranges, by)};
}

}  // namespace perm
