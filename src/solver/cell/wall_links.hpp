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

/// Gives the links through one face, q being the direction to it: that link and those to the four edges beside it.
constexpr SolidLinks links_through(int q) {
  const d3q19::Velocity normal = d3q19::velocity(q);
  SolidLinks links = 0;
  for (int p = 1; p < d3q19::directions; ++p) {
    const d3q19::Velocity c = d3q19::velocity(p);
    if (c.x * normal.x + c.y * normal.y + c.z * normal.z > 0) links |= 1U << (p - 1);
  }
  return links;
}

constexpr bool leads_to_face(int q) {
  const d3q19::Velocity c = d3q19::velocity(q);
  return c.x * c.x + c.y * c.y + c.z * c.z == 1;
}

}  // namespace detail

/// Says whether the solid beside a cell is more or less than what plane walls at its solid faces would be. A cell
/// without solid links has no wall, and is not stepped.
PERM_HOST_DEVICE constexpr bool is_stepped(SolidLinks solid) {
  SolidLinks of_planes = 0;
  for (int q = 1; q < d3q19::directions; ++q)
    if (detail::leads_to_face(q) && (solid >> (q - 1) & 1U) != 0) of_planes |= detail::links_through(q);
  return solid != of_planes;
}

/// Gives how many faces of a cell normal to `axis` are solid: 0, 1 or 2.
PERM_HOST_DEVICE constexpr int solid_faces(SolidLinks solid, Axis axis) {
  int faces = 0;
  for (int q = 1; q < d3q19::directions; ++q)
    if (detail::leads_to_face(q) && d3q19::velocity(q).along(axis) != 0)
      faces += static_cast<int>(solid >> (q - 1) & 1U);
  return faces;
}

}  // namespace perm
