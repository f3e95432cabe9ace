// SPDX-License-Identifier: Apache-2.0
// K of a gas beside K (darcy/gas/gas_flow.hpp), as the summary, result.json and the tables have it.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <utility>

#include "core/trade_units.hpp"
#include "darcy/evaluation/headline.hpp"
#include "darcy/evaluation/wall_slope.hpp"
#include "darcy/gas/gas_flow.hpp"
#include "report/json_values.hpp"
#include "run/run_report.hpp"

namespace perm {

/// Gives the headline of the gas: K and its ends times those of 1 + b/p. Absent where there is no K of the gas.
std::optional<Headline> gas_headline(const std::optional<Headline>& headline, const std::optional<GasFlow>& gas);

/// Gives "air at 2 bar and 300 K", with the accommodation where that is not 1.
std::string describe_gas_state(const GasState& state);

/// Gives the lines of the summary.
std::string format_gas(const FlowReport& flow, const ImageReport& image, const std::optional<TradeUnitChoice>& units);

/// Gives the object "gas" of a flow in result.json; null where nobody asked for one, or there is none.
Json describe_gas(const FlowReport& flow, const ImageReport& image, const std::optional<TradeUnitChoice>& units);

/// Gives the numbers of one image of many; null where there is none.
Json describe_gas_of_many(const std::optional<GasFlow>& gas, const std::optional<double>& permeability_voxel2);

/// Gives what records hold of it; null where there is none.
Json describe_wall_slope(const std::optional<WallSlope>& slope);
std::optional<WallSlope> wall_slope_in(const Json& json);

/// A K of a table, with the ends of its interval.
struct TableK {
  std::optional<double> voxel2;
  std::optional<double> low_voxel2;
  std::optional<double> high_voxel2;
};

/// Gives what a table of many images has of a gas, by the names of its columns.
std::array<std::pair<const char*, std::optional<double>>, 9> gas_columns(const std::optional<GasFlow>& gas,
                                                                         const TableK& k,
                                                                         const std::optional<double>& voxel_size_m);

/// Gives the heads of the columns that tables on the terminal have, a row of them, and what they are.
std::string gas_heads();
std::string gas_cells(const std::optional<GasFlow>& gas, const std::optional<double>& k_voxel2,
                      const std::optional<double>& voxel_size_m);
std::string describe_gas_columns(const GasState& state);

}  // namespace perm
