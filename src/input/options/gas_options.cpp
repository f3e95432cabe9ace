// SPDX-License-Identifier: Apache-2.0
#include "input/options/gas_options.hpp"

#include <fmt/format.h>

#include <array>

#include "core/errors.hpp"
#include "core/trade_units.hpp"

namespace perm {
namespace {

constexpr std::array of_a_gas{"pressure", "temperature", "accommodation"};

}  // namespace

std::vector<Option> gas_options() {
  return {advanced({"gas", join_names<Gas>("|"),
                    "also give K of this gas, which slips along the walls: K (1 + b/p) with Klinkenberg's b and the "
                    "Knudsen numbers; it needs --pressure and a voxel size",
                    "", ""}),
          advanced({"pressure", "PRESSURE",
                    "of --gas: the mean of that on both sides, with its unit (Pa kPa MPa mbar bar psi atm), as 2bar",
                    "", ""}),
          advanced({"temperature", "T", "of --gas, in kelvin, or as 25C", "", "300"}),
          advanced({"accommodation", "SHARE",
                    "of --gas: the share of the molecules that a wall scatters evenly, above 0 and up to 1; the others "
                    "bounce off as from a mirror",
                    "", "1"})};
}

std::optional<GasState> read_gas(const OptionValues& values) {
  if (!values.text("gas")) {
    for (const char* name : of_a_gas)
      if (values.text(name))
        throw UsageError(fmt::format("--{} is given without --gas", name), "a liquid does not depend on it",
                         fmt::format("Add --gas ({}), or leave it out", join_names<Gas>(", ")));
    return {};
  }
  if (values.text("slip"))
    throw UsageError("--slip is given with --gas", "the slip length of a gas follows from its pressure",
                     "Leave one of them out");
  GasState state;
  const auto gas = value_named<Gas>(*values.text("gas"));
  if (!gas)
    throw InputError(fmt::format("--gas cannot be '{}'", *values.text("gas")), "that gas is not known",
                     fmt::format("Choose from: {}", join_names<Gas>(", ")));
  state.gas = *gas;
  if (!values.text("pressure"))
    throw UsageError("--gas is given without --pressure", "K of a gas depends on it",
                     "Add for example --pressure 1bar");
  state.pressure_pa = parse_pressure_pa("pressure", *values.text("pressure"));
  if (const auto temperature = values.text("temperature"))
    state.temperature_k = parse_temperature_k("temperature", *temperature);
  if (const auto accommodation = values.number("accommodation")) state.accommodation = *accommodation;
  require_gas_state(state);
  return state;
}

void require_size_for_gas(const std::optional<GasState>& gas, const std::optional<double>& voxel_size_m) {
  if (gas && !voxel_size_m)
    throw UsageError("--gas is given without a voxel size", "without one the pores have no width in metres",
                     "Add --voxel-size with its unit, for example 5.345um");
}

}  // namespace perm
