// SPDX-License-Identifier: Apache-2.0
// What scripts read: the object, the lines and the row of a run.
#include "report/answers/answers.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "input/csv_table.hpp"
#include "report/batch/batch_csv.hpp"
#include "report/example_conduction.hpp"
#include "report/example_run.hpp"
#include "report/result_json.hpp"

namespace perm {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using namespace testing_report;  // NOLINT(google-build-using-namespace): the runs of this folder

std::vector<std::string> parts_of(const std::string& line) {
  std::vector<std::string> parts{""};
  for (const char c : line)
    if (c == '\t')
      parts.emplace_back();
    else
      parts.back() += c;
  return parts;
}

/// Gives the cell of a table of one row.
std::string cell(const std::string& csv, const std::string& head) {
  const CsvTable table = parse_csv(csv, "result.csv");
  EXPECT_EQ(table.lines.size(), 1U);
  EXPECT_EQ(table.lines.front().cells.size(), table.head.cells.size());
  for (std::size_t i = 0; i < table.head.cells.size(); ++i)
    if (table.head.cells[i] == head) return table.lines.front().cells[i];
  ADD_FAILURE() << "no column " << head;
  return {};
}

TEST(Answers, object_has_the_same_values_in_letters_of_ascii) {
  RunReport report = example_run();
  report.image.source =
      "b\xc3\xa9r\xc3\xa9"
      "a\xe2\x80\xae.tif\x7f";
  const std::string json = format_result_json(report);
  const std::string text = object_in_ascii(json);
  EXPECT_EQ(nlohmann::json::parse(text), nlohmann::json::parse(json));
  EXPECT_THAT(text, HasSubstr("b\\u00e9r\\u00e9a\\u202e.tif"));
  for (const char c : text) EXPECT_TRUE(c == '\n' || (c >= ' ' && c <= '~')) << static_cast<int>(c);
}

TEST(Answers, line_has_k_its_interval_unit_and_stop) {
  const RunReport report = example_run();
  const std::string line = format_brief(report, {});
  EXPECT_EQ(line.back(), '\n');
  const std::vector<std::string> parts = parts_of(line.substr(0, line.size() - 1));
  ASSERT_EQ(parts.size(), 6U);
  EXPECT_EQ(parts[0], "x");
  EXPECT_EQ(parts[4], "mD");
  EXPECT_EQ(parts[5], "converged");
  const double k = std::stod(parts[1]);
  EXPECT_LT(std::stod(parts[2]), k);
  EXPECT_GT(std::stod(parts[3]), k);
  EXPECT_NEAR(k, 0.05367 * 5.345e-6 * 5.345e-6 / 9.869233e-16, 0.1 * k);  // digits that the interval allows
}

TEST(Answers, line_is_in_the_unit_asked_for_and_in_millidarcy_however_large_k_is) {
  RunReport report = example_run();
  report.image.voxel_size_m = 1e-3;
  EXPECT_EQ(parts_of(format_brief(report, {}))[4], "mD");
  EXPECT_EQ(parts_of(format_brief(report, TradeUnitChoice{TradeUnit::darcy, {}}))[4], "D");
  EXPECT_EQ(parts_of(format_brief(report, TradeUnitChoice{TradeUnit::gurley, {}}))[4], "s per 100 cm^3");
  report.image.voxel_size_m.reset();
  EXPECT_EQ(parts_of(format_brief(report, {}))[4], "voxel^2");
}

TEST(Answers, line_of_what_is_not_known_has_no_number) {
  RunReport report = example_run();
  report.flows = {diverged_flow(Axis::x), blocked_flow(Axis::y)};
  EXPECT_EQ(format_brief(report, {}), "x\t-\t-\t-\tmD\tdiverged\ny\t0\t-\t-\tmD\tnot_percolating\n");
  report.flows = {blocked_flow(Axis::z)};
  EXPECT_EQ(format_brief(report, TradeUnitChoice{TradeUnit::gurley, {}}),
            "z\tinfinite\t-\t-\ts per 100 cm^3\tnot_percolating\n");
}

TEST(Answers, row_has_k_interval_tensor_and_the_program) {
  RunReport report = example_run();
  report.warnings = {"one, with a comma", "two"};
  RunOutput output;
  output.finished_utc = "2026-01-01T00:00:00Z";
  const std::string one = format_result_csv(report, output);
  EXPECT_EQ(cell(one, "input"), "berea.tif");
  EXPECT_EQ(cell(one, "direction"), "x");
  EXPECT_EQ(std::stod(cell(one, "permeability_voxel2")), 0.05367);
  EXPECT_LT(std::stod(cell(one, "interval_low_mD")), std::stod(cell(one, "interval_high_mD")));
  EXPECT_EQ(cell(one, "warnings"), "one, with a comma; two");
  EXPECT_EQ(cell(one, "warnings_count"), "2");
  EXPECT_EQ(cell(one, "version"), "0.1.0");
  EXPECT_EQ(cell(one, "finished_utc"), "2026-01-01T00:00:00Z");
  EXPECT_THAT(one, testing::Not(HasSubstr("tensor_")));
  report.flows = {converged_flow(Axis::x), converged_flow(Axis::y), diverged_flow(Axis::z)};
  PermeabilityTensor tensor;
  for (auto& row : tensor.raw) row = {1, 2, std::numeric_limits<double>::quiet_NaN()};
  report.tensor = tensor;
  const std::string three = format_result_csv(report, output);
  EXPECT_EQ(cell(three, "x_stop"), "converged");
  EXPECT_EQ(cell(three, "z_permeability_m2"), "");
  EXPECT_NEAR(std::stod(cell(three, "tensor_xy_m2")), 2 * 5.345e-6 * 5.345e-6, 1e-20);
  EXPECT_EQ(cell(three, "tensor_zz_m2"), "");
  report.solver.boundary.boundary = Boundary::sealed;
  EXPECT_EQ(cell(format_result_csv(report, output), "tensor_xy_m2"), "");
}

TEST(Answers, row_has_the_columns_of_a_batch) {
  const RunReport report = example_run();
  const CsvTable row = parse_csv(format_result_csv(report, {}), "result.csv");
  const CsvTable batch = parse_csv(format_batch_csv({}, {}), "batch.csv");
  for (const std::string& head : batch.head.cells)
    if (head != "row" && head != "name" && head != "crop" && head != "error") {
      EXPECT_THAT(row.head.cells, testing::Contains(head));
    }
}

}  // namespace
}  // namespace perm
