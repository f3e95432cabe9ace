// SPDX-License-Identifier: Apache-2.0
#include "image/headers/text_header.hpp"

#include <fmt/format.h>

#include <cmath>
#include <system_error>

#include "core/errors.hpp"
#include "core/text_file.hpp"

namespace perm {
namespace {

constexpr std::string_view blanks = " \t\r";

/// Reads the whole of `word` as a number.
template <class Number>
bool read(std::string_view word, Number& number) {
  if (word.starts_with('+')) word.remove_prefix(1);
  const auto [end, error] = scan_number(word.data(), word.data() + word.size(), number);
  return error == std::errc{} && end == word.data() + word.size() && !word.empty();
}

}  // namespace

std::string_view without_blanks_around(std::string_view text) {
  const auto first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  for (text = without_blanks_around(text); !text.empty(); text = without_blanks_around(text)) {
    const auto end = std::min(text.find_first_of(blanks), text.size());
    words.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return words;
}

std::string in_lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t most = 40;
  std::string shown = "'";
  for (const char c : text.substr(0, most)) shown += c >= ' ' && c <= '~' ? c : '?';
  return shown + (text.size() > most ? "...'" : "'");
}

bool TextHeader::next_line(std::string& line) {
  was_ended_ = false;
  if (position_ == bytes_.size()) return false;
  const auto end = bytes_.find('\n', position_);
  was_ended_ = end != std::string::npos;
  line = bytes_.substr(position_, was_ended_ ? end - position_ : std::string::npos);
  position_ = was_ended_ ? end + 1 : bytes_.size();
  if (line.ends_with('\r')) line.pop_back();
  return true;
}

bool TextHeader::next_text_line(std::string& line) {
  if (!next_line(line)) return false;
  if (line.find('\0') != std::string::npos) refuse("its header holds a byte of 0, and is no text");
  return true;
}

void TextHeader::refuse(const std::string& why, const std::string& remedy) const {
  throw InputError(fmt::format("Cannot read '{}'", name_), why, remedy);
}

std::int64_t TextHeader::integer(std::string_view field, std::string_view value, std::int64_t least,
                                 std::int64_t most) const {
  std::int64_t number = 0;
  if (!read(without_blanks_around(value), number) || number < least || number > most)
    refuse(fmt::format("its {} is {}, and not a whole number from {} to {}", field, in_quotes(value), least, most),
           fmt::format("Correct {} in the header, or export the image again", field));
  return number;
}

std::vector<std::int64_t> TextHeader::integers(std::string_view field, std::string_view value, std::int64_t least,
                                               std::int64_t most) const {
  std::vector<std::int64_t> numbers;
  for (const std::string_view word : words_of(value)) numbers.push_back(integer(field, word, least, most));
  return numbers;
}

std::vector<double> TextHeader::reals(std::string_view field, std::string_view value) const {
  std::vector<double> numbers;
  for (const std::string_view word : words_of(value)) {
    double number = 0;
    if (!read(word, number))
      refuse(fmt::format("its {} is {}, and not made of numbers", field, in_quotes(value)),
             fmt::format("Correct {} in the header, or export the image again", field));
    numbers.push_back(number);
  }
  return numbers;
}

}  // namespace perm
