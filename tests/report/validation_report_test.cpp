// SPDX-License-Identifier: Apache-2.0
#include "report/validation_report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

namespace perm {
namespace {

using testing::HasSubstr;

ValidationReport example_validation() {
  validation::CaseResult good;
  good.of.name = "tube";
  good.of.group = "channels";
  good.of.title = "round tube";
  good.of.resolution_is = "voxels across the tube";
  good.of.reference = {0.03125, 0, "diameter squared", "R^2/8"};
  for (const std::int64_t resolution : {32, 64, 128}) {
    validation::LevelResult level;
    level.resolution = resolution;
    level.placements = 4;
    level.permeability = 0.0313;
    level.error = 0.0016;
    level.spread = 1e-4;
    good.levels.push_back(level);
  }
  good.levels.back().equal_volume_error = -2e-3;
  good.order_of_error = 0.95;
  good.observed_order = 1.05;
  good.two_term = 0.03127;
  good.two_term_error = 6.4e-4;
  good.richardson = 0.03126;
  good.richardson_error = 3.2e-4;
  good.checks.push_back({"error at 128", 0.0016, 2e-4, 0, 0.01, "because", true, ""});
  good.checks.push_back({"error of the Richardson value", {}, 0, 0, 0.005, "because", true, "no order was observed"});
  good.passed = true;
  validation::CaseResult bad = good;
  bad.of.name = "duct";
  bad.checks.front().passed = false;
  bad.passed = false;
  ValidationReport report;
  report.device = "NVIDIA X, 80 GB";
  report.tolerance = 1e-4;
  report.cases = {good, bad};
  return report;
}

TEST(ValidationReport, counts_what_passed) {
  EXPECT_EQ(example_validation().count_passed(), 1);
  EXPECT_FALSE(example_validation().passed());
  EXPECT_THAT(format_validation_end(example_validation()), HasSubstr("1 of 2 cases passed"));
  EXPECT_THAT(format_validation_end(example_validation()), HasSubstr("failed: duct"));
}

TEST(ValidationReport, shows_reference_error_order_and_every_limit_with_its_reason) {
  const std::string text = format_case(example_validation().cases[0]);
  for (const char* part :
       {"pass  round tube", "R^2/8", "0.03125", "+0.16 %", "spread 0.01 % of 4", "equal volume -0.20 %",
        "observed order 1.05", "Richardson value 0.03126", "+0.03 %", "0.16 % +- 0.02 %, limit 1 %", "(because)",
        "order of the error 0.95", "two terms 0.03127", "open", "no order was observed"})
    EXPECT_THAT(text, HasSubstr(part));
  EXPECT_THAT(format_case(example_validation().cases[1]), HasSubstr("FAIL"));
}

TEST(ValidationJson, has_the_keys_that_the_report_reads) {
  const nlohmann::json json = nlohmann::json::parse(format_validation_json(example_validation()));
  EXPECT_EQ(json["kind"], "validation");
  EXPECT_EQ(json["passed"], false);
  EXPECT_EQ(json["mode"], "standard");
  const nlohmann::json& one = json["cases"][0];
  for (const char* key :
       {"name", "group", "title", "resolution_is", "reference", "levels", "observed_order", "order_of_error",
        "two_term", "two_term_error", "richardson", "richardson_error", "checks", "passed"})
    EXPECT_TRUE(one.contains(key)) << key;
  EXPECT_TRUE(one["levels"][0]["equal_volume_error"].is_null());
  EXPECT_DOUBLE_EQ(one["levels"][2]["equal_volume_error"], -2e-3);
  EXPECT_TRUE(one["checks"][1]["value"].is_null());
  EXPECT_FALSE(json["not_validated"].empty());
}

TEST(ValidationReport, says_whose_limits_they_are_when_another_scheme_was_asked_for) {
  ValidationReport report = example_validation();
  EXPECT_THAT(format_validation_end(report), testing::Not(HasSubstr("magic")));
  EXPECT_TRUE(nlohmann::json::parse(format_validation_json(report))["has_scheme_of_the_limits"]);
  report.settings.magic = 0.5;
  EXPECT_THAT(format_validation_end(report), HasSubstr("limits are those of trt with magic 3/16"));
  EXPECT_THAT(format_validation_end(report), HasSubstr("made with magic 0.5"));
  report.settings.collision = Collision::bgk;
  EXPECT_THAT(format_validation_end(report), HasSubstr("made with bgk"));
  EXPECT_FALSE(nlohmann::json::parse(format_validation_json(report))["has_scheme_of_the_limits"]);
}

TEST(ValidationReport, shows_a_tensor_beside_the_known_one) {
  validation::CaseResult result = example_validation().cases[0];
  result.of.levels = {{128, 1, {}, {}, validation::TensorRows{{{1, 2, 3}, {4, 5, 6}, {7, 8, 9.5}}}}};
  result.levels.back().tensor = validation::TensorRows{{{1.5, 2, 3}, {4, 5, 6}, {7, -8.25, 9}}};
  const std::string text = format_case(result);
  EXPECT_THAT(text, HasSubstr("1.500000    2.000000    3.000000       1.000000"));
  EXPECT_THAT(text, HasSubstr("7.000000   -8.250000    9.000000       7.000000    8.000000    9.500000\n"));
  ValidationReport report;
  report.cases = {result};
  const auto json = nlohmann::json::parse(format_validation_json(report));
  EXPECT_EQ(json["cases"][0]["levels"][2]["tensor_voxel2"][2][1], -8.25);
  EXPECT_EQ(json["cases"][0]["levels"][2]["known_tensor_voxel2"][2][2], 9.5);
  EXPECT_FALSE(json["cases"][0]["levels"][0].contains("tensor_voxel2"));
}

TEST(ValidationCsv, has_a_line_for_each_case_and_resolution) {
  std::istringstream text(format_validation_csv(example_validation()));
  int lines = 0;
  std::int64_t fields = 0;
  for (std::string line; std::getline(text, line); ++lines) {
    bool quoted = false;
    std::int64_t commas = 0;
    for (const char c : line) {
      if (c == '"') quoted = !quoted;
      if (c == ',' && !quoted) ++commas;
    }
    if (lines == 0) fields = commas;
    EXPECT_EQ(commas, fields) << line;
  }
  EXPECT_EQ(lines, 1 + 2 * 3);
}

}  // namespace
}  // namespace perm
