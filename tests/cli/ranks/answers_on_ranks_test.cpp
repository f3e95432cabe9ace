// SPDX-License-Identifier: Apache-2.0
// Under mpirun a script reads the same as without, once, and a report has the same pictures.
#include <gmock/gmock.h>

#include "cli/ranks/ranks_fixture.hpp"
#include "long_tests.hpp"

namespace perm::cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class AnswersOnRanks : public RanksTest {
 protected:
  void SetUp() override {
    RanksTest::SetUp();
    write_text(path("rock.ini"), "kind = overlap\nsize = 20x18x17\nradius = 4\nporosity = 0.5\nseed = 3\n");
  }
  const std::string words_ = "solve rock.ini --voxel-size 2um --tolerance 1e-2 --direction xz --overwrite --output ";
};

TEST_F(AnswersOnRanks, come_once_and_are_those_of_one_process) {
  const Outcome alone = run(words_ + "alone --brief");
  const Outcome together = run_on_ranks(ranks_, words_ + "shared --brief");
  EXPECT_EQ(alone.exit_code, 0) << alone.err;
  EXPECT_EQ(together.exit_code, 0) << together.err;
  EXPECT_EQ(together.out, alone.out);
  const Outcome object = run_on_ranks(ranks_, words_ + "shared --json");
  EXPECT_EQ(json::parse(object.out), json::parse(read_text(path("shared/result.json"))));
}

TEST_F(AnswersOnRanks, are_none_after_an_error) {
  const Outcome failed = run_on_ranks(ranks_, words_ + "shared --json --tolerance 7");
  EXPECT_NE(failed.exit_code, 0);
  EXPECT_EQ(failed.out, "");
}

TEST_F(AnswersOnRanks, pictures_are_drawn_from_the_same_bits) {
  if (!long_tests_run()) GTEST_SKIP() << "pages take long";
  if (const std::string why = why_no_report(); !why.empty()) GTEST_SKIP() << why;
  const std::string words = "solve rock.ini --voxel-size 2um --tolerance 1e-2 --direction z --overwrite --output ";
  ASSERT_EQ(run(words + "alone --report alone.html").exit_code, 0);
  ASSERT_EQ(run_on_ranks(ranks_, words + "shared --report shared.html").exit_code, 0);
  const std::string views = read_text(path("alone/views.json"));
  EXPECT_THAT(views, HasSubstr("\"widest_way\""));
  EXPECT_TRUE(views == read_text(path("shared/views.json")));
}

}  // namespace
}  // namespace perm::cli
