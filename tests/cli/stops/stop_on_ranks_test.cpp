// SPDX-License-Identifier: Apache-2.0
// Under mpirun a run ends with K on all processes alike, whichever of them a signal reaches. Each test starts mpirun
// itself, on the number of ranks that the environment gives.
#include <gmock/gmock.h>
#include <signal.h>

#include <filesystem>
#include <sstream>

#include "cli/ranks/ranks_fixture.hpp"
#include "waiting.hpp"

namespace perm::cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

/// Gives the processes that `parent` has started, and those that these have started.
std::vector<pid_t> processes_below(pid_t parent) {
  std::vector<pid_t> below;
  const std::string id = std::to_string(parent);
  std::istringstream children(read_text("/proc/" + id + "/task/" + id + "/children"));
  for (pid_t child = 0; children >> child;) {
    below.push_back(child);
    for (const pid_t deeper : processes_below(child)) below.push_back(deeper);
  }
  return below;
}

/// Gives the process of a rank; 0 where there is none yet.
pid_t process_of_rank(pid_t launcher, int rank) {
  for (const pid_t process : processes_below(launcher)) {
    const std::string variables = read_text("/proc/" + std::to_string(process) + "/environ");
    for (const char* name : {"OMPI_COMM_WORLD_RANK=", "PMI_RANK="})
      if (variables.find(name + std::to_string(rank) + std::string(1, '\0')) != std::string::npos) return process;
  }
  return 0;
}

class StopOnRanks : public RanksTest {
 protected:
  void SetUp() override {
    RanksTest::SetUp();
    if (IsSkipped()) return;
    write_text(path("rock.ini"), "kind = overlap\nsize = 48\nradius = 5\nporosity = 0.5\n");
  }
  pid_t start_slow(const std::string& more = "") const {
    return start_on_ranks(ranks_,
                          "solve rock.ini --output out --device cpu --tau 0.5001 --method plain "
                          "--tolerance 1e-5 " +
                              more);
  }
  void expect_k(const Outcome& outcome, int exit_code, const std::string& why) const {
    EXPECT_EQ(outcome.exit_code, exit_code) << outcome.err;
    EXPECT_THAT(lines_of_program(outcome.err), testing::ElementsAre(HasSubstr(why))) << outcome.err;
    const nlohmann::json flow = nlohmann::json::parse(read_text(path("out/result.json")))["flow"][0];
    EXPECT_EQ(flow["stop"], "interrupted");
    EXPECT_TRUE(flow["permeability_voxel2"].is_number());
    for (const fs::directory_entry& entry : fs::directory_iterator(folder()))
      EXPECT_FALSE(entry.path().filename().string().starts_with(".partial-")) << entry.path();
  }
};

TEST_F(StopOnRanks, reaches_all_from_the_last_of_them) {
  const pid_t launcher = start_slow();
  EXPECT_TRUE(wait_for_error("voxel^2"));  // a line of progress, which tells K
  const pid_t last = process_of_rank(launcher, ranks_ - 1);
  ASSERT_GT(last, 0);
  EXPECT_EQ(::kill(last, SIGUSR1), 0);
  expect_k(finish(launcher), 75, "SIGUSR1 asked for it");
}

TEST_F(StopOnRanks, at_once_reaches_all_from_the_last_of_them) {
  const pid_t launcher = start_slow("--fields");
  EXPECT_TRUE(wait_for_error("voxel^2"));
  const pid_t last = process_of_rank(launcher, ranks_ - 1);
  ASSERT_GT(last, 0);
  EXPECT_EQ(::kill(last, SIGTERM), 0);
  expect_k(finish(launcher), 143, "Terminated");
}

TEST_F(StopOnRanks, is_handed_on_by_the_launcher) {
  const pid_t launcher = start_slow();
  EXPECT_TRUE(wait_for_error("voxel^2"));
  EXPECT_EQ(::kill(launcher, SIGUSR1), 0);
  expect_k(finish(launcher), 75, "SIGUSR1 asked for it");
}

TEST_F(StopOnRanks, comes_for_all_with_their_time_limit) {
  expect_k(finish(start_slow("--max-time 8s")), 75, "the time of --max-time is over");
}

}  // namespace
}  // namespace perm::cli
