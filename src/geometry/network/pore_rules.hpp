// SPDX-License-Identifier: Apache-2.0
// The arithmetic of a pore network, cell by cell, written once for host and device: which of several neighbours a path
// climbs to, how wide the pore about a cell is, and how much it resists flow. Double precision without contraction, so
// that every device gives the same bits. Resistances are those of a column of unit area for a fluid of viscosity 1, in
// 1/voxel.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>

#include "core/hashes.hpp"
#include "core/host_device.hpp"
#include "geometry/measures/distance_map.hpp"

namespace perm::pore_rules {

/// Gives the place of a voxel in a random order, in which voxels equally far from solid are climbed, so that no path
/// along a duct gets long.
PERM_HOST_DEVICE inline std::uint64_t mix(std::int64_t number) { return mix_bits(static_cast<std::uint64_t>(number)); }

/// Gives the radius of a pore whose axis goes through a voxel. The distance to the nearest solid voxel, from centre to
/// centre, is half a voxel too large where the axis goes through the centre, and right where it goes between two
/// voxels.
PERM_HOST_DEVICE inline float radius_at(SquaredDistance distance, bool is_on_axis) {
  const double radius = std::sqrt(static_cast<double>(distance));
  return static_cast<float>(is_on_axis ? radius - 0.5 : radius);
}

/// The widest sphere of a path that holds a cell: its radius, and the way from its centre to the cell. No way that is
/// kept is longer than the largest measured radius, 256.
struct WidestSphere {
  float radius{0};
  std::int32_t away[3]{0, 0, 0};
};

/// Gives the widest sphere of a cell from that of the next cell of its path, which is `step` away. `own_radius` is that
/// of the pore whose axis goes through the cell.
PERM_HOST_DEVICE inline WidestSphere widest_below(const WidestSphere& upper, const int (&step)[3], float own_radius) {
  WidestSphere sphere{own_radius, {0, 0, 0}};
  std::int32_t away[3];
  std::int32_t squared = 0;
  for (int axis = 0; axis < 3; ++axis) {
    away[axis] = upper.away[axis] - step[axis];
    squared += away[axis] * away[axis];
  }
  const auto widest = static_cast<double>(upper.radius);
  if (upper.radius >= own_radius && static_cast<double>(squared) < widest * widest) {
    sphere.radius = upper.radius;
    for (int axis = 0; axis < 3; ++axis) sphere.away[axis] = away[axis];
  }
  return sphere;
}

/// The powers of two to which radii are nearest on a logarithmic scale. They keep where each power ends, because a
/// logarithm for each cell takes longer than all the rest.
class Octaves {
 public:
  static constexpr std::uint32_t last = 12;
  Octaves() {
    for (std::uint32_t octave = 0; octave < last; ++octave) {
      auto end = static_cast<float>(std::exp2(static_cast<double>(octave) - 1.5));
      while (nearest(end) > octave) end = std::nextafter(end, 0.0F);
      while (nearest(end) <= octave) end = std::nextafter(end, std::numeric_limits<float>::infinity());
      ends_[octave] = end;
    }
  }
  /// Gives a number from 0 to `last`: the power, plus 2.
  PERM_HOST_DEVICE std::uint32_t of(float radius) const {
    std::uint32_t octave = 0;
    while (octave < last && radius >= ends_[octave]) ++octave;
    return octave;
  }

 private:
  static std::int64_t nearest(float radius) {
    const double enough = 0.25;
    return std::lround(std::log2(static_cast<double>(radius) > enough ? static_cast<double>(radius) : enough)) + 2;
  }
  float ends_[last]{};  ///< the first radius of the next octave; up to 512, and none is larger
};

/// What passes an edge, over what passes a face.
inline constexpr double edge_share = 0.1;
/// Quanta of conductance in one voxel^3: sums of whole numbers have no order.
inline constexpr double quanta_of_conductance = 4294967296.0;

/// What is known of a cell once the shape of its pore is.
struct PoreAtCell {
  SquaredDistance distance;
  float radius;
  float shape;  ///< how many times as easily fluid passes as in a round tube of this radius
};

/// Gives the resistance of a voxel of length, by the mean speed of Poiseuille flow.
PERM_HOST_DEVICE inline double resistance(const PoreAtCell& pore) {
  const auto radius = static_cast<double>(pore.radius);
  return 8 / (radius * radius * static_cast<double>(pore.shape));
}

/// Gives what the mouth of a tube that opens into a wider one adds. A hole of radius r in a thin wall has a resistance
/// of 3/r^3 (Sampson 1891), half of it on either side; here it counts for the area of the hole.
PERM_HOST_DEVICE inline double resistance_of_mouth(double a, double b) {
  const double narrow = a < b ? a : b;
  const double wide = a < b ? b : a;
  return 1.5 * std::numbers::pi * (1 / narrow - 1 / wide);
}

/// Gives the part of a step of this length that leads along the pore. Pressure is the same all over a cross-section, so
/// the way from the wall to the middle, on which the distance from solid grows, resists nothing.
PERM_HOST_DEVICE inline double length_along_pore(double length, SquaredDistance from, SquaredDistance to) {
  const double climb = std::sqrt(static_cast<double>(from)) - std::sqrt(static_cast<double>(to));
  const double squared = length * length - climb * climb;
  return std::sqrt(squared > 0 ? squared : 0.0);
}

/// Gives the resistance from the centre of one cell to that of another, which are so many voxels apart.
PERM_HOST_DEVICE inline double resistance_between(const PoreAtCell& a, const PoreAtCell& b, double length) {
  const double along = length_along_pore(length, a.distance, b.distance) * (resistance(a) + resistance(b)) / 2;
  if (a.radius == b.radius) return along;  // most neighbours have the same radius, and no mouth between them
  return along + resistance_of_mouth(static_cast<double>(a.radius), static_cast<double>(b.radius));
}

/// Gives the shape (PoreAtCell) of a pore of this radius that has so many cells, and so many faces between them and
/// solid: the hydraulic radius over the radius is 1/2 in a tube and 1 between planes.
PERM_HOST_DEVICE inline double shape_of(std::int64_t cells, std::int64_t walls, double radius) {
  constexpr double of_tube = 0.5;
  constexpr double of_planes = 1;
  constexpr double planes_speed = 8.0 / 3;  // the mean speed over that in a tube
  if (walls == 0) return planes_speed;
  const double hydraulic = static_cast<double>(cells) / static_cast<double>(walls);
  const double share = (hydraulic / radius - of_tube) / (of_planes - of_tube);
  return 1 + (share < 0 ? 0.0 : share > 1 ? 1.0 : share) * (planes_speed - 1);
}

}  // namespace perm::pore_rules
