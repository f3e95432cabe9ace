// SPDX-License-Identifier: Apache-2.0
// The families whose solid is scattered by chance: dilute, noise and grains.
#include <array>
#include <cmath>

#include "families/draw_families.hpp"
#include "families/drawing.hpp"

namespace perm::families {
namespace {

struct Sphere {
  std::array<double, 3> centre{};  ///< the centre of voxel 0 is at 0.5
  double radius{0};
};

/// Fills with solid the voxels of a periodic cube whose centres are nearer to the sphere's than its radius.
void fill_sphere(PoreSpace& pores, const Sphere& sphere) {
  const std::int64_t n = pores.extent().nx;
  const auto reach = [&](std::size_t axis) {
    return Span{static_cast<std::int64_t>(std::floor(sphere.centre[axis] - sphere.radius)),
                static_cast<std::int64_t>(std::floor(sphere.centre[axis] + sphere.radius)) + 1};
  };
  const auto square_along = [&](std::size_t axis, std::int64_t voxel) {
    const double distance = static_cast<double>(voxel) + 0.5 - sphere.centre[axis];
    return distance * distance;
  };
  const auto wrap = [n](std::int64_t voxel) { return (voxel % n + n) % n; };
  for_each_voxel({reach(0), reach(1), reach(2)}, [&](std::int64_t x, std::int64_t y, std::int64_t z) {
    if (square_along(0, x) + square_along(1, y) + square_along(2, z) < sphere.radius * sphere.radius)
      pores.set_solid(wrap(x), wrap(y), wrap(z));
  });
}

}  // namespace

HardImage draw_dilute(Dice& dice) {
  const std::int64_t n = dice.between(24, 80);
  HardImage image{open_cube(n), {}, {}};
  const std::int64_t voxels = dice.between(1, 5);
  for (std::int64_t i = 0; i < voxels; ++i) {
    const std::int64_t x = dice.between(0, n - 1);
    const std::int64_t y = dice.between(0, n - 1);
    image.pores.set_solid(x, y, dice.between(0, n - 1));
  }
  if (dice.happens(0.5)) {
    const double middle = static_cast<double>(n) / 2;
    fill_sphere(image.pores, {{middle, middle, middle}, dice.real(1, 2.5)});
  }
  return image;
}

HardImage draw_noise(Dice& dice) {
  const std::int64_t n = dice.between(24, 64);
  const double porosity = dice.real(0.35, 0.7);
  HardImage image{PoreSpace({n, n, n}), {}, {}};
  for_each_voxel(whole(image.pores.extent()), [&](std::int64_t x, std::int64_t y, std::int64_t z) {
    if (dice.happens(porosity)) image.pores.set_pore(x, y, z);
  });
  return image;
}

HardImage draw_grains(Dice& dice) {
  const std::int64_t n = dice.between(48, 96);
  const double radius = dice.real(3, 9);
  const double porosity = dice.real(0.08, 0.25);
  HardImage image{open_cube(n), {}, {}};
  while (image.pores.porosity() > porosity) {
    Sphere sphere{{}, radius};
    for (double& coordinate : sphere.centre) coordinate = dice.real(0, static_cast<double>(n));
    fill_sphere(image.pores, sphere);
  }
  return image;
}

}  // namespace perm::families
