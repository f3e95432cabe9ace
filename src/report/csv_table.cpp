// SPDX-License-Identifier: Apache-2.0
#include "report/csv_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "core/errors.hpp"

namespace perm {
namespace {

std::string_view without_blanks(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
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
        line.cells.push_back(read_cell());
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
  const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
  const bool is_plain = text.find_first_of(",;\t\"\n\r") == std::string_view::npos &&
                        (text.empty() || (!is_blank(text.front()) && !is_blank(text.back())));
  if (is_plain) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) quoted.append(c == '"' ? 2 : 1, c);
  return quoted + '"';
}

}  // namespace perm
