// SPDX-License-Identifier: Apache-2.0
// The only place where units are converted. Inside the program lengths are voxels and times are steps; a number
// that leaves it carries its unit in its name.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace perm {

/// One darcy in m^2 (1 darcy = 1 cP * 1 cm/s / (1 atm/cm)).
inline constexpr double darcy_m2 = 9.869233e-13;

/// Water of 20 C at the pressure of the atmosphere (IAPWS R6-95 and R12-08).
inline constexpr double water_density = 998.2;        // kg/m^3
inline constexpr double water_viscosity = 1.0016e-3;  // Pa s

/// Dry air of 20 C at the pressure of the atmosphere: p M/(R T) with M = 28.9647 g/mol, and Sutherland's formula,
/// 1.458e-6 T^1.5/(T + 110.4) (U.S. Standard Atmosphere 1976, eq. 51).
inline constexpr double air_density = 1.2041;      // kg/m^3
inline constexpr double air_viscosity = 1.813e-5;  // Pa s

struct Fluid {
  double density;    ///< kg/m^3
  double viscosity;  ///< Pa s
};
inline constexpr Fluid water{water_density, water_viscosity};
inline constexpr Fluid room_air{air_density, air_viscosity};

/// A permeability in the units that users ask for.
struct PermeabilityUnits {
  double voxel2{0};
  double m2{0};
  double darcy{0};
  double millidarcy{0};
};

/// Converts a permeability from voxel^2, with the voxel size in metres.
PermeabilityUnits convert_permeability(double permeability_voxel2, double voxel_size_m);

/// Gives the pressure gradient, in Pa/m, that drives a fluid as strongly as the fluid of the lattice is driven.
/// `force / viscosity^2` of the lattice is given per voxel^3; the gradient is that number per m^3 times rho nu^2 of the
/// fluid.
double pressure_gradient_pa_m(double force_per_voxel3, double voxel_size_m, const Fluid& fluid = water);

/// Gives the metres of a unit of length (m, cm, mm, um, also µm, nm, and their names, as microns); nothing
/// for any other word.
std::optional<double> metres_of_unit(std::string_view unit);

/// Reads a length such as "5.345um" or "2 mm" and gives metres. Units: m, cm, mm, um (also µm), nm.
/// Throws InputError when the unit is missing or unknown or when the number is not finite and positive.
double parse_length_m(std::string_view text);

/// Reads the edge of a voxel in the same way. Throws InputError also when it is below 0.1 nm, the size of an atom,
/// where a fluid is no continuum, or above 1 m: no scan has such voxels, so the unit is wrong.
double parse_voxel_size_m(std::string_view text);
/// Does the same for a length in metres, which a message calls `text`.
double require_voxel_size_m(double metres, std::string_view text);

/// Reads a time such as "90s", "55 min", "1.5h" or "2d" and gives seconds. Throws InputError when the unit is missing
/// or unknown or when the number is not finite and positive; it names `option`.
double parse_duration_s(const std::string& option, std::string_view text);

/// Gives a length with the unit that keeps it readable: "5.345 um".
std::string format_length(double length_m);

/// Gives a pressure with the unit that keeps it readable: "2 bar".
std::string format_pressure(double pressure_pa);

/// Gives a number of bytes for a person to read: "1.04 GB" (decimal units).
std::string format_bytes(double bytes);

/// Gives a time for a person to read: "12.3 s", "4 min 10 s", "2 h 5 min".
std::string format_duration(double seconds);

}  // namespace perm
