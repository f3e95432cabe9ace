// SPDX-License-Identifier: Apache-2.0
#include "geometry/shapes/solids/nearest_spheres.hpp"

#include <algorithm>
#include <cmath>

#include "core/stop_check.hpp"
#include "geometry/shapes/solids/periodic_rows.hpp"

namespace perm {
namespace {

/// The voxels whose centres are within `half` of `centre`, and perhaps one more at either end.
VoxelRun voxels_within(double centre, double half) {
  return {static_cast<std::int64_t>(std::floor(centre - half - 0.5)),
          static_cast<std::int64_t>(std::ceil(centre + half - 0.5)) + 1};
}

}  // namespace

NearestSpheres::NearestSpheres(std::span<const Sphere> spheres, const Extent& image)
    : spheres_(spheres.begin(), spheres.end()), image_(image), first_layer_(static_cast<std::size_t>(image.nz) + 1) {
  const auto into_image = [](double centre, std::int64_t period) {
    const auto length = static_cast<double>(period);
    return centre - length * std::floor(centre / length);
  };
  for (Sphere& sphere : spheres_)
    sphere = {into_image(sphere.x, image.nx), into_image(sphere.y, image.ny), into_image(sphere.z, image.nz),
              sphere.radius};
  const auto for_each_layer = [&](const auto& visit) {
    for (std::size_t i = 0; i < spheres_.size(); ++i) {
      const VoxelRun run = voxels_within(spheres_[i].z, spheres_[i].radius + reach);
      for (std::int64_t k = run.begin; k < run.end; ++k)
        visit(static_cast<std::size_t>(wrap(k, image.nz)),
              Layer{static_cast<std::int32_t>(i), static_cast<std::int32_t>(k)});
    }
  };
  for_each_layer([&](std::size_t plane, const Layer&) { ++first_layer_[plane + 1]; });
  for (std::size_t plane = 1; plane < first_layer_.size(); ++plane) first_layer_[plane] += first_layer_[plane - 1];
  layers_.resize(static_cast<std::size_t>(first_layer_.back()));
  std::vector<std::int64_t> next = first_layer_;
  for_each_layer(
      [&](std::size_t plane, const Layer& layer) { layers_[static_cast<std::size_t>(next[plane]++)] = layer; });
}

std::span<const std::int32_t> NearestSpheres::plane(std::int64_t z) {
  for (const Plane& plane : planes_)
    if (plane.z == z) return plane.sphere;
  return make(z);
}

std::span<const std::int32_t> NearestSpheres::make(std::int64_t z) {
  check_for_stop();  // a large image takes seconds
  Plane& plane = planes_[oldest_];
  oldest_ = (oldest_ + 1) % planes_.size();
  fill(z, plane);
  return plane.sphere;
}

void NearestSpheres::fill(std::int64_t z, Plane& plane) {
  plane.z = z;
  plane.sphere.assign(static_cast<std::size_t>(image_.nx * image_.ny), none);
  distances_.assign(static_cast<std::size_t>(image_.nx * image_.ny), reach);
  const auto at = static_cast<std::size_t>(z);
  for (std::int64_t i = first_layer_[at]; i < first_layer_[at + 1]; ++i)
    draw(layers_[static_cast<std::size_t>(i)], plane.sphere);
}

void NearestSpheres::draw(const Layer& layer, std::vector<std::int32_t>& spheres) {
  const Sphere& sphere = spheres_[static_cast<std::size_t>(layer.sphere)];
  const double widest = (sphere.radius + reach) * (sphere.radius + reach);
  const double dz = layer.k + 0.5 - sphere.z;
  const VoxelRun rows = voxels_within(sphere.y, sphere.radius + reach);
  for (std::int64_t j = rows.begin; j < rows.end; ++j) {
    const double dy = static_cast<double>(j) + 0.5 - sphere.y;
    const double row2 = dz * dz + dy * dy;
    if (!(row2 < widest)) continue;
    const VoxelRun run = voxels_within(sphere.x, std::sqrt(widest - row2));
    const std::int64_t row = wrap(j, image_.ny) * image_.nx;
    for (std::int64_t i = run.begin; i < run.end; ++i) {
      const double dx = static_cast<double>(i) + 0.5 - sphere.x;
      const double distance = std::sqrt(row2 + dx * dx) - sphere.radius;
      const auto voxel = static_cast<std::size_t>(row + wrap(i, image_.nx));
      if (!(distance < distances_[voxel])) continue;
      distances_[voxel] = distance;
      spheres[voxel] = layer.sphere;
    }
  }
}

}  // namespace perm
