// SPDX-License-Identifier: Apache-2.0
// Output is whole or absent: files are written into a hidden folder next to their destination and moved into place only
// when all of them are complete. A run that fails or is stopped leaves the files of an earlier run as they were.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace perm {

/// A set of files (or folders) that replaces those of the same names in `folder` in one go.
class FileReplacement {
 public:
  /// Creates `folder` when it is absent, and a hidden staging folder inside it. Throws InputError when the folder
  /// cannot be written.
  explicit FileReplacement(std::filesystem::path folder);
  /// Removes everything that was not committed, and `folder` too when this object created it and it is empty.
  ~FileReplacement();
  FileReplacement(const FileReplacement&) = delete;
  FileReplacement& operator=(const FileReplacement&) = delete;

  /// Says where to write the file that will be called `name`.
  std::filesystem::path stage(const std::string& name);
  /// Moves every staged file into place. Throws InputError when one cannot be moved.
  void commit();
  const std::filesystem::path& folder() const { return folder_; }

  /// The facts with which another process of the same job cleans up for one that is about to be killed.
  struct Traces {
    std::int64_t process{0};
    std::int64_t created_folder{0};  ///< 1: this object created the folder
  };
  Traces traces() const;
  /// Does what the destructor of the object with these traces in `folder` would do.
  static void remove(const std::filesystem::path& folder, const Traces& traces);

 private:
  std::filesystem::path folder_;
  std::filesystem::path staging_;
  std::vector<std::string> names_;
  bool created_folder_{false};
};

}  // namespace perm
