// SPDX-License-Identifier: Apache-2.0
// The options of commands that solve for hours: how long they may take, and where and how often they save what another
// run needs to go on. None of them changes a number.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "input/options/option.hpp"
#include "input/options/option_values.hpp"

namespace perm {

/// The folder in the output of a run that is stopped to go on, and has no --checkpoint.
inline constexpr const char* states_in_output = "checkpoint";

struct CheckpointOptions {
  std::optional<std::filesystem::path> folder;  ///< --checkpoint
  double every_s{600};                          ///< --every
  std::optional<double> max_seconds;            ///< --max-time: seconds from when it is read
};

/// Gives the rows of --checkpoint, --every and --max-time.
std::vector<Option> checkpoint_options();

/// Reads these options. --max-time slurm is the time to the end of the job of SLURM, less what is kept for writing.
/// Throws UsageError where one has no meaning, and InputError for a wrong value.
CheckpointOptions read_checkpoint_options(const OptionValues& values);

}  // namespace perm
