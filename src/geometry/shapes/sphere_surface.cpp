// SPDX-License-Identifier: Apache-2.0
#include "geometry/shapes/sphere_surface.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace perm {
namespace {

Vector lengths_of(const Extent& box) {
  return {static_cast<double>(box.nx), static_cast<double>(box.ny), static_cast<double>(box.nz)};
}

/// The cells around a place must hold every sphere that a link from it can meet.
double least_width(std::span<const Sphere> spheres) {
  double largest = 0;
  for (const Sphere& sphere : spheres) largest = std::max(largest, sphere.radius);
  return largest + std::numbers::sqrt2;
}

}  // namespace

SphereSurface::SphereSurface(std::span<const Sphere> spheres, const Extent& box)
    : box_(lengths_of(box)), cells_(box_, least_width(spheres), spheres.size()), first_(cells_.count() + 1) {
  std::vector<std::size_t> cell_of;
  for (const Sphere& sphere : spheres) {
    spheres_.push_back(
        {wrapped(sphere.x, box_[0]), wrapped(sphere.y, box_[1]), wrapped(sphere.z, box_[2]), sphere.radius});
    const Sphere& inside = spheres_.back();
    cell_of.push_back(cells_.number_of(cells_.place_of({inside.x, inside.y, inside.z})));
    ++first_[cell_of.back() + 1];
  }
  for (std::size_t cell = 1; cell < first_.size(); ++cell) first_[cell] += first_[cell - 1];
  std::vector<Sphere> sorted(spheres_.size());
  std::vector<std::size_t> next = first_;
  for (std::size_t i = 0; i < spheres_.size(); ++i) sorted[next[cell_of[i]]++] = spheres_[i];
  spheres_ = std::move(sorted);
}

template <class Visit>
void SphereSurface::for_each_near(const Place& place, const Visit& visit) const {
  const Vector inside{wrapped(place[0], box_[0]), wrapped(place[1], box_[1]), wrapped(place[2], box_[2])};
  for (const std::size_t cell : cells_.around(cells_.place_of(inside)))
    for (std::size_t i = first_[cell]; i < first_[cell + 1]; ++i) {
      const Sphere& sphere = spheres_[i];
      const double reach = sphere.radius + std::numbers::sqrt2;
      const Vector way{inside[0] - sphere.x, inside[1] - sphere.y, inside[2] - sphere.z};
      std::array<int, 3> first{};  // images along each axis that are near, in boxes
      std::array<int, 3> last{};
      for (std::size_t a = 0; a < 3; ++a) {
        first[a] = static_cast<int>(std::ceil((way[a] - reach) / box_[a]));
        last[a] = static_cast<int>(std::floor((way[a] + reach) / box_[a]));
      }
      for (int z = first[2]; z <= last[2]; ++z)
        for (int y = first[1]; y <= last[1]; ++y)
          for (int x = first[0]; x <= last[0]; ++x) {
            const Vector from{way[0] - x * box_[0], way[1] - y * box_[1], way[2] - z * box_[2]};
            if (square(from) < reach * reach && !visit(sphere, from)) return;
          }
    }
}

bool SphereSurface::is_pore(const Place& at) const {
  bool is_free = true;
  for_each_near(at, [&](const Sphere& sphere, const Vector& from) {
    is_free = square(from) >= sphere.radius * sphere.radius;
    return is_free;
  });
  return is_free;
}

void SphereSurface::cut(const Place& from, std::span<const Place> links, std::span<double> places) const {
  std::ranges::fill(places, 1.0);
  for_each_near(from, [&](const Sphere& sphere, const Vector& from_centre) {
    const double outside = square(from_centre) - sphere.radius * sphere.radius;
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
