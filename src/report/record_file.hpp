// SPDX-License-Identifier: Apache-2.0
// Files of this program's own in an output folder, which it finds there by their names. Such a file is a regular one:
// a link is not followed, and a pipe or a device is not waited for. In some of them, lines are kept one by one, so that
// work that was stopped goes on where it was.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace perm {

/// Gives the whole content of a file of this program. Throws InputError where it cannot be read to its end, and where
/// it is no regular file.
std::string read_own_file(const std::filesystem::path& path);

/// Gives the files of the folder whose names begin and end so, by their names; none where there is no such folder.
/// Throws InputError where the folder cannot be read to its end.
std::vector<std::filesystem::path> own_files_in(const std::filesystem::path& folder, std::string_view begin,
                                                std::string_view end);

/// Gives `json`, the text of one object, with a sum of its bytes as the last key, and the end of the line.
std::string seal_record(std::string json);
/// Says whether a line is as seal_record gave it, without the end of the line.
bool is_sealed(std::string_view line);

/// Appends lines to one file. Every line goes to the system in one piece.
class RecordFile {
 public:
  explicit RecordFile(std::filesystem::path path) : path_(std::move(path)) {}
  ~RecordFile();
  RecordFile(const RecordFile&) = delete;
  RecordFile& operator=(const RecordFile&) = delete;
  /// Makes the folder and the file where they are not there. Throws InputError when the line cannot be written, and
  /// where the file is no regular one or an input of the run.
  void append(const std::string& line);

 private:
  void open();
  void write(std::string_view text) const;

  std::filesystem::path path_;
  int descriptor_{-1};
};

}  // namespace perm
