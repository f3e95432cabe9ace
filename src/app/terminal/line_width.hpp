// SPDX-License-Identifier: Apache-2.0
// How wide lines may be: as wide as the terminal, which the environment variable COLUMNS or the terminal itself tells.
// Lines that go into a file or a pipe are no longer than a reader made them: they stay whole, so that a search finds
// the whole fact.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace perm {

/// Gives the characters that fit in a line of the terminal that a descriptor (1, 2) leads to: what COLUMNS says, else
/// the terminal, else 80; never below 40. Nothing where it leads to no terminal. It takes no memory.
std::optional<std::size_t> line_width_of(int descriptor) noexcept;

/// Gives the width for help: that of the terminal, at most 100 for the eye; elsewhere COLUMNS, or 80.
std::size_t help_width() noexcept;

/// Breaks lines that are wider than `width` characters at blanks. What follows stands under the text of a line of the
/// summary ("  name                text"), and under the beginning of any other line, two columns further. A longer
/// word stays whole.
std::string wrap_lines(std::string_view text, std::size_t width);

/// Gives the beginning of a line that fits in `width` characters, with "..." at its end where it is cut.
std::string cut_line(std::string_view line, std::size_t width);

}  // namespace perm
