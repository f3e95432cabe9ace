// SPDX-License-Identifier: Apache-2.0
// Looks at what an output folder holds before a command writes into it. What this command did not make from this input
// needs --overwrite: the results of another input, which may have taken days, and files that this program did not
// write. An input of the run is never written (core/run_inputs.hpp).
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/file_replacement.hpp"

namespace perm {

/// What a command is about to write.
struct OutputClaim {
  enum class Kind { run, conduction, sweep, validation, streaming, batch, look };
  Kind kind{Kind::run};
  std::filesystem::path folder;
  /// Run, conduction, batch, look: path_of_input; sweep: the kind, or path_of_input; others: empty.
  std::string subject;
  std::vector<std::string> files;  ///< names of the files, without those that are added to
  Overwrite overwrite{Overwrite::own_files};
};

/// Gives the subject of the results that the folder holds, or nothing where it holds none of this kind.
std::optional<std::string> subject_in(const OutputClaim& claim);

/// Throws InputError when one of the files is an input of the run. Unless `overwrite` allows it, also when the folder
/// holds results of another subject, when one of the files is no regular file, and when one is there and no JSON file
/// of this program (result.json, batch.json, sweep.json, validation.json or streaming.json) says that the folder is one
/// of its own. What a killed process had begun to move into the folder is moved first.
void require_own_results(const OutputClaim& claim);

/// Gives the word by which an HTML page says whose results it shows: those of one kind and one subject.
std::string origin_of_page(OutputClaim::Kind kind, const std::string& subject);

/// Gives the whole path of an input, links followed, as result.json has it; as given where that cannot be found.
std::string path_of_input(const std::filesystem::path& input);

}  // namespace perm
