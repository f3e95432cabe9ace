// SPDX-License-Identifier: Apache-2.0
#include "core/file_replacement.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <system_error>

#include "core/errors.hpp"

namespace perm {
namespace fs = std::filesystem;

FileReplacement::FileReplacement(fs::path folder) : folder_(std::move(folder)) {
  if (folder_.empty()) folder_ = ".";
  std::error_code error;
  created_folder_ = fs::create_directories(folder_, error);
  staging_ = folder_ / fmt::format(".partial-{}", ::getpid());
  if (!error) fs::create_directory(staging_, error);
  if (error)
    throw InputError(fmt::format("Cannot write into '{}'", folder_.string()), error.message(),
                     "Choose another place with --output");
}

FileReplacement::~FileReplacement() {
  std::error_code ignored;
  fs::remove_all(staging_, ignored);
  if (created_folder_ && fs::is_empty(folder_, ignored)) fs::remove(folder_, ignored);
}

fs::path FileReplacement::stage(const std::string& name) {
  names_.push_back(name);
  return staging_ / name;
}

void FileReplacement::commit() {
  for (const std::string& name : names_) {
    std::error_code error;
    const fs::path destination = folder_ / name;
    if (fs::is_directory(destination, error)) fs::remove_all(destination, error);
    fs::rename(staging_ / name, destination, error);
    if (error)
      throw InputError(fmt::format("Cannot write '{}'", destination.string()), error.message(),
                       "Choose another place with --output");
  }
  names_.clear();
}

}  // namespace perm
