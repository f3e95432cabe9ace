// SPDX-License-Identifier: Apache-2.0
#include "geometry/shapes/overlap.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "core/errors.hpp"
#include "geometry/shapes/recipe_checks.hpp"
#include "geometry/shapes/solids/spheres.hpp"
#include "geometry/shapes/solids/spheres_random.hpp"

namespace perm {

std::vector<Sphere> draw_overlapping_spheres(PoreSlab& image, const OverlapRequest& request) {
  const Extent& extent = image.image();
  const Communicator& processes = image.processes();
  if (!(request.porosity > 0 && request.porosity <= 1))
    throw InputError(fmt::format("The porosity {} is out of range", request.porosity), "it is pore volume over volume",
                     "Give a porosity above 0 and up to 1");
  const double largest = static_cast<double>(std::min({extent.nx, extent.ny, extent.nz})) / 2;
  if (!(request.radius >= 1 && request.radius <= largest))
    throw InputError(fmt::format("The sphere radius {} is out of range", request.radius),
                     fmt::format("the image is {}", to_string(extent)),
                     largest >= 1 ? fmt::format("Give a radius from 1 to {} voxels", largest)
                                  : std::string("Give a --size of at least 2"));
  image.pores().fill_with_pore();
  RandomNumbers random(request.seed);
  std::vector<Sphere> spheres;
  const auto next_sphere = [&] {
    Sphere sphere;
    sphere.x = random.uniform() * static_cast<double>(extent.nx);
    sphere.y = random.uniform() * static_cast<double>(extent.ny);
    sphere.z = random.uniform() * static_cast<double>(extent.nz);
    sphere.radius = request.radius;
    return sphere;
  };
  const double target = request.porosity * static_cast<double>(extent.voxels());
  // A sphere covers no more voxels than the volume of a ball whose radius is half a voxel's diagonal longer.
  const double most_voxels = sphere_volume(request.radius + 0.8661);
  auto pores = static_cast<double>(extent.voxels());
  const auto add_spheres = [&](std::int64_t count) {
    const std::size_t before = spheres.size();
    for (; count > 0; --count) spheres.push_back(next_sphere());
    const std::span<const Sphere> added = std::span(std::as_const(spheres)).subspan(before);
    pores -= static_cast<double>(processes.sum(make_solid(image, added)));
  };
  // At least this many more spheres are needed. The processes need not agree on the pores after each of them, only
  // once.
  const auto sure_spheres = [&] { return static_cast<std::int64_t>((pores - target) / most_voxels); };
  while (sure_spheres() > 0) add_spheres(sure_spheres());
  while (pores > target) {
    const Sphere sphere = next_sphere();
    const double after = pores - static_cast<double>(processes.sum(count_pores_inside(image, sphere)));
    if (target - after > pores - target) break;
    make_solid(image, sphere);
    spheres.push_back(sphere);
    pores = after;
  }
  return spheres;
}

namespace {

OverlapRequest request_of(const Recipe& recipe) {
  return {require_given(recipe, recipe.porosity, "porosity", "0.4"), choose_sphere_radius(recipe), recipe.seed};
}

}  // namespace

void draw_overlap(PoreSlab& slab, const Recipe& recipe) { draw_overlapping_spheres(slab, request_of(recipe)); }

std::vector<Sphere> spheres_of_overlap(const Recipe& recipe, const Communicator& processes) {
  PoreSlab slab = PoreSlab::even(recipe.extent, processes);
  return draw_overlapping_spheres(slab, request_of(recipe));
}

}  // namespace perm
