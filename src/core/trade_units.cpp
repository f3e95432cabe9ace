// SPDX-License-Identifier: Apache-2.0
#include "core/trade_units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/errors.hpp"
#include "core/text_file.hpp"
#include "core/units.hpp"

namespace perm {
namespace {

constexpr double gravity = 9.80665;                     // m/s^2, the standard acceleration of free fall (CGPM 1901)
constexpr double half_inch_of_water = 0.5 * 249.08891;  // Pa, of water at 4 C and standard gravity (NIST SP 811)
constexpr double foot_a_minute = 0.3048 / 60;           // m/s, which is ft^3/min/ft^2
constexpr double gurley_volume = 100e-6;                // m^3
constexpr double gurley_area = 0.0254 * 0.0254;         // m^2
constexpr double gurley_pressure = 1.22e3;              // Pa

std::string of_water() {
  return fmt::format("water at 20 C: rho = {} kg/m^3, mu = {:.5g} mPa s; g = {} m/s^2", water_density,
                     1e3 * water_viscosity, gravity);
}

std::string of_air() { return fmt::format("air at 20 C: mu = {:.4g} uPa s", 1e6 * air_viscosity); }

std::optional<double> finite_or_none(double number) {
  return std::isfinite(number) ? std::optional(number) : std::nullopt;
}

/// Makes `value` one that falls with k: `times_k` over k.
void set_inverse(double times_k, double k_m2, double relative_error, TradeValue& value) {
  value.value = k_m2 > 0 ? finite_or_none(times_k / k_m2) : std::nullopt;
  value.relative_error = relative_error < 1 ? std::optional(relative_error / (1 - relative_error)) : std::nullopt;
}

struct PressureUnit {
  std::string_view name;
  double pascal;
};
constexpr std::array<PressureUnit, 7> pressure_units{
    {{"Pa", 1.0}, {"kPa", 1e3}, {"MPa", 1e6}, {"mbar", 1e2}, {"bar", 1e5}, {"psi", 6894.757293168}, {"atm", 101325.0}}};

std::string_view without_blanks(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

/// A number and the word behind it; no number where there is none.
struct NumberAndUnit {
  std::optional<double> number;
  std::string_view unit;
};

NumberAndUnit split_number(std::string_view text) {
  const std::string_view whole = without_blanks(text);
  double number = 0;
  const auto [end, error] = scan_number(whole.data(), whole.data() + whole.size(), number);
  if (error != std::errc{}) return {};
  return {number, without_blanks(whole.substr(static_cast<std::size_t>(end - whole.data())))};
}

}  // namespace

double parse_pressure_pa(const std::string& option, std::string_view text) {
  const std::string problem = fmt::format("--{} cannot be '{}'", option, text);
  const char* const remedy = "Give a number and its unit, for example 2bar (Pa kPa MPa mbar bar psi atm)";
  const auto [number, unit] = split_number(text);
  if (!number) throw InputError(problem, "it is no pressure", remedy);
  if (unit.empty()) throw InputError(problem, "a bare number is ambiguous", remedy);
  const auto found = std::ranges::find(pressure_units, unit, &PressureUnit::name);
  if (found == pressure_units.end())
    throw InputError(problem, fmt::format("'{}' is no unit of pressure", unit), remedy);
  const double pascal = *number * found->pascal;
  if (!std::isfinite(pascal) || pascal <= 0) throw InputError(problem, "it must be above zero", remedy);
  return pascal;
}

double parse_temperature_k(const std::string& option, std::string_view text) {
  const std::string problem = fmt::format("--{} cannot be '{}'", option, text);
  const char* const remedy = "Give kelvin, or degrees Celsius with their unit, for example 300 or 25C";
  constexpr double freezing = 273.15;
  const auto [number, unit] = split_number(text);
  if (!number || !std::isfinite(*number)) throw InputError(problem, "it is no temperature", remedy);
  if (unit.empty() || unit == "K") return *number;
  if (unit == "C" || unit == "\u00b0C") return *number + freezing;
  throw InputError(problem, fmt::format("'{}' is no unit of temperature", unit), remedy);
}

double parse_pressure_gradient_pa_m(const std::string& option, std::string_view text) {
  const std::string problem = fmt::format("--{} cannot be '{}'", option, text);
  const char* const remedy = "Give a number and its unit, for example 1e4Pa/m or 1bar/cm (Pa kPa MPa mbar bar psi atm)";
  const auto [number, unit] = split_number(text);
  if (!number) throw InputError(problem, "it is no gradient of pressure", remedy);
  const std::size_t slash = unit.find('/');
  if (slash == std::string_view::npos) throw InputError(problem, "its unit is no pressure over a length", remedy);
  const std::string_view pressure = without_blanks(unit.substr(0, slash));
  const auto found = std::ranges::find(pressure_units, pressure, &PressureUnit::name);
  if (found == pressure_units.end())
    throw InputError(problem, fmt::format("'{}' is no unit of pressure", pressure), remedy);
  const std::string_view length = without_blanks(unit.substr(slash + 1));
  const std::optional<double> length_m = metres_of_unit(length);
  if (!length_m) throw InputError(problem, fmt::format("'{}' is no unit of length", length), remedy);
  const double pa_m = *number * found->pascal / *length_m;
  if (!std::isfinite(pa_m) || pa_m <= 0) throw InputError(problem, "it must be above zero", remedy);
  return pa_m;
}

const Fluid& fluid_of(TradeUnit unit) {
  const bool is_of_air = needs_thickness(unit) || unit == TradeUnit::flow_resistivity;
  return is_of_air ? room_air : water;
}

bool needs_thickness(TradeUnit unit) { return unit == TradeUnit::frazier || unit == TradeUnit::gurley; }

std::optional<TradeUnitChoice> unit_along(const std::optional<TradeUnitChoice>& choice, const Extent& image,
                                          Axis direction, std::size_t directions) {
  const bool is_in_plane = image.along(direction) >= 2 * std::min({image.nx, image.ny, image.nz});
  if (choice && needs_thickness(choice->unit) && directions > 1 && is_in_plane) return {};
  return choice;
}

TradeValue express_permeability(double k_m2, double relative_error, const TradeUnitChoice& choice, double length_m) {
  TradeValue value{k_m2, finite_or_none(relative_error), "m^2", "permeability", "permeability", "k", "", {}};
  const double thickness_m = choice.thickness_m.value_or(length_m);
  if (needs_thickness(choice.unit)) value.thickness_m = thickness_m;
  switch (choice.unit) {
    case TradeUnit::m2:
      break;
    case TradeUnit::millidarcy:
      value.value = 1e3 * k_m2 / darcy_m2;
      value.unit = "mD";
      break;
    case TradeUnit::darcy:
      value.value = k_m2 / darcy_m2;
      value.unit = "D";
      break;
    case TradeUnit::hydraulic_conductivity:
      value.value = k_m2 * water_density * gravity / water_viscosity;
      value.unit = "m/s";
      value.quantity = "hydraulic conductivity";
      value.label = "conductivity";
      value.formula = "k rho g/mu";
      value.fluid = of_water();
      break;
    case TradeUnit::frazier:
      value.value = k_m2 * half_inch_of_water / (air_viscosity * thickness_m) / foot_a_minute;
      value.unit = "ft^3/min/ft^2";
      value.quantity = "Frazier air permeability";
      value.label = "Frazier";
      value.formula = fmt::format("k dp/(mu L), dp = 0.5 inch of water = {:.2f} Pa (ASTM D737)", half_inch_of_water);
      value.fluid = of_air();
      break;
    case TradeUnit::gurley:
      set_inverse(gurley_volume * air_viscosity * thickness_m / (gurley_area * gurley_pressure), k_m2, relative_error,
                  value);
      value.unit = "s per 100 cm^3";
      value.quantity = "Gurley air resistance";
      value.label = "Gurley";
      value.formula = "V mu L/(k A dp), V = 100 cm^3, A = 1 inch^2, dp = 1.22 kPa (TAPPI T 460)";
      value.fluid = of_air();
      break;
    case TradeUnit::flow_resistivity:
      set_inverse(air_viscosity, k_m2, relative_error, value);
      value.unit = "Pa s/m^2";
      value.quantity = value.label = "flow resistivity";
      value.formula = "mu/k (ISO 9053-1)";
      value.fluid = of_air();
      break;
  }
  return value;
}

std::string describe(const TradeValue& value, std::string_view before_fluid) {
  std::string text = value.quantity;
  if (value.formula != "k") text += " " + value.formula;
  if (!value.fluid.empty()) text.append(before_fluid).append(value.fluid);
  if (value.thickness_m) text += "; thickness L = " + format_length(*value.thickness_m);
  return text;
}

}  // namespace perm
