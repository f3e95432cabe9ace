// SPDX-License-Identifier: Apache-2.0
// Keeps a second run out of a folder of states: one that a launcher has not ended yet would take away what the next run
// reads. Where a disk cannot lock, nothing is kept out.
#pragma once

#include <filesystem>

namespace perm {

class FolderUse {
 public:
  /// Waits some seconds for the end of a run that works with the folder, which exists. Throws InputError where it goes
  /// on.
  explicit FolderUse(const std::filesystem::path& folder);
  ~FolderUse();
  FolderUse(const FolderUse&) = delete;
  FolderUse& operator=(const FolderUse&) = delete;

 private:
  std::filesystem::path file_;
  int number_;
};

}  // namespace perm
