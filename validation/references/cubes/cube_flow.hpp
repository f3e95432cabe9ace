// SPDX-License-Identifier: Apache-2.0
// The Stokes flow between cubes, by finite volumes on a staggered grid (Harlow and Welch 1965): pressures in the
// middles of cells, velocities on their faces, and velocity 0 on the faces of solid cubes. Lengths are in edges of a
// cube. Cells of edge h leave an error whose leading part is h^1.089, because the strain at an edge of 270 degrees is
// singular (Moffatt 1964), and then h^2 as at plane walls; so few cells a cube tell the limit.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace perm::reference {

/// A box of cubes, x fastest: 0 where fluid is, other values in solid.
struct Cubes {
  std::array<int, 3> extent{};
  std::vector<std::uint8_t> solid;
};

/// Says what the faces of the box do: all repeat, or those at the sides are walls and those across the flow are
/// mirrors, at which the pressure is that at rest.
enum class CubeFaces { repeat, sealed };

/// Gives nu <u>/g of the flow along `axis` (0 to 2), <u> over the whole box, on cells of edge 1/cells. The error of the
/// iteration is about 1e-4 of K.
double cube_permeability(const Cubes& cubes, int axis, CubeFaces faces, int cells);

/// Gives the limit of K for small cells from K at 1, 2, 3 ... cells a cube (3 or 4 of them), with powers 1.089, 2 and,
/// of four, 3 of h. Throws std::invalid_argument for another number.
double limit_of_cubes(const std::vector<double>& permeabilities);

}  // namespace perm::reference
