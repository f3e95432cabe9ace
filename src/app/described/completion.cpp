// SPDX-License-Identifier: Apache-2.0
#include "app/described/completion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace perm {
namespace {

/// Gives the words of a text with blanks or line ends between.
std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  for (std::size_t at = text.find_first_not_of(" \n"); at != std::string::npos;
       at = text.find_first_not_of(" \n", at + words.back().size()))
    words.push_back(text.substr(at, text.find_first_of(" \n", at) - at));
  return words;
}

/// Gives the words that an option can have, as far as they are words: "auto" of "auto|T".
std::vector<std::string> choices_of(const Option& option) {
  if (!option.words.empty()) return words_of(option.words);
  std::vector<std::string> choices;
  if (option.value.find('|') == std::string::npos) return choices;
  for (std::string_view rest = option.value;;) {
    const std::string_view word = rest.substr(0, rest.find('|'));
    const bool is_placeholder =
        word.size() == 1 && std::isupper(static_cast<unsigned char>(word.front())) != 0 && word != "D";
    if (!word.empty() && !is_placeholder) choices.emplace_back(word);
    if (word.size() == rest.size()) return choices;
    rest.remove_prefix(word.size() + 1);
  }
}

bool takes_file(const Option& option) {
  constexpr std::array<std::string_view, 4> places{"FILE", "DIR", "INPUT", "FOLDER"};
  return std::ranges::any_of(places, [&](std::string_view place) { return option.value.find(place) == 0; });
}

std::vector<Option> options_of(const Command& command) {
  std::vector<Option> options;
  for (const OptionGroup& group : command.groups)
    options.insert(options.end(), group.options.begin(), group.options.end());
  return options;
}

/// Gives the words that the argument without dashes can be besides a file.
std::vector<std::string> words_of_positional(const Command& command) {
  for (const Option& option : options_of(command))
    if (option.name == command.positional) return words_of(option.words);
  return {};
}

