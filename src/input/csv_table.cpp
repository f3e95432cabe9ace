// SPDX-License-Identifier: Apache-2.0
#include "input/csv_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

#include "core/errors.hpp"
#include "core/printable_text.hpp"
#include "core/text_file.hpp"

namespace perm {
namespace {

std::string_view without_blanks(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

/// Says whether the text, behind blanks, begins with one of the signs of a formula, or one of their wide forms.
bool begins_as_formula(std::string_view text) {
  constexpr std::array<std::string_view, 8> signs{"=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20"};
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  return std::ranges::any_of(signs, [text](std::string_view sign) { return text.starts_with(sign); });
}

bool is_number(std::string_view text) {
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [read_to, error] = scan_number(text.data(), end, value);
  return error == std::errc{} && read_to == end && std::isfinite(value);
}

/// Says whether the text is apostrophes, one at least, before what begins as a formula.
bool has_apostrophe(std::string_view text) {
  if (!text.starts_with('\'')) return false;
  text.remove_prefix(std::min(text.find_first_not_of('\''), text.size()));
  return begins_as_formula(text);
}

/// Gives the byte that is written out as \x1b at the start of the text, or nothing where none is.
std::optional<char> written_out(std::string_view text) {
  unsigned byte = 0;
  if (!text.starts_with("\\x") || text.size() < 4) return {};
  const auto [end, error] = std::from_chars(text.data() + 2, text.data() + 4, byte, 16);
  return error == std::errc{} && end == text.data() + 4 ? std::optional(static_cast<char>(byte)) : std::nullopt;
}

/// Writes out what a terminal must not show, what looks like it, and what may end a cell before a formula: many
/// spreadsheets part the cells at semicolons or tabs, whatever the quotes say.
std::string write_out(std::string_view text) {
  std::string marked;
  for (std::size_t i = 0; i < text.size(); ++i)
    marked.append(written_out(text.substr(i)) ? "\\x5c" : std::string(1, text[i]));
  const std::string shown = printable(marked);
  std::string whole;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const char c = shown[i];
    const bool may_end_a_cell =
        (c == ';' || c == '\t' || c == '\n') && begins_as_formula(std::string_view(shown).substr(i + 1));
    whole += may_end_a_cell || (c == '\t' && i == 0) ? fmt::format("\\x{:02x}", c) : std::string(1, c);
  }
  return whole;
}

/// Gives the first of , ; or a tab that stands outside of quotes in the first line with text; a comma without one.
char find_separator(std::string_view text) {
  bool quoted = false;
  bool has_text = false;
  for (const char c : text) {
    if (c == '"') quoted = !quoted;
    if (!quoted && (c == ',' || c == ';' || c == '\t')) return c;
    if (!quoted && has_text && (c == '\n' || c == '\r')) break;
    has_text = has_text || (c != '\n' && c != '\r');
  }
  return ',';
}

class CsvReader {
 public:
  CsvReader(std::string_view text, const std::string& name)
      : rest_(text), name_(name), separator_(find_separator(text)) {}

  /// Gives the next line that is not empty, or nothing at the end.
  std::optional<CsvLine> next() {
    while (!rest_.empty()) {
      CsvLine line{number_, {}};
      bool is_empty = rest_.front() != '"';
      for (;;) {
        line.cells.push_back(text_of_csv_cell(read_cell()));
        if (!line.cells.back().empty()) is_empty = false;
        if (rest_.empty() || rest_.front() != separator_) break;
        rest_.remove_prefix(1);
      }
      end_line();
      if (!is_empty) return line;
    }
    return {};
  }

 private:
  std::string read_cell() {
    const std::size_t first = rest_.find_first_not_of(separator_ == '\t' ? " " : " \t");
    if (first != std::string_view::npos && rest_[first] == '"') {
      rest_.remove_prefix(first);
      return read_quoted();
    }
    const char ends[] = {separator_, '\n', '\r'};
    const std::string_view cell = rest_.substr(0, rest_.find_first_of(std::string_view(ends, 3)));
    rest_.remove_prefix(cell.size());
    return std::string(without_blanks(cell));
  }

  std::string read_quoted() {
    const int begun = number_;
    std::string cell;
    for (rest_.remove_prefix(1);;) {
      const std::size_t quote = rest_.find('"');
      if (quote == std::string_view::npos)
        throw InputError(fmt::format("Cannot read '{}'", name_),
                         fmt::format("the quotes that open in line {} do not close", begun),
                         "Close them; a quote inside of quotes is written twice");
      cell += rest_.substr(0, quote);
      count_lines(rest_.substr(0, quote));
      rest_.remove_prefix(quote + 1);
      if (!rest_.starts_with('"')) break;
      cell += '"';
      rest_.remove_prefix(1);
    }
    while (!rest_.empty() && rest_.front() != separator_ && (rest_.front() == ' ' || rest_.front() == '\t'))
      rest_.remove_prefix(1);
    if (!rest_.empty() && rest_.front() != separator_ && rest_.front() != '\n' && rest_.front() != '\r')
      throw InputError(fmt::format("Cannot read '{}'", name_),
                       fmt::format("text stands behind the quotes that close in line {}", number_),
                       "Put the whole cell into quotes; a quote inside of quotes is written twice");
    return cell;
  }

  void count_lines(std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i)
      if (text[i] == '\n' || (text[i] == '\r' && (i + 1 == text.size() || text[i + 1] != '\n'))) ++number_;
  }

  void end_line() {
    if (rest_.empty()) return;
    rest_.remove_prefix(rest_.starts_with("\r\n") ? 2 : 1);
    ++number_;
  }

  std::string_view rest_;
  const std::string& name_;
  char separator_;
  int number_{1};
};

}  // namespace

CsvTable parse_csv(std::string_view text, const std::string& name) {
  CsvReader reader(text, name);
  CsvTable table;
  std::optional<CsvLine> head = reader.next();
  if (!head)
    throw InputError(fmt::format("Cannot read '{}'", name), "it is empty",
                     "Name the columns in its first line, for example: input,voxel-size");
  table.head = std::move(*head);
  while (std::optional<CsvLine> line = reader.next()) table.lines.push_back(std::move(*line));
  return table;
}

std::string csv_cell(std::string_view text) {
  std::string shown = write_out(text);
  if (has_apostrophe(shown) || (begins_as_formula(shown) && !is_number(shown))) shown.insert(0, 1, '\'');
  const bool is_plain = shown.find_first_of(",;\t\n\"") == std::string::npos && without_blanks(shown) == shown;
  if (is_plain) return shown;
  std::string quoted = "\"";
  for (const char c : shown) quoted.append(c == '"' ? 2 : 1, c);
  return quoted + '"';
}

std::string text_of_csv_cell(std::string_view cell) {
  if (has_apostrophe(cell)) cell.remove_prefix(1);
  std::string text;
  while (!cell.empty()) {
    const std::optional<char> byte = written_out(cell);
    text += byte.value_or(cell.front());
    cell.remove_prefix(byte ? 4 : 1);
  }
  return text;
}

}  // namespace perm
