// SPDX-License-Identifier: Apache-2.0
// What ends a run so that another one can go on, SIGUSR1, SIGXCPU and --max-time, ends it with K and its bound where
// they are known, and with an exit code of its own.
#include <gmock/gmock.h>
#include <signal.h>
#include <unistd.h>

#include <ctime>

#include "app/terminal/signals.hpp"
#include "cli/program.hpp"
#include "waiting.hpp"

namespace perm::cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr int to_be_continued = 75;

class TimeLimit : public CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    write_text(path("rock.ini"), "kind = overlap\nsize = 32\nradius = 5\nporosity = 0.5\n");
    write_text(path("large.ini"), "kind = overlap\nsize = 300\nradius = 8\nporosity = 0.4\n");
  }
  std::vector<std::string> hidden_files() const {
    std::vector<std::string> hidden;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder()))
      if (entry.path().filename().string().starts_with('.')) hidden.push_back(entry.path());
    return hidden;
  }
  /// A run that takes long to its last digit, and whose K has a bound soon.
  static constexpr const char* slow =
      "solve rock.ini --output out --threads 1 --precision float64 --tau 0.6 --method plain --tolerance 1e-12 ";
  void expect_k_and_its_end(const Outcome& outcome, const std::string& why) const {
    EXPECT_EQ(outcome.exit_code, to_be_continued);
    expect_one_error_line(outcome.err);
    EXPECT_THAT(outcome.err,
                HasSubstr("Stopped (" + why + "). K and its bound of that moment are in 'out/result.json'"));
    EXPECT_THAT(outcome.err, HasSubstr("'permeability continue out/checkpoint' goes on"));
    const nlohmann::json flow = nlohmann::json::parse(read_text(path("out/result.json")))["flow"][0];
    EXPECT_EQ(flow["stop"], "interrupted");
    EXPECT_TRUE(flow["permeability_voxel2"].is_number());
    EXPECT_TRUE(flow["iteration_error"].is_number()) << "a last look gives the bound";
    EXPECT_EQ(hidden_files(), std::vector<std::string>());
  }
};

TEST_F(TimeLimit, by_sigusr1_ends_with_75_and_k_of_that_moment) {
  const pid_t process = start(slow);
  EXPECT_TRUE(wait_for_steps(process) && wait_for_work(process, 2));
  EXPECT_EQ(::kill(process, SIGUSR1), 0);
  expect_k_and_its_end(finish(process), "SIGUSR1 asked for it");
}

TEST_F(TimeLimit, by_the_soft_limit_of_processor_time_ends_with_75_and_k_of_that_moment) {
  expect_k_and_its_end(finish(start_in_shell("ulimit -S -t 2;", slow)), "the limit of processor time is reached");
}

TEST_F(TimeLimit, by_max_time_ends_with_75_and_k_of_that_moment) {
  expect_k_and_its_end(run(std::string(slow) + "--max-time 3s"), "the time of --max-time is over");
}

TEST_F(TimeLimit, is_that_of_the_job_of_slurm) {
  const auto with_end = [](std::int64_t seconds_from_now) {
    return "export SLURM_JOB_END_TIME=" + std::to_string(std::time(nullptr) + seconds_from_now) + ";";
  };
  const std::string words = std::string(slow) + "--max-time slurm";
  expect_k_and_its_end(finish(start_in_shell(with_end(124), words)), "the time of --max-time is over");
  const auto expect_refusal = [&](const std::string& prefix, const std::string& part) {
    const Outcome outcome = finish(start_in_shell(prefix, words));
    EXPECT_EQ(outcome.exit_code, 3);
    expect_one_error_line(outcome.err);
    EXPECT_THAT(outcome.err, HasSubstr(part));
  };
  expect_refusal(with_end(100), "the job ends within 120 s");
  expect_refusal("export SLURM_JOB_END_TIME=tonight;", "SLURM_JOB_END_TIME is 'tonight'");
  expect_refusal("unset SLURM_JOB_END_TIME SLURM_JOB_ID;", "This is no job of SLURM");
  expect_refusal("unset SLURM_JOB_END_TIME; export SLURM_JOB_ID=7;", "squeue -h -j $SLURM_JOB_ID");
}

TEST_F(TimeLimit, changes_no_result_of_a_run_that_is_done_before) {
  const nlohmann::json without = solve("rock.ini --tolerance 1e-2", "without");
  const nlohmann::json with = solve("rock.ini --tolerance 1e-2 --max-time 1h --checkpoint saved --every 1min", "with");
  EXPECT_EQ(with["flow"][0]["permeability_voxel2"], without["flow"][0]["permeability_voxel2"]);
  EXPECT_EQ(with["solver"], without["solver"]);
}

TEST_F(TimeLimit, before_the_first_step_leaves_no_file) {
  const Outcome outcome = run("solve large.ini --output out --threads 1 --max-time 0.2s");
  EXPECT_EQ(outcome.exit_code, to_be_continued);
  expect_one_error_line(outcome.err);
  EXPECT_THAT(outcome.err, HasSubstr("No result was written"));
  EXPECT_THAT(outcome.err, HasSubstr("give it more time"));
  EXPECT_FALSE(fs::exists(path("out")));
}

