// SPDX-License-Identifier: Apache-2.0
// What a script reads on standard output in place of the summary: one JSON object, or one line for each direction.
#pragma once

#include <optional>
#include <string>

#include "core/trade_units.hpp"
#include "run/conduct.hpp"
#include "run/run_report.hpp"

namespace perm {

/// Gives the same JSON text in letters of ASCII: every terminal and every program reads it, and nothing in it moves a
/// cursor. Throws nothing for text of format_result_json or format_conduction_json.
std::string object_in_ascii(const std::string& json);

/// Gives a line for each direction, with a tab between its parts: the axis, K, the ends of its interval, the unit, and
/// why the flow stopped. The unit is that of `units`, else mD, or voxel^2 without a voxel size, whatever the size of K.
/// With a gas its K and the ends of its interval follow, in that unit. Numbers have the digits that the interval
/// allows; "-" stands for one that is not known, "infinite" for what is.
std::string format_brief(const RunReport& report, const std::optional<TradeUnitChoice>& units);

/// Gives a line for each direction, with a tab between its parts: the axis, the formation factor, its bounds (of a
/// smooth body two deviations below and above), the word formation_factor, and how it ended.
std::string format_brief(const ConductReport& report);

}  // namespace perm
