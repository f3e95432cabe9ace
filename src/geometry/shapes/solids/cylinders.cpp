// SPDX-License-Identifier: Apache-2.0
#include "geometry/shapes/solids/cylinders.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace perm {
namespace {

/// Gives squared distances along `axis` from the centre of each voxel to the nearest image of `centre`.
std::vector<double> squared_distances(const Extent& extent, Axis axis, double centre, const Shift& shift) {
  const std::int64_t voxels = extent.along(axis);
  const auto length = static_cast<double>(voxels);
  std::vector<double> squares(static_cast<std::size_t>(voxels));
  std::int64_t moved = shift.whole(axis) % voxels;
  if (moved < 0) moved += voxels;
  for (std::int64_t i = 0; i < voxels; ++i) {
    double distance = static_cast<double>(i) + 0.5 - (centre + shift.fraction(axis));
    if (distance < -length / 2) distance += length;
    if (distance > length / 2) distance -= length;
    squares[static_cast<std::size_t>((i + moved) % voxels)] = distance * distance;
  }
  return squares;
}

}  // namespace

void fill_cylinder(PoreSlab& slab, Axis axis, const Cylinder& cylinder, Filling filling, const Shift& shift) {
  const Extent& extent = slab.image();
  const Axis first = next_axis(axis);
  const Axis second = next_axis(first);
  std::array<std::vector<double>, 3> squares;  // by axis; none along the cylinder
  squares[static_cast<std::size_t>(first)] = squared_distances(extent, first, cylinder.first, shift);
  squares[static_cast<std::size_t>(second)] = squared_distances(extent, second, cylinder.second, shift);
  squares[static_cast<std::size_t>(axis)].assign(static_cast<std::size_t>(extent.along(axis)), 0.0);
  const double radius2 = cylinder.radius * cylinder.radius;
  PoreSpace& pores = slab.pores();
  for (std::int64_t z = slab.planes().first; z < slab.planes().last; ++z)
    for (std::int64_t y = 0; y < extent.ny; ++y) {
      const double row2 = squares[1][static_cast<std::size_t>(y)] + squares[2][static_cast<std::size_t>(z)];
      if (!(row2 < radius2)) continue;
      for (std::int64_t x = 0; x < extent.nx; ++x) {
        if (!(row2 + squares[0][static_cast<std::size_t>(x)] < radius2)) continue;
        if (filling == Filling::pore)
          pores.set_pore(x, y, z - slab.planes().first);
        else
          pores.set_solid(x, y, z - slab.planes().first);
      }
    }
}

}  // namespace perm
