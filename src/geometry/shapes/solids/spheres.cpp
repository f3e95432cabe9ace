// SPDX-License-Identifier: Apache-2.0
#include "geometry/shapes/solids/spheres.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <vector>

#include "core/processors/first_error.hpp"
#include "core/stop_check.hpp"
#include "geometry/shapes/solids/periodic_rows.hpp"

namespace perm {
namespace {

/// Finds the voxels whose centres lie inside the sphere, in a row at squared distance `row_distance2` from its centre.
VoxelRun find_run(const Sphere& sphere, double row_distance2) {
  const double radius2 = sphere.radius * sphere.radius;
  if (!(row_distance2 < radius2)) return {};
  const auto is_inside = [&](std::int64_t x) {
    const double dx = static_cast<double>(x) + 0.5 - sphere.x;
    return row_distance2 + dx * dx < radius2;
  };
  // The chord is a first guess that rounding may put one voxel off; the comparison of squared distances decides.
  const double half_chord = std::sqrt(radius2 - row_distance2);
  return find_run_near(sphere.x - half_chord, sphere.x + half_chord, is_inside);
}

/// Gives the rows or planes that a sphere can reach to whose centre is there.
Range reach(double centre, double radius) {
  return {static_cast<std::int64_t>(std::floor(centre - radius - 0.5)),
          static_cast<std::int64_t>(std::ceil(centre + radius + 0.5)) + 1};
}

/// Calls visit(y, z, run) for every run of voxels that the sphere covers in these planes of the slab. Rows and runs are
/// wrapped into the image; a run that crosses the end of a row is visited in two parts. The fraction of the shift moves
/// the sphere, and the whole number of voxels moves the voxels that it covers.
template <typename Visit>
void for_each_run(const PoreSlab& slab, const Range& planes, Sphere sphere, const Shift& shift, Visit&& visit) {
  const Extent& extent = slab.image();
  sphere.x += shift.fraction(Axis::x);
  sphere.y += shift.fraction(Axis::y);
  sphere.z += shift.fraction(Axis::z);
  const Range rows = reach(sphere.y, sphere.radius);
  const Range all_planes = reach(sphere.z, sphere.radius);
  for (std::int64_t k = all_planes.first; k < all_planes.last; ++k) {
    const double dz = static_cast<double>(k) + 0.5 - sphere.z;
    const std::int64_t plane = wrap(k + shift.whole(Axis::z), extent.nz);
    if (!planes.contains(plane)) continue;
    const std::int64_t z = plane - slab.planes().first;
    for (std::int64_t j = rows.first; j < rows.last; ++j) {
      const double dy = static_cast<double>(j) + 0.5 - sphere.y;
      const VoxelRun run = find_run(sphere, dz * dz + dy * dy);
      if (run.begin >= run.end) continue;
      const std::int64_t y = wrap(j + shift.whole(Axis::y), extent.ny);
      const std::int64_t x = shift.whole(Axis::x);
      for_each_part({run.begin + x, run.end + x}, extent.nx, [&](const VoxelRun& part) { visit(y, z, part); });
    }
  }
}

/// Lists for each layer of the slab's planes the spheres that reach into it, by their number.
std::vector<std::vector<std::uint32_t>> sort_into_layers(const PoreSlab& slab, std::span<const Sphere> spheres,
                                                         const Shift& shift, std::int64_t planes_a_layer) {
  const Range& own = slab.planes();
  std::vector<std::vector<std::uint32_t>> layers(
      static_cast<std::size_t>((own.size() + planes_a_layer - 1) / planes_a_layer));
  for (std::uint32_t number = 0; number < spheres.size(); ++number) {
    const Sphere& sphere = spheres[number];
    const Range planes = reach(sphere.z + shift.fraction(Axis::z), sphere.radius);
    for (std::int64_t k = planes.first; k < planes.last; ++k) {
      const std::int64_t plane = wrap(k + shift.whole(Axis::z), slab.image().nz);
      if (!own.contains(plane)) continue;
      std::vector<std::uint32_t>& layer = layers[static_cast<std::size_t>((plane - own.first) / planes_a_layer)];
      if (layer.empty() || layer.back() != number) layer.push_back(number);
    }
  }
  return layers;
}

}  // namespace

std::int64_t make_solid(PoreSlab& slab, const Sphere& sphere, const Shift& shift) {
  check_for_stop();  // an image may have many millions of spheres
  std::int64_t turned = 0;
  for_each_run(slab, slab.planes(), sphere, shift, [&](std::int64_t y, std::int64_t z, const VoxelRun& run) {
    turned += make_solid(slab.pores().row(y, z), run);
  });
  return turned;
}

std::int64_t make_solid(PoreSlab& slab, std::span<const Sphere> spheres, const Shift& shift) {
  constexpr std::int64_t planes_a_layer = 8;
  constexpr std::size_t spheres_at_once = 1 << 16;  // between two looks whether the user has stopped the program
  const std::int64_t layers = (slab.planes().size() + planes_a_layer - 1) / planes_a_layer;
  std::int64_t turned = 0;
  for (; !spheres.empty(); spheres = spheres.subspan(std::min(spheres_at_once, spheres.size()))) {
    check_for_stop();
    const std::span<const Sphere> some = spheres.first(std::min(spheres_at_once, spheres.size()));
    const std::vector<std::vector<std::uint32_t>> of_layers = sort_into_layers(slab, some, shift, planes_a_layer);
    FirstError error;
#pragma omp parallel for schedule(dynamic) reduction(+ : turned) if (some.size() > 64)
    for (std::int64_t layer = 0; layer < layers; ++layer)
      error.guard([&] {
        const std::int64_t first = slab.planes().first + layer * planes_a_layer;
        const Range planes{first, std::min(first + planes_a_layer, slab.planes().last)};
        for (const std::uint32_t sphere : of_layers[static_cast<std::size_t>(layer)])
          for_each_run(slab, planes, some[sphere], shift, [&](std::int64_t y, std::int64_t z, const VoxelRun& run) {
            turned += make_solid(slab.pores().row(y, z), run);
          });
      });
    error.rethrow();
  }
  return turned;
}

std::int64_t count_pores_inside(const PoreSlab& slab, const Sphere& sphere) {
  std::int64_t inside = 0;
  for_each_run(slab, slab.planes(), sphere, {}, [&](std::int64_t y, std::int64_t z, const VoxelRun& run) {
    inside += count_pores(slab.pores().row(y, z), run);
  });
  return inside;
}

void draw_spheres(PoreSlab& slab, std::span<const Sphere> spheres, const Shift& shift) {
  slab.pores().fill_with_pore();
  make_solid(slab, spheres, shift);
}

double sphere_volume(double radius) { return 4.0 / 3.0 * std::numbers::pi * radius * radius * radius; }

double cube_root(double ratio) {
  if (!(ratio > 0)) return 0;
  double root = std::max(ratio, 1.0);  // Newton's iteration falls steadily from a start above the root
  for (;;) {
    const double next = root - (root - ratio / (root * root)) / 3.0;
    if (!(next < root)) return root;
    root = next;
  }
}

}  // namespace perm
