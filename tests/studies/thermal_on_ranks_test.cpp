// SPDX-License-Identifier: Apache-2.0
// `thermal` under mpirun: a flow is the same on every number of ranks and in every cut, and --measure takes all cuts.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <tuple>

#include "cli/batch_table.hpp"
#include "cli/ranks/ranks_fixture.hpp"

namespace perm::cli {
namespace {

class ThermalOnRanks : public RanksTest {
 protected:
  const std::string box_ = "thermal --device cpu --threads 1 --size 32x40 --waves 4 --layer 2 ";
};

TEST_F(ThermalOnRanks, has_the_fields_of_one_process) {
  ASSERT_EQ(run(box_ + "--steps 30 --output alone").exit_code, 0);
  const std::string ranks = std::to_string(ranks_);
  for (const std::string& cut : {std::string(), "--tiles " + ranks + "x1 ", "--tiles 1x" + ranks + " "}) {
    const Outcome outcome = run_on_ranks(ranks_, box_ + cut + "--steps 30 --output run --overwrite");
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_TRUE(read_text(path("run/fields_00000030.vti")) == read_text(path("alone/fields_00000030.vti"))) << cut;
    EXPECT_EQ(BatchTable(read_text(path("run/growth.csv"))).cell(10, "mass"),
              BatchTable(read_text(path("alone/growth.csv"))).cell(10, "mass"));
  }
}

TEST_F(ThermalOnRanks, measures_every_cut_beside_the_model) {
  const Outcome outcome = run_on_ranks(ranks_, box_ + "--measure --seconds 0.02 --output run");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const BatchTable speeds(read_text(path("run/thermal.csv")));
  int of_all = 0;
  for (std::size_t row = 0; row < speeds.size(); ++row) {
    EXPECT_EQ(speeds.number(row, "tiles_x") * speeds.number(row, "tiles_y"), speeds.number(row, "ranks"));
    EXPECT_GT(speeds.number(row, "step_s"), 0);
    if (row > 0) {  // the first is one process, from which the model starts
      EXPECT_GT(speeds.number(row, "model_s"), 0);
    }
    if (speeds.number(row, "ranks") == ranks_) ++of_all;
  }
  int cuts = 0;
  for (int tiles = 1; tiles <= ranks_; ++tiles) cuts += ranks_ % tiles == 0 ? 1 : 0;
  EXPECT_EQ(of_all, cuts);
}

TEST_F(ThermalOnRanks, refuses_what_does_not_fit_the_ranks) {
  for (const auto& [words, exit_code, what] :
       {std::tuple{std::string("--tiles 5x1"), 2, "5 x 1 tiles are given to " + std::to_string(ranks_) + " processes"},
        {"--size 32x4 --layer 0.4 --amplitude 0.1 --tiles 1x" + std::to_string(ranks_), 3, "cannot be cut into"},
        {"--measure --layouts soa,aos", 2, "--layouts has 2 values"}}) {
    std::string line = box_;
    if (words.starts_with("--size")) line = "thermal --device cpu --threads 1 --waves 4 ";
    const Outcome outcome = run_on_ranks(ranks_, line + words + " --output run");
    EXPECT_EQ(outcome.exit_code, exit_code) << words;
    EXPECT_THAT(outcome.err, testing::HasSubstr(what));
    EXPECT_FALSE(std::filesystem::exists(path("run"))) << words;
  }
}

}  // namespace
}  // namespace perm::cli
