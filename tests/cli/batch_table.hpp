// SPDX-License-Identifier: Apache-2.0
// Reads batch.csv in tests, by an own few lines: cells in quotes may hold commas, quotes and ends of lines.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace perm::cli {

class BatchTable {
 public:
  explicit BatchTable(const std::string& text) {
    std::vector<std::string> line(1);
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
      const char c = text[i];
      if (c == '"' && quoted && i + 1 < text.size() && text[i + 1] == '"')
        line.back() += text[++i];
      else if (c == '"')
        quoted = !quoted;
      else if (c == ',' && !quoted)
        line.emplace_back();
      else if (c == '\n' && !quoted)
        lines_.push_back(std::exchange(line, std::vector<std::string>(1)));
      else
        line.back() += c;
    }
  }
  std::size_t size() const { return lines_.empty() ? 0 : lines_.size() - 1; }
  /// Gives a cell of a row, counted from 0.
  std::string cell(std::size_t row, const std::string& column) const {
    if (row >= size()) return "no such row";
    const auto found = std::find(lines_.front().begin(), lines_.front().end(), column);
    if (found == lines_.front().end()) return "no such column";
    return lines_[row + 1].at(static_cast<std::size_t>(found - lines_.front().begin()));
  }
  double number(std::size_t row, const std::string& column) const {
    const std::string text = cell(row, column);
    EXPECT_NE(text, "") << "row " << row << " has no " << column;
    return text.empty() ? -1 : std::stod(text);
  }

 private:
  std::vector<std::vector<std::string>> lines_;
};

}  // namespace perm::cli
