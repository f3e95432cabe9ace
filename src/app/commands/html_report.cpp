// SPDX-License-Identifier: Apache-2.0
#include "app/commands/html_report.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <fstream>
#include <system_error>
#include <utility>
#include <vector>

#include "app/terminal/print.hpp"
#include "core/errors.hpp"
#include "core/installation/installed_files.hpp"
#include "core/printable_text.hpp"
#include "core/run_inputs.hpp"

extern char** environ;

namespace perm {
namespace {

namespace fs = std::filesystem;

struct Outcome {
  int exit_code{-1};
  std::string said;  ///< its text on stderr
};

/// Runs a program to its end, in the root folder: Python and matplotlib read files of the folder in which they start,
/// which may be anyone's, and so do relative elements of PATH and PYTHONPATH. Its text on stdout is dropped.
Outcome run_program(const std::vector<std::string>& program_and_words) {
  std::vector<std::string> words{"/bin/sh", "-c", "cd / && exec \"$@\"", "sh"};
  words.insert(words.end(), program_and_words.begin(), program_and_words.end());
  std::array<int, 2> pipe{};
  if (::pipe2(pipe.data(), O_CLOEXEC) != 0) return {};
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, pipe[1], STDERR_FILENO);
  ::posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  pid_t process = 0;
  const int failed = ::posix_spawn(&process, arguments.front(), &actions, nullptr, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  ::close(pipe[1]);
  Outcome outcome;
  std::array<char, 4096> buffer{};
  for (ssize_t n = 0; failed == 0 && (n = ::read(pipe[0], buffer.data(), buffer.size())) > 0;)
    outcome.said.append(buffer.data(), static_cast<std::size_t>(n));
  ::close(pipe[0]);
  int status = 0;
  if (failed == 0 && ::waitpid(process, &status, 0) == process && WIFEXITED(status))
    outcome.exit_code = WEXITSTATUS(status);
  return outcome;
}

/// Finds make_report next to the program. Where it was built, a link leads to the sources (src/app/CMakeLists.txt).
fs::path find_script(const std::string& option) {
  fs::path script = installed_from(program_file(), "../share/permeability/report/make_report");
  if (script.empty())
    throw InputError(option + " cannot be made", unknown_place, "Mount /proc, or leave out " + option);
  if (std::error_code none; fs::exists(script, none)) return script;
  throw InputError(option + " cannot be made", fmt::format("'{}' is not there", script.string()),
                   "Install the program with cmake --install, or leave out " + option);
}

/// Gives the Pythons to try: the one that PERMEABILITY_PYTHON names, or those of the system. A name without '/' is
/// looked for in PATH.
std::vector<std::string> pythons(const std::string& option) {
  const char* chosen = std::getenv("PERMEABILITY_PYTHON");
  if (chosen == nullptr) return {"python3", "/usr/bin/python3"};
  if (const fs::path python = chosen; python.has_parent_path() && !python.is_absolute())
    throw InputError(option + " cannot be made",
                     fmt::format("PERMEABILITY_PYTHON names a Python by a relative path: {}", chosen),
                     "Name it by its absolute path, or leave out " + option);
  return {chosen};
}

/// Gives the last line that a program wrote, without the name of the program at its head.
std::string last_line(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  text = text.substr(text.rfind('\n') + 1);
  const std::string head = "make_report: error: ";
  return text.starts_with(head) ? text.substr(head.size()) : text;
}

/// Says whether a file is a page of make_report, which says in its head whose results it shows; an empty file holds
/// nothing to lose.
bool is_page_of(const fs::path& file, const std::string& origin) {
  std::error_code none;
  if (!fs::is_regular_file(file, none)) return false;
  std::string head(4096, '\0');
  std::ifstream page(file, std::ios::binary);
  page.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(page.gcount()));
  return (head.empty() && page.eof()) ||
         (head.find("<meta name=\"generator\" content=\"permeability") != std::string::npos &&
          head.find(fmt::format("<meta name=\"permeability-results\" content=\"{}\">", origin)) != std::string::npos);
}

/// Claims the files that figures may replace.
void claim_figures(const fs::path& folder) {
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    const std::string ending = entry->path().extension().string();
    if (ending == ".svg" || ending == ".pdf" || ending == ".csv" || ending == ".png") claim_output(entry->path());
  }
}

