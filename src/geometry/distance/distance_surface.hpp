// SPDX-License-Identifier: Apache-2.0
// The surface where a signed distance is 0. Between the centres of voxels the distance is interpolated.
#pragma once

#include <memory>
#include <utility>

#include "geometry/distance/distance_array.hpp"
#include "geometry/surface.hpp"

namespace perm {

class DistanceSurface final : public Surface {
 public:
  /// Pores are where the distance is above 0.
  explicit DistanceSurface(std::shared_ptr<const DistanceArray> distances) : distances_(std::move(distances)) {}

  bool is_pore(const Place& at) const override { return distance(at) > 0; }
  void cut(const Place& from, std::span<const Place> links, std::span<double> places) const override {
    distances_->grid().cut(from, links.data(), links.size(), places.data());
  }
  /// Gives it at any place near the planes of the array (DistanceGrid::distance).
  double distance(const Place& at) const override { return distances_->grid().distance(at); }

  const DistanceArray& distances() const { return *distances_; }

 protected:
  std::shared_ptr<const Surface> find_near(const Range& planes) const override;

 private:
  std::shared_ptr<const DistanceArray> distances_;
};

}  // namespace perm
