// SPDX-License-Identifier: Apache-2.0
// What walls and threshold do to K, as it stands in result.json.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/error_budget_report.hpp"

namespace perm {
namespace {

using nlohmann::json;

TEST(ThresholdSlope, is_told_in_json) {
  EXPECT_EQ(json(describe_threshold_slope({1.5, 0.03, 6, 64, 0.8})), (json{{"d_ln_k_of_tenth_voxel", 0.1 * (0.03 * 64)},
                                                                           {"d_ln_k_per_voxel_of_wall", 1.5},
                                                                           {"d_ln_k_per_grey_value", 0.03},
                                                                           {"grey_values_a_voxel", 64.0},
                                                                           {"found_with_grey_values", 6.0},
                                                                           {"blur_voxels", 0.8}}));
}

}  // namespace
}  // namespace perm
