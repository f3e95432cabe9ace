// SPDX-License-Identifier: Apache-2.0
// The progress line is rewritten in place on a terminal, and becomes plain lines in a log.
#include "app/terminal/phase_lines.hpp"

#include <gmock/gmock.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <sstream>

#include "app/terminal/progress_line.hpp"
#include "cli/program.hpp"
#include "waiting.hpp"

namespace perm::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

Progress example() {
  Progress progress;
  progress.direction = Axis::y;
  progress.steps = 1200;
  progress.permeability_voxel2 = 0.05;
  progress.error = 0.008;
  progress.mflups = 312;
  progress.seconds_left = 75;
  return progress;
}

TEST(ProgressLine, tells_steps_permeability_speed_and_time_left) {
  EXPECT_EQ(format_progress(example(), 1e-6), "y  1200 steps  K 50.66 mD +- 0.8 %  312 MFLUPS  about 1 min 15 s left");
  EXPECT_THAT(format_progress(example(), {}), HasSubstr("K 0.05 voxel^2 +- 0.8 %"));
}

TEST(ProgressLine, leaves_out_what_is_not_known_yet) {
  Progress progress = example();
  progress.error = std::numeric_limits<double>::infinity();
  progress.seconds_left = std::numeric_limits<double>::infinity();
  EXPECT_EQ(format_progress(progress, 1e-6), "y  1200 steps  K 50.66 mD  312 MFLUPS");
  EXPECT_EQ(format_progress(Progress{}, 1e-6), "x  0 steps  0 MFLUPS  about 0 s left");  // of 0 mD nothing is said
}

TEST(PhaseLines, name_the_phases_that_a_user_waits_for_and_no_others) {
  std::FILE* const stream = std::tmpfile();
  ASSERT_NE(stream, nullptr);
  PhaseLines lines(stream);
  lines.show(Phase::reading, 0, 0.1);  // too early
  lines.show(Phase::pressure, 0, 2.5);
  lines.show(Phase::lattice, 0, 3.5);  // too soon after the last one
  lines.show(Phase::survey, 1, 10);    // of a coarser image
  lines.show(Phase::looks, 0, 11);     // takes moments
  lines.be_silent(true);
  lines.show(Phase::lattice, 0, 12);
  lines.be_silent(false);
  lines.show(Phase::fields, 0, 75);
  std::rewind(stream);
  std::string text(200, ' ');
  text.resize(std::fread(text.data(), 1, text.size(), stream));
  std::fclose(stream);
  EXPECT_EQ(text, "after 2.5 s: solving for the pressure of the voxels\nafter 1 min 15 s: taking the fields\n");
}

class ProgressOutput : public CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    write_text(path("rock.ini"), "kind = overlap\nsize = 24\nradius = 5\nporosity = 0.5\n");
  }
};

TEST_F(ProgressOutput, is_one_rewritten_line_on_a_terminal) {
  const Outcome outcome = run_on_terminal("solve rock.ini --threads 1 --voxel-size 1um");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_TRUE(outcome.err.starts_with("\rx  ")) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("MFLUPS"));
  EXPECT_THAT(outcome.err, Not(HasSubstr("\n")));
}

TEST_F(ProgressOutput, of_a_short_run_is_absent_from_a_log) {
  write_text(path("small.ini"), "kind = overlap\nsize = 12\nradius = 3\nporosity = 0.5\n");  // takes some milliseconds
  EXPECT_EQ(run("solve small.ini --threads 1 --tolerance 1e-2").err, "");
}

TEST_F(ProgressOutput, of_a_longer_run_is_a_plain_line_in_a_log) {
  const pid_t process = start("solve rock.ini --threads 1 --tau 0.5001 --method plain --tolerance 1e-5");
  ASSERT_TRUE(wait_for_error("x  "));
  const auto first_line = std::chrono::steady_clock::now();
  EXPECT_TRUE(wait_for_work(process, 0.5));  // other samples come
  ::kill(process, SIGINT);
  const Outcome outcome = finish(process);
  EXPECT_THAT(outcome.err, Not(HasSubstr("\r")));
  expect_one_error_line(outcome.err);
  const auto tens_of_seconds = (std::chrono::steady_clock::now() - first_line) / std::chrono::seconds(10);
  std::int64_t lines = 0;
  std::istringstream text(outcome.err);
  for (std::string line; std::getline(text, line);) lines += line.starts_with("x  ") ? 1 : 0;
  EXPECT_GE(lines, 1);
  EXPECT_LE(lines, 1 + tens_of_seconds) << outcome.err;
}

}  // namespace
}  // namespace perm::cli
