// SPDX-License-Identifier: Apache-2.0
// `conduct` works in one process, with all of its threads: under mpirun it refuses in one line before it reads.
#include <gmock/gmock.h>

#include "cli/ranks/ranks_fixture.hpp"

namespace perm::cli {
namespace {

using ConductOnRanks = RanksTest;

TEST_F(ConductOnRanks, is_refused_in_one_line_and_on_one_rank_it_works) {
  write_text(path("rock.ini"), "kind = overlap\nsize = 20x18x16\nradius = 4\nporosity = 0.5\nseed = 3\n");
  const Outcome outcome = run_on_ranks(ranks_, "conduct rock.ini --output out");
  EXPECT_EQ(outcome.exit_code, 2);
  ASSERT_EQ(lines_of_program(outcome.err).size(), 1U) << outcome.err;
  EXPECT_THAT(lines_of_program(outcome.err)[0],
              testing::AllOf(testing::HasSubstr("conduct works in one process"), testing::HasSubstr("without mpirun")));
  EXPECT_EQ(outcome.out, "");
  EXPECT_FALSE(std::filesystem::exists(path("out")));
  EXPECT_EQ(run_on_ranks(1, "conduct rock.ini --output out").exit_code, 0);
  EXPECT_TRUE(std::filesystem::exists(path("out/conduction.json")));
}

TEST_F(ConductOnRanks, of_kinds_in_a_sweep_is_shared_out_and_of_an_image_refused) {
  const std::string words = "sweep sc,bcc --porosity 0.7 --size 12 --realisations 2 --conduct --device cpu --output ";
  ASSERT_EQ(run_on_ranks(ranks_, words + "shared").exit_code, 0);
  ASSERT_EQ(run(words + "alone").exit_code, 0);
  const auto points_in = [this](const char* file) { return nlohmann::json::parse(read_text(path(file)))["points"]; };
  const nlohmann::json shared = points_in("shared/sweep.json");
  const nlohmann::json alone = points_in("alone/sweep.json");
  ASSERT_EQ(shared.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_EQ(shared[i]["conduction"], alone[i]["conduction"]);
  write_text(path("rock.ini"), "kind = overlap\nsize = 20x18x16\nradius = 4\nporosity = 0.5\nseed = 3\n");
  const Outcome outcome = run_on_ranks(ranks_, "sweep rock.ini --grow 0 --conduct --output out");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.err, testing::HasSubstr("--conduct is given for an image on several processes"));
  EXPECT_FALSE(std::filesystem::exists(path("out")));
}

}  // namespace
}  // namespace perm::cli
