// SPDX-License-Identifier: Apache-2.0
// A slow flow in the lattice units of another viscosity: the force and with it density stay, velocities go with 1/nu,
// and the stress, which is nu times their gradients, stays, so that its part of the distributions goes with tau/nu.
#pragma once

#include "core/host_device.hpp"
#include "lattice/d3q19.hpp"
#include "solver/settings.hpp"

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

/// Distributions of one cell, as they are before a collision. Mass is kept to rounding.
template <class Real>
PERM_HOST_DEVICE void rescale(Real (&f)[d3q19::directions], const Rescaling<Real>& by) {
  Real density = f[0];
  for (int q = 1; q < d3q19::directions; ++q) density += f[q];
  for (int q = 1; q < d3q19::directions; ++q) {
    const int opposite = d3q19::opposite(q);
    if (opposite < q) continue;
    const d3q19::Velocity c = d3q19::velocity(q);
    const auto w = static_cast<Real>(d3q19::weight(q));
    const Real cf = static_cast<Real>(c.x) * by.force[0] + static_cast<Real>(c.y) * by.force[1] +
                    static_cast<Real>(c.z) * by.force[2];
    const Real at_rest = -3 * w * cf;  // the difference of the two: momentum is -F/2 there
    const Real even = f[q] + f[opposite];
    const Real odd = f[q] - f[opposite];
    const Real new_even = 2 * w * density + by.stress * (even - 2 * w * density);
    const Real new_odd = at_rest + by.velocity * (odd - at_rest);
    f[0] -= new_even - even;
    f[q] = (new_even + new_odd) / 2;
    f[opposite] = (new_even - new_odd) / 2;
  }
}

}  // namespace perm
