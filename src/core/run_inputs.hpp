// SPDX-License-Identifier: Apache-2.0
// Keeps what a run reads apart from what it writes: an input of the run is never written. Whoever opens a file of the
// user notes it, and whoever is going to write a file claims it; the second of the two on one file is refused. Files
// are the same where device and inode are: a link, another spelling of the path and a second name count.
#pragma once

#include <fmt/format.h>
#include <sys/stat.h>

#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "core/errors.hpp"

namespace perm {

/// Collects the files that this thread reads as inputs while the object lives, links as they are named, each as often
/// as it is opened.
class OpenedFiles {
 public:
  OpenedFiles() : outer_(std::exchange(of_thread(), this)) {}
  ~OpenedFiles() { of_thread() = outer_; }
  OpenedFiles(const OpenedFiles&) = delete;
  OpenedFiles& operator=(const OpenedFiles&) = delete;
  const std::vector<std::filesystem::path>& paths() const { return paths_; }
  void add(const std::filesystem::path& path) {
    paths_.push_back(path);
    if (outer_ != nullptr) outer_->add(path);
  }
  static OpenedFiles*& of_thread() {
    static thread_local OpenedFiles* innermost = nullptr;
    return innermost;
  }

 private:
  OpenedFiles* outer_;
  std::vector<std::filesystem::path> paths_;
};

/// The inputs and outputs of one run.
class RunFiles {
 public:
  /// Throws InputError where the file is an output of the run.
  void note_input(const std::filesystem::path& path) {
    const auto file = identity_of(path);
    if (!file) return;
    const std::lock_guard lock(changes_);
    inputs_.emplace(*file, path.string());
    if (const auto output = outputs_.find(*file); output != outputs_.end()) refuse(output->second, path.string());
  }
  /// Throws InputError where the file, or one in the folder of this name, is an input of the run.
  void claim_output(const std::filesystem::path& path) {
    std::error_code error;
    if (std::filesystem::is_directory(path, error))
      for (std::filesystem::directory_iterator entry(path, error), end; !error && entry != end; entry.increment(error))
        claim(entry->path());
    else
      claim(path);
  }

  /// That of this process, which is one run: the program's, from its start on. None of Python's, which has many.
  static RunFiles*& of_process() {
    static RunFiles* files = nullptr;
    return files;
  }

 private:
  using Identity = std::pair<dev_t, ino_t>;

  static std::optional<Identity> identity_of(const std::filesystem::path& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) return {};
    return Identity{status.st_dev, status.st_ino};
  }
  void claim(const std::filesystem::path& path) {
    const auto file = identity_of(path);
    if (!file) return;
    const std::lock_guard lock(changes_);
    if (const auto input = inputs_.find(*file); input != inputs_.end()) refuse(path.string(), input->second);
    outputs_.emplace(*file, path.string());
  }
  [[noreturn]] static void refuse(const std::string& output, const std::string& input) {
    throw InputError(fmt::format("Cannot write '{}'", output),
                     fmt::format("it is an input of this run, '{}', which is never written", input),
                     "Name another place for what is written; --overwrite does not allow this");
  }

  std::mutex changes_;
  std::map<Identity, std::string> inputs_;
  std::map<Identity, std::string> outputs_;
};

/// Says that the run reads this file of the user. Throws InputError where it has claimed to write it.
inline void note_input(const std::filesystem::path& path) {
  if (OpenedFiles* opened = OpenedFiles::of_thread()) opened->add(path);
  if (RunFiles* files = RunFiles::of_process()) files->note_input(path);
}

/// Says that the run is going to write this file, or into the folder of this name. Throws InputError where that is one
/// of its inputs.
inline void claim_output(const std::filesystem::path& path) {
  if (RunFiles* files = RunFiles::of_process()) files->claim_output(path);
}

}  // namespace perm
