// SPDX-License-Identifier: Apache-2.0
// Makes the collision of one cell. The code is written once for host and device, for numbers and for vectors of numbers
// (`Real` is float or double, or a vector of them; `Scalar` is its element). Distributions are deviations from rest,
// f_q - w_q, so density is a deviation from 1 too. There are two relaxation times (Ginzburg 2008), and a body force
// after Guo, Zheng, Shi 2002.
#pragma once

#include <cstddef>
#include <utility>

#include "core/host_device.hpp"
#include "lattice/d3q19.hpp"
#include "solver/cell/settings.hpp"

namespace perm {

/// Holds the numbers that the collision of every cell uses. Plus belongs to the sum of a pair of opposite
/// distributions, minus to their difference.
template <class Scalar>
struct CollisionParameters {
  Scalar omega_plus;   ///< 1/tau, relaxes the sum of each pair
  Scalar omega_minus;  ///< relaxes the difference of each pair
  Scalar force[3];     ///< per unit mass at density 1
  /// With inertia, density is a factor of velocities and their products: 1. It is left out of them: 0 (incompressible).
  Scalar density_share;
  /// With inertia: 1 where the force has products with the velocity, as a flow that changes needs (Guo, Zheng, Shi
  /// 2002). A steady one must not have them: in it they are a stress of nu u F that no term balances (Silva, Semiao
  /// 2012), so that inertia depended on the viscosity of the lattice. Else 0.
  Scalar force_share;
  Scalar isotropy;  ///< with inertia: 1 where products of velocities have isotropic fourth moments, else 0
  // The following numbers are made once from the three above:
  Scalar half_plus;
  Scalar half_minus;
  Scalar half_force[3];
  Scalar minus_force[d3q19::pairs.size()];  ///< what the force adds to the first direction of each pair
};

/// Makes these parameters. omega_minus is the rate that gives the magic parameter (tau+ - 1/2)(tau- - 1/2); BGK has one
/// rate only.
template <class Scalar>
CollisionParameters<Scalar> make_collision_parameters(const SolverSettings& settings) {
  const double plus = 1.0 / settings.tau;
  const double minus =
      settings.collision == Collision::bgk ? plus : 1.0 / (0.5 + settings.magic / (settings.tau - 0.5));
  CollisionParameters<Scalar> parameters{};
  parameters.omega_plus = static_cast<Scalar>(plus);
  parameters.omega_minus = static_cast<Scalar>(minus);
  parameters.half_plus = static_cast<Scalar>(plus / 2);
  parameters.half_minus = static_cast<Scalar>(minus / 2);
  parameters.density_share = static_cast<Scalar>(settings.equilibrium == Equilibrium::quadratic ? 1 : 0);
  parameters.force_share = parameters.density_share;
  parameters.isotropy = static_cast<Scalar>(settings.equilibrium == Equilibrium::incompressible ? 1 : 0);
  for (int a = 0; a < 3; ++a) {
    parameters.force[a] = static_cast<Scalar>(settings.force[static_cast<std::size_t>(a)]);
    parameters.half_force[a] = parameters.force[a] / 2;
  }
  for (std::size_t i = 0; i < d3q19::pairs.size(); ++i) {
    const d3q19::Velocity c = d3q19::velocity(d3q19::pairs[i]);
    const double cf = c.x * settings.force[0] + c.y * settings.force[1] + c.z * settings.force[2];
    parameters.minus_force[i] = static_cast<Scalar>(3 * d3q19::weight(d3q19::pairs[i]) * (1 - minus / 2) * cf);
  }
  return parameters;
}

/// Holds the density deviation and the velocity of a cell before its collision, with half of the force included.
template <class Real>
struct Moments {
  Real density;
  Real velocity[3];
  /// The sum over q of f_-q before the collision times f_q after it, over w_q. It is drho^2 - 3 u^2 for a flow that
  /// hardly changes from cell to cell. See darcy/pressure_search.hpp.
  Real reversal;
};

namespace detail {

/// Gives c_q . (x, y, z), without multiplications.
template <int Q, class Real>
PERM_HOST_DEVICE PERM_ALWAYS_INLINE Real along(Real x, Real y, Real z) {
  constexpr d3q19::Velocity c = d3q19::velocity(Q);
  static_assert(c.x + c.y + c.z >= 0, "the first direction of a pair has at most one negative component");
  if constexpr (c.x < 0) return (c.y != 0 ? y : z) - x;
  if constexpr (c.y < 0) return z - y;
  if constexpr (c.x != 0 && c.y != 0) return x + y;
  if constexpr (c.x != 0 && c.z != 0) return x + z;
  if constexpr (c.y != 0 && c.z != 0) return y + z;
  if constexpr (c.x != 0) return x;
  if constexpr (c.y != 0) return y;
  return z;
}

/// Adds c_q * a to the momentum.
template <int Q, class Real>
PERM_HOST_DEVICE PERM_ALWAYS_INLINE void add_momentum(Real (&momentum)[3], Real a) {
  constexpr d3q19::Velocity c = d3q19::velocity(Q);
  if constexpr (c.x > 0) momentum[0] += a;
  if constexpr (c.x < 0) momentum[0] -= a;
  if constexpr (c.y > 0) momentum[1] += a;
  if constexpr (c.y < 0) momentum[1] -= a;
  if constexpr (c.z > 0) momentum[2] += a;
  if constexpr (c.z < 0) momentum[2] -= a;
}

/// Gives what makes the fourth moments of the equilibrium isotropic in direction Q, over 3/2 w_q: u_n^2 in a direction
/// at an angle, n being the axis normal to it, and along axis a the sum of u_b^2 over the other axes, with a minus
/// sign.
template <int Q, class Real>
PERM_HOST_DEVICE PERM_ALWAYS_INLINE Real beside(const Real (&u)[3]) {
  constexpr d3q19::Velocity c = d3q19::velocity(Q);
  constexpr bool is_straight = c.x * c.x + c.y * c.y + c.z * c.z == 1;
  if constexpr (c.z == 0 && !is_straight) return u[2] * u[2];
  if constexpr (c.y == 0 && !is_straight) return u[1] * u[1];
  if constexpr (c.x == 0 && !is_straight) return u[0] * u[0];
  if constexpr (is_straight && c.x != 0) return -(u[1] * u[1] + u[2] * u[2]);
  if constexpr (is_straight && c.y != 0) return -(u[0] * u[0] + u[2] * u[2]);
  return -(u[0] * u[0] + u[1] * u[1]);
}

/// Relaxes the pair (q, opposite q) in place, adds to the reversal, and gives what the mean of the pair has lost.
template <Equilibrium E, std::size_t I, class Real, class Scalar>
PERM_HOST_DEVICE PERM_ALWAYS_INLINE Real relax_pair(Real (&f)[d3q19::directions], Moments<Real>& m, Real rho,
                                                    const CollisionParameters<Scalar>& p) {
  constexpr int Q = d3q19::pairs[I];
  constexpr int opposite = d3q19::opposite(Q);
  constexpr auto w = static_cast<Scalar>(d3q19::weight(Q));
  const Real plus = f[Q] + f[opposite];
  const Real minus = f[Q] - f[opposite];
  const Real cu = along<Q>(m.velocity[0], m.velocity[1], m.velocity[2]);
  Real plus_change = p.half_plus * (plus - 2 * w * m.density);
  Real minus_change = p.half_minus * (minus - 6 * w * cu) - p.minus_force[I];
  if constexpr (E == Equilibrium::quadratic) {
    const Real uu = m.velocity[0] * m.velocity[0] + m.velocity[1] * m.velocity[1] + m.velocity[2] * m.velocity[2];
    const Real uf = m.velocity[0] * p.force[0] + m.velocity[1] * p.force[1] + m.velocity[2] * p.force[2];
    const Scalar half = static_cast<Scalar>(0.5);
    const Scalar cf = along<Q>(p.force[0], p.force[1], p.force[2]);
    const Real uu_beside = p.isotropy * beside<Q>(m.velocity);
    plus_change -= p.omega_plus * w * rho * (9 * half * cu * cu - 3 * half * uu + 3 * half * uu_beside);
    plus_change -= p.force_share * (1 - p.half_plus) * w * (9 * cu * cf - 3 * uf);
    minus_change -= p.omega_minus * 3 * w * (rho * cu - cu);
  }
  const Real before[2] = {f[Q], f[opposite]};
  f[Q] -= plus_change + minus_change;
  f[opposite] -= plus_change - minus_change;
  constexpr auto inverse_w = static_cast<Scalar>(1 / d3q19::weight(Q));
  m.reversal += inverse_w * (before[0] * f[opposite] + before[1] * f[Q]);
  return plus_change;
}

template <Equilibrium E, class Real, class Scalar, std::size_t... I>
PERM_HOST_DEVICE PERM_ALWAYS_INLINE Moments<Real> collide(Real (&f)[d3q19::directions],
                                                          const CollisionParameters<Scalar>& p,
                                                          std::index_sequence<I...>) {
  Moments<Real> m;
  m.density = f[0];
  Real momentum[3] = {Real{}, Real{}, Real{}};
  ((m.density += f[d3q19::pairs[I]] + f[d3q19::opposite(d3q19::pairs[I])]), ...);
  (add_momentum<d3q19::pairs[I]>(momentum, f[d3q19::pairs[I]] - f[d3q19::opposite(d3q19::pairs[I])]), ...);
  static_assert(E == compiled_for(E), "steps are compiled once for all flows with inertia");
  const Real rho = p.density_share * m.density + static_cast<Scalar>(1);
  for (int a = 0; a < 3; ++a) {
    m.velocity[a] = momentum[a] + p.half_force[a];
    if constexpr (E == Equilibrium::quadratic) m.velocity[a] = m.velocity[a] / rho;
  }
  // The distribution at rest takes what the pairs lose. If it were relaxed by itself, the result would differ from that
  // by rounding, which would make or destroy mass in every step: in float32 the weights add up to 1 + 1.5e-8.
  Real lost = Real{};
  m.reversal = Real{};
  ((lost += relax_pair<E, I>(f, m, rho, p)), ...);
  const Real rest = f[0];
  f[0] += 2 * lost;
  m.reversal += static_cast<Scalar>(1 / d3q19::weight(0)) * rest * f[0];
  return m;
}

}  // namespace detail

/// Replaces f (deviations from w_q, before collision) by its state after the collision and gives the moments before.
/// The linear equilibrium is w_q (drho + 3 c_q.u), for creeping flow; the flow then scales exactly with the force. The
/// quadratic one is the usual second-order equilibrium with velocity momentum/rho. Where the density share of `p` is 0,
/// it is that of He, Luo 1997, w_q (drho + 3 c_q.u + 9/2 (c_q.u)^2 - 3/2 u^2) with velocity momentum. There the fourth
/// moments <x x y y> of D3Q19 lack u_z^2/6, so that the flow through a straight tube turns; `isotropy` adds it without
/// a change of lower moments (Bauer, Silva, Ruede 2020).
template <Equilibrium E, class Real, class Scalar>
PERM_HOST_DEVICE PERM_ALWAYS_INLINE Moments<Real> collide(Real (&f)[d3q19::directions],
                                                          const CollisionParameters<Scalar>& p) {
  return detail::collide<E>(f, p, std::make_index_sequence<d3q19::pairs.size()>{});
}

/// Gives distribution q of a fluid at rest under the force: its raw momentum is -F/2, so that the velocity starts at
/// zero and no staggered mode is excited.
template <class Scalar>
PERM_HOST_DEVICE PERM_ALWAYS_INLINE Scalar rest_distribution(int q, const Scalar (&force)[3]) {
  const d3q19::Velocity c = d3q19::velocity(q);
  const Scalar cf =
      static_cast<Scalar>(c.x) * force[0] + static_cast<Scalar>(c.y) * force[1] + static_cast<Scalar>(c.z) * force[2];
  return static_cast<Scalar>(d3q19::weight(q)) * 3 * (-cf / 2);
}

}  // namespace perm
