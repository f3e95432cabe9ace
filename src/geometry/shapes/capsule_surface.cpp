// SPDX-License-Identifier: Apache-2.0
#include "geometry/shapes/capsule_surface.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "geometry/shapes/periodic_cells.hpp"

namespace perm {
namespace {

std::vector<Capsule> as_capsules(std::span<const Sphere> spheres) {
  std::vector<Capsule> capsules;
  capsules.reserve(spheres.size());
  for (const Sphere& sphere : spheres) capsules.push_back({{sphere.x, sphere.y, sphere.z}, {}, 0, sphere.radius});
  return capsules;
}

/// How far from its line a capsule is looked for.
double reach_of(const Capsule& capsule) { return capsule.radius + std::numbers::sqrt2; }

/// Gives the way from the nearest point of the line to a place.
Vector way_from_line(const Vector& from_begin, const Capsule& capsule) {
  if (capsule.length == 0) return from_begin;
  const double along = std::clamp(dot(from_begin, capsule.direction), 0.0, capsule.length);
  return moved(from_begin, capsule.direction, -along);
}

/// Gives where a link enters a ball, in lengths of the link; infinity where it does not.
double enter_ball(const Vector& from_centre, const Vector& link, double radius) {
  constexpr double never = std::numeric_limits<double>::infinity();
  const double outside = square(from_centre) - radius * radius;
  const double length2 = square(link);
  const double half = dot(from_centre, link);
  const double inside = half * half - length2 * outside;
  if (half >= 0 || inside < 0) return never;
  return (-half - std::sqrt(inside)) / length2;
}

/// Gives where a link enters the part of a capsule between the planes through the ends of its line.
double enter_side(const Vector& from_begin, const Vector& link, const Capsule& capsule) {
  constexpr double never = std::numeric_limits<double>::infinity();
  const double begin = dot(from_begin, capsule.direction);
  const double slope = dot(link, capsule.direction);
  const double entry =
      enter_ball(moved(from_begin, capsule.direction, -begin), moved(link, capsule.direction, -slope), capsule.radius);
  const double along = begin + entry * slope;
  return along >= 0 && along <= capsule.length ? entry : never;
}

std::int64_t floor_of(std::int64_t cell, std::int64_t cells) {
  return cell >= 0 ? cell / cells : -((cells - 1 - cell) / cells);
}

double enter(const Vector& from_begin, const Vector& link, const Capsule& capsule) {
  const double entry = enter_ball(from_begin, link, capsule.radius);
  if (capsule.length == 0) return entry;
  const Vector from_end = moved(from_begin, capsule.direction, -capsule.length);
  return std::min({entry, enter_ball(from_end, link, capsule.radius), enter_side(from_begin, link, capsule)});
}

}  // namespace

CapsuleSurface::CapsuleSurface(std::span<const Sphere> spheres, const Extent& box)
    : CapsuleSurface(as_capsules(spheres), box) {}

CapsuleSurface::CapsuleSurface(std::vector<Capsule> capsules, const Extent& box)
    : box_{static_cast<double>(box.nx), static_cast<double>(box.ny), static_cast<double>(box.nz)},
      capsules_(std::move(capsules)) {
  double largest = 0;
  for (Capsule& capsule : capsules_) {
    largest = std::max(largest, reach_of(capsule) + capsule.length / 2);
    for (std::size_t a = 0; a < 3; ++a) capsule.begin[a] = wrapped(capsule.begin[a], box_[a]);
  }
  std::int64_t most = 2;  // cells along an axis: so that few spheres in much space take little memory
  while (most * most * most < 64 * static_cast<std::int64_t>(capsules_.size())) ++most;
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
void CapsuleSurface::for_each_image(const Visit& visit) const {
  for (std::uint32_t number = 0; number < capsules_.size(); ++number) {
    const Capsule& capsule = capsules_[number];
    const double reach = reach_of(capsule);
    const Vector end = moved(capsule.begin, capsule.direction, capsule.length);
    const Vector middle = moved(capsule.begin, capsule.direction, capsule.length / 2);
    const double reach_of_middle = reach + capsule.length / 2;
    CellPlace low{};
    CellPlace high{};
    for (std::size_t a = 0; a < 3; ++a) {
      low[a] = static_cast<std::int64_t>(std::floor((std::min(capsule.begin[a], end[a]) - reach) / width_[a]));
      high[a] = static_cast<std::int64_t>(std::floor((std::max(capsule.begin[a], end[a]) + reach) / width_[a]));
    }
    // Squared distance along an axis from the middle to the nearest place of a cell, which may lie in another box.
    const auto gap2 = [&](std::size_t axis, std::int64_t cell) {
      const double begin = static_cast<double>(cell) * width_[axis];
      const double gap = std::max({0.0, begin - middle[axis], middle[axis] - begin - width_[axis]});
      return gap * gap;
    };
    const auto boxes_off = [&](std::size_t axis, std::int64_t cell) {  // seen from a place in the box of the image
      return static_cast<std::int16_t>(-std::floor(static_cast<double>(cell) / static_cast<double>(cells_[axis])));
    };
    for (std::int64_t z = low[2]; z <= high[2]; ++z)
      for (std::int64_t y = low[1]; y <= high[1]; ++y)
        for (std::int64_t x = low[0]; x <= high[0]; ++x) {
          if (gap2(0, x) + gap2(1, y) + gap2(2, z) > reach_of_middle * reach_of_middle) continue;
          const Image image{number, {boxes_off(0, x), boxes_off(1, y), boxes_off(2, z)}};
          visit(number_of(
                    {x + image.boxes[0] * cells_[0], y + image.boxes[1] * cells_[1], z + image.boxes[2] * cells_[2]}),
                image);
        }
  }
}

CapsuleSurface::CellPlace CapsuleSurface::cell_of(const Place& inside) const {
  CellPlace at{};
  for (std::size_t a = 0; a < 3; ++a) at[a] = std::min(static_cast<std::int64_t>(inside[a] / width_[a]), cells_[a] - 1);
  return at;
}

template <class Visit>
void CapsuleSurface::for_each_in(const CellPlace& cell, const Place& inside, const Visit& visit) const {
  const std::size_t number = number_of(cell);
  for (std::size_t i = first_[number]; i < first_[number + 1]; ++i) {
    const Image& image = images_[i];
    const Capsule& capsule = capsules_[image.capsule];
    const Vector from{inside[0] - capsule.begin[0] - image.boxes[0] * box_[0],
                      inside[1] - capsule.begin[1] - image.boxes[1] * box_[1],
                      inside[2] - capsule.begin[2] - image.boxes[2] * box_[2]};
    if (!visit(from, capsule)) return;
  }
}

template <class Visit>
void CapsuleSurface::for_each_near(const Place& place, const Visit& visit) const {
  const Place inside{wrapped(place[0], box_[0]), wrapped(place[1], box_[1]), wrapped(place[2], box_[2])};
  for_each_in(cell_of(inside), inside, visit);
}

bool CapsuleSurface::is_pore(const Place& at) const {
  bool is_free = true;
  for_each_near(at, [&](const Vector& from_begin, const Capsule& capsule) {
    is_free = square(way_from_line(from_begin, capsule)) >= capsule.radius * capsule.radius;
    return is_free;
  });
  return is_free;
}

void CapsuleSurface::cut(const Place& from, std::span<const Place> links, std::span<double> places) const {
  std::ranges::fill(places, 1.0);
  for_each_near(from, [&](const Vector& from_begin, const Capsule& capsule) {
    for (std::size_t i = 0; i < links.size(); ++i) {
      const double place = enter(from_begin, links[i], capsule);
      if (place > 0 && place < places[i]) places[i] = place;
    }
    return true;
  });
}

double CapsuleSurface::distance(const Place& at) const {
  if (capsules_.empty()) return std::numeric_limits<double>::infinity();
  const Place inside{wrapped(at[0], box_[0]), wrapped(at[1], box_[1]), wrapped(at[2], box_[2])};
  const CellPlace cell = cell_of(inside);
  double least = std::numeric_limits<double>::infinity();
  // Cells farther and farther away. A capsule whose surface is nearer than the ring is in the list of a cell before it.
  const double narrowest = std::min({width_[0], width_[1], width_[2]});
  for (std::int64_t ring = 0; static_cast<double>(ring - 1) * narrowest <= least; ++ring)
    for (std::int64_t z = -ring; z <= ring; ++z)
      for (std::int64_t y = -ring; y <= ring; ++y) {
        const bool is_face = std::abs(z) == ring || std::abs(y) == ring;
        for (std::int64_t x = -ring; x <= ring; x += is_face || ring == 0 ? 1 : 2 * ring) {
          const std::array<std::int64_t, 3> step{x, y, z};
          CellPlace other{};
          Place seen = inside;  // from the box of that cell
          for (std::size_t a = 0; a < 3; ++a) {
            const std::int64_t boxes = floor_of(cell[a] + step[a], cells_[a]);
            other[a] = cell[a] + step[a] - boxes * cells_[a];
            seen[a] -= static_cast<double>(boxes) * box_[a];
          }
          for_each_in(other, seen, [&](const Vector& from_begin, const Capsule& capsule) {
            least = std::min(least, std::sqrt(square(way_from_line(from_begin, capsule))) - capsule.radius);
            return true;
          });
        }
      }
  return least;
}

}  // namespace perm
