// SPDX-License-Identifier: Apache-2.0
// Brings a flow to another force, viscosity or equilibrium (FlowChange). Velocities and density deviations are
// multiplied by given factors. The stress is the viscosity times velocity gradients, so its part of the distributions
// changes as tau times the velocities; what an equilibrium with inertia has in products of velocities changes as these.
#pragma once

#include <cstddef>
#include <utility>

#include "core/host_device.hpp"
#include "lattice/d3q19.hpp"
#include "solver/cell/cell_update.hpp"
#include "solver/cell/flow_change.hpp"

namespace perm {

template <class Real>
struct Rescaling {
  Real velocity;
  Real density;
  Real stress;
  Real force[3];      ///< before the change
  Real new_force[3];  ///< after it
  Real products;      ///< 1 where the equilibrium before the change has products of velocities, else 0
  Real new_products;  ///< velocity^2 where that after the change has them, else 0
};

/// Makes the rescaling of a flow that had `settings`.
template <class Real>
Rescaling<Real> make_rescaling(const SolverSettings& settings, const FlowChange& change) {
  Rescaling<Real> rescaling{};
  rescaling.velocity = static_cast<Real>(change.velocity);
  rescaling.density = static_cast<Real>(change.density);
  rescaling.stress = static_cast<Real>(change.velocity * change.tau / settings.tau);
  for (std::size_t a = 0; a < 3; ++a) {
    rescaling.force[a] = static_cast<Real>(settings.force[a]);
    rescaling.new_force[a] = static_cast<Real>(change.force[a]);
  }
  rescaling.products = static_cast<Real>(has_inertia(settings.equilibrium) ? 1 : 0);
  rescaling.new_products = static_cast<Real>(has_inertia(change.equilibrium) ? change.velocity * change.velocity : 0);
  return rescaling;
}

namespace detail {

/// Holds the density deviation of a cell, and its velocity as momentum with half of the force.
template <class Real>
struct CellFlow {
  Real density;
  Real velocity[3];
};

/// Rescales the pair (q, opposite q) in place and gives what its sum gains.
template <std::size_t I, class Real>
PERM_HOST_DEVICE PERM_ALWAYS_INLINE Real rescale_pair(Real (&f)[d3q19::directions], const CellFlow<Real>& flow,
                                                      const Rescaling<Real>& by) {
  constexpr int Q = d3q19::pairs[I];
  constexpr int opposite = d3q19::opposite(Q);
  constexpr auto w = static_cast<Real>(d3q19::weight(Q));
  // The differences at rest, where momentum is -F/2:
  const Real at_rest = -3 * w * along<Q>(by.force[0], by.force[1], by.force[2]);
  const Real new_at_rest = -3 * w * along<Q>(by.new_force[0], by.new_force[1], by.new_force[2]);
  const Real cu = along<Q>(flow.velocity[0], flow.velocity[1], flow.velocity[2]);
  const Real uu =
      flow.velocity[0] * flow.velocity[0] + flow.velocity[1] * flow.velocity[1] + flow.velocity[2] * flow.velocity[2];
  const Real products = w * (9 * cu * cu - 3 * uu);
  const Real plus = f[Q] + f[opposite];
  const Real minus = f[Q] - f[opposite];
  const Real stress = plus - 2 * w * flow.density - by.products * products;
  const Real new_plus = 2 * w * (by.density * flow.density) + by.stress * stress + by.new_products * products;
  const Real new_minus = new_at_rest + by.velocity * (minus - at_rest);
  f[Q] = (new_plus + new_minus) / 2;
  f[opposite] = (new_plus - new_minus) / 2;
  return new_plus - plus;
}

template <class Real, std::size_t... I>
PERM_HOST_DEVICE PERM_ALWAYS_INLINE void rescale(Real (&f)[d3q19::directions], const Rescaling<Real>& by,
                                                 std::index_sequence<I...>) {
  CellFlow<Real> flow;
  flow.density = f[0];
  ((flow.density += f[d3q19::pairs[I]] + f[d3q19::opposite(d3q19::pairs[I])]), ...);
  for (int a = 0; a < 3; ++a) flow.velocity[a] = by.force[a] / 2;
  (add_momentum<d3q19::pairs[I]>(flow.velocity, f[d3q19::pairs[I]] - f[d3q19::opposite(d3q19::pairs[I])]), ...);
  Real gained = Real{};
  ((gained += rescale_pair<I>(f, flow, by)), ...);
  f[0] += (by.density - 1) * flow.density - gained;
}

}  // namespace detail

/// Rescales the distributions of one cell, as they are before a collision. Mass changes by the factor of density
/// deviations, to rounding.
template <class Real>
PERM_HOST_DEVICE PERM_ALWAYS_INLINE void rescale(Real (&f)[d3q19::directions], const Rescaling<Real>& by) {
  detail::rescale(f, by, std::make_index_sequence<d3q19::pairs.size()>{});
}

}  // namespace perm
