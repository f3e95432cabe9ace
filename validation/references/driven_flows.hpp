// SPDX-License-Identifier: Apache-2.0
// What others have computed for flows with inertia that lids and inlets drive: facts, each with its source. Lengths are
// over the side of the cavity or the diameter of the cylinder, velocities over that of the lid.
#pragma once

#include <span>

namespace perm::reference {

/// A velocity on a centre line.
struct LinePoint {
  double place;     ///< along the line, 0 to 1
  double velocity;  ///< over that of the lid
};

/// The square cavity whose lid, at y = 1, moves along x: u over y at x = 1/2, and v over x at y = 1/2.
struct SquareCavityLines {
  std::span<const LinePoint> u;
  std::span<const LinePoint> v;
};

/// Gives the cavity at Re 100, with errors of at most 1.1e-7: Marchi, Suero, Araki (2009), J. Braz. Soc. Mech. Sci.
/// Eng. 31, 186, Tables 6 and 7.
SquareCavityLines marchi_cavity_100();

/// The extrema on the centre lines of the same cavity at Re 1000, by a spectral method: Botella, Peyret (1998), Comput.
/// Fluids 27, 421.
struct CavityExtrema {
  double least_u;
  double largest_v;
  double least_v;
};
inline constexpr CavityExtrema botella_cavity_1000{-0.3885698, 0.3769447, -0.5270771};

/// The cube whose lid, at x = 0, moves along y, at Re 1000: v over x and u over y on the lines through its centre.
struct CubeLines {
  std::span<const LinePoint> v;
  std::span<const LinePoint> u;
};

/// Gives it by a spectral method: Albensoeder, Kuhlmann (2005), J. Comput. Phys. 206, 536, Tables 5 and 6, without the
/// points on the walls.
CubeLines albensoeder_cube_1000();

/// The flow about a cylinder between plates, or between the walls of a duct, at Re 20 by the mean velocity at the inlet
/// and the diameter.
struct CylinderFlow {
  double drag;                 ///< c_D
  double pressure_difference;  ///< front less back, over density times the mean velocity squared; 0 where not known
};
/// 2D-1 of the DFG benchmark (Schaefer, Turek 1996), as computed by FeatFlow: c_D 5.57953523384, and 0.11752016697 Pa
/// at a density of 1 and a mean velocity of 0.2.
inline constexpr CylinderFlow dfg_2d_1{5.57953523384, 0.11752016697 / (0.2 * 0.2)};
/// 3D-1Z of the same, by FeatFlow: c_D 6.18533.
inline constexpr CylinderFlow dfg_3d_1z{6.18533, 0};

}  // namespace perm::reference
