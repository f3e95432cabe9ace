// SPDX-License-Identifier: Apache-2.0
// Text as a terminal may show it. Names of files and values of options come from anywhere: what would move the cursor,
// change colours or hide other words is written out instead.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace perm {

/// Gives `text` with each byte of a control character, of a character that turns the direction of writing, and of what
/// is no UTF-8 as \x1b (two hexadecimal digits). Ends of lines and tabs stay.
std::string printable(std::string_view text);

/// Does the same with ends of lines too, so that the text is one line.
std::string printable_line(std::string_view text);

/// Gives `line` as it is when it has at most `most` bytes; of a longer one it gives beginning and end, each of half as
/// many, with " [...] " between. It cuts no character of UTF-8.
std::string shorten(std::string_view line, std::size_t most);

}  // namespace perm
