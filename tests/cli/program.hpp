// SPDX-License-Identifier: Apache-2.0
// Starts the program under test and gives its exit code, stdout and stderr. Each test works in a folder of its own,
// which is the program's current folder and is removed when the test ends.
#pragma once

#include <gtest/gtest.h>
#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace perm::cli {

struct Outcome {
  int exit_code{-1};
  double processor_seconds{0};  ///< of the program and of all for which it has waited
  std::int64_t peak_bytes{0};  ///< resident memory of the program at its peak; under mpirun, of the rank that took most
  std::string out;
  std::string err;
};

/// Gives the whole content of a file; it is empty when there is none.
std::string read_text(const std::filesystem::path& path);
void write_text(const std::filesystem::path& path, const std::string& text);

/// Splits "a b  c" into {"a", "b", "c"}.
std::vector<std::string> split_words(const std::string& text);

class CliTest : public testing::Test {
 protected:
  void SetUp() override;
  void TearDown() override;

  /// Runs `permeability <words>` to its end.
  Outcome run(const std::string& words) const { return finish(start(words)); }
  /// Does the same under `sh -c`, with `prefix` before the program, for example a ulimit.
  Outcome run_in_shell(const std::string& prefix, const std::string& words) const {
    return finish(start_in_shell(prefix, words));
  }
  pid_t start_in_shell(const std::string& prefix, const std::string& words) const;
  /// Runs a whole command of the shell in the test's folder beside the program that runs already; gives its exit code.
  int run_aside(const std::string& command) const;
  /// Runs the program under mpirun on `ranks` ranks; the words of mpirun itself are in `err` too. mpirun takes its
  /// options from the environment that ctest gives.
  Outcome run_on_ranks(int ranks, const std::string& words) const { return finish(start_on_ranks(ranks, words)); }
  pid_t start_on_ranks(int ranks, const std::string& words) const;
  /// Does the same with `last_words` in place of `words` on the last rank.
  Outcome run_on_unlike_ranks(int ranks, const std::string& words, const std::string& last_words) const;
  /// Runs the program with stderr on a terminal; `err` holds all that was written to the terminal.
  Outcome run_on_terminal(const std::string& words) const;

  /// Starts the program and gives its process id. At most one runs at a time.
  pid_t start(const std::string& words) const;
  /// Does the same with any program: its path and its words.
  pid_t start_words(const std::vector<std::string>& words) const { return spawn(words, logs_ / "err"); }
  Outcome finish(pid_t process) const;
  /// Waits until the running program has printed `text` to stdout, or to stderr; gives false when it does not.
  bool wait_for_output(const std::string& text) const;
  bool wait_for_error(const std::string& text) const;
  /// Waits until a run that solves something large has stepped its first flow for a while, so that a K is known.
  bool wait_for_steps(pid_t process) const;

  /// Runs a command that must succeed and gives the result.json of `folder`.
  nlohmann::json solve(const std::string& words, const std::string& folder = "out") const;

  /// Expects one line on stderr with `part` in it, and that no output folder was left behind.
  void expect_error(const std::string& words, int exit_code, const std::string& part) const;

  const std::filesystem::path& folder() const { return folder_; }
  std::filesystem::path path(const std::string& name) const { return folder_ / name; }

 private:
  pid_t spawn(const std::vector<std::string>& words, const std::string& stderr_path) const;

  std::filesystem::path folder_;
  std::filesystem::path logs_;
};

/// Says why HTML reports cannot be made here; empty when they can.
std::string why_no_report();

/// Leaves out the lines that a slow machine sees: "after 2.1 s: measuring the pores", and "x  1200 steps  ...".
std::string without_progress(const std::string& text);

/// Gives the lines of `text` that the program itself wrote, not mpirun.
std::vector<std::string> lines_of_program(const std::string& text);

/// Expects one line that begins as every error does.
void expect_one_error_line(const std::string& text);

}  // namespace perm::cli
