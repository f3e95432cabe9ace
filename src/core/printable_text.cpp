// SPDX-License-Identifier: Apache-2.0
#include "core/printable_text.hpp"

#include <fmt/format.h>

#include <cstdint>

namespace perm {
namespace {

/// Gives the bytes that the character at the start of `text` has; 0 when it is no UTF-8 or must not be shown.
std::size_t length_of_shown(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return first >= 0x20 && first != 0x7f ? 1 : 0;
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < length) return 0;
  std::uint32_t code = first & (0xffU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0U) != 0x80) return 0;
    code = code << 6U | (byte(i) & 0x3fU);
  }
  const auto within = [code](std::uint32_t low, std::uint32_t high) { return code >= low && code <= high; };
  if (length == 3 && code < 0x800) return 0;
  if (length == 4 && !within(0x10000, 0x10ffff)) return 0;
  const bool is_half_of_a_pair = within(0xd800, 0xdfff);
  const bool is_control = code < 0xa0;
  const bool turns_or_breaks_lines = within(0x200e, 0x200f) || within(0x2028, 0x202e) || within(0x2066, 0x2069);
  return is_half_of_a_pair || is_control || turns_or_breaks_lines ? 0 : length;
}

std::string write_out(std::string_view text, std::string_view kept) {
  std::string shown;
  shown.reserve(text.size());
  while (!text.empty()) {
    std::size_t length = kept.find(text.front()) != std::string_view::npos ? 1 : length_of_shown(text);
    if (length > 0) {
      shown += text.substr(0, length);
    } else {
      length = 1;
      shown += fmt::format("\\x{:02x}", static_cast<unsigned char>(text.front()));
    }
    text.remove_prefix(length);
  }
  return shown;
}

bool is_inside_a_character(char c) { return (static_cast<unsigned char>(c) & 0xc0U) == 0x80; }

}  // namespace

std::string printable(std::string_view text) { return write_out(text, "\n\t"); }

std::string printable_line(std::string_view text) { return write_out(text, "\t"); }

std::string shorten(std::string_view line, std::size_t most) {
  if (line.size() <= most) return std::string(line);
  std::size_t end = most / 2;
  while (end > 0 && is_inside_a_character(line[end])) --end;
  std::size_t begin = line.size() - most / 2;
  while (begin < line.size() && is_inside_a_character(line[begin])) ++begin;
  return fmt::format("{} [...] {}", line.substr(0, end), line.substr(begin));
}

}  // namespace perm
