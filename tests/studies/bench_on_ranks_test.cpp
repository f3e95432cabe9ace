// SPDX-License-Identifier: Apache-2.0
// `bench` under mpirun: the scheme that pushes shares a box beside the program's own, other schemes are refused, and
// --tilings steps every cut.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/ranks/ranks_fixture.hpp"

namespace perm::cli {
namespace {

class BenchOnRanks : public RanksTest {};

TEST_F(BenchOnRanks, shares_the_box_of_push_and_compact) {
  const Outcome outcome = run_on_ranks(
      ranks_,
      "bench --streaming --device cpu --schemes push,compact --size 24 --porosity 1 --seconds 0.1 --output run");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const auto rows = nlohmann::json::parse(read_text(path("run/streaming.json")))["rows"];
  ASSERT_EQ(rows.size(), 2U);
  for (const auto& row : rows) {
    EXPECT_EQ(row["ranks"], ranks_);
    EXPECT_GT(row["mflups"], 0);
  }
}

TEST_F(BenchOnRanks, refuses_schemes_that_do_not_share_a_box) {
  const Outcome outcome =
      run_on_ranks(ranks_, "bench --streaming --device cpu --schemes pull --size 24 --porosity 1 --output run");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.err, testing::HasSubstr("push,compact"));
}

TEST_F(BenchOnRanks, steps_every_cut_beside_the_model) {
  const Outcome outcome =
      run_on_ranks(ranks_, "bench --tilings --device cpu --size 24 --porosity 1 --seconds 0.05 --json");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const auto tilings = nlohmann::json::parse(outcome.out)["tilings"];
  int of_all = 0;
  for (const auto& tiling : tilings) {
    EXPECT_EQ(tiling["parts"][1].get<int>() * tiling["parts"][2].get<int>(), tiling["ranks"].get<int>());
    EXPECT_GT(tiling["predicted_step_seconds"], 0);
    if (tiling["ranks"] == ranks_) ++of_all;
  }
  int cuts = 0;
  for (int parts = 1; parts <= ranks_; ++parts) cuts += ranks_ % parts == 0 ? 1 : 0;
  EXPECT_EQ(of_all, cuts);
}

}  // namespace
}  // namespace perm::cli