std::string join(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

std::string names_of_commands(const std::vector<Command>& commands) {
  std::string names;
  for (const Command& command : commands) names += command.name + " ";
  return names + "help";
}

/// Gives the first line of a help text, with each character of `special` behind a backslash.
std::string first_line(const std::string& help, std::string_view special) {
  std::string line;
  for (const char c : help.substr(0, help.find('\n'))) {
    if (special.find(c) != std::string_view::npos) line += '\\';
    line += c;
  }
  return line;
}

/// Gives text in single quotes, as every shell reads it.
std::string in_quotes(const std::string& text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

}  // namespace

std::string format_bash_completion(const std::vector<Command>& commands) {
  std::string text = fmt::format(
      "# bash completion for permeability: made by the program from its options\n"
      "_permeability() {{\n"
      "  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} command=${{COMP_WORDS[1]}}\n"
      "  # bash takes --name=value apart: --name, =, value\n"
      "  if [ \"$word\" = = ]; then word=\n"
      "  elif [ \"$before\" = = ]; then before=${{COMP_WORDS[COMP_CWORD-2]}}; fi\n"
      "  COMPREPLY=()\n"
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
      "    mapfile -t COMPREPLY < <(compgen -W '{} --help --version' -- \"$word\")\n"
      "    return\n"
      "  fi\n"
      "  local options= choices= words=\n"
      "  case $command in\n",
      names_of_commands(commands));
  for (const Command& command : commands) {
    std::vector<std::string> names;
    std::string cases;
    for (const Option& option : options_of(command)) {
      names.push_back("--" + option.name);
      const std::string name =
          option.letter != 0 ? fmt::format("--{}|-{}", option.name, option.letter) : "--" + option.name;
      const std::vector<std::string> choices = choices_of(option);
      if (!choices.empty())
        cases += fmt::format("        {}) choices={} ;;\n", name, in_quotes(join(choices)));
      else if (option.name == "help")
        cases += fmt::format("        {}) choices=all ;;\n", name);
      else if (takes_file(option))
        cases += fmt::format("        {}) words= ;;\n", name);
      else if (!option.value.empty())
        cases += fmt::format("        {}) return ;;\n", name);
    }
    text += fmt::format("    {})\n      options={} words={}\n      case $before in\n{}      esac ;;\n", command.name,
                        in_quotes(join(names)), in_quotes(join(words_of_positional(command))), cases);
  }
  return text + fmt::format(
                    "    help) choices={}\n"
                    "      if [ \"$COMP_CWORD\" -gt 2 ]; then choices=all; fi ;;\n"
                    "  esac\n"
                    "  if [ -n \"$choices\" ]; then\n"
                    "    mapfile -t COMPREPLY < <(compgen -W \"$choices\" -- \"$word\")\n"
                    "  elif [[ $word == -* ]]; then\n"
                    "    mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$word\")\n"
                    "  else\n"
                    "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\"; compgen -f -- \"$word\")\n"
                    "  fi\n"
                    "}}\n"
                    "complete -o filenames -F _permeability permeability\n",
                    in_quotes(names_of_commands(commands)));
}

std::string format_zsh_completion(const std::vector<Command>& commands) {
  std::string text =
      "#compdef permeability\n"
      "# zsh completion for permeability: made by the program from its options\n"
      "local -a commands\ncommands=(\n";
  for (const Command& command : commands)
    text += fmt::format("  {}\n", in_quotes(command.name + ":" + first_line(command.summary, ":")));
  text +=
      "  'help:shows the options of a command'\n)\n"
      "if (( CURRENT == 2 )); then\n"
      "  _describe command commands\n"
      "  _arguments '--help[shows the commands]' '--version[shows the version]'\n"
      "  return\n"
      "fi\n"
      "local command=$words[2]\n"
      "words=(permeability \"${(@)words[3,-1]}\")\n(( CURRENT-- ))\n"
      "case $command in\n";
  for (const Command& command : commands) {
    text += fmt::format("  {})\n    _arguments \\\n", command.name);
    for (const Option& option : options_of(command)) {
      std::string spec =
          fmt::format("--{}{}[{}]", option.name, option.value.empty() ? "" : "=", first_line(option.help, "[]:"));
      const std::vector<std::string> choices = choices_of(option);
      if (!choices.empty())
        spec += fmt::format(":{}:({})", option.name, join(choices));
      else if (takes_file(option))
        spec += fmt::format(":{}:_files", option.name);
      else if (!option.value.empty())
        spec += fmt::format(":{}: ", option.name);
      text += fmt::format("      {} \\\n", in_quotes(spec));
    }
    const std::string words = join(words_of_positional(command));
    text += words.empty()
                ? "      '*:file:_files' ;;\n"
                : fmt::format("      '*:word:_alternative \"words:word:({})\" \"files:file:_files\"' ;;\n", words);
  }
  return text + "  help) _describe command commands ;;\nesac\n";
}

std::string format_fish_completion(const std::vector<Command>& commands) {
  const std::string names = names_of_commands(commands);
  std::string text =
      "# fish completion for permeability: made by the program from its options\n"
      "complete -c permeability -n __fish_use_subcommand -l help -d 'shows the commands'\n"
      "complete -c permeability -n __fish_use_subcommand -l version -d 'shows the version'\n"
      "complete -c permeability -n __fish_use_subcommand -f -a help -d 'shows the options of a command'\n"
      "complete -c permeability -n '__fish_seen_subcommand_from help' -f -a " +
      in_quotes(names) + "\n";
  for (const Command& command : commands) {
    text += fmt::format("complete -c permeability -n __fish_use_subcommand -f -a {} -d {}\n", command.name,
                        in_quotes(first_line(command.summary, "")));
    if (const std::string words = join(words_of_positional(command)); !words.empty())
      text += fmt::format("complete -c permeability -n '__fish_seen_subcommand_from {}' -a {}\n", command.name,
                          in_quotes(words));
    for (const Option& option : options_of(command)) {
      text +=
          fmt::format("complete -c permeability -n '__fish_seen_subcommand_from {}' -l {}", command.name, option.name);
      if (option.letter != 0) text += fmt::format(" -s {}", option.letter);
      if (const std::vector<std::string> choices = choices_of(option); !choices.empty())
        text += " -x -a " + in_quotes(join(choices));
      else if (takes_file(option))
        text += " -r";
      else if (!option.value.empty())
        text += " -x";
      text += " -d " + in_quotes(first_line(option.help, "")) + "\n";
    }
  }
  return text;
}

}  // namespace perm