/// Throws InputError when a folder can neither be used nor made.
void require_writable_folder(const fs::path& folder) {
  const fs::path whole = fs::absolute(folder).lexically_normal();
  const fs::path place = fs::exists(whole) ? whole : (whole.has_filename() ? whole : whole.parent_path()).parent_path();
  if (fs::is_directory(place) && ::access(place.c_str(), W_OK) == 0) return;
  throw InputError(fmt::format("--figures cannot be written to '{}'", folder.string()),
                   fs::exists(whole) ? "that is no folder that can be written to"
                                     : "the folder above it is not there or not writable",
                   "Give the name of a folder, for example --figures figures");
}

}  // namespace

HtmlReport::HtmlReport(ReportFiles files, const OutputClaim& results, std::string option)
    : files_(std::move(files)),
      option_(std::move(option)),
      overwrite_(results.overwrite),
      origin_(origin_of_page(results.kind, results.subject)),
      script_(find_script(option_)) {
  if (files_.figures) {
    require_writable_folder(*files_.figures);
    claim_figures(*files_.figures);
  }
  const fs::path folder = fs::absolute(files_.page).parent_path();
  if (fs::is_directory(files_.page) || !fs::is_directory(folder) || ::access(folder.c_str(), W_OK) != 0)
    throw InputError(fmt::format("{} cannot be written to '{}'", option_, files_.page.string()),
                     fs::is_directory(files_.page) ? "that is a folder" : "its folder is not there or not writable",
                     fmt::format("Give the name of a file, for example {} report.html", option_));
  require_own_page();
  for (const std::string& python : pythons(option_))
    if (run_program({python, script_.string(), "--check"}).exit_code == 0) {
      python_ = python;
      return;
    }
  throw InputError(option_ + " cannot be made", "no python3 with matplotlib and Jinja2 was found",
                   "Install python3-matplotlib and python3-jinja2, name a Python that has them in PERMEABILITY_PYTHON, "
                   "or leave out " +
                       option_);
}

void HtmlReport::require_own_page() const {
  claim_output(files_.page);
  std::error_code none;
  if (overwrite_ == Overwrite::own_files && fs::exists(fs::symlink_status(files_.page, none)) &&
      !is_page_of(files_.page, origin_))
    throw InputError(fmt::format("{} cannot be written to '{}'", option_, files_.page.string()),
                     "it is there already, and nothing in it says that it shows these results",
                     "Give another name, or add --overwrite");
}

void HtmlReport::make(const fs::path& folder, Answer answer) const {
  require_own_page();  // others may have written there meanwhile
  std::vector<std::string> words{python_,
                                 script_.string(),
                                 folder.string(),
                                 "-o",
                                 files_.page.string(),
                                 "--overwrite",
                                 "--results",
                                 origin_.substr(0, origin_.find(' '))};
  std::error_code deleted;
  if (const fs::path here = fs::current_path(deleted); !here.empty())
    words.insert(words.end(), {"--seen-from", here.string()});
  if (files_.figures) {
    words.insert(words.end(), {"--figures", files_.figures->string()});
    if (overwrite_ == Overwrite::all_files) words.emplace_back("--overwrite-figures");
  }
  const Outcome outcome = run_program(words);
  if (outcome.exit_code != 0)
    throw InputError(fmt::format("The report '{}' could not be made", files_.page.string()), last_line(outcome.said),
                     fmt::format("The results themselves are in '{}'", folder.string()));
  if (answer == Answer::summary) print(stdout, fmt::format("Report: {}\n", printable_line(files_.page.string())));
}

}  // namespace perm
