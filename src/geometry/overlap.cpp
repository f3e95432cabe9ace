// SPDX-License-Identifier: Apache-2.0
#include "geometry/overlap.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/errors.hpp"
#include "geometry/spheres.hpp"
#include "geometry/spheres_random.hpp"

namespace perm {

PoreSpace make_overlapping_spheres(const OverlapRequest& request) {
  const Extent& extent = request.extent;
  if (!(request.porosity > 0 && request.porosity <= 1))
    throw InputError(fmt::format("The porosity {} is out of range", request.porosity), "it is pore volume over volume",
                     "Give a porosity above 0 and up to 1");
  const double largest = static_cast<double>(std::min({extent.nx, extent.ny, extent.nz})) / 2;
  if (!(request.radius >= 1 && request.radius <= largest))
    throw InputError(fmt::format("The sphere radius {} is out of range", request.radius),
                     fmt::format("the image is {}", to_string(extent)),
                     largest >= 1 ? fmt::format("Give a radius from 1 to {} voxels", largest)
                                  : std::string("Give a --size of at least 2"));
  PoreSpace image(extent);
  image.fill_with_pore();
  RandomNumbers random(request.seed);
  const double target = request.porosity * static_cast<double>(extent.voxels());
  // No sphere covers more voxels than a ball whose radius is longer by half a voxel's diagonal holds.
  const double most_voxels = sphere_volume(request.radius + 0.8661);
  auto pores = static_cast<double>(extent.voxels());
  while (pores > target) {
    Sphere sphere;
    sphere.x = random.uniform() * static_cast<double>(extent.nx);
    sphere.y = random.uniform() * static_cast<double>(extent.ny);
    sphere.z = random.uniform() * static_cast<double>(extent.nz);
    sphere.radius = request.radius;
    if (pores - most_voxels < target) {
      const double after = pores - static_cast<double>(count_pores_inside(image, sphere));
      if (target - after > pores - target) break;
    }
    pores -= static_cast<double>(make_solid(image, sphere));
  }
  return image;
}

}  // namespace perm
