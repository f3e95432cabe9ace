// SPDX-License-Identifier: Apache-2.0
// What `solve` saves besides its run (core/saving/checkpoint.hpp): its command line, the files of fields of the flows
// that are solved, and their pictures. Files are kept in the folder of a state, as links where the disk has them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/file_replacement.hpp"
#include "core/saving/checkpoint.hpp"
#include "report/views/flow_views.hpp"

namespace perm {

/// A command line and the folder that its paths begin in.
struct SavedCommand {
  std::string folder;
  std::vector<std::string> words;  ///< the command, then its arguments
};

/// Notes the command for the states to come.
void note_command(Checkpoint& checkpoint, const std::vector<std::string>& command_line);
/// Gives the command of the newest state in `folder`. Throws InputError where there is none.
SavedCommand read_saved_command(const std::filesystem::path& folder);

class SavedOutput {
 public:
  /// The first process has `files`, the others null.
  SavedOutput(Checkpoint& checkpoint, FileReplacement* files) : checkpoint_(checkpoint), files_(files) {}

  /// Puts the field files that were staged into the folder of a new state, and notes them with the views, which may be
  /// null.
  void keep(const std::filesystem::path& state, const std::vector<std::string>& field_files,
            const FlowViews* views) const;
  /// Stages those files again, and restores the views. Gives the names of the files.
  std::vector<std::string> recall(FlowViews* views) const;

 private:
  Checkpoint& checkpoint_;
  FileReplacement* files_;
};

}  // namespace perm
