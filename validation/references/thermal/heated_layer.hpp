// SPDX-License-Identifier: Apache-2.0
// Rayleigh-Benard convection of the gas of gas_layer.hpp: the layer that conducts heat from a hot bottom to a cold top,
// and where it loses its stability. Small dT/T and g H/T are the limit of Boussinesq, critical at 1707.762.
#pragma once

#include "validation/references/thermal/gas_layer.hpp"

namespace perm::reference {

/// Gas that conducts heat from one wall to the other.
struct HeatedLayer {
  double height;
  double gravity;
  double relaxation;
  double bottom_pressure;
  double bottom_temperature;
  double top_temperature;
};

/// Gives the steady state p T' = constant, which is T'' = gravity T'/T, to 1e-12. Throws std::domain_error unless
/// height and temperatures are positive and gravity is in [0, 20 T/height] with the lower T, which 48 points resolve;
/// std::runtime_error where Newton's method fails.
GasLayer conducting_layer(const HeatedLayer& layer);

/// Gives g (dT/H - g/cp) H^4/(T nu kappa) with T, nu and kappa of the middle. A gas that rises cools by g/cp per
/// height, and only the gradient beyond drives convection (Jeffreys 1930). Throws as conducting_layer does.
double rayleigh_number(const HeatedLayer& layer);

/// Gives the least gravity at which a perturbation of that wavenumber neither grows nor decays; all else, but
/// layer.gravity, is fixed. Round-off leaves a relative error of about 1e-12 height/(relaxation sqrt(temperature)).
/// Throws std::domain_error as above, and where the layer is stable at the gravity cp dT/(2 height), which is half of
/// that at which the gradient is adiabatic, and at which the Rayleigh number is largest.
double critical_gravity(HeatedLayer layer, double wavenumber, int points = 32);

}  // namespace perm::reference
