// SPDX-License-Identifier: Apache-2.0
#include "studies/report/streaming_report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "input/csv_table.hpp"
#include "studies/report/tilings_report.hpp"

namespace perm {
namespace {

using testing::HasSubstr;

StreamingReport example_study() {
  StudyRow fits;
  fits.scheme = StreamingScheme::pull;
  fits.box = {BoxKind::overlap, {64, 64, 64}, 0.5, 6, 1};
  fits.porosity = 0.499;
  fits.block = 64;
  fits.speed = StudyRow::Speed{100, 25000, 12, 4000, 156, 25641, 0.975, 54, 1};
  fits.bytes_per_voxel = 156;
  fits.bytes_per_pore_voxel = 312;
  fits.largest_cube = 900;
  fits.allocated_cube = 900;
  fits.refused_cube = 901;
  StudyRow too_large = fits;
  too_large.scheme = StreamingScheme::compact;
  too_large.block = 0;
  too_large.speed.reset();
  too_large.bytes_needed = 20'000'000'000;
  too_large.bytes_free = 10'000'000'000;
  too_large.allocated_cube.reset();
  too_large.refused_cube.reset();
  StreamingReport report;
  report.device = "a card, with a comma";
  report.date = "2026-11-23T00:00:00Z";
  report.rows = {fits, too_large};
  return report;
}

TEST(StreamingReport, csv_has_a_cell_for_every_column_also_where_text_has_commas) {
  const CsvTable table = parse_csv(format_streaming_csv(example_study()), "streaming.csv");
  ASSERT_EQ(table.lines.size(), 2U);
  for (const CsvLine& line : table.lines) EXPECT_EQ(line.cells.size(), table.head.cells.size());
  EXPECT_EQ(table.lines[0].cells[2], "a card, with a comma");
}

TEST(StreamingReport, json_has_null_where_a_box_does_not_fit) {
  const auto rows = nlohmann::json::parse(format_streaming_json(example_study()))["rows"];
  EXPECT_EQ(rows[0]["mflups"], 25000);
  EXPECT_EQ(rows[0]["refused_cube"], 901);
  EXPECT_TRUE(rows[1]["mflups"].is_null());
  EXPECT_TRUE(rows[1]["block"].is_null());
}

TEST(StreamingReport, table_says_what_does_not_fit_and_which_scheme_is_fastest) {
  const StreamingReport report = example_study();
  EXPECT_THAT(format_streaming_line(report.rows[0]), HasSubstr("900^3 made, 901^3 refused"));
  EXPECT_THAT(format_streaming_line(report.rows[1]), HasSubstr("takes 20 GB, free 10 GB"));
  EXPECT_THAT(format_streaming_foot(report),
              HasSubstr("Fastest in overlap 0.499 R 6, 64 x 64 x 64: pull, blocks of 64"));
}

TEST(TilingsReport, gives_the_time_of_a_step_times_the_ranks) {
  TilingsReport report;
  report.extent = {32, 32, 32};
  report.device = "cpu";
  report.tilings = {{4, 2, 2, 0.01, 100, 2e-3, 1e-3}};
  EXPECT_THAT(format_tilings_table(report), HasSubstr("8000.0"));
  EXPECT_THAT(format_tilings_table(report), HasSubstr("2 x 2"));
  EXPECT_THAT(format_tilings_table(report), HasSubstr("2.000"));
  EXPECT_DOUBLE_EQ(nlohmann::json::parse(format_tilings_json(report))["tilings"][0]["work_seconds"], 8e-3);
}

}  // namespace
}  // namespace perm
