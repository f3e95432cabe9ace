// SPDX-License-Identifier: Apache-2.0
#include "app/terminal/line_width.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

namespace perm {
namespace {

constexpr std::size_t usual_width = 80;
constexpr std::size_t least_width = 40;
constexpr std::size_t widest_help = 100;
constexpr std::size_t text_column = 22;  // of the summary (report/summary_line.hpp)

/// Gives what COLUMNS says; 0 where it says nothing that is a width.
std::size_t columns_of_environment() noexcept {
  const char* const text = std::getenv("COLUMNS");
  if (text == nullptr || *text < '0' || *text > '9') return 0;
  char* end = nullptr;
  const unsigned long columns = std::strtoul(text, &end, 10);
  return *end == '\0' && columns <= 10000 ? columns : 0;
}

bool begins_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }

/// Gives the byte at which character number `count` of the text begins.
std::size_t byte_of(std::string_view text, std::size_t count) {
  std::size_t byte = 0;
  for (; byte < text.size(); ++byte)
    if (begins_character(text[byte]) && count-- == 0) break;
  return byte;
}

bool is_summary_line(std::string_view line) {
  return line.size() > text_column && line.starts_with("  ") && line[text_column - 1] == ' ' &&
         line[text_column] != ' ';
}

/// Gives the byte before which a line is broken, so that what is before has at most `width` characters; a longer first
/// word stays whole. No line is broken before byte `from`.
std::size_t find_break(std::string_view line, std::size_t width, std::size_t from) {
  const std::size_t most = byte_of(line, width);
  if (most == line.size()) return line.size();
  const std::size_t blank = line.find_last_of(' ', most);
  return blank != std::string_view::npos && blank >= from ? blank : std::min(line.find(' ', most), line.size());
}

std::string wrap_line(std::string_view line, std::size_t width) {
  const std::size_t first = std::min(line.find_first_not_of(' '), line.size());
  const std::size_t begin = is_summary_line(line) ? text_column : first;
  const std::size_t indent = std::min(is_summary_line(line) ? text_column : first + 2, width / 2);
  std::size_t end = find_break(line, width, begin);
  std::string wrapped(line.substr(0, line.find_last_not_of(' ', end) + 1));
  while (line.find_first_not_of(' ', end) != std::string_view::npos) {
    line.remove_prefix(line.find_first_not_of(' ', end));
    end = find_break(line, width - indent, 1);
    wrapped.append("\n").append(indent, ' ').append(line.substr(0, line.find_last_not_of(' ', end) + 1));
  }
  return wrapped;
}

}  // namespace

std::optional<std::size_t> line_width_of(int descriptor) noexcept {
  if (::isatty(descriptor) == 0) return {};
  std::size_t columns = columns_of_environment();
  winsize size{};
  if (columns == 0 && ::ioctl(descriptor, TIOCGWINSZ, &size) == 0) columns = size.ws_col;
  return std::max(columns == 0 ? usual_width : columns, least_width);
}

std::size_t help_width() noexcept {
  const std::size_t columns = columns_of_environment();
  const std::size_t elsewhere = std::max(columns == 0 ? usual_width : columns, least_width);
  return std::min(line_width_of(STDOUT_FILENO).value_or(elsewhere), widest_help);
}

std::string wrap_lines(std::string_view text, std::size_t width) {
  std::string wrapped;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    wrapped += byte_of(line, width) < line.size() ? wrap_line(line, width) : std::string(line);
    if (end < text.size()) wrapped += '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return wrapped;
}

std::string cut_line(std::string_view line, std::size_t width) {
  if (byte_of(line, width) == line.size()) return std::string(line);
  return std::string(line.substr(0, byte_of(line, width - 3))) + "...";
}

}  // namespace perm
