// SPDX-License-Identifier: Apache-2.0
// The command that goes on with a run that was stopped: it becomes the command of that run.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "app/commands/command_list.hpp"
#include "app/commands/saved_output.hpp"
#include "app/options/checkpoint_options.hpp"
#include "app/options/machine_options.hpp"
#include "core/errors.hpp"
#include "input/options/option_table.hpp"

namespace perm {
namespace {

namespace fs = std::filesystem;

/// Gives the options that may differ from those of the command that was stopped: they change no result.
std::vector<Option> options_that_may_differ() {
  std::vector<Option> options = machine_options();
  std::erase_if(options, [](const Option& option) { return option.name == "precision"; });
  std::vector<Option> limits = checkpoint_options();
  for (Option& option : limits) {
    if (option.name == "checkpoint") continue;
    option.level = HelpLevel::basic;
    options.push_back(std::move(option));
  }
  options.push_back({"quiet", "", "print the results only, and no progress", "", ""});
  return options;
}

/// Takes an option out of a command line, with its value.
void take_out(std::vector<std::string>& words, const Option& option) {
  const std::string name = "--" + option.name;
  for (auto word = words.begin(); word != words.end();) {
    if (word->starts_with(name + "=")) {
      word = words.erase(word);
    } else if (*word == name) {
      word = words.erase(word);
      if (!option.value.empty() && word != words.end()) word = words.erase(word);
    } else {
      ++word;
    }
  }
}

/// Gives the folder that has the states: this one, or the one of a run without --checkpoint in its output.
fs::path folder_of_states(const fs::path& given) {
  const fs::path within = given / states_in_output;
  return fs::is_directory(within) ? within : given;
}

/// Gives the words of the command that was stopped, with what `values` change of it, and enters the folder that it was
/// started in.
std::vector<std::string> words_to_go_on(const OptionValues& values) {
  const fs::path folder = fs::absolute(folder_of_states(*values.text("folder")));
  SavedCommand saved = read_saved_command(folder);
  std::vector<std::string>& words = saved.words;
  for (const Option& option : options_that_may_differ()) {
    if (!values.is_given(option.name)) continue;
    take_out(words, option);
    words.push_back("--" + option.name);
    if (!option.value.empty()) words.push_back(*values.text(option.name));
  }
  for (const Option& option : checkpoint_options())
    if (option.name == "checkpoint") take_out(words, option);
  words.insert(words.end(), {"--checkpoint", folder.string()});
  std::error_code error;
  fs::current_path(saved.folder, error);
  if (error)
    throw InputError(fmt::format("Cannot go on from '{}'", folder.string()),
                     fmt::format("the run was started in '{}', and that folder is gone", saved.folder),
                     "Put it back, or start the run anew with --checkpoint and the folder");
  return words;
}

}  // namespace

Command continue_command() {
  return {
      "continue",
      "a run that was stopped goes on",
      "DIR [options]",
      "folder",
      "Goes on with the run whose states are in DIR: the folder of its --checkpoint, or its output. It reads the "
      "same image, takes the newest state that is whole, writes into the output of that run, and gives the results "
      "of a run that was never stopped, to the last bit. Other processes, another number of them, a GPU or a CPU "
      "may go on with it. DIR is emptied when the run is complete.",
      {{"Run",
        {{"folder", "DIR", "the folder with the states, or the output of the run", "", ""},
         {"help", "", "show this", "", "", 'h'}}},
       {"Machine and limits: those of the run that was stopped, where they are not given", options_that_may_differ()}},
      {"permeability continue saved", "mpirun -n 4 permeability continue saved --max-time 55min"},
      {},
      Processes::several,
      "permeability",
      words_to_go_on};
}

}  // namespace perm
