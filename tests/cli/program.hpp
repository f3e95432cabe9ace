// SPDX-License-Identifier: Apache-2.0
// Starts the program under test and gives what it said: exit code, stdout, stderr. Each test works in a folder of its
// own, which is the program's current folder and goes when the test ends.
#pragma once

#include <gtest/gtest.h>
#include <sys/types.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace perm::cli {

struct Outcome {
  int exit_code{-1};
  std::string out;
  std::string err;
};

/// The whole content of a file; empty when there is none.
std::string read_text(const std::filesystem::path& path);
void write_text(const std::filesystem::path& path, const std::string& text);

/// "a b  c" -> {"a", "b", "c"}.
std::vector<std::string> split_words(const std::string& text);

class CliTest : public testing::Test {
 protected:
  void SetUp() override;
  void TearDown() override;

  /// Runs `permeability <words>` to its end.
  Outcome run(const std::string& words) const { return finish(start(words)); }
  /// The same under `sh -c`, with `prefix` before the program, for example a ulimit.
  Outcome run_in_shell(const std::string& prefix, const std::string& words) const;
  /// The same started by mpirun on `ranks` ranks; its own words are in `err` too. mpirun takes its options from the
  /// environment that ctest gives.
  Outcome run_on_ranks(int ranks, const std::string& words) const { return finish(start_on_ranks(ranks, words)); }
  pid_t start_on_ranks(int ranks, const std::string& words) const;
  /// The same with `last_words` in place of `words` on the last rank.
  Outcome run_on_unlike_ranks(int ranks, const std::string& words, const std::string& last_words) const;
  /// The same with stderr on a terminal; `err` holds all that was written to it.
  Outcome run_on_terminal(const std::string& words) const;

  /// Starts the program; its process id. At most one runs at a time.
  pid_t start(const std::string& words) const;
  Outcome finish(pid_t process) const;
  /// Waits until the running program has printed `text` to stdout; false after some seconds.
  bool wait_for_output(const std::string& text) const;

  /// Runs a command that must succeed and gives the result.json of `folder`.
  nlohmann::json solve(const std::string& words, const std::string& folder = "out") const;

  /// The error is one line on stderr with `part` in it, and no output folder was left behind.
  void expect_error(const std::string& words, int exit_code, const std::string& part) const;

  const std::filesystem::path& folder() const { return folder_; }
  std::filesystem::path path(const std::string& name) const { return folder_ / name; }

 private:
  pid_t spawn(const std::vector<std::string>& words, const std::string& stderr_path) const;

  std::filesystem::path folder_;
  std::filesystem::path logs_;
};

/// Why HTML reports cannot be made here, empty when they can.
std::string why_no_report();

/// Lines of `text` that the program itself wrote, not mpirun.
std::vector<std::string> lines_of_program(const std::string& text);

/// One line that begins as every error does.
void expect_one_error_line(const std::string& text);

}  // namespace perm::cli
