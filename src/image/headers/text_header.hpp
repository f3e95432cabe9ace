// SPDX-License-Identifier: Apache-2.0
// The lines of text that an image file begins with, and the numbers in them. Everything is strict: what is no number is
// refused with the name of its field, and no number is cut off or wrapped around.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace perm {

class TextHeader {
 public:
  /// Most bytes of a file that are looked at.
  static constexpr std::size_t most_bytes = 1U << 20U;

  /// `bytes` are the first ones of the file called `name`.
  TextHeader(std::string bytes, std::string name) : bytes_(std::move(bytes)), name_(std::move(name)) {}

  const std::string& name() const { return name_; }
  /// Gives the next line without its end, which may be "\n" or "\r\n". False where nothing is left.
  bool next_line(std::string& line);
  /// Does the same, and refuses a line that holds a byte of 0: voxels may, headers of text do not.
  bool next_text_line(std::string& line);
  /// Gives the place of the first byte behind the last line.
  std::int64_t position() const { return static_cast<std::int64_t>(position_); }
  /// Says whether the last line was ended, and not by the end of what is looked at.
  bool line_was_ended() const { return was_ended_; }

  /// Throws the InputError for this file.
  [[noreturn]] void refuse(const std::string& why, const std::string& remedy = "Export the image again") const;
  // These throw InputError where `value`, that of `field`, is something else.
  std::int64_t integer(std::string_view field, std::string_view value, std::int64_t least, std::int64_t most) const;
  std::vector<std::int64_t> integers(std::string_view field, std::string_view value, std::int64_t least,
                                     std::int64_t most) const;
  std::vector<double> reals(std::string_view field, std::string_view value) const;

 private:
  std::string bytes_;
  std::string name_;
  std::size_t position_{0};
  bool was_ended_{false};
};

/// Gives `text` without blanks and tabs around it.
std::string_view without_blanks_around(std::string_view text);
/// Gives the words of `text`, which blanks and tabs part.
std::vector<std::string_view> words_of(std::string_view text);
/// Gives `text` with A to Z as a to z.
std::string in_lower_case(std::string_view text);
/// Gives `text` for a message: at most 40 characters, each of which can be printed.
std::string in_quotes(std::string_view text);

}  // namespace perm
