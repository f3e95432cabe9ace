// SPDX-License-Identifier: Apache-2.0
// Reads words of a command line, and the keys of configuration and recipe files, as option values.
// Boost.Program_options is used here only.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "input/options/option.hpp"
#include "input/options/option_values.hpp"

namespace perm {

/// Gives the options that `words` name; a word without dashes is the value of `positional`, where that is not empty.
/// Throws UsageError, which names `command`, for an option that is unknown, given twice or lacks its value.
GivenOptions parse_words(const std::vector<std::string>& words, const std::vector<Option>& options,
                         const std::string& command, const std::string& positional);

/// Reads `key = value` lines; keys are names of `options`, `#` starts a comment. Throws InputError, which names the
/// file and the key that is unknown or given twice.
GivenOptions read_option_file(const std::filesystem::path& path, const std::vector<Option>& options);
/// Does the same, and adds the defaults of the options.
OptionValues parse_option_file(const std::filesystem::path& path, const std::vector<Option>& options);

}  // namespace perm
