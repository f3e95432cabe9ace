// SPDX-License-Identifier: Apache-2.0
// Text on a screen of 80 columns: wrapped lines, and a histogram in characters.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "input/look/image_look.hpp"

namespace perm {

inline constexpr std::size_t screen_columns = 80;

/// Gives "  name                text", wrapped at blanks so that no line is longer than the screen; what follows stands
/// below the text. A word that is longer than a line keeps its line.
std::string wrapped_line(std::string_view name, std::string_view text);

/// Gives the words of a command on lines that a shell takes as one, each with " \" at its end but the last. Words stand
/// in quotes where a shell would not take them as they are.
std::string wrapped_command(const std::vector<std::string>& words);

/// Gives the words of a command as one line of a shell.
std::string command_line(const std::vector<std::string>& words);

/// Gives a histogram of a few lines. A column is a bar, its height is the root of its voxels, so that small modes are
/// seen beside large ones. Below stand the places of the thresholds: O that of Otsu, m those of multi-Otsu, v a valley.
std::string draw_histogram(const GreyLook& grey);

}  // namespace perm
