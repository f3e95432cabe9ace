// SPDX-License-Identifier: Apache-2.0
// The options of `look`, and the command line of `solve` that a look proposes.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/options/command.hpp"
#include "core/file_replacement.hpp"
#include "input/look/look_at_image.hpp"
#include "input/options/option_values.hpp"

namespace perm {

/// Says how a look is printed.
enum class LookForm { screen, json };

struct LookOptions {
  LookRequest request;
  LookForm form{LookForm::screen};
  std::optional<std::filesystem::path> page;
  Overwrite overwrite{Overwrite::own_files};
  std::vector<std::string> command_line;
};

std::vector<OptionGroup> look_option_groups();

/// Reads these options. Throws UsageError when options are missing or contradict each other, InputError when a value is
/// out of range, and DeviceError when the device is not there.
LookOptions read_look_options(const OptionValues& values);

/// Gives the words of the command that solves what was looked at: all options that say how the image is read, as they
/// were given, and what the look found where nothing was said. LENGTH stands for a voxel size that nobody knows. Empty
/// where `solve` would refuse the image.
std::vector<std::string> solve_words(const OptionValues& values, const ImageLook& look);

}  // namespace perm
