// SPDX-License-Identifier: Apache-2.0
// Batches and sweeps that are stopped within their flows go on from there, again and again, and have the results of
// those that are not stopped. Each run works less than one flow takes, so that one that began a flow anew would not
// end.
#include <gmock/gmock.h>
#include <signal.h>

#include <functional>

#include "cli/going_on/stopped_command.hpp"
#include "cli/program.hpp"
#include "waiting.hpp"

namespace perm::cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class GoingOn : public CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    for (int seed = 1; seed <= 3; ++seed) ASSERT_EQ(make_rock(seed, seed).exit_code, 0);
  }
  Outcome make_rock(int number, int seed) const {
    return run("generate overlap --size 40 --radius 5 --porosity 0.5 --overwrite --seed " + std::to_string(seed) +
               " -o scans/rock" + std::to_string(number) + ".mha");
  }
  /// A batch whose flows take much longer than all else that it does.
  static std::string batch_into(const std::string& output, const std::string& source = "scans") {
    return "batch " + source + " --voxel-size 1um --device cpu --method plain --tolerance 1e-5 --threads 1 --output " +
           output;
  }
  std::string table(const std::string& folder) const { return read_text(path(folder) / "batch.csv"); }

  /// Starts `words` and sends `signal` after this work.
  Outcome stop_after(const std::string& words, double seconds, int signal) const {
    const pid_t process = start(words);
    wait_for_work(process, seconds);
    ::kill(process, signal);
    return finish(process);
  }

  /// Runs a command in pieces of `seconds`, until it is complete: the first of them by `words`, the others by `next`.
  /// Gives how many of them left the state of a flow.
  int run_in_pieces(const std::string& words, const std::string& next, double seconds,
                    const std::string& states) const {
    constexpr int most_pieces = 60;
    int within = 0;
    Outcome outcome = stop_after(words, seconds, SIGUSR1);
    for (int piece = 1; outcome.exit_code == to_be_continued && piece < most_pieces; ++piece) {
      expect_one_error_line(outcome.err);
      EXPECT_THAT(outcome.err, HasSubstr("'permeability continue "));
      EXPECT_TRUE(fs::exists(path(states)));
      within += tasks_with_states(path(states)).empty() ? 0 : 1;
      outcome = stop_after(next, seconds, SIGUSR1);
    }
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return within;
  }
};

TEST_F(GoingOn, of_a_batch_is_within_its_flows) {
  const double whole = run(batch_into("whole")).processor_seconds;
  for (const char* threads : {"1", "2"}) {
    EXPECT_GE(
        run_in_pieces(batch_into("out"), std::string("continue out --threads ") + threads, whole / 6, "out/checkpoint"),
        3);
    EXPECT_EQ(table("out"), table("whole"));
    expect_nothing_left(path("out"));
    fs::remove_all(path("out"));
  }
}

TEST_F(GoingOn, needs_no_other_command) {
  const double whole = run(batch_into("whole")).processor_seconds;
  EXPECT_GE(run_in_pieces(batch_into("out"), batch_into("out"), whole / 6, "out/checkpoint"), 3);
  EXPECT_EQ(table("out"), table("whole"));
  expect_nothing_left(path("out"));
}

TEST_F(GoingOn, of_a_sweep_of_an_image_is_within_its_flows) {
  const std::string words =
      "sweep scans/rock1.mha --voxel-size 1um --pore 0 --grow -0.5:0.5:0.5 --device cpu "
      "--method plain --tolerance 1e-5 --threads 1 --output ";
  const Outcome whole = run(words + "whole");
  ASSERT_EQ(whole.exit_code, 0) << whole.err;
  EXPECT_GE(run_in_pieces(words + "out", "continue out", whole.processor_seconds / 6, "out/checkpoint"), 3);
  EXPECT_EQ(sweep_in(path("out")), sweep_in(path("whole")));
  expect_nothing_left(path("out"));
}

TEST_F(GoingOn, of_a_sweep_over_porosities_is_within_its_flows) {
  const std::string words =
      "sweep overlap --porosity 0.5,0.6,0.7 --size 32 --radius 5 --device cpu --method plain "
      "--tolerance 1e-5 --threads 2 --output ";
  const Outcome whole = run(words + "whole");
  ASSERT_EQ(whole.exit_code, 0) << whole.err;
  EXPECT_GE(run_in_pieces(words + "out", "continue out", whole.processor_seconds / 6, "out/checkpoint"), 3);
  EXPECT_EQ(sweep_in(path("out")), sweep_in(path("whole")));
  expect_nothing_left(path("out"));
}

