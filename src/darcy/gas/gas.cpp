// SPDX-License-Identifier: Apache-2.0
#include "darcy/gas/gas.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/errors.hpp"
#include "core/units.hpp"

namespace perm {
namespace {

/// The constants of a gas. Its viscosity is exp(a ln T + b/T + c/T^2 + d) in units of 1e-7 Pa s (Svehla 1995).
struct GasConstants {
  double molar_mass;  // kg
  double a, b, c, d;
  double critical_temperature;  // K
  double critical_pressure;     // Pa
  double acentric_factor;       // 0 for the quantum gases, whose own one does not fit Pitzer's formula
};

/// The viscosity of air has a formula of its own, so its a, b, c and d are not used.
const GasConstants& constants_of(Gas gas) {
  static constexpr GasConstants air{0.0289647, 0, 0, 0, 0, 132.53, 3.786e6, 0.0335};
  static constexpr GasConstants n2{0.0280134, 0.62526577, -31.779652, -1640.7983, 1.7454992, 126.192, 3.3958e6, 0.0372};
  static constexpr GasConstants ch4{0.0160425, 0.57643622, -93.704079, 869.92395, 1.7333347, 190.564, 4.5992e6, 0.0114};
  static constexpr GasConstants co2{0.0440095, 0.51137258, -229.51321, 13710.678, 2.7075538, 304.128, 7.3773e6, 0.2239};
  static constexpr GasConstants he{0.0040026, 0.75015944, 35.763243, -2212.1291, 0.92126352, 5.195, 2.28e5, 0};
  static constexpr GasConstants h2{0.00201588, 0.74553182, 43.555109, -3257.9340, 0.13556243, 33.145, 1.2964e6, 0};
  switch (gas) {
    case Gas::air:
      return air;
    case Gas::n2:
      return n2;
    case Gas::ch4:
      return ch4;
    case Gas::co2:
      return co2;
    case Gas::he:
      return he;
    case Gas::h2:
      break;
  }
  return h2;
}

/// Gives that of dry air, by the integral of collisions over the reduced temperature (Lemmon and Jacobsen 2004).
double viscosity_of_air(double temperature_k) {
  constexpr double molar_mass_g = 28.9586;
  constexpr double diameter_nm = 0.36;
  constexpr double energy_k = 103.3;
  const double t = std::log(temperature_k / energy_k);
  const double collisions = std::exp(0.431 + t * (-0.4623 + t * (0.08406 + t * (0.005341 - t * 0.00331))));
  return 0.0266958e-6 * std::sqrt(molar_mass_g * temperature_k) / (diameter_nm * diameter_nm * collisions);
}

void require_in_range(const char* what, double number, const char* unit, double least, double most) {
  if (number >= least && number <= most) return;
  throw InputError(fmt::format("The gas cannot have {} of {:.5g} {}", what, number, unit),
                   fmt::format("it lies between {:.5g} and {:.5g} {}", least, most, unit), "Correct it");
}

}  // namespace

double molar_mass(Gas gas) { return constants_of(gas).molar_mass; }

double gas_viscosity(Gas gas, double temperature_k) {
  const double t = temperature_k;
  if (gas == Gas::air) return viscosity_of_air(t);
  const GasConstants& of = constants_of(gas);
  return 1e-7 * std::exp(of.a * std::log(t) + of.b / t + of.c / (t * t) + of.d);
}

double mean_free_path_m(const GasState& state) {
  const double speed2 = gas_constant * state.temperature_k / molar_mass(state.gas);
  return gas_viscosity(state.gas, state.temperature_k) / state.pressure_pa * std::sqrt(std::numbers::pi * speed2 / 2);
}

double slip_length_m(const GasState& state) {
  return slip_of_bgk * (2 - state.accommodation) / state.accommodation * mean_free_path_m(state);
}

double largest_ideal_pressure(Gas gas, double temperature_k) {
  constexpr double most_departure = 0.05;
  const GasConstants& of = constants_of(gas);
  const double t = temperature_k / of.critical_temperature;
  const double second_virial =
      0.083 - 0.422 / std::pow(t, 1.6) + of.acentric_factor * (0.139 - 0.172 / std::pow(t, 4.2));
  return of.critical_pressure * t * std::min(1.0, most_departure / std::abs(second_virial));
}

void require_gas_state(const GasState& state) {
  require_in_range("a temperature", state.temperature_k, "K", least_gas_temperature, most_gas_temperature);
  require_in_range("a pressure", state.pressure_pa, "Pa", least_gas_pressure, most_gas_pressure);
  if (!(state.accommodation > 0 && state.accommodation <= 1))
    throw InputError(fmt::format("The accommodation cannot be {:.5g}", state.accommodation),
                     "it is a share of the molecules, above 0 and up to 1", "The default is 1");
  const double most = largest_ideal_pressure(state.gas, state.temperature_k);
  if (state.pressure_pa > most)
    throw InputError(fmt::format("{} at {} and {:.5g} K is no ideal gas", to_string(state.gas),
                                 format_pressure(state.pressure_pa), state.temperature_k),
                     fmt::format("up to {} its density is that of one, within 5 %", format_pressure(most)),
                     "Give a lower pressure: Klinkenberg's b is nearly the same, and K of the gas is K (1 + b/p)");
}

}  // namespace perm
