// SPDX-License-Identifier: Apache-2.0
// Spheres and straight pieces of fibres in a periodic box, sorted into cells so that those near a place are found, and
// where links enter them. The arithmetic is that of host and GPU, with the same bits. Lengths in voxels.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numbers>

#include "core/host_device.hpp"
#include "geometry/shapes/solids/periodic_cells.hpp"
#include "geometry/shapes/solids/vector.hpp"

namespace perm {

/// All places nearer to a straight line than the radius. A sphere has a line of length 0.
struct Capsule {
  Vector begin;
  Vector direction;  ///< a unit vector; 0 of a sphere
  double length;     ///< of the line
  double radius;

  /// Gives how far from the line a link begins that may meet the capsule.
  PERM_HOST_DEVICE double reach() const { return radius + std::numbers::sqrt2; }
  /// Gives the way from the nearest point of the line to a place.
  PERM_HOST_DEVICE Vector way_from_line(const Vector& from_begin) const {
    if (length == 0) return from_begin;
    const double along = dot(from_begin, direction);
    return moved(from_begin, direction, -(along < 0 ? 0 : along > length ? length : along));
  }
  /// Gives where a link enters, in lengths of the link; infinity where it does not.
  PERM_HOST_DEVICE double enter(const Vector& from_begin, const Vector& link) const {
    double entry = enter_ball(from_begin, link);
    if (length == 0) return entry;
    const double into_end = enter_ball(moved(from_begin, direction, -length), link);
    if (into_end < entry) entry = into_end;
    // Between the planes through the ends of the line it is a cylinder.
    const double first = dot(from_begin, direction);
    const double slope = dot(link, direction);
    const double into_side = enter_ball(moved(from_begin, direction, -first), moved(link, direction, -slope));
    const double along = first + into_side * slope;
    return along >= 0 && along <= length && into_side < entry ? into_side : entry;
  }

 private:
  PERM_HOST_DEVICE double enter_ball(const Vector& from_centre, const Vector& link) const {
    const double outside = square(from_centre) - radius * radius;
    const double length2 = square(link);
    const double half = dot(from_centre, link);
    const double inside = half * half - length2 * outside;
    if (half >= 0 || inside < 0) return std::numeric_limits<double>::infinity();
    return (-half - std::sqrt(inside)) / length2;
  }
};

/// One image of a capsule, which lies so many boxes off.
struct CapsuleImage {
  std::uint32_t capsule;
  std::array<std::int16_t, 3> boxes;
};

/// Names arrays that somebody else owns, on the host or on a GPU.
struct CapsuleGrid {
  using Cell = std::array<std::int64_t, 3>;

  Vector box;
  Cell cells{1, 1, 1};  ///< along each axis
  Vector width{};       ///< of a cell
  const Capsule* capsules{nullptr};
  const std::size_t* first{nullptr};    ///< image of each cell, and one behind the last
  const CapsuleImage* images{nullptr};  ///< cell by cell: those that hold a place of it, or one at most a link away

  PERM_HOST_DEVICE Vector into_box(const Vector& place) const {
    return {wrapped(place[0], box[0]), wrapped(place[1], box[1]), wrapped(place[2], box[2])};
  }
  PERM_HOST_DEVICE Cell cell_of(const Vector& inside) const {
    Cell at{};
    for (std::size_t a = 0; a < 3; ++a) {
      at[a] = static_cast<std::int64_t>(inside[a] / width[a]);
      if (at[a] >= cells[a]) at[a] = cells[a] - 1;
    }
    return at;
  }
  PERM_HOST_DEVICE std::size_t number_of(const Cell& cell) const {
    return static_cast<std::size_t>((cell[2] * cells[1] + cell[1]) * cells[0] + cell[0]);
  }

  /// Calls visit(way from the begin of a capsule to `inside`, the capsule) until it gives false, for the images in the
  /// list of a cell.
  template <class Visit>
  PERM_HOST_DEVICE void for_each_in(const Cell& cell, const Vector& inside, const Visit& visit) const {
    const std::size_t number = number_of(cell);
    for (std::size_t i = first[number]; i < first[number + 1]; ++i) {
      const CapsuleImage& image = images[i];
      const Capsule& capsule = capsules[image.capsule];
      const Vector from{inside[0] - capsule.begin[0] - image.boxes[0] * box[0],
                        inside[1] - capsule.begin[1] - image.boxes[1] * box[1],
                        inside[2] - capsule.begin[2] - image.boxes[2] * box[2]};
      if (!visit(from, capsule)) return;
    }
  }

  /// Finds where links from a place in a pore enter a capsule first, in lengths of the link, at most 1.
  PERM_HOST_DEVICE void cut(const Vector& from, const Vector* links, std::size_t count, double* places) const {
    for (std::size_t i = 0; i < count; ++i) places[i] = 1;
    const Vector inside = into_box(from);
    for_each_in(cell_of(inside), inside, [&](const Vector& from_begin, const Capsule& capsule) {
      const double reach = capsule.reach();
      if (square(capsule.way_from_line(from_begin)) > reach * reach) return true;
      for (std::size_t i = 0; i < count; ++i) {
        const double place = capsule.enter(from_begin, links[i]);
        if (place > 0 && place < places[i]) places[i] = place;
      }
      return true;
    });
  }
};

}  // namespace perm
