// SPDX-License-Identifier: Apache-2.0
#include "validation/cases/scheme_values.hpp"

#include <algorithm>

#include "validation/cases/scheme_table.hpp"

namespace perm::validation {
namespace {

constexpr const char* scheme_reason =
    "half-way bounce-back and TRT with magic 3/16 give one K for these voxels, whatever the relaxation time, the force "
    "and the start; more than the iteration error away from it is another scheme, other voxels, or a mistake";

}  // namespace

// Both tensors come from tests/oracle, which steps at tau 3, and at 0.6 with inertia, until K is steady
// (tests/validation/scheme_values_test.cpp makes them anew).
const TensorRows creeping_tensor{{{0.31160248, 0.005435542, -0.0093767708},
                                  {0.0054355429, 0.24544519, -0.014209307},
                                  {-0.0093767693, -0.014209304, 0.61077109}}};
const TensorRows inertial_tensor{{{0.28223308, 0.011071634, -0.018310878},
                                  {0.00021895768, 0.21843275, -0.00051281529},
                                  {-0.016176057, -0.003613642, 0.53465962}}};

std::optional<SchemeValue> scheme_value(std::string_view name, std::int64_t resolution) {
  const auto table = scheme_table();
  const auto row = std::ranges::find_if(
      table, [&](const SchemeRow& one) { return one.name == name && one.resolution == resolution; });
  if (row == table.end()) return {};
  return row->value;
}

void hold_against_scheme(Case& one) {
  for (Level& level : one.levels) {
    if (!level.of_scheme) level.of_scheme = scheme_value(one.name, level.resolution);
    if (!level.of_scheme) continue;
    constexpr double rounding = 2e-6;  // of float32, in flows of few cells
    one.limits.push_back({Quantity::scheme_error, level.resolution, 0,
                          std::max(level.of_scheme->relative_error, rounding), scheme_reason});
  }
}

}  // namespace perm::validation
