// SPDX-License-Identifier: Apache-2.0
#include "geometry/shapes/sphere_surface.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "geometry/shapes/periodic_cells.hpp"

namespace perm {
namespace {

/// How far from its centre a sphere is looked for.
double reach_of(const Sphere& sphere) { return sphere.radius + std::numbers::sqrt2; }

}  // namespace

SphereSurface::SphereSurface(std::span<const Sphere> spheres, const Extent& box)
    : box_{static_cast<double>(box.nx), static_cast<double>(box.ny), static_cast<double>(box.nz)} {
  double largest = 0;
  for (const Sphere& sphere : spheres) {
    largest = std::max(largest, reach_of(sphere));
    spheres_.push_back(
        {wrapped(sphere.x, box_[0]), wrapped(sphere.y, box_[1]), wrapped(sphere.z, box_[2]), sphere.radius});
  }
  std::int64_t most = 2;  // cells along an axis: so that few spheres in much space take little memory
  while (most * most * most < 64 * static_cast<std::int64_t>(spheres.size())) ++most;
  for (std::size_t a = 0; a < 3; ++a) {
    if (largest > 0) cells_[a] = std::clamp(static_cast<std::int64_t>(2 * box_[a] / largest), std::int64_t{1}, most);
    width_[a] = box_[a] / static_cast<double>(cells_[a]);
  }
  first_.resize(static_cast<std::size_t>(cells_[0] * cells_[1] * cells_[2]) + 1);
  for_each_image([&](std::size_t cell, const Image&) { ++first_[cell + 1]; });
  for (std::size_t cell = 1; cell < first_.size(); ++cell) first_[cell] += first_[cell - 1];
  images_.resize(first_.back());
  std::vector<std::size_t> next = first_;
  for_each_image([&](std::size_t cell, const Image& image) { images_[next[cell]++] = image; });
}

template <class Visit>
void SphereSurface::for_each_image(const Visit& visit) const {
  for (std::uint32_t number = 0; number < spheres_.size(); ++number) {
    const Sphere& sphere = spheres_[number];
    const double reach = reach_of(sphere);
    const Vector centre{sphere.x, sphere.y, sphere.z};
    std::array<std::int64_t, 3> low{};
    std::array<std::int64_t, 3> high{};
    for (std::size_t a = 0; a < 3; ++a) {
      low[a] = static_cast<std::int64_t>(std::floor((centre[a] - reach) / width_[a]));
      high[a] = static_cast<std::int64_t>(std::floor((centre[a] + reach) / width_[a]));
    }
    // Squared distance along an axis from the centre to the nearest place of a cell, which may lie in another box.
    const auto gap2 = [&](std::size_t axis, std::int64_t cell) {
      const double begin = static_cast<double>(cell) * width_[axis];
      const double gap = std::max({0.0, begin - centre[axis], centre[axis] - begin - width_[axis]});
      return gap * gap;
    };
    const auto boxes_off = [&](std::size_t axis, std::int64_t cell) {  // seen from a place in the box of the image
      return static_cast<std::int16_t>(-std::floor(static_cast<double>(cell) / static_cast<double>(cells_[axis])));
    };
    for (std::int64_t z = low[2]; z <= high[2]; ++z)
      for (std::int64_t y = low[1]; y <= high[1]; ++y)
        for (std::int64_t x = low[0]; x <= high[0]; ++x) {
          if (gap2(0, x) + gap2(1, y) + gap2(2, z) > reach * reach) continue;
          const Image image{number, {boxes_off(0, x), boxes_off(1, y), boxes_off(2, z)}};
          const std::int64_t in_box[3] = {x + image.boxes[0] * cells_[0], y + image.boxes[1] * cells_[1],
                                          z + image.boxes[2] * cells_[2]};
          visit(static_cast<std::size_t>((in_box[2] * cells_[1] + in_box[1]) * cells_[0] + in_box[0]), image);
        }
  }
}

std::size_t SphereSurface::cell_of(const Place& inside) const {
  std::array<std::int64_t, 3> at{};
  for (std::size_t a = 0; a < 3; ++a) at[a] = std::min(static_cast<std::int64_t>(inside[a] / width_[a]), cells_[a] - 1);
  return static_cast<std::size_t>((at[2] * cells_[1] + at[1]) * cells_[0] + at[0]);
}

template <class Visit>
void SphereSurface::for_each_near(const Place& place, const Visit& visit) const {
  const Place inside{wrapped(place[0], box_[0]), wrapped(place[1], box_[1]), wrapped(place[2], box_[2])};
  const std::size_t cell = cell_of(inside);
  for (std::size_t i = first_[cell]; i < first_[cell + 1]; ++i) {
    const Image& image = images_[i];
    const Sphere& sphere = spheres_[image.sphere];
    const Vector from{inside[0] - sphere.x - image.boxes[0] * box_[0], inside[1] - sphere.y - image.boxes[1] * box_[1],
                      inside[2] - sphere.z - image.boxes[2] * box_[2]};
    if (!visit(from, sphere.radius)) return;
  }
}

bool SphereSurface::is_pore(const Place& at) const {
  bool is_free = true;
  for_each_near(at, [&](const Vector& from, double radius) {
    is_free = square(from) >= radius * radius;
    return is_free;
  });
  return is_free;
}

void SphereSurface::cut(const Place& from, std::span<const Place> links, std::span<double> places) const {
  std::ranges::fill(places, 1.0);
  for_each_near(from, [&](const Vector& from_centre, double radius) {
    const double outside = square(from_centre) - radius * radius;
    for (std::size_t i = 0; i < links.size(); ++i) {
      const double length2 = square(links[i]);
      const double half = dot(from_centre, links[i]);
      const double inside = half * half - length2 * outside;
      if (half >= 0 || inside < 0) continue;
      const double place = (-half - std::sqrt(inside)) / length2;
      if (place > 0 && place < places[i]) places[i] = place;
    }
    return true;
  });
}

}  // namespace perm
