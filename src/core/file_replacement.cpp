// SPDX-License-Identifier: Apache-2.0
#include "core/file_replacement.hpp"

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <system_error>

#include "core/errors.hpp"

namespace perm {
namespace fs = std::filesystem;

namespace {

constexpr const char* staging_prefix = ".partial-";

/// Removes the staging folders of processes that were killed.
void remove_abandoned(const fs::path& folder) {
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(staging_prefix)) continue;
    const long process = std::strtol(name.c_str() + std::strlen(staging_prefix), nullptr, 10);
    const bool runs = process > 0 && (::kill(static_cast<pid_t>(process), 0) == 0 || errno == EPERM);
    if (!runs) fs::remove_all(entry.path(), ignored);
  }
}

fs::path staging_of(const fs::path& folder, std::int64_t process) {
  return folder / fmt::format("{}{}", staging_prefix, process);
}

}  // namespace

FileReplacement::FileReplacement(fs::path folder) : folder_(std::move(folder)) {
  if (folder_.empty()) folder_ = ".";
  std::error_code error;
  created_folder_ = fs::create_directories(folder_, error);
  staging_ = staging_of(folder_, ::getpid());
  if (!error) {
    remove_abandoned(folder_);
    fs::create_directory(staging_, error);
  }
  if (error)
    throw InputError(fmt::format("Cannot write into '{}'", folder_.string()), error.message(),
                     "Choose another place with --output");
}

FileReplacement::~FileReplacement() { remove(folder_, traces()); }

FileReplacement::Traces FileReplacement::traces() const { return {::getpid(), created_folder_ ? 1 : 0}; }

void FileReplacement::remove(const fs::path& folder, const Traces& traces) {
  std::error_code ignored;
  fs::remove_all(staging_of(folder, traces.process), ignored);
  if (traces.created_folder != 0 && fs::is_empty(folder, ignored)) fs::remove(folder, ignored);
}

fs::path FileReplacement::stage(const std::string& name) {
  names_.push_back(name);
  return staging_ / name;
}

void FileReplacement::commit() {
  for (const std::string& name : names_) {
    std::error_code error;
    const fs::path destination = folder_ / name;
    // A folder is replaced by a folder only, never by a file.
    if (fs::is_directory(destination, error) && fs::is_directory(staging_ / name, error))
      fs::remove_all(destination, error);
    fs::rename(staging_ / name, destination, error);
    if (error)
      throw InputError(fmt::format("Cannot write '{}'", destination.string()), error.message(),
                       "Choose another place with --output");
  }
  names_.clear();
}

}  // namespace perm
