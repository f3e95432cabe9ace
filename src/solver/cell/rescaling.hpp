// SPDX-License-Identifier: Apache-2.0
// Brings a slow flow to the lattice units of another viscosity. The force is kept, and so is the density. Velocities
// change as 1/nu. The stress, which is nu times their gradients, is kept, so its part of the distributions changes as
// tau/nu.
#pragma once

#include <cstddef>
#include <utility>

#include "core/host_device.hpp"
#include "lattice/d3q19.hpp"
#include "solver/cell/cell_update.hpp"
#include "solver/cell/settings.hpp"

namespace perm {

template <class Real>
struct Rescaling {
  Real velocity;
  Real stress;
  Real force[3];
};

template <class Real>
Rescaling<Real> make_rescaling(const SolverSettings& settings, double new_tau) {
  const double velocity = viscosity(settings.tau) / viscosity(new_tau);
  Rescaling<Real> rescaling{static_cast<Real>(velocity), static_cast<Real>(velocity * new_tau / settings.tau), {}};
  for (std::size_t a = 0; a < 3; ++a) rescaling.force[a] = static_cast<Real>(settings.force[a]);
  return rescaling;
}

namespace detail {

/// Rescales the pair (q, opposite q) in place and gives what its sum gains.
template <std::size_t I, class Real>
PERM_HOST_DEVICE PERM_ALWAYS_INLINE Real rescale_pair(Real (&f)[d3q19::directions], Real density,
                                                      const Rescaling<Real>& by) {
  constexpr int Q = d3q19::pairs[I];
  constexpr int opposite = d3q19::opposite(Q);
  constexpr auto w = static_cast<Real>(d3q19::weight(Q));
  const Real at_rest =
      -3 * w * along<Q>(by.force[0], by.force[1], by.force[2]);  // the difference at rest, where momentum is -F/2
  const Real plus = f[Q] + f[opposite];
  const Real minus = f[Q] - f[opposite];
  const Real new_plus = 2 * w * density + by.stress * (plus - 2 * w * density);
  const Real new_minus = at_rest + by.velocity * (minus - at_rest);
  f[Q] = (new_plus + new_minus) / 2;
  f[opposite] = (new_plus - new_minus) / 2;
  return new_plus - plus;
}

template <class Real, std::size_t... I>
PERM_HOST_DEVICE PERM_ALWAYS_INLINE void rescale(Real (&f)[d3q19::directions], const Rescaling<Real>& by,
                                                 std::index_sequence<I...>) {
  Real density = f[0];
  ((density += f[d3q19::pairs[I]] + f[d3q19::opposite(d3q19::pairs[I])]), ...);
  Real gained = Real{};
  ((gained += rescale_pair<I>(f, density, by)), ...);
  f[0] -= gained;
}

}  // namespace detail

/// Rescales the distributions of one cell, as they are before a collision. Mass is kept to rounding.
template <class Real>
PERM_HOST_DEVICE PERM_ALWAYS_INLINE void rescale(Real (&f)[d3q19::directions], const Rescaling<Real>& by) {
  detail::rescale(f, by, std::make_index_sequence<d3q19::pairs.size()>{});
}

}  // namespace perm
