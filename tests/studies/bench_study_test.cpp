// SPDX-License-Identifier: Apache-2.0
// `permeability-studies bench`: predictions, cuts among ranks, the time to K.
#include <gmock/gmock.h>

#include <cmath>
#include <cstdio>
#include <regex>
#include <sstream>

#include "cli/program.hpp"

namespace perm::cli {
namespace {

class BenchStudy : public CliTest {};

TEST_F(BenchStudy, predicts_speeds_of_more_ranks_from_that_of_one) {
  const Outcome outcome =
      run("bench --device cpu --size 512 --predict 16 --rank-model h200 --rank-mflups 20000 --json");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const nlohmann::json json = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(json["predicted"], true);
  for (const char* scaling : {"weak", "strong"}) {
    ASSERT_EQ(json[scaling].size(), 5U);
    EXPECT_EQ(json[scaling][4]["ranks"], 16);
    EXPECT_DOUBLE_EQ(json[scaling][0]["mflups"], 20000);
    EXPECT_LT(json[scaling][4]["efficiency"], 1);
  }
  const Outcome table = run("bench --device cpu --size 512 --predict 16 --rank-model h200 --rank-mflups 20000");
  EXPECT_THAT(table.out, testing::HasSubstr("not measured"));
}

TEST_F(BenchStudy, time_to_k_prints_a_table_with_a_mean) {
  const Outcome outcome = run("bench --time-to-k --scale 0.125 --tolerance 5e-2 --threads 1");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  for (const char* part : {"within 0.05 of its limit", "on the CPU", "overlap 0.15", "overlap 0.4", "sc, solid 0.125",
                           "fcc, touching", "ratio"})
    EXPECT_THAT(outcome.out, testing::HasSubstr(part));
  const std::size_t mean = outcome.out.find("geometric mean");
  ASSERT_NE(mean, std::string::npos) << outcome.out;
  double to_tolerance = 0;  // seconds until K is within the tolerance; the run knows it later, at `to_stop`
  double to_stop = 0;
  ASSERT_EQ(std::sscanf(outcome.out.c_str() + mean, "geometric mean | %lf | %lf", &to_tolerance, &to_stop), 2)
      << outcome.out;
  EXPECT_GT(to_stop, 0);
  EXPECT_GE(to_tolerance, to_stop);
}

TEST_F(BenchStudy, time_to_k_gives_json) {
  const Outcome outcome = run("bench --time-to-k --scale 0.125 --tolerance 1e-2 --threads 1 --json");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const nlohmann::json json = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(json["tolerance"], 1e-2);
  ASSERT_EQ(json["cases"].size(), 4U);
  double to_tolerance = 0;
  double to_stop = 0;
  for (const nlohmann::json& one : json["cases"]) {
    SCOPED_TRACE(one["name"]);
    EXPECT_TRUE(one["program"]["converged"]);
    EXPECT_LE(one["program"]["iteration_error"], 1e-2);
    EXPECT_LE(std::abs(one["program"]["true_error"].get<double>()), 1e-2);
    EXPECT_GT(one["fluid_cells"], 0);
    EXPECT_GE(one["ratio"], one["ratio_to_stop"]);
    to_tolerance += std::log(one["ratio"].get<double>());
    to_stop += std::log(one["ratio_to_stop"].get<double>());
  }
  EXPECT_NEAR(json["mean_ratio"].get<double>() / std::exp(to_tolerance / 4), 1, 1e-9);
  EXPECT_NEAR(json["mean_ratio_to_stop"].get<double>() / std::exp(to_stop / 4), 1, 1e-9);
}

TEST_F(BenchStudy, measures_one_thing_at_a_time) {
  expect_error("bench --streaming --predict 4", 2, "--streaming and --predict");
  expect_error("bench --time-to-k --tilings", 2, "Give one");
}

TEST_F(BenchStudy, refuses_to_predict_what_it_does_not_know) {
  expect_error("bench --device cpu --predict 4 --rank-model abacus --rank-mflups 1", 3, "rank-model");
  expect_error("bench --device cpu --predict 0", 3, "--predict");
}

TEST_F(BenchStudy, tilings_of_one_rank_are_one_line_that_the_model_meets) {
  const Outcome outcome = run("bench --tilings --device cpu --size 32 --porosity 1 --seconds 0.1 --json --threads 1");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const auto tilings = nlohmann::json::parse(outcome.out)["tilings"];
  ASSERT_EQ(tilings.size(), 1U);
  EXPECT_NEAR(tilings[0]["step_seconds"].get<double>() * tilings[0]["mflups"].get<double>() * 1e6, 32 * 32 * 32, 1);
  EXPECT_NEAR(tilings[0]["predicted_step_seconds"].get<double>() / tilings[0]["step_seconds"].get<double>(), 1, 0.3);
}

TEST_F(BenchStudy, runs_every_example_of_its_help) {
  const std::string help = std::regex_replace(run("help bench").out, std::regex(" \\\\\n +"), " ");
  std::istringstream lines(help.substr(help.find("\nExamples:\n")));
  int examples = 0;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("  permeability-studies ")) continue;
    const Outcome outcome = run(line.substr(line.find("bench")));
    EXPECT_EQ(outcome.exit_code, 0) << line << "\n" << outcome.err;
    ++examples;
  }
  EXPECT_EQ(examples, 3);
}

TEST_F(BenchStudy, says_where_the_speed_of_the_machine_is_measured) {
  expect_error("bench", 2, "permeability bench");
  expect_error("bench --seed -1 --tilings", 3, "--seed");
  expect_error("bench --streaming --device cuda", 5, "--device cpu");
  expect_error("bench --device cpu --streaming --try-largest", 2, "--device cuda");
}

}  // namespace
}  // namespace perm::cli
