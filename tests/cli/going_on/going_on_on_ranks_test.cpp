// SPDX-License-Identifier: Apache-2.0
// Batches and sweeps under mpirun that are stopped within their flows: all ranks save, whichever a signal reaches, and
// other numbers of ranks go on.
#include <gmock/gmock.h>
#include <signal.h>

#include <sstream>

#include "cli/going_on/stopped_command.hpp"
#include "cli/ranks/ranks_fixture.hpp"
#include "waiting.hpp"

namespace perm::cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

/// Gives the processes that mpirun has started.
std::vector<pid_t> ranks_of(pid_t launcher) {
  std::vector<pid_t> ranks;
  const std::string id = std::to_string(launcher);
  std::istringstream children(read_text("/proc/" + id + "/task/" + id + "/children"));
  for (pid_t child = 0; children >> child;) ranks.push_back(child);
  return ranks;
}

class GoingOnOnRanks : public RanksTest {
 protected:
  /// Starts a command on the ranks, and sends SIGUSR1 to the last of them after it has worked for a while.
  Outcome stop_last_rank(const std::string& words, double seconds) const {
    const pid_t launcher = start_on_ranks(ranks_, words);
    std::vector<pid_t> ranks;
    EXPECT_TRUE(wait_until([&] {
      ranks = ranks_of(launcher);
      return ranks.size() == static_cast<std::size_t>(ranks_) || !is_alive(launcher);
    }));
    if (!ranks.empty()) {
      wait_for_work(ranks.back(), seconds);
      ::kill(ranks.back(), SIGUSR1);
    }
    return finish(launcher);
  }
  static void expect_stop(const Outcome& outcome) {
    const std::vector<std::string> lines = lines_of_program(outcome.err);
    ASSERT_EQ(lines.size(), 1U) << outcome.err;
    EXPECT_THAT(lines[0], HasSubstr("Stopped (SIGUSR1 asked for it)"));
    EXPECT_THAT(lines[0], HasSubstr("'permeability continue "));
  }
};

TEST_F(GoingOnOnRanks, a_batch_saves_what_each_rank_does) {
  for (int number = 1; number <= 2 * ranks_; ++number)
    ASSERT_EQ(run("generate overlap --size 40 --radius 5 --porosity 0.5 --seed " + std::to_string(number) +
                  " -o scans/rock" + std::to_string(number) + ".mha")
                  .exit_code,
              0);
  const std::string words =
      "batch scans --voxel-size 1um --device cpu --method plain --tolerance 1e-5 --threads 1 "
      "--output ";
  const Outcome whole = run(words + "whole");
  ASSERT_EQ(whole.exit_code, 0) << whole.err;
  const double of_flow = whole.processor_seconds / (2 * ranks_);
  expect_stop(stop_last_rank(words + "out", of_flow / 2));
  EXPECT_GE(tasks_with_states(path("out/checkpoint")).size(), 2U);
  EXPECT_FALSE(fs::exists(path("out/checkpoint/all-stop")));
  expect_stop(stop_last_rank("continue out", of_flow / 2));
  const Outcome end = run("continue out");
  EXPECT_EQ(end.exit_code, 0) << end.err;
  EXPECT_EQ(read_text(path("out/batch.csv")), read_text(path("whole/batch.csv")));
  expect_nothing_left(path("out"));
}

TEST_F(GoingOnOnRanks, a_sweep_of_an_image_goes_on_alone_and_on_all_of_them) {
  ASSERT_EQ(run("generate overlap --size 40 --radius 5 --porosity 0.5 -o rock.mha").exit_code, 0);
  const std::string words =
      "sweep rock.mha --voxel-size 1um --pore 0 --grow -0.5:0.5:0.5 --device cpu "
      "--method plain --tolerance 1e-5 --output ";
  const Outcome whole = run(words + "whole --threads 1");
  ASSERT_EQ(whole.exit_code, 0) << whole.err;
  expect_stop(stop_last_rank(words + "out", whole.processor_seconds / 6 / ranks_));
  const pid_t alone = start("continue out --threads 1");
  wait_for_work(alone, whole.processor_seconds / 6);
  ::kill(alone, SIGUSR1);
  EXPECT_EQ(finish(alone).exit_code, to_be_continued);
  const Outcome end = run_on_ranks(ranks_, "continue out");
  EXPECT_EQ(end.exit_code, 0) << end.err;
  EXPECT_EQ(sweep_in(path("out")), sweep_in(path("whole")));
  expect_nothing_left(path("out"));
}

}  // namespace
}  // namespace perm::cli
