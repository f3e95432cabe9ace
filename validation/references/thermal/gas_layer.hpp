// SPDX-License-Identifier: Apache-2.0
// Linear stability of a layer of perfect gas at rest in gravity, between walls at y = 0 and y = height that hold their
// temperatures and at which the gas does not slip. The gas is that of two-dimensional thermal lattice Boltzmann with
// one relaxation time (Scagliarini et al. 2010): p = rho T, cv = 1, cp = 2, viscosity p t, conductivity cp p t, no bulk
// viscosity, so the kinematic viscosity and the thermal diffusivity are both t T. Any consistent units.
#pragma once

#include <complex>
#include <functional>
#include <vector>

namespace perm::reference {

/// Gas whose weight its pressure carries, p' = -p gravity/temperature. It stays as it is: heat that it conducts at rest
/// is taken as balanced by a source per volume, unless p temperature' is constant (heated_layer.hpp).
struct GasLayer {
  double height;
  double gravity;                             ///< downward, not negative
  double relaxation;                          ///< t, the relaxation time less half a step
  double bottom_pressure;                     ///< scales densities and pressures, and changes no growth
  std::function<double(double)> temperature;  ///< smooth, of y in [0, height]
};

/// A perturbation with growth exp(growth time): velocity_x multiplies sin(kx), all others cos(kx).
struct GasMode {
  double growth;
  std::vector<double> y;                                                       ///< Chebyshev extrema from 0 to height
  std::vector<double> density, velocity_x, velocity_y, temperature, pressure;  ///< at y; the largest velocity_y is 1
  std::vector<double> base_pressure;                                           ///< of the gas at rest, at y

  /// Gives the value at any y of [0, height] of one of the vectors, by the polynomial through it.
  double at(const std::vector<double>& values, double y) const;
};

/// Gives the mode of the largest real eigenvalue, which grows fastest where the layer is unstable. With `points`
/// across, 128 resolve tanh(y/w) of w = height/20 such that more points change the growth by less than 1e-8. Takes 0.03
/// s at 128, and 0.3 s where nothing grows and modes crowd. Throws std::domain_error unless height, relaxation,
/// bottom_pressure, wavenumber and all temperatures are positive, gravity is not negative and points > 8;
/// std::runtime_error where every mode oscillates.
GasMode fastest_mode(const GasLayer& layer, double wavenumber, int points = 128);

/// Gives all eigenvalues, sound and waves of gravity among them; the largest real part comes first. Those with many
/// oscillations between the walls are not resolved, and with a temperature that the points do not resolve some of these
/// grow. Takes 0.2 s at 128. Throws as fastest_mode does.
std::vector<std::complex<double>> growths(const GasLayer& layer, double wavenumber, int points = 32);

}  // namespace perm::reference
