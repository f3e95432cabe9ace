// SPDX-License-Identifier: Apache-2.0
// What a script reads on standard output: one JSON object or a line a direction, and nothing where there is no result.
#include <gmock/gmock.h>

#include "cli/program.hpp"
#include "cli/small_image.hpp"

namespace perm::cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class Answers : public CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    write_text(path("rock.ini"), "kind = overlap\nsize = 20x18x16\nradius = 4\nporosity = 0.5\nseed = 3\n");
  }
};

TEST_F(Answers, json_is_the_object_of_the_file_and_nothing_else) {
  for (const char* more : {"", " --quiet", " --direction xyz --timings", " --max-steps 3"}) {
    const Outcome outcome = run(std::string("solve rock.ini --voxel-size 2um --json --overwrite -o out") + more);
    EXPECT_EQ(outcome.exit_code, std::string(more) == " --max-steps 3" ? 4 : 0) << more << outcome.err;
    EXPECT_EQ(json::parse(outcome.out), json::parse(read_text(path("out/result.json")))) << more;
  }
}

TEST_F(Answers, timings_and_progress_go_to_stderr) {
  const Outcome outcome = run("solve rock.ini --voxel-size 2um --brief --timings -o out");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.err, HasSubstr("Time of the phases, "));
  EXPECT_THAT(outcome.out, testing::MatchesRegex("x\t[0-9.e+]+\t[0-9.e+]+\t[0-9.e+]+\tmD\tconverged\n"));
}

TEST_F(Answers, brief_has_a_line_for_each_direction_in_the_unit_asked_for) {
  const std::string out = run("solve rock.ini --voxel-size 2um --direction xyz --units D --brief -o out").out;
  EXPECT_THAT(out,
              testing::ContainsRegex("^x\t[^\n]*\tD\tconverged\ny\t[^\n]*\tD\tconverged\nz\t[^\n]*\tD\tconverged\n$"));
}

TEST_F(Answers, a_report_is_made_without_a_word_on_it) {
  if (const std::string why = why_no_report(); !why.empty()) GTEST_SKIP() << why;
  const Outcome outcome = run("solve rock.ini --voxel-size 2um --json --report page.html -o out");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_TRUE(json::accept(outcome.out));
  EXPECT_FALSE(read_text(path("page.html")).empty());
}

TEST_F(Answers, an_error_leaves_standard_output_empty) {
  for (const char* words : {"solve rock.ini --tolerance 5 --voxel-size 2um", "solve none.tif --voxel-size 2um",
                            "conduct none.tif --voxel-size 2um", "conduct rock.ini --voxel-size 2um --tolerance 5"})
    for (const char* form : {" --json", " --brief"}) {
      const Outcome outcome = run(std::string(words) + form);
      EXPECT_NE(outcome.exit_code, 0) << words;
      EXPECT_EQ(outcome.out, "") << words << form;
      expect_one_error_line(outcome.err);
    }
}

TEST_F(Answers, what_does_not_percolate_is_a_result) {
  write_mha(path("wall.mha"), {6, 6, 6}, std::vector<std::uint8_t>(216, 1));
  write_mha(path("blocked.mha"), {6, 6, 6}, [] {
    std::vector<std::uint8_t> grey(216, 0);
    for (std::size_t i = 3; i < 216; i += 6) grey[i] = 1;  // x = 3 is solid
    return grey;
  }());
  const Outcome solved = run("solve blocked.mha --voxel-size 2um --pore 0 --brief -o out");
  EXPECT_EQ(solved.exit_code, 0) << solved.err;
  EXPECT_EQ(solved.out, "x\t0\t-\t-\tmD\tnot_percolating\n");
  EXPECT_EQ(run("conduct blocked.mha --voxel-size 2um --pore 0 --brief -o current").out,
            "x\tinfinite\t-\t-\tformation_factor\tnot_percolating\n");
}

TEST_F(Answers, conduct_answers_alike) {
  const Outcome object = run("conduct rock.ini --voxel-size 2um --walls voxels --json -o out");
  EXPECT_EQ(object.exit_code, 0) << object.err;
  EXPECT_EQ(json::parse(object.out), json::parse(read_text(path("out/conduction.json"))));
  EXPECT_THAT(read_text(path("out/conduction.csv")), testing::StartsWith("input,nx,ny,nz,voxel_size_m,porosity,"));
  EXPECT_THAT(read_text(path("out/conduction.csv")), HasSubstr(",formation_factor_low,"));
}

TEST_F(Answers, a_row_of_the_same_options_has_the_same_columns_for_every_image) {
  for (const char* seed : {"1", "2"}) {
    const std::string name = std::string("rock") + seed;
    write_text(path(name + ".ini"),
               std::string("kind = overlap\nsize = 14\nradius = 3\nporosity = 0.6\nseed = ") + seed);
    ASSERT_EQ(run("solve " + name + ".ini --voxel-size 2um --direction xyz -o " + name).exit_code, 0);
  }
  const std::string one = read_text(path("rock1/result.csv")), two = read_text(path("rock2/result.csv"));
  EXPECT_EQ(one.substr(0, one.find('\n')), two.substr(0, two.find('\n')));
  EXPECT_THAT(one, HasSubstr(",tensor_xy_m2,"));
  EXPECT_NE(one, two);
}

}  // namespace
}  // namespace perm::cli
