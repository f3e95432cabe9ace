// SPDX-License-Identifier: Apache-2.0
#include "app/described/help_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace perm {
namespace {

constexpr std::size_t usual_width = 80;
constexpr char tie = '\x1f';  // a space that never becomes the end of a line, unless it must

/// Gives the length of the first word of `text`. One that is longer than `room` ends at a comma or a tie within it.
std::size_t first_word(std::string_view text, std::size_t room) {
  const std::size_t length = std::min(text.find(' '), text.size());
  if (length <= room) return length;
  const std::size_t cut = text.find_last_of(std::string{',', tie}, room - 1);
  return cut == std::string_view::npos ? length : cut + (text[cut] == ',' ? 1 : 0);
}

/// Gives the column at which the texts of options begin: narrow lines leave them more room.
std::size_t text_column(std::size_t width) { return width < usual_width ? 10 : 26; }

/// Where the lines of a paragraph lie.
struct Layout {
  std::size_t width;           ///< characters that fit in a line
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
    const std::string_view word = text.substr(0, first_word(text, layout.width - layout.indent));
    const std::size_t behind = word.size() == text.size() ? 0 : layout.more.size();
    if (is_begun && column + 1 + word.size() + behind > layout.width) {
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
std::string format_example(std::string example, std::size_t width) {
  for (std::size_t space = example.find(' '); space != std::string::npos; space = example.find(' ', space + 1)) {
    const std::size_t word = example.find_last_of(" \x1f", space - 1) + 1;
    if (example[word] == '-' && example[space + 1] != '-') example[space] = tie;
  }
  return "  " + wrap_paragraph(example, {.width = width, .indent = 6, .first = 2, .more = " \\"}) + "\n";
}

/// Breaks the paragraphs of `text`, each of which is a line, into lines that are all indented but the first.
std::string wrap(std::string_view text, std::size_t width, std::size_t indent) {
  const std::string_view first = text.substr(0, text.find('\n'));
  std::string wrapped = wrap_paragraph(first, {.width = width, .indent = indent, .first = indent});
  if (first.size() == text.size()) return wrapped;
  return wrapped + "\n" + std::string(indent, ' ') + wrap(text.substr(first.size() + 1), width, indent);
}

std::string format_option(const Option& option, std::size_t width) {
  const std::size_t column = text_column(width);
  std::string left = option.letter != 0 ? fmt::format("  -{}, --{}", option.letter, option.name) : "  --" + option.name;
  if (!option.value.empty()) left += option.implied.empty() ? " " + option.value : " [" + option.value + "]";
  std::string text = option.help;
  if (!option.fallback_words.empty())
    text += fmt::format(" [default: {}]", option.fallback_words);
  else if (!option.fallback.empty())
    text += fmt::format(" [default:{}{}]", tie, option.fallback);
  if (left.size() + 2 > column)
    left.append(1, '\n').append(column, ' ');
  else
    left.resize(column, ' ');
  return left + wrap(text, width, column) + "\n";
}

}  // namespace

std::string format_program_help(const std::vector<Command>& commands, std::size_t width) {
  const std::string& program = commands[0].program;
  const auto row = [width](const std::string& name, const std::string& text) {
    return fmt::format("  {:<12}{}\n", name, wrap(text, width, 14));
  };
  std::string text =
      wrap(program + ": the permeability of porous media from voxel images, by the lattice Boltzmann method", width,
           0) +
      "\n\n" + wrap("Usage: " + program + " COMMAND [options]", width, 0) + "\n\nCommands:\n";
  for (const Command& command : commands) text += row(command.name, command.summary);
  text += row("help", fmt::format("shows the options of a command: {} help {}", program, commands[0].name));
  text += "\nOptions:\n" + row("--help", "shows this") +
          row("--version", "shows the version and the commit that it was built from") + "\nExamples:\n";
  for (const Command& command : commands) text += format_example(command.examples.front(), width);
  return text + "\n" +
         wrap(
             "Exit codes: 0 done; 2 the command line is wrong; 3 a file, an image or a value is wrong; 4 not converged "
             "(results are written all the same); 5 device or memory; 75 stopped by a time limit or "
             "SIGUSR1, and `permeability continue` goes on; 130, 143 stopped by a signal.",
             width, 0) +
         "\n";
}

std::string format_command_help(const Command& command, HelpLevel level, std::size_t width) {
  std::string text = wrap(fmt::format("{0} {1}: {2}\n\nUsage: {0} {1} {3}", command.program, command.name,
                                      command.summary, command.usage),
                          width, 0) +
                     "\n";
  if (!command.notes.empty()) text += fmt::format("\n{}\n", wrap(command.notes, width, 0));
  std::size_t left_out = 0;
  for (const OptionGroup& group : command.groups) {
    std::string rows;
    for (const Option& option : group.options)
      if (option.level == HelpLevel::basic || level == HelpLevel::all)
        rows += format_option(option, width);
      else
        ++left_out;
    if (!rows.empty()) text += fmt::format("\n{}\n{}", wrap(group.title + ":", width, 0), rows);
  }
  text += "\nExamples:\n";
  for (const std::string& example : command.examples) text += format_example(example, width);
  if (left_out > 0)
    text +=
        "\n" +
        wrap(fmt::format("{} more options, which few need: {} {} --help all", left_out, command.program, command.name),
             width, 0) +
        "\n";
  return text;
}

}  // namespace perm
