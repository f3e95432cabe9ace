// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "core/errors.hpp"
#include "input/csv_table.hpp"
#include "report/batch/batch_csv.hpp"
#include "report/batch/input_stamp.hpp"
#include "report/batch/row_records.hpp"
#include "validation/cases/sample_mean.hpp"

namespace perm {
namespace {

using testing::ElementsAre;

std::vector<std::vector<std::string>> cells_in(const std::string& text) {
  const CsvTable table = parse_csv(text, "list.csv");
  std::vector<std::vector<std::string>> all{table.head.cells};
  for (const CsvLine& line : table.lines) all.push_back(line.cells);
  return all;
}

TEST(CsvTable, reads_quotes_ends_of_lines_and_separators_as_spreadsheets_write_them) {
  EXPECT_THAT(cells_in("a,b\r\n1,2\r3,4\n\n,\n5,"),
              ElementsAre(ElementsAre("a", "b"), ElementsAre("1", "2"), ElementsAre("3", "4"), ElementsAre("5", "")));
  EXPECT_THAT(cells_in("a;b\n\"x;\"\"y\"\"\r\nz\" ; 1,2 \n"),
              ElementsAre(ElementsAre("a", "b"), ElementsAre("x;\"y\"\r\nz", "1,2")));
  EXPECT_THAT(cells_in("a\tb c\n \tq\n"), ElementsAre(ElementsAre("a", "b c"), ElementsAre("", "q")));
  EXPECT_THAT(cells_in("a\n\"\"\nx\"y\n"), ElementsAre(ElementsAre("a"), ElementsAre(""), ElementsAre("x\"y")));
}

TEST(CsvTable, counts_the_lines_of_the_file) {
  const CsvTable table = parse_csv("\n\na,b\n\"1\n2\r\n3\",x\ny,z", "list.csv");
  EXPECT_EQ(table.head.number, 3);
  EXPECT_EQ(table.lines.at(0).number, 4);
  EXPECT_EQ(table.lines.at(1).number, 7);
}

TEST(CsvTable, refuses_quotes_that_nobody_can_read) {
  EXPECT_THROW(parse_csv("", "list.csv"), InputError);
  EXPECT_THROW(parse_csv("\r\n\n", "list.csv"), InputError);
  EXPECT_THROW(parse_csv("a\n\"b", "list.csv"), InputError);
  EXPECT_THROW(parse_csv("a\n\"b\"c\n", "list.csv"), InputError);
}

TEST(CsvTable, reads_every_cell_that_it_writes) {
  for (const std::string text : {"", "a", "a,b", "a;b", "\"", "\n", "\r\n", " a", "a ", "\t", "a\"\"b", "\"a\""})
    EXPECT_THAT(cells_in("x,y\n" + csv_cell(text) + ",1\n").at(1), ElementsAre(text, "1"));
}

BatchOutcome solved(double k) {
  BatchOutcome outcome;
  outcome.result.emplace();
  outcome.result->extent = {4, 5, 6};
  outcome.result->voxel_size_m = 1e-6 / 3;
  outcome.result->porosity = 0.1;
  outcome.result->warnings = {"one, \"quoted\"", "\xff is no UTF-8"};
  BatchFlow flow;
  flow.direction = Axis::z;
  flow.stop = StopReason::converged;
  flow.permeability_voxel2 = k;
  flow.iteration_error = 1.0 / 7;
  flow.steps = 12;
  outcome.result->flows.push_back(flow);
  return outcome;
}

TEST(RowRecords, come_back_to_the_last_bit) {
  RowRecords records;
  read_row_records(format_row_record("key", solved(0.1 + 0.2)), records);
  const BatchOutcome& back = records.at("key");
  const BatchFlow& flow = back.result->flows.at(0);
  EXPECT_EQ(flow.permeability_voxel2, 0.1 + 0.2);
  EXPECT_EQ(flow.iteration_error, 1.0 / 7);
  EXPECT_EQ(flow.voxel_estimate, std::nullopt);
  EXPECT_EQ(flow.direction, Axis::z);
  EXPECT_EQ(back.result->voxel_size_m, 1e-6 / 3);
  RowRecords twice;
  read_row_records(format_row_record("key", back), twice);
  EXPECT_EQ(format_row_record("key", twice.at("key")), format_row_record("key", back));
}

TEST(RowRecords, skip_what_is_not_whole_or_of_another_version) {
  const std::string line = format_row_record("key", solved(1));
  for (std::size_t length = 0; length + 1 < line.size(); ++length) {
    RowRecords records;
    read_row_records(line.substr(0, length) + "\n", records);
    EXPECT_TRUE(records.empty()) << length;
  }
  std::string other = line;
  other.replace(other.find("\"program\":\"") + 11, 1, "9");
  RowRecords records;
  read_row_records(other, records);
  EXPECT_TRUE(records.empty());
}

TEST(RowRecords, keep_a_result_where_an_error_follows_it) {
  BatchOutcome failed;
  failed.error = "no memory";
  failed.code = ExitCode::device;
  RowRecords records;
  read_row_records(format_row_record("key", failed), records);
  EXPECT_EQ(records.at("key").error, "no memory");
  EXPECT_EQ(records.at("key").code, ExitCode::device);
  read_row_records(format_row_record("key", solved(1)) + format_row_record("key", failed), records);
  EXPECT_TRUE(records.at("key").result.has_value());
}

TEST(BatchCsv, has_a_cell_for_every_column_and_nothing_in_place_of_what_is_not_known) {
  const BatchRow row{1, "a,b", "x.tif", "", "key", "", ""};
  BatchOutcome failed;
  failed.error = "Cannot read it";
  const BatchOutcome good = solved(2);
  const std::vector<BatchEntry> entries{{&row, &good}, {&row, &failed}};
  for (const BatchColumns& columns : {BatchColumns{}, BatchColumns{true, true, true}}) {
    const std::string text = format_batch_csv(entries, columns);
    const auto all = cells_in(text);
    ASSERT_EQ(all.size(), 3U);
    EXPECT_EQ(all[1].size(), all[0].size());
    EXPECT_EQ(all[2].size(), all[0].size());
    EXPECT_EQ(all[2].back(), "Cannot read it");
    const auto k =
        std::ranges::find(all[0], columns.three_directions ? "z_permeability_voxel2" : "permeability_voxel2");
    ASSERT_NE(k, all[0].end());
    EXPECT_EQ(all[1][static_cast<std::size_t>(k - all[0].begin())], "2");
    EXPECT_EQ(all[2][static_cast<std::size_t>(k - all[0].begin())], "");
  }
}

TEST(SampleMean, has_the_interval_of_Student) {
  const std::vector<double> values{1, 2, 3, 4, 5};
  const validation::SampleMean all = validation::mean_of_sample(values, 5);
  EXPECT_DOUBLE_EQ(all.mean, 3);
  EXPECT_DOUBLE_EQ(*all.spread, std::sqrt(2.5));
  EXPECT_NEAR(*all.confidence_95, 2.7764451 * std::sqrt(2.5 / 5), 1e-6) << "t(0.975, 4) of any table";
  const validation::SampleMean some = validation::mean_of_sample(values, 3);
  EXPECT_NEAR(*some.confidence_95, 4.3026527 * std::sqrt(2.5 / 3), 1e-6) << "t(0.975, 2)";
  for (const std::size_t few : {1, 2}) EXPECT_FALSE(validation::mean_of_sample(values, few).confidence_95.has_value());
  EXPECT_FALSE(validation::mean_of_sample(std::vector<double>{7}, 1).spread.has_value());
}

TEST(InputStamp, changes_with_every_file_that_the_reader_opened) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::temp_directory_path() / "permeability-input-stamp";
  fs::remove_all(folder);
  fs::create_directories(folder);
  const auto write = [](const fs::path& path, const std::string& text) { std::ofstream(path) << text; };
  write(folder / "a.nhdr", "1");
  write(folder / "a.raw", "1");
  const std::vector<fs::path> files{folder / "a.nhdr", folder / "a.raw"};
  const std::string before = stamp_of_input(files[0], files);
  EXPECT_EQ(stamp_of_input(files[0], files), before);
  EXPECT_NE(stamp_of_input(files[0], {files[0]}), before);
  EXPECT_NE(stamp_of_input(files[1], files), before);
  write(files[1], "12");
  const std::string after = stamp_of_input(files[0], files);
  EXPECT_NE(after, before);
  fs::last_write_time(files[1], fs::last_write_time(files[1]) - std::chrono::hours(1));
  EXPECT_NE(stamp_of_input(files[0], files), after);
  fs::remove(files[1]);
  EXPECT_NE(stamp_of_input(files[0], files), after);
  fs::remove_all(folder);
}

TEST(CsvCell, gives_back_every_text_and_is_no_formula_and_no_command_of_a_terminal) {
  for (const std::string text : {"",
                                 "a",
                                 "a,b",
                                 "a;b",
                                 "a\"b",
                                 " a ",
                                 "=1+1",
                                 "+1+1",
                                 "@SUM(1)",
                                 "-2+3",
                                 "-3",
                                 "+4.5",
                                 "-",
                                 "=",
                                 " =1",
                                 "\t=1",
                                 "\r=1",
                                 "\n=1",
                                 "a;=1",
                                 "a\t@b",
                                 "a; -b",
                                 "'=1",
                                 "''=1",
                                 "'-3",
                                 "'a",
                                 "'",
                                 "\x1b[31m",
                                 "a\x07",
                                 "\x7f",
                                 "\xff",
                                 "\\x1b",
                                 "\\x1",
                                 "\\\\x41",
                                 "C:\\x\\y",
                                 "\xef\xbc\x9d"
                                 "1",
                                 "two\nlines",
                                 "two\n=1",
                                 "two\n -1",
                                 "cr\r",
                                 "\xe2\x80\xae"
                                 "txt",
                                 "-inf",
                                 "+nan",
                                 "-1e5",
                                 "=cmd|'/C calc'!A0",
                                 "x\\x3b=1"}) {
    const std::string cell = csv_cell(text);
    const CsvTable table = parse_csv("head,second\n" + cell + ",2\n", "t");
    if (!text.empty()) {
      ASSERT_EQ(table.lines.size(), 1U) << text;
      EXPECT_EQ(table.lines[0].cells, (std::vector<std::string>{text, "2"})) << cell;
    }
    const std::string bare = cell.starts_with('"') ? cell.substr(1) : cell;
    for (std::size_t i = 0; i <= bare.size(); ++i) {
      if (i > 0 && bare[i - 1] != ';' && bare[i - 1] != '\t' && bare[i - 1] != '\n') continue;
      const std::size_t first = bare.find_first_not_of(" \t", i);
      if (first == std::string::npos || std::string("=+-@").find(bare[first]) == std::string::npos) continue;
      EXPECT_TRUE(i == 0 && (text == "-3" || text == "+4.5" || text == "-1e5")) << cell;
    }
    EXPECT_TRUE(std::ranges::none_of(cell, [](unsigned char c) {
      return (c < 32 && c != '\t' && c != '\n') || c == 127;
    })) << text;
  }
}

}  // namespace
}  // namespace perm
