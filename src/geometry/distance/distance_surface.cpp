// SPDX-License-Identifier: Apache-2.0
#include "geometry/distance/distance_surface.hpp"

#include <array>
#include <cmath>
#include <cstdint>

namespace perm {
namespace {

/// How many planes beyond a place its interpolation and its links need.
constexpr std::int64_t reach = 4;

/// The voxels around a place along one axis: the two between whose centres it lies, and one beyond each.
struct Around {
  std::array<std::int64_t, 4> voxels;
  double share;  ///< of the way between the two
};

Around around(double place, std::int64_t length) {
  const double from_centre = place - 0.5;
  const double low = std::floor(from_centre);
  Around found{{}, from_centre - low};
  auto voxel = static_cast<std::int64_t>(low) - 1;
  for (std::int64_t& one : found.voxels) {
    one = voxel < 0 ? voxel + length : voxel < length ? voxel : voxel - length;
    if (one < 0 || one >= length) one = (voxel % length + length) % length;
    ++voxel;
  }
  return found;
}

/// Gives the harmonic mean of the two second differences of four values in a row, 0 where they differ in sign.
double mean_curvature(double a, double b, double c, double d) {
  const double low = a - 2 * b + c;
  const double high = b - 2 * c + d;
  if (low * high <= 0) return 0;
  return 2 * low * high / (low + high);
}

}  // namespace

double DistanceSurface::distance(const Place& at) const {
  const DistanceArray& distances = *distances_;
  const Extent& n = distances.image();
  const Around x = around(at[0], n.nx);
  const Around y = around(at[1], n.ny);
  // Planes are named as they come, because the array may go on beyond the image.
  const double from_centre = at[2] - 0.5;
  const auto z = static_cast<std::int64_t>(std::floor(from_centre));
  const double share_z = from_centre - static_cast<double>(z);
  const auto value = [&](std::size_t i, std::size_t j, std::size_t k) {
    const std::int64_t plane = z - 1 + static_cast<std::int64_t>(k);
    return static_cast<double>(distances.row(y.voxels[j], plane)[static_cast<std::size_t>(x.voxels[i])]);
  };
  if (x.share == 0 && y.share == 0 && share_z == 0) return value(1, 1, 1);

  const std::array<double, 2> of_x{1 - x.share, x.share};
  const std::array<double, 2> of_y{1 - y.share, y.share};
  const std::array<double, 2> of_z{1 - share_z, share_z};
  const double bend_x = of_x[0] * of_x[1] / 2;
  const double bend_y = of_y[0] * of_y[1] / 2;
  const double bend_z = of_z[0] * of_z[1] / 2;
  double sum = 0;
  for (std::size_t b = 0; b < 2; ++b)  // four edges along each axis
    for (std::size_t a = 0; a < 2; ++a) {
      const std::size_t i = a + 1;
      const std::size_t k = b + 1;
      const double low = value(1, i, k);
      const double high = value(2, i, k);
      const double share = of_y[a] * of_z[b];
      sum += share * (of_x[0] * low + of_x[1] * high);
      if (bend_x != 0) sum -= share * bend_x * mean_curvature(value(0, i, k), low, high, value(3, i, k));
      if (bend_y != 0)
        sum -=
            of_x[a] * of_z[b] * bend_y * mean_curvature(value(i, 0, k), value(i, 1, k), value(i, 2, k), value(i, 3, k));
      if (bend_z != 0)
        sum -=
            of_x[a] * of_y[b] * bend_z * mean_curvature(value(i, k, 0), value(i, k, 1), value(i, k, 2), value(i, k, 3));
    }
  return sum;
}

void DistanceSurface::cut(const Place& from, std::span<const Place> links, std::span<double> places) const {
  const double begin = distance(from);
  for (std::size_t i = 0; i < links.size(); ++i) {
    const Place& link = links[i];
    const auto along = [&](double share) {
      return distance({from[0] + share * link[0], from[1] + share * link[1], from[2] + share * link[2]});
    };
    // The root of the parabola through the distances at both ends and in the middle.
    const double end = along(1);
    const double middle = along(0.5);
    const double bend = 2 * (begin - 2 * middle + end);
    const double slope = end - begin - bend;
    const double root = 2 * begin / (std::sqrt(slope * slope - 4 * bend * begin) - slope);
    places[i] = end < 0 && root < 1 ? root : 1;
  }
}

std::shared_ptr<const Surface> DistanceSurface::find_near(const Range& planes) const {
  if (distances_->processes().is_alone()) return nullptr;
  const Range wanted = planes.size() > 0 ? Range{planes.first - reach, planes.last + reach} : Range{};
  return std::make_shared<DistanceSurface>(std::make_shared<DistanceArray>(distances_->fetch(wanted)));
}

}  // namespace perm
