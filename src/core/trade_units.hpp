// SPDX-License-Identifier: Apache-2.0
// Permeability in the unit of a trade: hydrologists ask for a hydraulic conductivity, makers of filters and paper for
// the flow of air through a sheet, acousticians for a flow resistivity. Such a number holds for a fluid, some of them
// for a thickness too, so both stand beside it.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "core/extent.hpp"
#include "core/named_values.hpp"
#include "core/units.hpp"

namespace perm {

enum class TradeUnit { millidarcy, darcy, m2, hydraulic_conductivity, frazier, gurley, flow_resistivity };

template <>
inline constexpr std::array names_of<TradeUnit>{NamedValue{TradeUnit::millidarcy, "mD"},
                                                NamedValue{TradeUnit::darcy, "D"},
                                                NamedValue{TradeUnit::m2, "m2"},
                                                NamedValue{TradeUnit::hydraulic_conductivity, "m/s"},
                                                NamedValue{TradeUnit::frazier, "frazier"},
                                                NamedValue{TradeUnit::gurley, "gurley"},
                                                NamedValue{TradeUnit::flow_resistivity, "Pa.s/m2"}};

/// The unit that a user chose.
struct TradeUnitChoice {
  TradeUnit unit{TradeUnit::millidarcy};
  std::optional<double> thickness_m;  ///< of the sheet; absent: the length of the image along the flow
};

/// A permeability in such a unit, with all that a reader needs to understand it.
struct TradeValue {
  std::optional<double> value;           ///< absent where it is infinite: a sheet that lets nothing through
  std::optional<double> relative_error;  ///< a bound; absent where there is none
  std::string unit;                      ///< "m/s", "s per 100 cm^3"
  std::string quantity;                  ///< "hydraulic conductivity"
  std::string label;                     ///< the same in a word or two: "conductivity"
  std::string formula;                   ///< "k rho g/mu"
  std::string fluid;                     ///< "water at 20 C: rho = 998.2 kg/m^3, mu = ..."; empty where none matters
  std::optional<double> thickness_m;     ///< of the sheet; absent where it does not matter
};

/// Reads a gradient of pressure such as "1e4Pa/m" or "1 bar/cm", the value of `option`, and gives Pa/m. Pressures: Pa,
/// kPa, MPa, mbar, bar, psi, atm; lengths as in units.hpp. Throws InputError when it is not one, or not finite and
/// positive.
double parse_pressure_gradient_pa_m(const std::string& option, std::string_view text);

/// Reads a pressure such as "2bar" or "101.3 kPa" in the same units and gives Pa. Throws InputError when it is none, or
/// not finite and positive.
double parse_pressure_pa(const std::string& option, std::string_view text);

/// Reads a temperature such as "300", "300 K" or "25C" and gives K. Throws InputError when it is none.
double parse_temperature_k(const std::string& option, std::string_view text);

/// Gives the fluid of a unit: air for sheets and sound, and water for all others.
const Fluid& fluid_of(TradeUnit unit);

/// Says whether a number in this unit is that of a sheet and so depends on its thickness.
bool needs_thickness(TradeUnit unit);

/// Gives the choice for one of several directions of flow: none where the unit is that of a sheet which air goes
/// through, and the image is twice as long along `direction` as it is thick.
std::optional<TradeUnitChoice> unit_along(const std::optional<TradeUnitChoice>& choice, const Extent& image,
                                          Axis direction, std::size_t directions);

/// Gives a permeability `k_m2` >= 0, known within `relative_error` (infinite where there is no bound), in the chosen
/// unit; `length_m` is that of the image along the flow. All are those of creeping flow of a fluid that is not
/// compressed:
///   mD, D    k over 9.869233e-16 and 9.869233e-13 m^2
///   m/s      hydraulic conductivity k rho g/mu of water (Freeze and Cherry 1979, Groundwater, section 2.3)
///   frazier  k dp/(mu L) of air at 0.5 inch of water, in ft^3/min/ft^2 (ASTM D737: air permeability of textiles)
///   gurley   V mu L/(k A dp), the seconds for V = 100 cm^3 of air through A = 1 inch^2 at dp = 1.22 kPa (TAPPI T 460:
///            air resistance of paper; ISO 5636-5 has nearly the same area and pressure)
///   Pa.s/m2  flow resistivity mu/k of air (ISO 9053-1: acoustic materials)
/// The last two fall with k: a bound e on k bounds them by e/(1 - e).
TradeValue express_permeability(double k_m2, double relative_error, const TradeUnitChoice& choice, double length_m);

/// Says what the number is: "hydraulic conductivity k rho g/mu; water at 20 C: ...". The text before the fluid may end
/// a line.
std::string describe(const TradeValue& value, std::string_view before_fluid = "; ");

}  // namespace perm
