// SPDX-License-Identifier: Apache-2.0
// Output is whole or absent: files are written into a hidden folder next to their destination and moved into place only
// when all of them are complete and on the disk. A run that fails or is stopped leaves the files of an earlier run as
// they were. Of several files the last one vouches for the others: the old one is taken away before any is moved, and
// the new one comes last, so that files of two runs never stand beside it. A run that is killed in between leaves a
// list of names in its hidden folder, by which a later run ends what it began. The hidden folder is removed by its
// owner, or by a later run that can prove its owner dead (core/staging_name.hpp); nothing else is ever removed.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace perm {

/// Says which files a command may replace: its own only, or whatever has the name (--overwrite).
enum class Overwrite { own_files, all_files };

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

  /// Says where to write the file that will be called `name`. Files are moved in the order in which they were staged.
  std::filesystem::path stage(const std::string& name);
  /// Removes what was staged as `name`; it will not be moved.
  void drop(const std::string& name);
  /// Moves every staged file into place, after it is on the disk. Of two jobs that do this at once one waits for the
  /// other, where the disk can lock. `last_look` is called right before and may throw. Throws InputError when a file
  /// cannot be moved, or would replace an input of the run (core/run_inputs.hpp); the files of before then stand as
  /// they stood, as far as the disk allows.
  void commit(const std::function<void()>& last_look = {});
  const std::filesystem::path& folder() const { return folder_; }

  /// Ends what a process that was killed while it moved files into `folder` began, and clears away what other dead
  /// processes left there.
  static void settle(const std::filesystem::path& folder);
  /// Says whether a process moves files into `folder`, or was killed while it did and is not proved to be dead.
  static bool is_unsettled(const std::filesystem::path& folder);

  /// The facts with which another process of the same job cleans up for one that is about to be killed.
  struct Traces {
    std::array<char, 256> staging{};  ///< name of the hidden folder
    std::int64_t created_folder{0};   ///< 1: this object created the folder
  };
  Traces traces() const;
  /// Does what the destructor of the object with these traces in `folder` would do.
  static void remove(const std::filesystem::path& folder, const Traces& traces);

 private:
  void require_that_none_replaces_a_folder() const;
  void move_one(const std::string& name);
  void move_all();

  std::filesystem::path folder_;
  std::filesystem::path staging_;
  std::vector<std::string> names_;
  bool created_folder_{false};
};

}  // namespace perm
