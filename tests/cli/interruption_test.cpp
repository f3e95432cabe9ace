// SPDX-License-Identifier: Apache-2.0
// Runs that are stopped while they step write K of that moment. Those that are stopped before leave the files of the
// earlier run as they were, and leave no other files.
#include <gmock/gmock.h>
#include <signal.h>
#include <unistd.h>

#include <map>

#include "app/terminal/signals.hpp"
#include "cli/program.hpp"
#include "waiting.hpp"

namespace perm::cli {
namespace {

namespace fs = std::filesystem;

class Interruption : public CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    write_text(path("slit.ini"), "kind = plates\nsize = 8\ngap = 4\n");
    write_text(path("rock.ini"), "kind = overlap\nsize = 32\nradius = 5\nporosity = 0.5\n");
  }
  std::map<std::string, std::string> files() const {
    std::map<std::string, std::string> content;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder()))
      content[entry.path()] = entry.is_regular_file() ? read_text(entry.path()) : "a folder";
    return content;
  }
  /// Starts a run that takes minutes (a tiny viscosity) and sends it `signal` while it steps.
  Outcome interrupt(int signal) const {
    const pid_t process =
        start("solve rock.ini --output out --fields --threads 1 --tau 0.5001 --method plain --tolerance 1e-5");
    EXPECT_TRUE(wait_for_steps(process));
    EXPECT_EQ(::kill(process, signal), 0);
    return finish(process);
  }
};

/// A run that is stopped while it steps writes what it knows.
void expect_result(const Outcome& outcome, const fs::path& folder) {
  expect_one_error_line(outcome.err);
  EXPECT_THAT(outcome.err, testing::HasSubstr("K and its bound of that moment are in 'out/result.json'"));
  EXPECT_THAT(outcome.out, testing::HasSubstr("interrupted: the run was stopped after"));
  const std::string result = read_text(folder / "out" / "result.json");
  EXPECT_THAT(result, testing::HasSubstr("\"stop\": \"interrupted\""));
  EXPECT_THAT(result, testing::Not(testing::HasSubstr("\"permeability_voxel2\": null")));
}

TEST_F(Interruption, by_the_user_ends_with_130_and_k_of_that_moment) {
  const Outcome outcome = interrupt(SIGINT);
  EXPECT_EQ(outcome.exit_code, 130);
  EXPECT_THAT(outcome.err, testing::HasSubstr("Interrupted"));
  expect_result(outcome, folder());
}

TEST_F(Interruption, by_termination_ends_with_143_and_k_of_that_moment) {
  const Outcome outcome = interrupt(SIGTERM);
  EXPECT_EQ(outcome.exit_code, 143);
  expect_result(outcome, folder());
}

TEST_F(Interruption, by_a_lost_terminal_ends_with_143_and_k_of_that_moment) {
  const Outcome outcome = interrupt(SIGHUP);
  EXPECT_EQ(outcome.exit_code, 143);
  expect_result(outcome, folder());
}

/// Says whether a process has not taken a signal yet that was sent to it.
bool is_pending(pid_t process, int signal) {
  const std::string status = read_text("/proc/" + std::to_string(process) + "/status");
  const std::size_t at = status.find("ShdPnd:");
  return at != std::string::npos && (std::stoull(status.substr(at + 7), nullptr, 16) >> (signal - 1U) & 1U) != 0;
}

// timeout sends its signal to the process and then to the group, which the process is in.
TEST_F(Interruption, by_a_signal_that_comes_twice_at_once_keeps_k_of_that_moment) {
  const pid_t process =
      start("solve rock.ini --output out --fields --threads 1 --tau 0.5001 --method plain --tolerance 1e-5");
  EXPECT_TRUE(wait_for_steps(process));
  EXPECT_EQ(::kill(process, SIGINT), 0);
  EXPECT_TRUE(wait_until([&] { return !is_pending(process, SIGINT); }));  // two that wait would count as one
  EXPECT_EQ(::kill(process, SIGINT), 0);
  const Outcome outcome = finish(process);
  EXPECT_EQ(outcome.exit_code, 130);
  expect_result(outcome, folder());
}

void note_two_signals(useconds_t apart) {
  note_signals();
  ::raise(SIGINT);
  if (apart > 0) ::usleep(apart);
  ::raise(SIGINT);
  ::_exit(7);  // still here
}

TEST(NotedSignal, ends_the_program_at_once_when_it_comes_again_later) {
  EXPECT_EXIT(note_two_signals(400'000), testing::KilledBySignal(SIGINT), "");
  EXPECT_EXIT(note_two_signals(0), testing::ExitedWithCode(7), "");
}

TEST_F(Interruption, before_the_first_step_leaves_the_earlier_files_as_they_were) {
  write_text(path("large.ini"), "kind = overlap\nsize = 300\nradius = 8\nporosity = 0.4\n");
  solve("slit.ini --fields");
  const auto before = files();
  const pid_t process = start("solve large.ini --output out --overwrite --threads 1");
  EXPECT_TRUE(wait_for_output("total porosity"));
  EXPECT_EQ(::kill(process, SIGINT), 0);
  const Outcome outcome = finish(process);
  EXPECT_EQ(outcome.exit_code, 130);
  expect_one_error_line(outcome.err);
  EXPECT_THAT(outcome.err, testing::HasSubstr("No result was written"));
  EXPECT_EQ(files(), before);
}

TEST_F(Interruption, is_not_what_a_closed_pipe_is) {
  run_in_shell("", "solve slit.ini --output out --threads 1 | true");
  EXPECT_TRUE(fs::exists(path("out/result.json")));
  EXPECT_EQ(std::distance(fs::directory_iterator(path("out")), {}), 4);
}

TEST_F(Interruption, by_a_lack_of_memory_ends_with_5_and_says_so) {
#if defined(__SANITIZE_ADDRESS__)
  GTEST_SKIP() << "the address sanitizer needs its own address space";
#endif
  write_text(path("big.ini"), "kind = plates\nsize = 2000\ngap = 4\n");
  const auto before = files();
  const Outcome outcome = run_in_shell("ulimit -v 600000;", "solve big.ini --threads 1");
  EXPECT_EQ(outcome.exit_code, 5) << outcome.err;
  expect_one_error_line(outcome.err);
  EXPECT_THAT(outcome.err, testing::HasSubstr("memory"));
  EXPECT_EQ(files(), before);
}

}  // namespace
}  // namespace perm::cli
