// SPDX-License-Identifier: Apache-2.0
#include "report/bench/benchmark_report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace perm {
namespace {

BenchmarkReport example() {
  BenchmarkReport report;
  report.result = {1000, 50, 2.0, 81.5, 20.25, 152.5, 0.61, 80.25, 0, "cpu", "cpu, avx2, 2 threads"};
  report.extent = {10, 20, 30};
  report.porosity = 0.2;
  return report;
}

TEST(BenchmarkReport, json_has_the_keys_that_were_promised) {
  const auto json = nlohmann::json::parse(format_benchmark_json(example()));
  EXPECT_DOUBLE_EQ(json["mflups"], 81.5);
  EXPECT_DOUBLE_EQ(json["bandwidth_gb_s"], 20.25);
  EXPECT_DOUBLE_EQ(json["fraction_of_limit"], 0.61);
  EXPECT_DOUBLE_EQ(json["bytes_per_fluid_cell"], 80.25);
}

TEST(BenchmarkReport, table_says_speed_bandwidth_and_fraction) {
  const std::string table = format_benchmark_table(example());
  for (const char* part : {"81.5 MFLUPS", "20.25 GB/s", "0.610", "80.25 bytes", "10 x 20 x 30", "2 threads"})
    EXPECT_THAT(table, testing::HasSubstr(part));
}

}  // namespace
}  // namespace perm
