// SPDX-License-Identifier: Apache-2.0
// The gases that --gas knows, and what they are at a pressure and a temperature: viscosity, mean free path, and how far
// they slip along a wall. The formulae, with their sources and limits, stand in README.md of this folder. SI units.
#pragma once

#include <array>

#include "core/named_values.hpp"

namespace perm {

enum class Gas { air, n2, ch4, co2, he, h2 };
template <>
inline constexpr std::array names_of<Gas>{NamedValue{Gas::air, "air"}, NamedValue{Gas::n2, "n2"},
                                          NamedValue{Gas::ch4, "ch4"}, NamedValue{Gas::co2, "co2"},
                                          NamedValue{Gas::he, "he"},   NamedValue{Gas::h2, "h2"}};

inline constexpr double gas_constant = 8.31446261815324;  ///< J/(mol K), CODATA 2018
inline constexpr double slip_of_bgk = 1.146;  ///< slip length over the mean free path; Albertoni et al. 1963

/// The temperatures, in K, between which the viscosities are known.
inline constexpr double least_gas_temperature = 220;
inline constexpr double most_gas_temperature = 1000;
/// The pressures, in Pa, that anybody may ask for; where a gas is no ideal one, they end before.
inline constexpr double least_gas_pressure = 1;
inline constexpr double most_gas_pressure = 1e8;

/// A gas as it flows through the pores.
struct GasState {
  Gas gas{Gas::air};
  double pressure_pa{101325};  ///< the mean of that on both sides of the sample
  double temperature_k{300};   ///< the same everywhere
  double accommodation{1};     ///< share of the molecules that leave a wall as if they came out of it, in (0, 1]
};

/// Gives the mass of a mole, in kg.
double molar_mass(Gas gas);

/// Gives the viscosity of the dilute gas, in Pa s, at a temperature between the limits above. It does not depend on the
/// pressure.
double gas_viscosity(Gas gas, double temperature_k);

/// Gives mu/p sqrt(pi R T/(2 M)), in m: the mean free path of Maxwell, by the viscosity.
double mean_free_path_m(const GasState& state);

/// Gives 1.146 (2 - sigma)/sigma mean free paths, in m: the velocity at a wall over the shear there, sigma being the
/// accommodation.
double slip_length_m(const GasState& state);

/// Gives the pressure, in Pa, up to which the density is within 5 % of that of an ideal gas.
double largest_ideal_pressure(Gas gas, double temperature_k);

/// Throws InputError where a number of the state is out of range, or the gas is no ideal one.
void require_gas_state(const GasState& state);

}  // namespace perm
