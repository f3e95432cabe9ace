// SPDX-License-Identifier: Apache-2.0
// K of a gas in the summary, result.json, the answer to a script, tables and records.
#include "report/gas_report.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "report/answers/answers.hpp"
#include "report/batch/batch_csv.hpp"
#include "report/batch/row_records.hpp"
#include "report/example_run.hpp"
#include "report/flow_records.hpp"
#include "report/result_json.hpp"
#include "report/summary.hpp"
#include "run/flow_record.hpp"

namespace perm {
namespace {

using nlohmann::json;
using testing::HasSubstr;

/// Gives the example with nitrogen of 2 bar, whose slope is 0.8 a voxel of 5.345 um.
RunReport example_with_gas(double pressure_pa = 2e5) {
  RunReport report = testing_report::example_run();
  report.gas = GasState{Gas::n2, pressure_pa, 300, 0.9};
  FlowReport& flow = report.flows.front();
  flow.wall_slope = WallSlope{0.8, 0.1};
  flow.result.pores.rough_critical_radius = 0.9;
  flow.gas = find_gas_flow(
      *report.gas, pores_of_gas(flow.wall_slope, flow.result.permeability_voxel2, 0.9, report.image.voxel_size_m));
  return report;
}

TEST(GasReport, has_all_numbers_in_json) {
  const RunReport report = example_with_gas();
  const GasFlow& gas = *report.flows.front().gas;
  const json flow = json::parse(format_result_json(report))["flow"][0];
  const json& told = flow["gas"];
  EXPECT_EQ(told["gas"], "n2");
  EXPECT_EQ(told["pressure_pa"], 2e5);
  EXPECT_EQ(told["temperature_k"], 300.0);
  EXPECT_EQ(told["accommodation"], 0.9);
  EXPECT_EQ(told["slope_per_voxel"], 0.8);
  EXPECT_EQ(told["klinkenberg_b_pa"]["value"], gas.b_pa.value);
  EXPECT_EQ(told["factor"]["high"], gas.factor->high);
  EXPECT_DOUBLE_EQ(told["permeability_voxel2"].get<double>(), 0.05367 * gas.factor->value);
  EXPECT_DOUBLE_EQ(told["headline"]["low_voxel2"].get<double>(),
                   flow["headline"]["low_voxel2"].get<double>() * gas.factor->low);
  EXPECT_DOUBLE_EQ(told["headline"]["high_voxel2"].get<double>(),
                   flow["headline"]["high_voxel2"].get<double>() * gas.factor->high);
  EXPECT_TRUE(json::parse(format_result_json(testing_report::example_run()))["flow"][0]["gas"].is_null());
}

TEST(GasReport, tells_k_b_and_knudsen_in_the_summary) {
  const std::string text = format_results(example_with_gas(), 0, {});
  EXPECT_THAT(text, HasSubstr("  gas                 n2 at 2 bar and 300 K: mu = 17.91 uPa s, mean free path 33.4"));
  EXPECT_THAT(text, HasSubstr("(accommodation 0.9)"));
  EXPECT_THAT(text, HasSubstr("  K of the gas        1560 mD, 1360 to 1870: 1.007 times K"));
  EXPECT_THAT(text, HasSubstr("times K, by 1 + b/p, p the mean pressure"));
  EXPECT_THAT(text, HasSubstr("  Klinkenberg's b     1.40"));
  EXPECT_THAT(text, HasSubstr("by the voxels; "));
  EXPECT_THAT(text, HasSubstr("  Knudsen number      0.0035 in the narrowest throat (9.621 um wide)"));
  EXPECT_EQ(format_results(testing_report::example_run(), 0, {}).find("Knudsen"), std::string::npos);
}

TEST(GasReport, has_no_number_where_the_gas_is_too_thin) {
  const RunReport report = example_with_gas(100);
  const json told = json::parse(format_result_json(report))["flow"][0]["gas"];
  for (const char* key : {"factor", "permeability_m2", "headline"}) EXPECT_TRUE(told[key].is_null()) << key;
  EXPECT_FALSE(told["klinkenberg_b_pa"]["value"].is_null());
  EXPECT_THAT(format_results(report, 0, {}), HasSubstr("  K of the gas        none"));
  EXPECT_THAT(format_brief(report, {}), HasSubstr("converged\t-\t-\t-\n"));
}

TEST(GasReport, stands_behind_the_stop_for_a_script) {
  const std::string plain = format_brief(testing_report::example_run(), {});
  const std::string with_gas = format_brief(example_with_gas(), {});
  EXPECT_TRUE(with_gas.starts_with(plain.substr(0, plain.size() - 1) + "\t")) << with_gas;
  EXPECT_EQ(std::ranges::count(with_gas, '\t'), 8);
}

TEST(GasReport, is_made_of_what_records_hold) {
  const RunReport report = example_with_gas();
  FlowRecords records;
  read_flow_records(format_flow_record("key", record_of(report)), records);
  ASSERT_TRUE(records.at("key").wall_slope);
  EXPECT_EQ(records.at("key").wall_slope->per_voxel, 0.8);
  EXPECT_EQ(records.at("key").wall_slope->deviation, 0.1);
  EXPECT_EQ(records.at("key").rough_critical_radius, 0.9);

  BatchOutcome outcome;
  outcome.result = result_of(report);
  RowRecords rows;
  read_row_records(format_row_record("key", outcome), rows);
  BatchRow row;
  row.gas = report.gas;
  const BatchEntry entry{&row, &rows.at("key")};
  BatchColumns columns;
  columns.gas = true;
  const std::string table = format_batch_csv({&entry, 1}, columns);
  EXPECT_THAT(table, HasSubstr(fmt::format(",{},", report.flows.front().gas->b_pa.value)));
  EXPECT_THAT(table, HasSubstr("\"n2 at 2 bar and 300 K, accommodation 0.9\""));
  EXPECT_EQ(format_batch_csv({&entry, 1}, {}).find("klinkenberg"), std::string::npos);
}

TEST(GasReport, warns_in_a_batch_of_a_gas_that_is_too_thin_and_once_in_result_csv) {
  RunReport report = example_with_gas(100);
  BatchRow row;
  row.gas = report.gas;
  const auto warnings = warnings_of(row, result_of(report));
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_THAT(warnings[0], HasSubstr("along x: there is no K of the gas"));
  report.warnings = warnings;
  EXPECT_EQ(warnings_of(row, result_of(report)).size(), 1U);
}

}  // namespace
}  // namespace perm
