// SPDX-License-Identifier: Apache-2.0
// Signed distances at the centres of voxels, what they are between them, and where links meet the surface on which they
// are 0. The arithmetic is that of host and GPU, with the same bits. Lengths in voxels.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "core/extent.hpp"
#include "core/host_device.hpp"
#include "core/range.hpp"

namespace perm {

/// Names planes of an image that repeats; somebody else owns the values, on the host or on a GPU. Planes may lie beyond
/// the image.
struct DistanceGrid {
  using Place = std::array<double, 3>;

  Extent image;
  Range planes;
  const float* values{nullptr};

  /// Gives a position within one period.
  PERM_HOST_DEVICE static std::int64_t wrap(std::int64_t i, std::int64_t n) {
    if (i >= 0 && i < n) return i;
    return (i % n + n) % n;
  }

  /// Gives the place of row y of plane z among the values; the plane may be named beyond the image.
  PERM_HOST_DEVICE std::size_t first_of(std::int64_t y, std::int64_t z) const {
    const std::int64_t plane = planes.contains(z) ? z - planes.first : wrap(z - planes.first, image.nz);
    return static_cast<std::size_t>((plane * image.ny + y) * image.nx);
  }

  /// Gives the distance at any place near the planes: that of the eight voxels around it, linearly, plus the curvature
  /// along each axis: the harmonic mean of those at both ends of an edge, 0 where they differ in sign (as Min and Gibou
  /// 2007, "A second order accurate level set method on non-graded adaptive cartesian grids", with the mean of van Leer
  /// in place of the smaller one: it is of third order). It is continuous, and exact where the distance is of second
  /// order. At the edge of a body it does not overshoot by much: the mean is at most twice the smaller one.
  PERM_HOST_DEVICE double distance(const Place& at) const {
    const Around x(at[0], image.nx);
    const Around y(at[1], image.ny);
    // Planes are named as they come, because there may be some beyond the image.
    const double from_centre = at[2] - 0.5;
    const auto z = static_cast<std::int64_t>(std::floor(from_centre));
    const double share_z = from_centre - static_cast<double>(z);
    const auto value = [&](std::size_t i, std::size_t j, std::size_t k) {
      return static_cast<double>(
          values[first_of(y.voxels[j], z - 1 + static_cast<std::int64_t>(k)) + static_cast<std::size_t>(x.voxels[i])]);
    };
    if (x.share == 0 && y.share == 0 && share_z == 0) return value(1, 1, 1);

    const double of_x[2] = {1 - x.share, x.share};
    const double of_y[2] = {1 - y.share, y.share};
    const double of_z[2] = {1 - share_z, share_z};
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
          sum -= of_x[a] * of_z[b] * bend_y *
                 mean_curvature(value(i, 0, k), value(i, 1, k), value(i, 2, k), value(i, 3, k));
        if (bend_z != 0)
          sum -= of_x[a] * of_y[b] * bend_z *
                 mean_curvature(value(i, k, 0), value(i, k, 1), value(i, k, 2), value(i, k, 3));
      }
    return sum;
  }

  /// Finds where links from a place in a pore to places in solid meet the surface, in lengths of the link, at most 1:
  /// the root of the parabola through the distances at both ends and in the middle.
  PERM_HOST_DEVICE void cut(const Place& from, const Place* links, std::size_t count, double* places) const {
    const double begin = distance(from);
    for (std::size_t i = 0; i < count; ++i) {
      const Place& link = links[i];
      const double end = distance({from[0] + link[0], from[1] + link[1], from[2] + link[2]});
      const double middle = distance({from[0] + 0.5 * link[0], from[1] + 0.5 * link[1], from[2] + 0.5 * link[2]});
      const double bend = 2 * (begin - 2 * middle + end);
      const double slope = end - begin - bend;
      const double root = 2 * begin / (std::sqrt(slope * slope - 4 * bend * begin) - slope);
      places[i] = end < 0 && root < 1 ? root : 1;
    }
  }

 private:
  /// The voxels around a place along one axis: the two between whose centres it lies, and one beyond each.
  struct Around {
    std::int64_t voxels[4];
    double share;  ///< of the way between the two

    PERM_HOST_DEVICE Around(double place, std::int64_t length) {
      const double from_centre = place - 0.5;
      const double low = std::floor(from_centre);
      share = from_centre - low;
      for (std::int64_t i = 0; i < 4; ++i) voxels[i] = wrap(static_cast<std::int64_t>(low) - 1 + i, length);
    }
  };

  /// Gives the harmonic mean of the two second differences of four values in a row, 0 where they differ in sign.
  PERM_HOST_DEVICE static double mean_curvature(double a, double b, double c, double d) {
    const double low = a - 2 * b + c;
    const double high = b - 2 * c + d;
    if (low * high <= 0) return 0;
    return 2 * low * high / (low + high);
  }
};

}  // namespace perm
