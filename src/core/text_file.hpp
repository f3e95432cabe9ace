// SPDX-License-Identifier: Apache-2.0
// Small files of text: options, recipes, lists of spheres. Such a file is read whole or not at all, so that none is
// taken as empty or cut short because reading it failed; and the numbers in a text.
#pragma once

#include <charconv>
#include <concepts>
#include <cstdint>
#include <filesystem>
#include <sstream>
#include <string>
#include <utility>

namespace perm {

inline constexpr std::int64_t most_text_bytes = std::int64_t{64} << 20;

/// Gives the whole text of a regular file, without the mark of UTF-8 that some editors put first. Throws InputError,
/// which names the file as `what` ("the sphere list"; may be empty) and its path: when it is missing or cannot be read
/// to its end, when it is a folder, a pipe or a device (it does not wait for these), when it has more than
/// most_text_bytes, and when it holds a byte 0, which no text has. The file is an input of the run (run_inputs.hpp).
std::string read_text_file(const std::filesystem::path& path, const std::string& what = "");

/// Text in memory that is read piece by piece. A stream of the standard library takes a shortage of memory for the end
/// of its text, so that lines vanish without a word; this one throws. tools/check_layering asks for it.
class TextStream : public std::istringstream {
 public:
  explicit TextStream(std::string text) : std::istringstream(std::move(text)) { exceptions(std::ios::badbit); }
};

/// Reads a number by a stream, as scan_number does. It takes nan, and no nan(...) behind it.
template <std::floating_point Number>
std::from_chars_result scan_number_by_stream(const char* first, const char* last, Number& number);

/// Reads the number at the start of a text as std::from_chars does, also where the standard library has no from_chars
/// for `Number`: libc++ lacks it for double before version 20, and for long double.
template <class Number>
std::from_chars_result scan_number(const char* first, const char* last, Number& number) {
  if constexpr (requires { std::from_chars(first, last, number); })
    return std::from_chars(first, last, number);
  else
    return scan_number_by_stream(first, last, number);
}

}  // namespace perm
