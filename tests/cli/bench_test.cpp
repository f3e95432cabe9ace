// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "cli/program.hpp"

namespace perm::cli {
namespace {

class Bench : public CliTest {};

TEST_F(Bench, json_has_the_keys_that_were_promised) {
  const Outcome outcome = run("bench --device cpu --porosity 0.2 --size 48 --seconds 0.2 --json");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const nlohmann::json json = nlohmann::json::parse(outcome.out);
  for (const char* key : {"mflups", "bandwidth_gb_s", "fraction_of_limit", "bytes_per_fluid_cell"})
    EXPECT_GT(json[key], 0) << key;
  EXPECT_NEAR(json["porosity"], 0.2, 0.02);
}

TEST_F(Bench, porosity_1_is_an_empty_box) {
  const Outcome outcome =
      run("bench --device cpu --porosity 1 --size 24 --seconds 0.2 --json --precision float64 --threads 1");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const nlohmann::json json = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(json["fluid_cells"], 24 * 24 * 24);
  EXPECT_EQ(json["precision"], "float64");
  EXPECT_EQ(json["device"], "cpu");
  EXPECT_THAT(std::string(json["description"]), testing::HasSubstr("1 thread"));
}

TEST_F(Bench, prints_a_table) {
  const Outcome outcome = run("bench --size 32 --seconds 0.2");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  for (const char* part : {"MFLUPS", "GB/s", "fraction of the limit", "bytes a fluid cell"})
    EXPECT_THAT(outcome.out, testing::HasSubstr(part));
}

TEST_F(Bench, refuses_a_transport_that_it_does_not_know) {
  expect_error("bench --device cpu --transport pigeon", 3, "transport");
}

}  // namespace
}  // namespace perm::cli
