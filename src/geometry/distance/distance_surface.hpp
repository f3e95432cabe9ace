// SPDX-License-Identifier: Apache-2.0
// The surface where a signed distance is 0. Between the centres of voxels the distance is interpolated.
#pragma once

#include <memory>

#include "geometry/distance/distance_array.hpp"
#include "geometry/surface.hpp"

namespace perm {

class DistanceSurface final : public Surface {
 public:
  /// Pores are where the distance is above 0.
  explicit DistanceSurface(std::shared_ptr<const DistanceArray> distances) : distances_(std::move(distances)) {}

  bool is_pore(const Place& at) const override { return distance(at) > 0; }
  void cut(const Place& from, std::span<const Place> links, std::span<double> places) const override;

  /// Gives the distance at any place near the planes of the array: that of the eight voxels around it, linearly, plus
  /// the curvature along each axis: the harmonic mean of those at both ends of an edge, 0 where they differ in sign (as
  /// Min and Gibou 2007, "A second order accurate level set method on non-graded adaptive cartesian grids", with the
  /// mean of van Leer in place of the smaller one: it is of third order). It is continuous, and exact where the
  /// distance is of second order. At the edge of a body it does not overshoot by much: the mean is at most twice the
  /// smaller one.
  double distance(const Place& at) const override;

 protected:
  std::shared_ptr<const Surface> find_near(const Range& planes) const override;

 private:
  std::shared_ptr<const DistanceArray> distances_;
};

}  // namespace perm
