// SPDX-License-Identifier: Apache-2.0
#include "app/options/help_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace perm {
namespace {

constexpr std::size_t line_width = 80;
constexpr std::size_t text_column = 26;
constexpr char tie = '\x1f';  // a space that never becomes the end of a line, unless it must

/// Gives the length of the first word of `text`. One that is longer than `room` ends at a comma or a tie within it.
std::size_t first_word(std::string_view text, std::size_t room) {
  const std::size_t length = std::min(text.find(' '), text.size());
  if (length <= room) return length;
  const std::size_t cut = text.find_last_of(std::string{',', tie}, room - 1);
  return cut == std::string_view::npos ? length : cut + (text[cut] == ',' ? 1 : 0);
}

/// Where the lines of a paragraph lie.
struct Layout {
  std::size_t indent;          ///< of all lines but the first
  std::size_t first;           ///< column at which the first line begins
  std::string_view more = "";  ///< ends all lines but the last
};

/// Breaks one paragraph into lines.
std::string wrap_paragraph(std::string_view text, const Layout& layout) {
  std::string wrapped;
  std::size_t column = layout.first;
  bool is_begun = false;  // the line has a word
  while (!text.empty()) {
    const std::string_view word = text.substr(0, first_word(text, line_width - layout.indent));
    const std::size_t behind = word.size() == text.size() ? 0 : layout.more.size();
    if (is_begun && column + 1 + word.size() + behind > line_width) {
      wrapped += layout.more;
      wrapped += '\n';
      wrapped.append(layout.indent, ' ');
      column = layout.indent;
    } else if (is_begun) {
      wrapped += ' ';
      ++column;
    }
    is_begun = true;
    wrapped += word;
    column += word.size();
    text.remove_prefix(word.size());
    if (!text.empty() && (text.front() == ' ' || text.front() == tie)) text.remove_prefix(1);
  }
  std::replace(wrapped.begin(), wrapped.end(), tie, ' ');
  return wrapped;
}

/// Gives a command line that a shell reads as one; an option and its value stay in one line.
std::string format_example(std::string example) {
  for (std::size_t space = example.find(' '); space != std::string::npos; space = example.find(' ', space + 1)) {
    const std::size_t word = example.find_last_of(" \x1f", space - 1) + 1;
    if (example[word] == '-' && example[space + 1] != '-') example[space] = tie;
  }
  return "  " + wrap_paragraph(example, {.indent = 6, .first = 2, .more = " \\"}) + "\n";
}

/// Breaks the paragraphs of `text`, each of which is a line, into lines that are all indented but the first.
std::string wrap(std::string_view text, std::size_t indent) {
  const std::string_view first = text.substr(0, text.find('\n'));
  std::string wrapped = wrap_paragraph(first, {.indent = indent, .first = indent});
  if (first.size() == text.size()) return wrapped;
  return wrapped + "\n" + std::string(indent, ' ') + wrap(text.substr(first.size() + 1), indent);
}

std::string format_option(const Option& option) {
  std::string left = option.letter != 0 ? fmt::format("  -{}, --{}", option.letter, option.name) : "  --" + option.name;
  if (!option.value.empty()) left += option.implied.empty() ? " " + option.value : " [" + option.value + "]";
  std::string text = option.help;
  if (!option.fallback_words.empty())
    text += fmt::format(" [default: {}]", option.fallback_words);
  else if (!option.fallback.empty())
    text += fmt::format(" [default:{}{}]", tie, option.fallback);
  if (left.size() + 2 > text_column)
    left.append(1, '\n').append(text_column, ' ');
  else
    left.resize(text_column, ' ');
  return left + wrap(text, text_column) + "\n";
}

}  // namespace

std::string format_program_help(const std::vector<Command>& commands) {
  std::string text = wrap(commands[0].program +
                              ": the permeability of porous media from voxel images, by the lattice Boltzmann method",
                          0) +
                     "\n\nUsage: " + commands[0].program + " COMMAND [options]\n\nCommands:\n";
  for (const Command& command : commands) text += fmt::format("  {:<12}{}\n", command.name, wrap(command.summary, 14));
  text += fmt::format("  {:<12}{}\n", "help",
                      fmt::format("shows the options of a command: {} help {}", commands[0].program, commands[0].name));
  text +=
      "\nOptions:\n  --help      shows this\n  --version   shows the version and the commit that it was built "
      "from\n\nExamples:\n";
  for (const Command& command : commands) text += format_example(command.examples.front());
  return text + "\n" +
         wrap(
             "Exit codes: 0 done; 2 the command line is wrong; 3 a file, an image or a value is wrong; 4 not converged "
             "(results are written all the same); 5 device or memory; 130, 143 stopped by a signal.",
             0) +
         "\n";
}

std::string format_command_help(const Command& command, HelpLevel level) {
  std::string text = wrap(fmt::format("{0} {1}: {2}\n\nUsage: {0} {1} {3}", command.program, command.name,
                                      command.summary, command.usage),
                          0) +
                     "\n";
  if (!command.notes.empty()) text += "\n" + wrap(command.notes, 0) + "\n";
  std::size_t left_out = 0;
  for (const OptionGroup& group : command.groups) {
    std::string rows;
    for (const Option& option : group.options)
      if (option.level == HelpLevel::basic || level == HelpLevel::all)
        rows += format_option(option);
      else
        ++left_out;
    if (!rows.empty()) text += fmt::format("\n{}:\n{}", group.title, rows);
  }
  text += "\nExamples:\n";
  for (const std::string& example : command.examples) text += format_example(example);
  if (left_out > 0)
    text +=
        fmt::format("\n{} more options, which few need: {} {} --help all\n", left_out, command.program, command.name);
  return text;
}

}  // namespace perm
