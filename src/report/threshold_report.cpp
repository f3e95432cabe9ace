// SPDX-License-Identifier: Apache-2.0
#include "report/threshold_report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "report/json_values.hpp"
#include "report/summary_line.hpp"

namespace perm {

std::string format_threshold_slope(const ThresholdSlope& slope) {
  std::string text = fmt::format("0.1 voxel of wall changes K by {} %", two_digits(100 * slope.of_tenth_voxel()));
  if (slope.per_grey_value)
    text += fmt::format("; one grey value of threshold, by {} %", two_digits(100 * *slope.per_grey_value));
  return summary_line("walls", text);
}

nlohmann::ordered_json describe_threshold_slope(const ThresholdSlope& slope) {
  return {{"d_ln_k_of_tenth_voxel", number_or_null(slope.of_tenth_voxel())},
          {"d_ln_k_per_voxel_of_wall", number_or_null(slope.per_voxel_of_wall)},
          {"d_ln_k_per_grey_value", number_or_null(slope.per_grey_value)},
          {"grey_values_a_voxel", slope.per_grey_value ? number_or_null(slope.grey_values_a_voxel) : nullptr},
          {"found_with_grey_values", slope.per_grey_value ? number_or_null(slope.grey_values) : nullptr}};
}

}  // namespace perm
