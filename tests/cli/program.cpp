// SPDX-License-Identifier: Apache-2.0
#include "cli/program.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>

#include "waiting.hpp"

namespace perm::cli {

namespace fs = std::filesystem;

std::string read_text(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void write_text(const fs::path& path, const std::string& text) {
  if (path.has_parent_path()) fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

std::vector<std::string> split_words(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

void CliTest::SetUp() {
  const std::string name = testing::UnitTest::GetInstance()->current_test_info()->name();
  const fs::path root = fs::temp_directory_path() / ("permeability-cli-" + std::to_string(::getpid()));
  folder_ = root / name;
  logs_ = root / (name + ".logs");
  fs::remove_all(folder_);
  fs::create_directories(folder_);
  fs::create_directories(logs_);
}

void CliTest::TearDown() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
  fs::remove_all(logs_, ignored);
  fs::remove(folder_.parent_path(), ignored);  // succeeds after the last test of the process
}

std::string why_no_report() {
  for (const char* python : {"python3", "/usr/bin/python3"})
    if (std::system((std::string(python) + " '" PERMEABILITY_REPORT_TOOL "' --check >/dev/null 2>&1").c_str()) == 0)
      return {};
  return "no python3 with matplotlib and Jinja2 here";
}

pid_t CliTest::spawn(const std::vector<std::string>& words, const std::string& stderr_path) const {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  constexpr int create = O_WRONLY | O_CREAT | O_TRUNC;
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, (logs_ / "out").c_str(), create, 0600);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, stderr_path.c_str(), create | O_NOCTTY, 0600);
  posix_spawn_file_actions_addchdir_np(&actions, folder_.c_str());

  std::vector<std::string> arguments = words;
  std::vector<char*> argv;
  argv.reserve(arguments.size() + 1);
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  pid_t process = -1;
  const int error = ::posix_spawn(&process, argv.front(), &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  EXPECT_EQ(error, 0) << "cannot start " << words.front();
  return process;
}

pid_t CliTest::start(const std::string& words) const {
  std::vector<std::string> arguments = split_words(words);
  arguments.insert(arguments.begin(), PERMEABILITY_PROGRAM);
  return spawn(arguments, logs_ / "err");
}

namespace {

/// Gives "-n RANKS PROGRAM words", as mpirun takes it.
std::vector<std::string> words_for_launcher(int ranks, const std::string& words) {
  std::vector<std::string> all{PERM_MPIEXEC_NUMPROC_FLAG, std::to_string(ranks), PERMEABILITY_PROGRAM};
  const std::vector<std::string> arguments = split_words(words);
  all.insert(all.end(), arguments.begin(), arguments.end());
  return all;
}

}  // namespace

pid_t CliTest::start_on_ranks(int ranks, const std::string& words) const {
  std::vector<std::string> arguments = words_for_launcher(ranks, words);
  arguments.insert(arguments.begin(), PERM_MPIEXEC);
  return spawn(arguments, logs_ / "err");
}

Outcome CliTest::run_on_unlike_ranks(int ranks, const std::string& words, const std::string& last_words) const {
  std::vector<std::string> arguments = words_for_launcher(ranks - 1, words);
  arguments.insert(arguments.begin(), PERM_MPIEXEC);
  arguments.emplace_back(":");
  const std::vector<std::string> last = words_for_launcher(1, last_words);
  arguments.insert(arguments.end(), last.begin(), last.end());
  return finish(spawn(arguments, logs_ / "err"));
}

Outcome CliTest::finish(pid_t process) const {
  int status = 0;
  rusage usage{};
  ::wait4(process, &status, 0, &usage);
  Outcome outcome;
  outcome.peak_bytes = std::int64_t{usage.ru_maxrss} * 1024;
  for (const timeval& time : {usage.ru_utime, usage.ru_stime})
    outcome.processor_seconds += static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  outcome.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  outcome.out = read_text(logs_ / "out");
  outcome.err = read_text(logs_ / "err");
  return outcome;
}

pid_t CliTest::start_in_shell(const std::string& prefix, const std::string& words) const {
  return spawn({"/bin/sh", "-c", prefix + " exec '" PERMEABILITY_PROGRAM "' " + words}, logs_ / "err");
}

int CliTest::run_aside(const std::string& command) const {
  const int status = std::system(("cd '" + folder_.string() + "' && " + command + " >/dev/null 2>&1").c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

Outcome CliTest::run_on_terminal(const std::string& words) const {
  const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY);
  EXPECT_GE(terminal, 0);
  ::grantpt(terminal);
  ::unlockpt(terminal);
  std::vector<std::string> arguments = split_words(words);
  arguments.insert(arguments.begin(), PERMEABILITY_PROGRAM);
  const pid_t process = spawn(arguments, ::ptsname(terminal));
  std::string written;
  char buffer[1024];
  for (ssize_t n = 0; (n = ::read(terminal, buffer, sizeof buffer)) > 0;)
    written.append(buffer, static_cast<std::size_t>(n));
  ::close(terminal);  // read fails once the program has ended
  Outcome outcome = finish(process);
  outcome.err = written;
  return outcome;
}

bool CliTest::wait_for_output(const std::string& text) const {
  return wait_until([&] { return read_text(logs_ / "out").find(text) != std::string::npos; });
}

bool CliTest::wait_for_error(const std::string& text) const {
  return wait_until([&] { return read_text(logs_ / "err").find(text) != std::string::npos; });
}

bool CliTest::wait_for_steps(pid_t process) const {
  return wait_for_output("prediction for x") && wait_for_work(process, 0.5);
}

nlohmann::json CliTest::solve(const std::string& words, const std::string& output) const {
  const Outcome outcome = run("solve " + words + " --threads 1 --overwrite --output " + output);
  EXPECT_EQ(outcome.exit_code, 0) << words << "\n" << outcome.err;
  const std::string text = read_text(path(output) / "result.json");
  if (text.empty()) {
    ADD_FAILURE() << "no result.json";
    return nlohmann::json::object();
  }
  return nlohmann::json::parse(text);
}

std::vector<std::string> lines_of_program(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);)
    if (line.starts_with("permeability: ")) lines.push_back(line);
  return lines;
}

std::string without_progress(const std::string& text) {
  std::string rest;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);)
    if (!line.starts_with("after ") && !line.starts_with("x  ") && !line.starts_with("y  ") && !line.starts_with("z  "))
      rest += line + (stream.eof() ? "" : "\n");
  return rest;
}

void expect_one_error_line(const std::string& all) {
  const std::string text = without_progress(all);
  EXPECT_TRUE(text.starts_with("permeability: error: ")) << text;
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1) << text;
  EXPECT_TRUE(text.ends_with('\n')) << text;
}

void CliTest::expect_error(const std::string& words, int exit_code, const std::string& part) const {
  SCOPED_TRACE(words);
  const auto count = [this] { return std::distance(fs::recursive_directory_iterator(folder_), {}); };
  const auto files_before = count();
  const Outcome outcome = run(words);
  EXPECT_EQ(outcome.exit_code, exit_code) << outcome.err;
  expect_one_error_line(outcome.err);
  EXPECT_THAT(outcome.err, testing::HasSubstr(part));
  EXPECT_EQ(count(), files_before) << "something half-written was left behind";
}

}  // namespace perm::cli
