// SPDX-License-Identifier: Apache-2.0
#include "app/options/help_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace perm {
namespace {

constexpr std::size_t line_width = 110;
constexpr std::size_t text_column = 30;
constexpr char tie = '\x1f';  // a space that never becomes the end of a line

/// Breaks one paragraph into lines of at most `line_width`; all but the first are indented by `indent`.
std::string wrap_paragraph(std::string_view text, std::size_t indent) {
  std::string wrapped;
  std::size_t column = indent;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    if (column > indent && column + 1 + word.size() > line_width) {
      wrapped += '\n';
      wrapped.append(indent, ' ');
      column = indent;
    } else if (column > indent) {
      wrapped += ' ';
      ++column;
    }
    wrapped += word;
    column += word.size();
    text.remove_prefix(word.size() == text.size() ? word.size() : word.size() + 1);
  }
  std::replace(wrapped.begin(), wrapped.end(), tie, ' ');
  return wrapped;
}

/// Does the same with the paragraphs of `text`, each of which is a line.
std::string wrap(std::string_view text, std::size_t indent) {
  const std::string_view first = text.substr(0, text.find('\n'));
  std::string wrapped = wrap_paragraph(first, indent);
  if (first.size() == text.size()) return wrapped;
  return wrapped + "\n" + std::string(indent, ' ') + wrap(text.substr(first.size() + 1), indent);
}

std::string format_option(const Option& option) {
  std::string left = option.letter != 0 ? fmt::format("  -{}, --{}", option.letter, option.name) : "  --" + option.name;
  if (!option.value.empty()) left += " " + option.value;
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
  std::string text =
      commands[0].program +
      ": the permeability of porous media from voxel images, by the lattice Boltzmann method\n\nUsage: " +
      commands[0].program + " COMMAND [options]\n\nCommands:\n";
  for (const Command& command : commands) text += fmt::format("  {:<12}{}\n", command.name, command.summary);
  text += fmt::format("  {:<12}{}\n", "help",
                      fmt::format("shows the options of a command: {} help {}", commands[0].program, commands[0].name));
  text +=
      "\nOptions:\n  --help      shows this\n  --version   shows the version and the commit that it was built "
      "from\n\nExamples:\n";
  for (const Command& command : commands) text += "  " + command.examples.front() + "\n";
  text +=
      "\nExit codes: 0 done; 2 the command line is wrong; 3 a file, an image or a value is wrong; 4 not converged\n"
      "(results are written all the same); 5 device or memory; 130, 143 stopped by a signal.\n";
  return text;
}

std::string format_command_help(const Command& command) {
  std::string text = fmt::format("{0} {1}: {2}\n\nUsage: {0} {1} {3}\n", command.program, command.name, command.summary,
                                 command.usage);
  if (!command.notes.empty()) {
    std::string_view notes = command.notes;
    text += "\n";
    while (!notes.empty()) {
      const std::string_view paragraph = notes.substr(0, notes.find('\n'));
      text += wrap(paragraph, 0) + "\n";
      notes.remove_prefix(paragraph.size() == notes.size() ? paragraph.size() : paragraph.size() + 1);
    }
  }
  for (const OptionGroup& group : command.groups) {
    text += fmt::format("\n{}:\n", group.title);
    for (const Option& option : group.options) text += format_option(option);
  }
  text += "\nExamples:\n";
  for (const std::string& example : command.examples) text += "  " + example + "\n";
  return text;
}

}  // namespace perm
