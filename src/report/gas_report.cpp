// SPDX-License-Identifier: Apache-2.0
#include "report/gas_report.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string>

#include "core/units.hpp"
#include "report/headline_report.hpp"
#include "report/summary_line.hpp"

namespace perm {
namespace {

constexpr const char* formula_of_gas =
    "K_gas = K (1 + b/p), b = p s d ln K/ds, s = 1.146 (2 - accommodation)/accommodation lambda, "
    "lambda = mu/p sqrt(pi R T/(2 M)), p the mean pressure";

/// Gives a length with four digits.
std::string length_in_words(double length_m) { return format_length(std::stod(fmt::format("{:.3e}", length_m))); }

/// Gives "0.12 in the narrowest throat on the widest way (1.4 um wide)".
std::string knudsen_in_words(double knudsen, const char* throat, double radius_m) {
  return fmt::format("{:.2g} in the {} throat ({} wide)", knudsen, throat, length_in_words(2 * radius_m));
}

Json ends_json(const WithEnds& number) {
  return {{"value", number_or_null(number.value)},
          {"low", number_or_null(number.low)},
          {"high", number_or_null(number.high)}};
}

}  // namespace

std::optional<Headline> gas_headline(const std::optional<Headline>& headline, const std::optional<GasFlow>& gas) {
  if (!headline || !gas || !gas->factor) return {};
  Headline of_gas = *headline;
  of_gas.permeability_voxel2 *= gas->factor->value;
  if (of_gas.low_voxel2) *of_gas.low_voxel2 *= gas->factor->low;
  if (of_gas.high_voxel2) *of_gas.high_voxel2 *= gas->factor->high;
  const double of_slip = std::log(gas->factor->high / gas->factor->value);
  if (of_slip > 0) of_gas.parts.push_back({"slip", of_slip});
  return of_gas;
}

std::string describe_gas_state(const GasState& state) {
  std::string text = fmt::format("{} at {} and {:.5g} K", to_string(state.gas), format_pressure(state.pressure_pa),
                                 state.temperature_k);
  if (state.accommodation != 1) text += fmt::format(", accommodation {:.3g}", state.accommodation);
  return text;
}

std::string format_gas(const FlowReport& flow, const ImageReport& image, const std::optional<TradeUnitChoice>& units) {
  if (!flow.gas) return {};
  const GasFlow& gas = *flow.gas;
  std::string text = summary_line(
      "gas", fmt::format("{}: mu = {:.4g} uPa s, mean free path {}, slip length {} (accommodation {:.3g})",
                         describe_gas_state({gas.state.gas, gas.state.pressure_pa, gas.state.temperature_k}),
                         1e6 * gas.viscosity_pa_s, length_in_words(gas.mean_free_path_m),
                         length_in_words(gas.slip_length_m), gas.state.accommodation));
  if (const auto of_gas = gas_headline(flow.headline, flow.gas)) {
    const HeadlineWords words = headline_in_words(*of_gas, image, flow.result.direction, units);
    text += summary_line("K of the gas", fmt::format("{}: {:.4g} times K, by 1 + b/p, p the mean pressure",
                                                     words.text(), gas.factor->value));
  } else {
    text += summary_line("K of the gas", "none: the mean free path is wider than the pores");
  }
  text += summary_line("Klinkenberg's b",
                       fmt::format("{}, {} to {} by the voxels; {} by {}", format_pressure(gas.b_pa.value),
                                   format_pressure(gas.b_pa.low), format_pressure(gas.b_pa.high),
                                   format_pressure(gas.published_b_pa), published_b_source));
  std::string knudsen = knudsen_in_words(gas.mean_knudsen, "mean", gas.mean_radius_m);
  if (gas.narrowest_knudsen)
    knudsen = knudsen_in_words(*gas.narrowest_knudsen, "narrowest", *gas.narrowest_radius_m) + ", " + knudsen;
  return text + summary_line("Knudsen number", knudsen + ": mean free path over width");
}

Json describe_gas(const FlowReport& flow, const ImageReport& image, const std::optional<TradeUnitChoice>& units) {
  if (!flow.gas) return nullptr;
  const GasFlow& gas = *flow.gas;
  const auto of_gas = gas_headline(flow.headline, flow.gas);
  const std::optional<double> voxel2 =
      gas.factor ? std::optional(*flow.result.permeability_voxel2 * gas.factor->value) : std::nullopt;
  const auto in = [&](double PermeabilityUnits::*unit) {
    return voxel2 ? number_or_null(convert_permeability(*voxel2, *image.voxel_size_m).*unit) : Json(nullptr);
  };
  return {{"gas", to_string(gas.state.gas)},
          {"pressure_pa", gas.state.pressure_pa},
          {"temperature_k", gas.state.temperature_k},
          {"accommodation", gas.state.accommodation},
          {"viscosity_pa_s", number_or_null(gas.viscosity_pa_s)},
          {"mean_free_path_m", number_or_null(gas.mean_free_path_m)},
          {"slip_length_m", number_or_null(gas.slip_length_m)},
          {"slope_per_voxel", number_or_null(gas.slope_per_voxel)},
          {"klinkenberg_b_pa", ends_json(gas.b_pa)},
          {"published_b_pa", number_or_null(gas.published_b_pa)},
          {"published_b_source", published_b_source},
          {"narrowest_throat_radius_m", number_or_null(gas.narrowest_radius_m)},
          {"narrowest_throat_knudsen", number_or_null(gas.narrowest_knudsen)},
          {"mean_throat_radius_m", number_or_null(gas.mean_radius_m)},
          {"mean_throat_knudsen", number_or_null(gas.mean_knudsen)},
          {"factor", gas.factor ? ends_json(*gas.factor) : Json(nullptr)},
          {"permeability_voxel2", number_or_null(voxel2)},
          {"permeability_m2", in(&PermeabilityUnits::m2)},
          {"permeability_darcy", in(&PermeabilityUnits::darcy)},
          {"permeability_mD", in(&PermeabilityUnits::millidarcy)},
          {"headline",
           of_gas ? describe_headline(*of_gas, image, headline_in_words(*of_gas, image, flow.result.direction, units))
                  : Json(nullptr)},
          {"formula", formula_of_gas},
          {"knudsen", "mean free path over the width 2 r of a throat"}};
}

Json describe_gas_of_many(const std::optional<GasFlow>& gas, const std::optional<double>& permeability_voxel2) {
  if (!gas) return nullptr;
  return {
      {"permeability_voxel2",
       gas->factor && permeability_voxel2 ? number_or_null(*permeability_voxel2 * gas->factor->value) : Json(nullptr)},
      {"factor", gas->factor ? ends_json(*gas->factor) : Json(nullptr)},
      {"klinkenberg_b_pa", ends_json(gas->b_pa)},
      {"published_b_pa", number_or_null(gas->published_b_pa)},
      {"narrowest_throat_knudsen", number_or_null(gas->narrowest_knudsen)},
      {"mean_throat_knudsen", number_or_null(gas->mean_knudsen)}};
}

Json describe_wall_slope(const std::optional<WallSlope>& slope) {
  if (!slope) return nullptr;
  return {{"per_voxel", slope->per_voxel}, {"deviation", slope->deviation}};
}

std::optional<WallSlope> wall_slope_in(const Json& json) {
  if (json.is_null()) return {};
  return WallSlope{json.at("per_voxel"), json.at("deviation")};
}

std::array<std::pair<const char*, std::optional<double>>, 9> gas_columns(const std::optional<GasFlow>& gas,
                                                                         const TableK& k,
                                                                         const std::optional<double>& voxel_size_m) {
  const bool has_k = gas && gas->factor && voxel_size_m;
  const auto in = [&](const std::optional<double>& voxel2, double WithEnds::*factor,
                      double PermeabilityUnits::*unit) -> std::optional<double> {
    if (!has_k || !voxel2) return {};
    return convert_permeability(*voxel2 * (*gas->factor).*factor, *voxel_size_m).*unit;
  };
  const auto of = [&gas](const auto& give) { return gas ? std::optional<double>(give(*gas)) : std::nullopt; };
  return {{{"gas_permeability_m2", in(k.voxel2, &WithEnds::value, &PermeabilityUnits::m2)},
           {"gas_permeability_mD", in(k.voxel2, &WithEnds::value, &PermeabilityUnits::millidarcy)},
           {"gas_interval_low_mD", in(k.low_voxel2, &WithEnds::low, &PermeabilityUnits::millidarcy)},
           {"gas_interval_high_mD", in(k.high_voxel2, &WithEnds::high, &PermeabilityUnits::millidarcy)},
           {"klinkenberg_b_pa", of([](const GasFlow& flow) { return flow.b_pa.value; })},
           {"klinkenberg_b_low_pa", of([](const GasFlow& flow) { return flow.b_pa.low; })},
           {"klinkenberg_b_high_pa", of([](const GasFlow& flow) { return flow.b_pa.high; })},
           {"knudsen_narrowest", gas ? gas->narrowest_knudsen : std::nullopt},
           {"knudsen_mean", of([](const GasFlow& flow) { return flow.mean_knudsen; })}}};
}

std::string gas_heads() { return fmt::format("  {:>12}  {:>10}  {:>8}", "K gas, mD", "b", "Knudsen"); }

std::string gas_cells(const std::optional<GasFlow>& gas, const std::optional<double>& k_voxel2,
                      const std::optional<double>& voxel_size_m) {
  if (!gas) return fmt::format("  {:>12}  {:>10}  {:>8}", "-", "-", "-");
  const auto k = gas_columns(gas, {k_voxel2, {}, {}}, voxel_size_m)[1].second;
  return fmt::format("  {:>12}  {:>10}  {:>8.2g}", k ? fmt::format("{:.5g}", *k) : "-",
                     format_pressure(gas->b_pa.value), gas->knudsen());
}

std::string describe_gas_columns(const GasState& state) {
  return fmt::format(
      "K gas: of {}, K (1 + b/p). Knudsen: mean free path over the narrowest throat on the widest way.\n",
      describe_gas_state(state));
}

}  // namespace perm
