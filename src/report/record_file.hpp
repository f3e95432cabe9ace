// SPDX-License-Identifier: Apache-2.0
// A file of lines that are kept one by one, so that work that was stopped goes on where it was.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <utility>

namespace perm {

/// Appends lines to one file. Every line goes to the system in one piece.
class RecordFile {
 public:
  explicit RecordFile(std::filesystem::path path) : path_(std::move(path)) {}
  /// Makes the folder and the file where they are not there. Throws InputError when the line cannot be written.
  void append(const std::string& line);

 private:
  std::filesystem::path path_;
  std::ofstream file_;
};

}  // namespace perm
