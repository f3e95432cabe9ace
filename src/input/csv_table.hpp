// SPDX-License-Identifier: Apache-2.0
// Tables as spreadsheets save them: RFC 4180, with commas, semicolons or tabs between the cells.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace perm {

struct CsvLine {
  int number{0};  ///< of the line in the file on which it begins, counted from 1
  std::vector<std::string> cells;
};

struct CsvTable {
  CsvLine head;
  std::vector<CsvLine> lines;  ///< without those that are empty
};

/// Reads a table. A line ends with CR LF, LF or CR; a cell in quotes may hold all of these, and a quote as two of them.
/// Cells without quotes lose the blanks around them. What parts the cells is the first of , ; or a tab in the first
/// line. Cells that csv_cell wrote are what it was given. `name` is for the message. Throws InputError for a table
/// without a line, and for quotes that do not close or have text behind them.
CsvTable parse_csv(std::string_view text, const std::string& name);

/// Gives any text as a cell: in quotes where it holds what parts cells or lines, or begins or ends with a blank.
/// What a spreadsheet would compute gets an apostrophe in front, and bytes that a terminal must not show are written
/// out as \x1b.
std::string csv_cell(std::string_view text);
/// Gives the text of which csv_cell made this cell, the quotes taken off.
std::string text_of_csv_cell(std::string_view cell);

}  // namespace perm
