// SPDX-License-Identifier: Apache-2.0
#include "core/units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>

#include "core/errors.hpp"
#include "core/extent.hpp"
#include "core/text_file.hpp"

namespace perm {
namespace {

struct LengthUnit {
  std::string_view name;
  double metres;
};
constexpr std::array<LengthUnit, 13> length_units{{{"m", 1.0},
                                                   {"cm", 1e-2},
                                                   {"mm", 1e-3},
                                                   {"um", 1e-6},
                                                   {"\u00b5m", 1e-6},
                                                   {"\u03bcm", 1e-6},
                                                   {"nm", 1e-9},
                                                   {"micron", 1e-6},
                                                   {"meter", 1.0},
                                                   {"centimeter", 1e-2},
                                                   {"millimeter", 1e-3},
                                                   {"micrometer", 1e-6},
                                                   {"nanometer", 1e-9}}};
constexpr const char* length_remedy = "Give a number with its unit, for example 5.345um (m, cm, mm, um, nm)";

struct TimeUnit {
  std::string_view name;
  double seconds;
};
constexpr std::array<TimeUnit, 4> time_units{{{"s", 1}, {"min", 60}, {"h", 3600}, {"d", 86400}}};

std::string_view trim(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

}  // namespace

std::string to_string(const Extent& extent) { return fmt::format("{} x {} x {}", extent.nx, extent.ny, extent.nz); }

PermeabilityUnits convert_permeability(double permeability_voxel2, double voxel_size_m) {
  const double m2 = permeability_voxel2 * voxel_size_m * voxel_size_m;
  return {permeability_voxel2, m2, m2 / darcy_m2, 1e3 * m2 / darcy_m2};
}

double pressure_gradient_pa_m(double force_per_voxel3, double voxel_size_m, const Fluid& fluid) {
  return fluid.viscosity * fluid.viscosity / fluid.density * force_per_voxel3 /
         (voxel_size_m * voxel_size_m * voxel_size_m);
}

std::optional<double> metres_of_unit(std::string_view unit) {
  std::string name(unit);
  if (name.size() > 3 && name.ends_with('s')) name.pop_back();  // microns
  if (name.ends_with("metre")) name.replace(name.size() - 2, 2, "er");
  const auto found = std::ranges::find(length_units, name, &LengthUnit::name);
  return found == length_units.end() ? std::nullopt : std::optional(found->metres);
}

double parse_length_m(std::string_view text) {
  const std::string_view whole = trim(text);
  double number = 0;
  const auto [end, error] = scan_number(whole.data(), whole.data() + whole.size(), number);
  if (error != std::errc{}) throw InputError(fmt::format("'{}' is not a length", text), "no number", length_remedy);
  const std::string_view unit = trim(whole.substr(static_cast<std::size_t>(end - whole.data())));
  if (unit.empty())
    throw InputError(fmt::format("The length '{}' has no unit", text), "a bare number is ambiguous", length_remedy);
  if (const std::optional<double> unit_m = metres_of_unit(unit)) {
    const double metres = number * *unit_m;
    if (!std::isfinite(metres) || metres <= 0)
      throw InputError(fmt::format("The length '{}' is not positive", text), "a length must be above zero",
                       length_remedy);
    return metres;
  }
  throw InputError(fmt::format("The length '{}' has the unknown unit '{}'", text, unit), "", length_remedy);
}

double parse_voxel_size_m(std::string_view text) { return require_voxel_size_m(parse_length_m(text), text); }

double require_voxel_size_m(double metres, std::string_view text) {
  constexpr double least = 0.9999999e-10;  // 0.1 nm and 1 m themselves are allowed, however they are rounded
  constexpr double most = 1.0000001;
  if (!(metres > 0))
    throw InputError(fmt::format("The voxel size '{}' is not positive", text), "a length must be above zero",
                     length_remedy);
  if (metres < least)
    throw InputError(fmt::format("The voxel size '{}' is too small", text), "an atom is wider than 0.1 nm",
                     "Check its unit, for example 5.345um");
  if (metres > most)
    throw InputError(fmt::format("The voxel size '{}' is too large", text), "it is more than 1 m",
                     "Check its unit, for example 5.345um");
  return metres;
}

double parse_duration_s(const std::string& option, std::string_view text) {
  const auto refuse = [&](const char* why) {
    return InputError(fmt::format("--{} cannot be '{}'", option, text), why,
                      "Give a number above 0 with its unit, for example 90s, 55min, 1.5h or 2d");
  };
  const std::string_view whole = trim(text);
  double number = 0;
  const auto [end, error] = scan_number(whole.data(), whole.data() + whole.size(), number);
  if (error != std::errc{}) throw refuse("that is not a time");
  const std::string_view unit = trim(whole.substr(static_cast<std::size_t>(end - whole.data())));
  const auto found = std::ranges::find(time_units, unit, &TimeUnit::name);
  if (found == time_units.end()) throw refuse(unit.empty() ? "it has no unit" : "its unit is unknown");
  const double seconds = number * found->seconds;
  if (!std::isfinite(seconds) || seconds <= 0) throw refuse("a time must be above zero");
  return seconds;
}

std::string format_length(double length_m) {
  if (length_m < 1e-6) return fmt::format("{:.6g} nm", length_m * 1e9);
  if (length_m < 1e-3) return fmt::format("{:.6g} um", length_m * 1e6);
  if (length_m < 1) return fmt::format("{:.6g} mm", length_m * 1e3);
  return fmt::format("{:.6g} m", length_m);
}

std::string format_pressure(double pressure_pa) {
  if (pressure_pa < 1e3) return fmt::format("{:.4g} Pa", pressure_pa);
  if (pressure_pa < 1e5) return fmt::format("{:.4g} kPa", pressure_pa / 1e3);
  return fmt::format("{:.4g} bar", pressure_pa / 1e5);
}

std::string format_bytes(double bytes) {
  if (bytes < 1e6) return fmt::format("{:.3g} kB", bytes / 1e3);
  if (bytes < 1e9) return fmt::format("{:.3g} MB", bytes / 1e6);
  return fmt::format("{:.3g} GB", bytes / 1e9);
}

std::string format_duration(double seconds) {
  if (seconds < 60) return fmt::format("{:.3g} s", seconds);
  const auto whole = static_cast<std::int64_t>(std::llround(seconds));
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

}  // namespace perm