TEST_F(GoingOn, follows_a_kill_where_states_are_saved_on_the_way) {
  const double whole = run(batch_into("whole")).processor_seconds;
  const std::string words = batch_into("out") + " --checkpoint saved --every 0.02s";
  Outcome outcome = stop_after(words, whole / 8, SIGKILL);
  int within = 0;
  for (int piece = 0; outcome.exit_code == -SIGKILL && piece < 60; ++piece) {
    within += tasks_with_states(path("saved")).empty() ? 0 : 1;
    outcome = stop_after("continue saved", whole / 6, SIGKILL);
  }
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_GE(within, 3);
  EXPECT_EQ(table("out"), table("whole"));
  EXPECT_FALSE(fs::exists(path("saved")));
  expect_nothing_left(path("out"));
}

TEST_F(GoingOn, begins_anew_with_an_image_that_has_changed) {
  const double whole = run(batch_into("whole")).processor_seconds;
  ASSERT_EQ(stop_after(batch_into("out"), whole / 6, SIGUSR1).exit_code, to_be_continued);
  ASSERT_EQ(tasks_with_states(path("out/checkpoint")).size(), 1U);
  for (int number = 1; number <= 3; ++number) ASSERT_EQ(make_rock(number, number + 3).exit_code, 0);
  ASSERT_EQ(run("continue out").exit_code, 0);
  ASSERT_EQ(run(batch_into("fresh")).exit_code, 0);
  EXPECT_EQ(table("out"), table("fresh"));
  EXPECT_NE(table("out"), table("whole"));
  expect_nothing_left(path("out"));
}

TEST_F(GoingOn, begins_anew_where_a_state_is_torn) {
  const double whole = run(batch_into("whole")).processor_seconds;
  for (const char* file : {"index", "rank-0"}) {
    ASSERT_EQ(stop_after(batch_into("out"), whole / 6, SIGUSR1).exit_code, to_be_continued);
    const auto tasks = tasks_with_states(path("out/checkpoint"));
    ASSERT_EQ(tasks.size(), 1U);
    for (const auto& entry : fs::recursive_directory_iterator(tasks[0]))
      if (entry.path().filename() == file) fs::resize_file(entry.path(), fs::file_size(entry.path()) / 2);
    ASSERT_EQ(run("continue out").exit_code, 0);
    EXPECT_EQ(table("out"), table("whole"));
    expect_nothing_left(path("out"));
    fs::remove_all(path("out"));
  }
}

TEST_F(GoingOn, is_refused_to_another_command) {
  const double whole = run(batch_into("whole")).processor_seconds;
  ASSERT_EQ(stop_after(batch_into("out") + " --checkpoint saved", whole / 6, SIGUSR1).exit_code, to_be_continued);
  for (const std::string& words :
       {batch_into("other"), batch_into("out", "scans/rock1.mha"), batch_into("out") + " --shard 1/2",
        std::string("sweep sc --porosity 0.8 --size 8 --output out")}) {
    const Outcome outcome = run(words + " --checkpoint saved");
    EXPECT_EQ(outcome.exit_code, 3) << words;
    expect_one_error_line(outcome.err);
  }
  EXPECT_THAT(run(batch_into("other") + " --checkpoint saved").err, HasSubstr("it is of another run"));
  EXPECT_EQ(run("continue saved").exit_code, 0);
  EXPECT_EQ(table("out"), table("whole"));
}

TEST_F(GoingOn, of_a_shard_has_a_folder_of_its_own) {
  const double whole = run(batch_into("whole")).processor_seconds;
  EXPECT_GE(run_in_pieces(batch_into("out") + " --shard 2/2", "continue out/checkpoint-2-of-2", whole / 8,
                          "out/checkpoint-2-of-2"),
            1);
  EXPECT_EQ(run(batch_into("out") + " --shard 1/2").exit_code, 0);
  EXPECT_EQ(run(batch_into("out") + " --merge").exit_code, 0);
  EXPECT_EQ(table("out"), table("whole"));
  expect_nothing_left(path("out"));
}

TEST_F(GoingOn, is_between_the_rows_where_a_signal_wants_the_end_at_once) {
  const double whole = run(batch_into("whole")).processor_seconds;
  const Outcome outcome = stop_after(batch_into("out"), whole / 2, SIGTERM);
  EXPECT_EQ(outcome.exit_code, 143);
  EXPECT_THAT(outcome.err, HasSubstr("the same command goes on from there"));
  EXPECT_FALSE(fs::exists(path("out/checkpoint")));
  EXPECT_EQ(run(batch_into("out")).exit_code, 0);
  EXPECT_EQ(table("out"), table("whole"));
}

}  // namespace
}  // namespace perm::cli
