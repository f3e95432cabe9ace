// SPDX-License-Identifier: Apache-2.0
// Says what flow a closed face of the image prescribes: a wall that slides, an inlet or an outlet. Lattice units.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/extent.hpp"
#include "core/host_device.hpp"
#include "lattice/d3q19.hpp"
#include "lattice/partition.hpp"
#include "solver/cell/stored.hpp"

namespace perm {

/// wall: the fluid at the face is at rest. velocity: it has a given velocity, as at a lid or an inlet. density: it has
/// a given density, and leaves or enters normal to the face, as at an outlet. stream: the fluid beyond has a given
/// velocity and density, as far from all bodies: what comes in is at equilibrium with both. Sound and wakes leave
/// through it; the other two let no sound through. Where a face lets in more than about five times the viscosity, waves
/// of one voxel grow there with magic 3/16; smaller magic parameters help.
enum class FaceFlow { wall, velocity, density, stream };

/// uniform: the velocity is the same all over the face. parabola: it is the given one in the middle and falls to 0 at
/// the closed faces beside, as the product of 4 s (1 - s) over the axes that are closed, s being the place from 0 to 1.
enum class FaceProfile { uniform, parabola };

struct PrescribedFace {
  FaceFlow flow{FaceFlow::wall};
  FaceProfile profile{FaceProfile::uniform};
  std::array<double, 3> velocity{};  ///< the largest of the profile, voxels a step
  double density{0};                 ///< its deviation from 1

  friend bool operator==(const PrescribedFace&, const PrescribedFace&) = default;
};

/// Holds one for each face: across x, y and z, the low one first.
using PrescribedFaces = std::array<PrescribedFace, 6>;
constexpr std::size_t face_number(Axis axis, Side side) {
  return 2 * static_cast<std::size_t>(axis) + (side == Side::high ? 1U : 0U);
}

/// Names a slot that comes in at a face with a velocity or a stream, by its cell as the device numbers it. A face with
/// a velocity adds 6 w_q c_q.u to what bounces back, c_q pointing into the fluid (Ladd 1994); a stream keeps nothing of
/// it, and adds the equilibrium.
struct MovingLink {
  double added;
  std::uint32_t cell;
  std::uint16_t q;
  std::uint16_t kept;  ///< how much of what bounces back: 1 or 0
};

/// Names a cell at a face with a density, and the directions in which its fluid comes in there: bit q-1 for direction
/// q.
struct OutletCell {
  double density;
  std::uint32_t cell;
  std::uint32_t links;
};

template <class Tiles, class Storage>
PERM_HOST_DEVICE PERM_ALWAYS_INLINE void move(Storage* f, const MovingLink& link) {
  using Real = typename Stored<Storage>::Real;
  Storage& slot = f[Tiles::slot(link.cell, static_cast<int>(link.q))];
  const Real back = link.kept != 0 ? Stored<Storage>::read(slot) : Real{0};
  slot = Stored<Storage>::write(back + static_cast<Real>(link.added));
}

/// Makes what comes in at a face with density rho from what goes out there, by anti-bounce-back: the negative, and
/// twice the equilibrium of density rho and velocity u at the face. u is normal to the face, so that its products are
/// 3 w_q u^2 along every link; `products` is 1 where the equilibrium has them, else 0. What goes out less what comes in
/// is the flux through the face. So u is known from what goes out alone: u + products u^2 = 2 out/(6 w) - rho/3, out
/// and w being the sums over the links. Distributions are deviations from rest.
template <class Tiles, class Storage>
PERM_HOST_DEVICE inline void let_out(Storage* f, const OutletCell& outlet, typename Stored<Storage>::Real products) {
  using Real = typename Stored<Storage>::Real;
  Real out = 0, weights = 0;
  for (int q = 1; q < d3q19::directions; ++q)
    if ((outlet.links >> (q - 1) & 1U) != 0) {
      out += Stored<Storage>::read(f[Tiles::slot(outlet.cell, q)]);
      weights += static_cast<Real>(d3q19::weight(q));
    }
  const auto density = static_cast<Real>(outlet.density);
  const Real flux = out / (3 * weights) - density / 3;
  // The root of u + u^2 = flux by steps of Newton from flux: speeds are small, and each step doubles the digits.
  Real u = flux;
  for (int i = 0; i < 3; ++i) u = u - products * (u + u * u - flux) / (1 + 2 * u);
  const Real at_face = density + products * 3 * u * u;
  for (int q = 1; q < d3q19::directions; ++q)
    if ((outlet.links >> (q - 1) & 1U) != 0) {
      Storage& slot = f[Tiles::slot(outlet.cell, q)];
      slot = Stored<Storage>::write(2 * static_cast<Real>(d3q19::weight(q)) * at_face - Stored<Storage>::read(slot));
    }
}

}  // namespace perm
