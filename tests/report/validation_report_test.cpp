// SPDX-License-Identifier: Apache-2.0
#include "report/validation/validation_report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/errors.hpp"

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

TEST(ValidationReport, counts_parts_apart_shows_the_series_and_names_what_was_skipped) {
  ValidationReport report = example_validation();
  report.cases[0].of.series = validation::SeriesValue{0.03125 * 1.002, "a series"};
  for (validation::CaseResult& one : report.cases) {
    one.of.levels = {{32, 1, {}}, {64, 1, {}}, {128, 1, {}}};
    one.of.limits = {{validation::Quantity::error, 128, 0, 0.01, "because"}};
  }
  report.cases[1].of.part = validation::Part::programs;
  report.skipped = {{"rock.tif", "'rock.tif' is not in 'here'", {"rock-x", "rock-y"}}};
  EXPECT_THAT(format_case(report.cases[0]), HasSubstr("series     0.0313125, +2.0e-03 from the reference (a series)"));
  const std::string end = format_validation_end(report);
  EXPECT_THAT(end, HasSubstr("at each case's finest; the limits are the program's own:\n"));
  EXPECT_THAT(end, HasSubstr("exact           bias +0.16 %, spread -; 1 of 1 cases inside the limits\n"));
  EXPECT_THAT(end, HasSubstr("other programs  bias +"));
  EXPECT_THAT(end, HasSubstr("skipped cases: 2 ('rock.tif' is not in 'here')"));
  const auto json = nlohmann::json::parse(format_validation_json(report));
  EXPECT_EQ(json["parts"][1]["part"], "other programs");
  EXPECT_NEAR(json["parts"][0]["bias"], 0.0016, 1e-12);
  EXPECT_EQ(json["cases"][1]["part"], "other programs");
  EXPECT_NEAR(json["cases"][0]["ratio"], 1.0016, 1e-12);
  EXPECT_NEAR(json["cases"][0]["interval"][0], 0.99, 1e-12);
  EXPECT_NEAR(json["cases"][0]["series"]["difference"], 2e-3, 1e-12);
  EXPECT_EQ(json["skipped"][0]["cases"][1], "rock-y");
}

class ValidationComparisons : public testing::Test {
 protected:
  void SetUp() override {
    file_ = std::filesystem::temp_directory_path() /
            ("perm_comparison_" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
    std::ofstream(file_) << format_validation_json(example_validation());
  }
  void TearDown() override { std::filesystem::remove(file_); }
  std::filesystem::path file_;
};

TEST_F(ValidationComparisons, of_a_run_with_itself_find_no_change) {
  const ValidationComparison comparison = compare_with(file_, example_validation().cases);
  ASSERT_EQ(comparison.values.size(), 6U);
  for (const ValueChange& value : comparison.values) EXPECT_EQ(value.change(), 0.0);
  EXPECT_TRUE(comparison.verdicts.empty());
  EXPECT_THAT(format_comparison(comparison), HasSubstr("0 of 6 values changed"));
}

TEST_F(ValidationComparisons, find_changed_values_verdicts_and_cases_of_one_run_only) {
  std::vector<validation::CaseResult> now = example_validation().cases;
  now[0].levels[1].permeability *= 1.001;
  now[0].levels[1].iteration_error = 1e-4;
  now[0].levels[2].permeability *= 1.00001;
  now[0].levels[2].iteration_error = 1e-4;
  now[0].passed = false;
  now[1].of.name = "plates";
  ValidationReport report;
  report.comparison = compare_with(file_, now);
  const ValidationComparison& comparison = *report.comparison;
  ASSERT_EQ(comparison.values.size(), 9U);
  EXPECT_NEAR(*comparison.values[1].change(), 1e-3, 1e-12);
  EXPECT_TRUE(comparison.values[1].is_beyond_iteration());
  EXPECT_FALSE(comparison.values[2].is_beyond_iteration());
  EXPECT_FALSE(comparison.values[3].then.has_value());  // plates
  EXPECT_FALSE(comparison.values[8].now.has_value());   // duct
  ASSERT_EQ(comparison.verdicts.size(), 3U);
  const std::string text = format_comparison(comparison);
  EXPECT_THAT(text, HasSubstr("1 of 3 values changed by more than the iteration errors, 3 verdicts changed"));
  EXPECT_THAT(text, HasSubstr("tube: passed then, failed now"));
  EXPECT_THAT(text, HasSubstr("plates: not run then, failed now"));
  EXPECT_THAT(text, HasSubstr("duct: failed then, not run now"));
  const auto json = nlohmann::json::parse(format_validation_json(report))["compared_with"];
  EXPECT_EQ(json["values"].size(), 9U);
  EXPECT_TRUE(json["values"][1]["beyond_iteration_error"]);
  EXPECT_EQ(json["changed_verdicts"][0]["passed_then"], true);
}

TEST_F(ValidationComparisons, refuse_what_is_no_validation) {
  std::ofstream(file_) << "{\"kind\": \"sweep\", \"cases\": []}";
  EXPECT_THROW(compare_with(file_, {}), InputError);
  std::ofstream(file_) << "[1, 2";
  EXPECT_THROW(compare_with(file_, {}), InputError);
  EXPECT_THROW(compare_with(file_.string() + ".none", {}), InputError);
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
