// SPDX-License-Identifier: Apache-2.0
// The options that say which image is solved: where it is, how it is read, and how it is resampled.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/options/command.hpp"
#include "input/input_request.hpp"
#include "input/options/option_values.hpp"
#include "input/options/segmentation_options.hpp"

namespace perm {

/// Gives the table of these options.
std::vector<Option> input_options();

/// Reads these options. Throws UsageError when no input is named or options contradict each other, and InputError when
/// a value is out of range.
InputRequest read_input_options(const OptionValues& values);
/// Does the same for a command whose input is `path`.
InputRequest read_input_options(const OptionValues& values, const std::filesystem::path& path,
                                ThresholdOption threshold = ThresholdOption::one);

/// Gives "<stem of the input>-<what>", a folder in the current one.
std::string folder_named_after(const std::filesystem::path& input, const char* what);

}  // namespace perm
