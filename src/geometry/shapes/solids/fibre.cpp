// SPDX-License-Identifier: Apache-2.0
// A fibre is drawn piece by piece: all points near a straight piece of its centre line are convex, so they cover one
// run of voxels in a row.
#include "geometry/shapes/solids/fibre.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/stop_check.hpp"
#include "geometry/shapes/solids/periodic_rows.hpp"

namespace perm {
namespace {

/// A straight piece of a centre line, from `begin` along the unit vector `direction`.
struct Piece {
  Vector begin{};
  Vector direction{};
  double length{0};
  double radius{0};
  bool has_ends{true};  // a piece without ends is part of an endless line

  Piece(const Vector& from, const Vector& to, double r) : begin(from), direction(moved(to, from, -1)), radius(r) {
    length = std::sqrt(square(direction));
    for (double& component : direction) component = length > 0 ? component / length : 0;
  }

  bool holds(const Vector& point) const {
    const Vector from_begin = moved(point, begin, -1);
    double along = dot(from_begin, direction);
    if (has_ends) along = std::clamp(along, 0.0, length);
    return square(moved(from_begin, direction, -along)) < radius * radius;
  }
};

/// Positions along a row.
struct Chord {
  double low{std::numeric_limits<double>::infinity()};
  double high{-std::numeric_limits<double>::infinity()};

  void include(double from, double to) {
    if (!(from <= to)) return;
    low = std::min(low, from);
    high = std::max(high, to);
  }
};

void include_ball(Chord& chord, const Vector& centre, double radius, double y, double z) {
  const double half2 = radius * radius - (y - centre[1]) * (y - centre[1]) - (z - centre[2]) * (z - centre[2]);
  if (half2 >= 0) chord.include(centre[0] - std::sqrt(half2), centre[0] + std::sqrt(half2));
}

/// Adds the part of the row that lies beside the piece, between its end planes: there the squared distance from the
/// line, a quadratic function of x, is below the squared radius.
void include_tube(Chord& chord, const Piece& piece, double y, double z) {
  constexpr double parallel = 1e-9;
  const Vector offset{-piece.begin[0], y - piece.begin[1], z - piece.begin[2]};  // of the point of the row at x = 0
  const double slope = piece.direction[0];
  const double along = dot(offset, piece.direction);
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  const double a = 1 - slope * slope;
  const double c = square(offset) - along * along - piece.radius * piece.radius;
  if (a > parallel) {
    const double b = offset[0] - along * slope;
    const double root2 = b * b - a * c;
    if (root2 < 0) return;
    low = (-b - std::sqrt(root2)) / a;
    high = (-b + std::sqrt(root2)) / a;
  } else if (offset[1] * offset[1] + offset[2] * offset[2] >= piece.radius * piece.radius) {
    return;
  }
  if (piece.has_ends) {
    if (std::abs(slope) > parallel) {
      const double at_begin = -along / slope;
      const double at_end = (piece.length - along) / slope;
      low = std::max(low, std::min(at_begin, at_end));
      high = std::min(high, std::max(at_begin, at_end));
    } else if (along < 0 || along > piece.length) {
      return;
    }
  }
  chord.include(low, high);
}

/// Finds the voxels of row (y, z), which may lie outside the image, whose centres the piece holds.
VoxelRun find_fibre_run(const Piece& piece, std::int64_t j, std::int64_t k) {
  const double y = static_cast<double>(j) + 0.5;
  const double z = static_cast<double>(k) + 0.5;
  Chord chord;
  include_tube(chord, piece, y, z);
  if (piece.has_ends) {
    include_ball(chord, piece.begin, piece.radius, y, z);
    include_ball(chord, moved(piece.begin, piece.direction, piece.length), piece.radius, y, z);
  }
  if (!(chord.low <= chord.high)) return {};
  return find_run_near(chord.low, chord.high, [&](std::int64_t x) {
    return piece.holds({static_cast<double>(x) + 0.5, y, z});
  });
}

/// Gives the rows or planes that a piece may touch along an axis.
Range range_along(const Piece& piece, std::size_t axis) {
  const double begin = piece.begin[axis];
  const double end = begin + piece.length * piece.direction[axis];
  return {static_cast<std::int64_t>(std::floor(std::min(begin, end) - piece.radius - 0.5)),
          static_cast<std::int64_t>(std::ceil(std::max(begin, end) + piece.radius + 0.5)) + 1};
}

/// Calls visit(y, z, run) for every run of voxels in the slab that the piece covers. A piece without ends goes through
/// the image along `through` and covers each voxel there once.
template <typename Visit>
void for_each_fibre_run(const PoreSlab& slab, const Piece& piece, std::optional<Axis> through, Visit&& visit) {
  const Extent& extent = slab.image();
  const Range planes = through == Axis::z ? Range{0, extent.nz} : range_along(piece, 2);
  const Range rows = through == Axis::y ? Range{0, extent.ny} : range_along(piece, 1);
  for (std::int64_t k = planes.first; k < planes.last; ++k) {
    const std::int64_t plane = wrap(k, extent.nz);
    if (!slab.planes().contains(plane)) continue;
    const std::int64_t z = plane - slab.planes().first;
    for (std::int64_t j = rows.first; j < rows.last; ++j) {
      const std::int64_t y = wrap(j, extent.ny);
      if (through == Axis::x) {
        if (piece.holds({0, static_cast<double>(j) + 0.5, static_cast<double>(k) + 0.5}))
          visit(y, z, VoxelRun{0, extent.nx});
        continue;
      }
      for_each_part(find_fibre_run(piece, j, k), extent.nx, [&](const VoxelRun& part) { visit(y, z, part); });
    }
  }
}

std::int64_t make_piece_solid(PoreSlab& slab, const Piece& piece, std::optional<Axis> through) {
  std::int64_t turned = 0;
  for_each_fibre_run(slab, piece, through, [&](std::int64_t y, std::int64_t z, const VoxelRun& run) {
    turned += make_solid(slab.pores().row(y, z), run);
  });
  return turned;
}

Piece whole_piece(const Fibre& fibre) {
  Piece piece(fibre.line.front(), fibre.line.back(), fibre.radius);
  piece.has_ends = false;
  return piece;
}

}  // namespace

double length_of(const Fibre& fibre) {
  double length = 0;
  for (std::size_t i = 1; i < fibre.line.size(); ++i)
    length += std::sqrt(square(moved(fibre.line[i], fibre.line[i - 1], -1)));
  return length;
}

std::int64_t make_solid(PoreSlab& slab, const Fibre& fibre) {
  check_for_stop();  // an image may have many thousands of fibres
  if (fibre.through) return make_piece_solid(slab, whole_piece(fibre), fibre.through);
  std::int64_t turned = 0;
  for (std::size_t i = 1; i < fibre.line.size(); ++i)
    turned += make_solid(slab, fibre.line[i - 1], fibre.line[i], fibre.radius);
  return turned;
}

std::int64_t make_solid(PoreSlab& slab, const Vector& begin, const Vector& end, double radius) {
  return make_piece_solid(slab, Piece(begin, end, radius), {});
}

std::int64_t count_pores_inside_through(const PoreSlab& slab, const Fibre& fibre) {
  std::int64_t inside = 0;
  for_each_fibre_run(slab, whole_piece(fibre), fibre.through, [&](std::int64_t y, std::int64_t z, const VoxelRun& run) {
    inside += count_pores(slab.pores().row(y, z), run);
  });
  return inside;
}

}  // namespace perm
