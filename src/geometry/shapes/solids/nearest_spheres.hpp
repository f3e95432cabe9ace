// SPDX-License-Identifier: Apache-2.0
// Tells which sphere of a list each voxel of a periodic image belongs to: the one whose surface its centre is nearest
// to, counted from inside. So spheres that touch or overlap share their voxels at the plane, or the surface, between
// them. Lengths in voxels. Every process finds the same.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/extent.hpp"
#include "geometry/shapes/solids/spheres.hpp"

namespace perm {

class NearestSpheres {
 public:
  static constexpr std::int32_t none = -1;
  /// A voxel whose centre is farther than this outside every surface belongs to no sphere. Voxels of a scanned grain
  /// stand out this far.
  static constexpr double reach = 1;

  NearestSpheres(std::span<const Sphere> spheres, const Extent& image);

  /// Gives the number of the sphere, from 0, of each voxel of plane z, [y][x]; of two that are equally near, the first.
  /// The span holds until three other planes were asked for.
  std::span<const std::int32_t> plane(std::int64_t z);
  /// Gives how far the centre of each voxel is outside the surface that it is nearest to, less than 0 inside; reach
  /// where it belongs to none. It is that of the plane which was made last, by `make`.
  std::span<const double> distances() const { return distances_; }
  std::span<const std::int32_t> make(std::int64_t z);

 private:
  struct Plane {
    std::int64_t z{-1};
    std::vector<std::int32_t> sphere;
  };
  /// A layer of a sphere: k is that of its voxels before they are wrapped into the image.
  struct Layer {
    std::int32_t sphere;
    std::int32_t k;
  };
  void draw(const Layer& layer, std::vector<std::int32_t>& spheres);
  void fill(std::int64_t z, Plane& plane);

  std::vector<Sphere> spheres_;
  Extent image_;
  std::vector<std::int64_t> first_layer_;  ///< [plane], and one behind the last
  std::vector<Layer> layers_;
  std::array<Plane, 4> planes_;
  std::size_t oldest_{0};
  std::vector<double> distances_;
};

}  // namespace perm
