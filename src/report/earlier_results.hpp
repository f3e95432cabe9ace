// SPDX-License-Identifier: Apache-2.0
// Looks at what an output folder holds before a command writes into it. A command replaces its own results of the same
// input, and nothing else unless it is told to (--overwrite): neither the results of another input, which may have
// taken days, nor files that this program did not write.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace perm {

/// What a command is about to write.
struct OutputClaim {
  enum class Kind { run, sweep, validation, streaming };
  Kind kind{Kind::run};
  std::filesystem::path folder;
  std::string subject;             ///< run: path_of_input; sweep: the kind, or path_of_input; others: empty
  std::vector<std::string> files;  ///< names of the files, without those that are added to
};

/// Throws InputError when the folder holds results of another subject, or when one of the files is there and no JSON
/// file of this program (result.json, sweep.json, validation.json or streaming.json) says that the folder is one of its
/// own.
void require_own_results(const OutputClaim& claim);

/// Gives the whole path of an input, links followed, as result.json has it; as given where that cannot be found.
std::string path_of_input(const std::filesystem::path& input);

}  // namespace perm