TEST_F(TimeLimit, of_a_sweep_keeps_the_flows_that_are_done) {
  const std::string words =
      "sweep packing --porosity 0.7,0.6 --size 24 --radius 4 --seed 1 --threads 1 --device cpu --output out";
  const std::string slow_words = words + " --tau 0.5001 --method plain --tolerance 1e-5";
  const pid_t process = start(slow_words);
  EXPECT_TRUE(wait_for_work(process, 1));
  EXPECT_EQ(::kill(process, SIGUSR1), 0);
  const Outcome outcome = finish(process);
  EXPECT_EQ(outcome.exit_code, to_be_continued);
  EXPECT_THAT(outcome.err,
              HasSubstr("The flows that are done are kept in 'out'; 'permeability continue out/checkpoint' goes on"));
  EXPECT_EQ(run(slow_words + " --max-time 1s").exit_code, to_be_continued);
  EXPECT_EQ(run(words + " --max-time 1h").exit_code, 0);
}

TEST_F(TimeLimit, of_a_batch_keeps_the_rows_that_are_done) {
  write_text(path("list.csv"), "input,tau,tolerance\nrock.ini,1,1e-2\nrock.ini,,\n");
  const std::string words =
      "batch list.csv --voxel-size 2um --device cpu --threads 1 --method plain --tau 0.5001 --tolerance 1e-5 "
      "--output out --max-time ";
  const Outcome outcome = run(words + "4s");
  EXPECT_EQ(outcome.exit_code, to_be_continued);
  EXPECT_THAT(outcome.err,
              HasSubstr("The rows that are done are kept in 'out'; 'permeability continue out/checkpoint' goes on"));
  const Outcome again = run(words + "1s");
  EXPECT_EQ(again.exit_code, to_be_continued);
  EXPECT_THAT(again.out, HasSubstr("1 rows are known from an earlier run in 'out'; 1 are left."));
}

TEST_F(TimeLimit, of_a_validation_keeps_the_flows_that_are_done) {
  const pid_t process = start("validate --quick --cases fcc --threads 1 --device cpu --output out");
  EXPECT_TRUE(wait_until([&] { return read_text(path("out/solved-0.jsonl")).size() >= 10; }));
  EXPECT_EQ(::kill(process, SIGUSR1), 0);
  const Outcome outcome = finish(process);
  EXPECT_EQ(outcome.exit_code, to_be_continued);
  EXPECT_THAT(outcome.err, HasSubstr("the same command goes on"));
}

struct TwoSignals {
  int first;
  int second;
};

/// Ends with the cause that counts then, where both signals leave the program alive.
void note_two(const TwoSignals& signals, useconds_t apart) {
  note_signals();
  ::raise(signals.first);
  if (apart > 0) ::usleep(apart);
  ::raise(signals.second);
  ::_exit(static_cast<int>(stop_cause()));
}

TEST(TwoSignals, that_ask_for_the_same_end_the_program_at_once) {
  EXPECT_EXIT(note_two({SIGUSR1, SIGUSR1}, 400'000), testing::KilledBySignal(SIGUSR1), "");
  EXPECT_EXIT(note_two({SIGTERM, SIGUSR1}, 400'000), testing::KilledBySignal(SIGUSR1), "");
  EXPECT_EXIT(note_two({SIGXCPU, SIGUSR1}, 400'000), testing::KilledBySignal(SIGUSR1), "");
}

TEST(TwoSignals, that_come_at_once_are_one) {
  const auto cause = [](StopCause counts) { return testing::ExitedWithCode(static_cast<int>(counts)); };
  EXPECT_EXIT(note_two({SIGUSR1, SIGUSR1}, 0), cause(StopCause::user_signal), "");
  EXPECT_EXIT(note_two({SIGUSR1, SIGTERM}, 0), cause(StopCause::termination), "");
  EXPECT_EXIT(note_two({SIGTERM, SIGUSR1}, 0), cause(StopCause::termination), "");
}

TEST(TwoSignals, of_which_the_second_asks_for_more_do_not_end_the_program) {
  const auto termination = testing::ExitedWithCode(static_cast<int>(StopCause::termination));
  EXPECT_EXIT(note_two({SIGUSR1, SIGTERM}, 400'000), termination, "");
  EXPECT_EXIT(note_two({SIGXCPU, SIGTERM}, 400'000), termination, "");
}

// The system sends it every second from the soft limit on.
TEST(TwoSignals, of_processor_time_do_not_end_the_program) {
  const auto limit = testing::ExitedWithCode(static_cast<int>(StopCause::processor_limit));
  EXPECT_EXIT(note_two({SIGXCPU, SIGXCPU}, 400'000), limit, "");
}

void meet_a_deadline(double seconds) {
  note_signals();
  end_after(seconds);
  ::usleep(100'000);
  ::_exit(static_cast<int>(stop_cause()));
}

TEST(Deadline, is_met_and_passed) {
  EXPECT_EXIT(meet_a_deadline(0.05), testing::ExitedWithCode(static_cast<int>(StopCause::time_limit)), "");
  EXPECT_EXIT(meet_a_deadline(1e300), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace perm::cli
