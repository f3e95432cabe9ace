// SPDX-License-Identifier: Apache-2.0
#include "report/flow_records.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "core/errors.hpp"
#include "report/record_file.hpp"

namespace perm {
namespace {

FlowRecord example_record() {
  FlowRecord record;
  record.pore_voxels = 123;
  record.voxels = 1000;
  record.stop = StopReason::step_limit;
  record.permeability_voxel2 = 1.0 / 3;
  record.iteration_error = 1e-3;
  record.flux_spread = 2e-5;
  record.mean_velocity = {1.0 / 7, -1e-9, 3};
  record.cross_flow = CrossFlow{{1.0 / 3, 0, -1e-9}, 1.0 / 7, 2.5, 1e-5, 1.0 / 9};
  record.force = 1e-6;
  record.tau = 0.9;
  record.steps = 77;
  record.fluid_cells = 120;
  record.seconds = 0.25;
  record.device = "cpu";
  record.warnings = {"along x: \"throats\" of about 1.0 voxels"};
  record.voxel_estimate = VoxelEstimate{-0.025, 0.013, true, 0.123456789012345678};
  return record;
}

class FlowRecordFiles : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() /
              ("perm_records_" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
    std::filesystem::remove_all(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::filesystem::path folder_;
};

void expect_same(const FlowRecord& a, const FlowRecord& b) {
  EXPECT_EQ(a.pore_voxels, b.pore_voxels);
  EXPECT_EQ(a.voxels, b.voxels);
  EXPECT_EQ(a.stop, b.stop);
  EXPECT_EQ(a.permeability_voxel2, b.permeability_voxel2);
  EXPECT_EQ(a.iteration_error, b.iteration_error);
  EXPECT_EQ(a.flux_spread, b.flux_spread);
  EXPECT_EQ(a.mean_velocity, b.mean_velocity);
  EXPECT_EQ(a.cross_flow, b.cross_flow);
  EXPECT_EQ(a.force, b.force);
  EXPECT_EQ(a.tau, b.tau);
  EXPECT_EQ(a.steps, b.steps);
  EXPECT_EQ(a.fluid_cells, b.fluid_cells);
  EXPECT_EQ(a.seconds, b.seconds);
  EXPECT_EQ(a.device, b.device);
  EXPECT_EQ(a.warnings, b.warnings);
  ASSERT_EQ(a.voxel_estimate.has_value(), b.voxel_estimate.has_value());
  if (!a.voxel_estimate) return;
  EXPECT_EQ(a.voxel_estimate->relative, b.voxel_estimate->relative);
  EXPECT_EQ(a.voxel_estimate->two_sigma, b.voxel_estimate->two_sigma);
  EXPECT_EQ(a.voxel_estimate->resolved, b.voxel_estimate->resolved);
  EXPECT_EQ(a.voxel_estimate->corrected_voxel2, b.voxel_estimate->corrected_voxel2);
}

TEST(FlowRecords, have_conduction_whichever_of_their_lines_comes_first) {
  FlowRecord with = example_record();
  Conducted& conduction = with.conduction.emplace();
  conduction.lower = 1.0 / 7;
  conduction.value = 1.0 / 6;
  conduction.upper = 1.0 / 5;
  conduction.cells = 119;
  with.conduction_warnings = {"along x: \"edges\""};
  const std::string lines[] = {format_flow_record("key", with), format_flow_record("key", example_record())};
  for (const std::string& text : {lines[0] + lines[1], lines[1] + lines[0]}) {
    FlowRecords records;
    read_flow_records(text, records);
    const FlowRecord& read = records.at("key");
    expect_same(read, with);
    ASSERT_TRUE(read.conduction);
    EXPECT_EQ(read.conduction->lower, conduction.lower);
    EXPECT_EQ(read.conduction->value, conduction.value);
    EXPECT_EQ(read.conduction->upper, conduction.upper);
    EXPECT_EQ(read.conduction->cells, conduction.cells);
    EXPECT_EQ(read.conduction_warnings, with.conduction_warnings);
  }
}

TEST(FlowRecords, come_back_to_the_last_bit) {
  FlowRecords records;
  read_flow_records(format_flow_record("a task, \"quoted\"", example_record()), records);
  ASSERT_EQ(records.size(), 1U);
  expect_same(records.at("a task, \"quoted\""), example_record());
}

TEST(FlowRecords, of_a_flow_that_diverged_have_no_permeability) {
  FlowRecord record = example_record();
  record.stop = StopReason::diverged;
  record.permeability_voxel2.reset();
  record.iteration_error = std::numeric_limits<double>::infinity();
  FlowRecords records;
  read_flow_records(format_flow_record("t", record), records);
  expect_same(records.at("t"), record);
}

TEST(FlowRecords, pass_over_what_is_not_whole_or_of_another_version) {
  const std::string line = format_flow_record("t", example_record());
  std::string other = format_flow_record("u", example_record());
  const std::size_t at = other.find("\"program\":\"") + 11;
  other[at] = '9';  // for example version 9.1.0
  FlowRecords records;
  read_flow_records("\n{}\nnonsense\n" + other + line + line.substr(0, line.size() / 2), records);
  ASSERT_EQ(records.size(), 1U);
  EXPECT_TRUE(records.contains("t"));
}

TEST_F(FlowRecordFiles, of_all_processes_are_read_and_a_torn_last_line_spoils_nothing) {
  const auto append = [&](int rank, const std::string& line) {
    RecordFile(flow_record_file(folder_, rank)).append(line);
  };
  append(0, format_flow_record("a", example_record()));
  append(1, format_flow_record("b", example_record()).substr(0, 30));  // the process is killed here
  append(1, format_flow_record("c", example_record()));
  FlowRecords records;
  read_flow_records(flow_record_text(folder_), records);
  EXPECT_EQ(records.size(), 2U);
  EXPECT_TRUE(records.contains("a") && records.contains("c"));
}

TEST_F(FlowRecordFiles, are_none_where_there_is_no_folder) { EXPECT_EQ(flow_record_text(folder_), ""); }

TEST_F(FlowRecordFiles, that_cannot_be_written_are_an_error) {
  std::filesystem::create_directories(folder_ / "solved-0.jsonl");
  RecordFile file(flow_record_file(folder_, 0));
  EXPECT_THROW(file.append("x\n"), InputError);
}

}  // namespace
}  // namespace perm
