// SPDX-License-Identifier: Apache-2.0
#include "app/described/man_page.hpp"

#include <fmt/format.h>

#include <string_view>

namespace perm {
namespace {

/// Writes text so that troff shows each character as it is.
std::string escape(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '\\')
      escaped += "\\e";
    else if (c == '-')
      escaped += "\\-";
    else if ((c == '.' || c == '\'') && (escaped.empty() || escaped.back() == '\n'))
      escaped += fmt::format("\\&{}", c);
    else
      escaped += c;
  }
  return escaped;
}

/// Gives paragraphs; each is a line of `text`.
std::string paragraphs(std::string_view text) {
  std::string result = escape(text);
  for (std::size_t at = 0; (at = result.find('\n', at)) != std::string::npos; at += 5) result.replace(at, 1, "\n.br\n");
  return result;
}

std::string format_man_option(const Option& option) {
  std::string text = ".TP\n";
  if (option.letter != 0) text += fmt::format("\\fB\\-{}\\fR, ", option.letter);
  text += fmt::format("\\fB\\-\\-{}\\fR", escape(option.name));
  const std::string value = option.implied.empty() ? option.value : "[" + option.value + "]";
  if (!value.empty()) text += fmt::format(" \\fI{}\\fR", escape(value));
  text += "\n" + paragraphs(option.help);
  const std::string& fallback = option.fallback_words.empty() ? option.fallback : option.fallback_words;
  if (!fallback.empty()) text += escape(fmt::format(" (default: {})", fallback));
  return text + "\n";
}

std::string in_capitals(std::string text) {
  for (char& c : text)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return text;
}

std::string format_command(const Command& command) {
  std::string text = fmt::format(".SH PERMEABILITY {}\n.B permeability {}\n{}\n", in_capitals(command.name),
                                 escape(command.name), escape(command.usage));
  if (!command.notes.empty()) text += ".PP\n" + paragraphs(command.notes) + "\n";
  for (const OptionGroup& group : command.groups) {
    text += fmt::format(".SS {}\n", escape(group.title));
    for (const Option& option : group.options) text += format_man_option(option);
  }
  text += ".SS Examples\n.nf\n";
  for (const std::string& example : command.examples) text += escape(example) + "\n";
  return text + ".fi\n";
}

}  // namespace

std::string format_man_page(const std::vector<Command>& commands, const std::string& version) {
  std::string text = fmt::format(
      ".\\\" SPDX-License-Identifier: Apache-2.0\n"
      ".TH PERMEABILITY 1 \"\" \"permeability {}\" \"User Commands\"\n"
      ".SH NAME\npermeability \\- the permeability of porous media from voxel images\n"
      ".SH SYNOPSIS\n.B permeability\n\\fICOMMAND\\fR [\\fIoptions\\fR]\n"
      ".SH DESCRIPTION\nThe program solves creeping flow through the pores of a voxel image by the lattice Boltzmann "
      "method, and gives the permeability with a bound on what further steps would change.\n",
      escape(version));
  for (const Command& command : commands)
    text += fmt::format(".TP\n.B {}\n{}\n", escape(command.name), escape(command.summary));
  for (const Command& command : commands) text += format_command(command);
  return text +
         ".SH EXIT STATUS\n"
         ".TP\n.B 0\nThe command has done what it was asked for.\n"
         ".TP\n.B 1\nThe program has a fault.\n"
         ".TP\n.B 2\nThe command line is wrong.\n"
         ".TP\n.B 3\nA file, an image or the value of an option is wrong.\n"
         ".TP\n.B 4\nA flow is not converged; the results are written all the same.\n"
         ".TP\n.B 5\nA device, or memory, is missing.\n"
         ".TP\n.B 75\nA time limit or SIGUSR1 has stopped the run; what is known is written, and it can be continued "
         "or "
         "started again.\n"
         ".TP\n.B 130, 143\nA signal has stopped the run.\n";
}

}  // namespace perm
