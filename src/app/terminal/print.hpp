// SPDX-License-Identifier: Apache-2.0
// Prints text for a reader. It is the one place where text goes to a terminal: what could play with the terminal, a
// name of a file for example, is written out (core/printable_text.hpp). A reader who has gone away (a closed pipe) is
// no reason to fail; a disk that is full is one, but not before the work is done.
#pragma once

#include <cstdio>
#include <string_view>

namespace perm {

/// Writes `text` to `stream` at once, on a terminal in lines that fit (app/terminal/line_width.hpp).
void print(std::FILE* stream, std::string_view text);

/// Does the same with text for a program, whose lines stay as they are.
void print_whole_lines(std::FILE* stream, std::string_view text);

/// Writes `text`, as far as it fits, over the line of a terminal where the cursor is; without text it only clears that
/// line.
void print_over_line(std::FILE* stream, std::string_view text = {});

/// Throws InputError when something could not be printed to stdout since the program began, except for want of a
/// reader.
void require_printed();

/// Puts /dev/null in place of stdin, stdout and stderr that are closed. Else a file that is opened later would take
/// their number, and what is printed would go into that file.
void open_closed_streams();

}  // namespace perm
