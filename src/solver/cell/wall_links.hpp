// SPDX-License-Identifier: Apache-2.0
// Says of a cell beside a wall, from its links that end in solid, whether the wall is a staircase there. Walls along
// the faces of voxels are where the image has them; a smooth wall that lies otherwise became steps, between which
// half-way bounce-back holds the flow nearer to the pore than the smooth wall would
// (darcy/evaluation/voxel_estimate.hpp).
#pragma once

#include <cstdint>

#include "core/extent.hpp"
#include "core/host_device.hpp"
#include "lattice/d3q19.hpp"

namespace perm {

/// The links of a cell that end in solid: bit q-1 for direction q.
using SolidLinks = std::uint32_t;

namespace detail {

/// Gives the links through the face to which direction q leads: that link and those to the four edges beside it.
constexpr SolidLinks links_through(int q) {
  const d3q19::Velocity normal = d3q19::velocity(q);
  SolidLinks links = 0;
  for (int p = 1; p < d3q19::directions; ++p) {
    const d3q19::Velocity c = d3q19::velocity(p);
    if (c.x * normal.x + c.y * normal.y + c.z * normal.z > 0) links |= 1U << (p - 1);
  }
  return links;
}

/// The numbers of the directions to the faces at the upper and the lower end of an axis, and what lies through them.
/// The compiler knows them all, so that a cell costs a few instructions.
template <Axis A>
struct Faces {
  static constexpr int up = d3q19::direction(d3q19::Velocity{0, 0, 0}.with(A, 1));
  static constexpr int down = d3q19::direction(d3q19::Velocity{0, 0, 0}.with(A, -1));
  static constexpr SolidLinks through_up = links_through(up);
  static constexpr SolidLinks through_down = links_through(down);

  PERM_HOST_DEVICE static constexpr SolidLinks is_up(SolidLinks solid) { return solid >> (up - 1) & 1U; }
  PERM_HOST_DEVICE static constexpr SolidLinks is_down(SolidLinks solid) { return solid >> (down - 1) & 1U; }
  PERM_HOST_DEVICE static constexpr SolidLinks behind(SolidLinks solid) {
    return is_up(solid) * through_up | is_down(solid) * through_down;
  }
};

}  // namespace detail

/// Says whether the solid beside a cell is more or less than what plane walls at its solid faces would be. A cell
/// without solid links has no wall, and is not stepped.
PERM_HOST_DEVICE constexpr bool is_stepped(SolidLinks solid) {
  return solid != (detail::Faces<Axis::x>::behind(solid) | detail::Faces<Axis::y>::behind(solid) |
                   detail::Faces<Axis::z>::behind(solid));
}

/// Gives how many faces of a cell normal to axis A are solid: 0, 1 or 2.
template <Axis A>
PERM_HOST_DEVICE constexpr int solid_faces(SolidLinks solid) {
  return static_cast<int>(detail::Faces<A>::is_up(solid) + detail::Faces<A>::is_down(solid));
}

/// The sum of the directions of the links that end in solid has components from -5 to 5. So many are there of each, and
/// of all three.
inline constexpr int wall_normals_along = 11;
inline constexpr int wall_normal_count = wall_normals_along * wall_normals_along * wall_normals_along;

/// Gives the component along axis A of that sum, which points into the wall.
template <Axis A>
PERM_HOST_DEVICE constexpr int wall_normal_along(SolidLinks solid) {
  int sum = 0;
  for (SolidLinks up = solid & detail::Faces<A>::through_up; up != 0; up &= up - 1) ++sum;
  for (SolidLinks down = solid & detail::Faces<A>::through_down; down != 0; down &= down - 1) --sum;
  return sum;
}

/// Gives the number of a sum: that of (-5, -5, -5) is 0, and x varies fastest.
PERM_HOST_DEVICE constexpr int number_of_normal(int x, int y, int z) {
  return ((z + 5) * wall_normals_along + y + 5) * wall_normals_along + x + 5;
}

/// Gives the number of the direction of the wall beside a cell.
PERM_HOST_DEVICE constexpr int wall_normal(SolidLinks solid) {
  return number_of_normal(wall_normal_along<Axis::x>(solid), wall_normal_along<Axis::y>(solid),
                          wall_normal_along<Axis::z>(solid));
}

}  // namespace perm
