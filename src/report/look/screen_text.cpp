// SPDX-License-Identifier: Apache-2.0
#include "report/look/screen_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace perm {
namespace {

constexpr std::size_t text_column = 16;
constexpr int histogram_lines = 6;
constexpr std::size_t histogram_margin = 4;

/// Gives a word as a shell takes it.
std::string quoted(const std::string& word) {
  const std::string plain = "-_./:=,+@%";
  if (!word.empty() && std::ranges::all_of(word, [&](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
               plain.find(c) != std::string::npos;
      }))
    return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

/// Gives the bar in which a grey value lies.
std::size_t bar_of(const GreyLook& grey, double value) {
  const double width = grey.bars.front().to - grey.bars.front().from;
  const double last = static_cast<double>(grey.bars.size() - 1);
  return static_cast<std::size_t>(std::clamp((value - grey.bars.front().from) / width, 0.0, last));
}

}  // namespace

std::string wrapped_line(std::string_view name, std::string_view text) {
  std::string all = fmt::format("  {:<{}}", name, text_column - 2);
  std::size_t column = std::max(text_column, name.size() + 2);
  bool is_first = true;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    if (!is_first && column + 1 + word.size() > screen_columns) {
      all += '\n';
      all.append(text_column, ' ');
      column = text_column;
      is_first = true;
    }
    if (!is_first) all += ' ';
    all += word;
    column += word.size() + (is_first ? 0 : 1);
    is_first = false;
  }
  return all + '\n';
}

std::string wrapped_command(const std::vector<std::string>& words) {
  std::string all;
  std::size_t column = 2;
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::string word = quoted(words[i]);
    // An option stays on the line of its value.
    const bool has_value = words[i].starts_with("--") && i + 1 < words.size() && !words[i + 1].starts_with("--");
    if (has_value) word += ' ' + quoted(words[++i]);
    if (i > 0 && !all.empty() && column + word.size() + 3 > screen_columns) {
      all += " \\\n    ";
      column = 4;
    } else if (!all.empty()) {
      all += ' ';
      ++column;
    } else {
      all = "  ";
    }
    all += word;
    column += word.size();
  }
  return all + '\n';
}

std::string command_line(const std::vector<std::string>& words) {
  std::string all;
  for (const std::string& word : words) all += (all.empty() ? "" : " ") + quoted(word);
  return all;
}

std::string draw_histogram(const GreyLook& grey) {
  if (grey.bars.empty()) return {};
  const std::string levels = " .:|";
  const int steps = static_cast<int>(levels.size()) - 1;  // of a line
  std::int64_t most = 1;
  for (const GreyBar& bar : grey.bars) most = std::max(most, bar.voxels);
  std::string text;
  const auto height_of = [&](const GreyBar& bar) {
    if (bar.voxels == 0) return 0;
    const double root = std::sqrt(static_cast<double>(bar.voxels) / static_cast<double>(most));
    return std::max(1, static_cast<int>(std::lround(root * histogram_lines * steps)));
  };
  const auto add_line = [&](std::string line) {
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  };
  for (int line = histogram_lines - 1; line >= 0; --line) {
    std::string columns(histogram_margin, ' ');
    for (const GreyBar& bar : grey.bars)
      columns += levels[static_cast<std::size_t>(std::clamp(height_of(bar) - line * steps, 0, steps))];
    add_line(columns);
  }
  std::string axis = std::string(histogram_margin, ' ') + std::string(grey.bars.size(), '-');
  std::string marks(histogram_margin + grey.bars.size(), ' ');
  const auto mark = [&](const char* method, char letter) {
    for (const ThresholdLook& threshold : grey.thresholds)
      if (threshold.method == method)
        for (const double value : threshold.grey) marks[histogram_margin + bar_of(grey, value)] = letter;
  };
  mark("multi-otsu", 'm');
  mark("valley", 'v');
  mark("otsu", 'O');
  text += axis + '\n';
  add_line(marks);
  const std::string first = fmt::format("{:.6g}", grey.bars.front().from);
  const std::string last = fmt::format("{:.6g}", std::min(grey.bars.back().to, grey.greatest));
  const std::size_t room =
      grey.bars.size() > first.size() + last.size() ? grey.bars.size() - first.size() - last.size() : 1;
  text += std::string(histogram_margin, ' ') + first + std::string(room, ' ') + last + '\n';
  return text;
}

}  // namespace perm
