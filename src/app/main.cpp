// SPDX-License-Identifier: Apache-2.0
// Joins the other processes of the job, if there are any, finds the command and runs it.
#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <vector>

#include "app/commands/command_list.hpp"
#include "app/options/command_line.hpp"
#include "app/options/completion.hpp"
#include "app/options/help_text.hpp"
#include "app/options/man_page.hpp"
#include "app/options/suggestion.hpp"
#include "app/terminal/ending.hpp"
#include "app/terminal/last_line.hpp"
#include "app/terminal/print.hpp"
#include "app/terminal/signals.hpp"
#include "core/communicator.hpp"
#include "core/errors.hpp"
#include "core/phases/phase_clock.hpp"
#include "core/process_memory.hpp"
#include "core/processors/threads.hpp"
#include "core/run_inputs.hpp"
#include "core/version.hpp"

namespace perm {
namespace {

const Command& find_command(const std::vector<Command>& commands, const std::string& name) {
  std::vector<std::string> names;
  for (const Command& command : commands) {
    if (command.name == name) return command;
    names.push_back(command.name);
  }
  const std::string closest = closest_word(name, names);
  throw UsageError(fmt::format("Unknown command '{}'", name), "",
                   closest.empty()
                       ? "The commands are solve, batch, sweep, generate, validate and bench; see permeability --help"
                       : fmt::format("Did you mean {}? See permeability --help", closest));
}

/// Prints text that one process says for all processes.
void tell(const std::string& text) {
  if (Communicator::world().is_first()) print(stdout, text);
}

ExitCode show_help(const std::vector<Command>& commands, const std::vector<std::string>& topics) {
  if (topics.size() > 1)
    throw UsageError("help explains one command", "", "Name one, for example: permeability help solve");
  tell(topics.empty() ? format_program_help(commands) : format_command_help(find_command(commands, topics.front())));
  return ExitCode::ok;
}

/// Prints what packages install beside the program. No help tells of it: nobody else needs it.
ExitCode describe(const std::vector<Command>& commands, const std::vector<std::string>& forms) {
  const std::string form = forms.size() == 1 ? forms.front() : "";
  if (form == "man")
    tell(format_man_page(commands, version()));
  else if (form == "bash")
    tell(format_bash_completion(commands));
  else if (form == "zsh")
    tell(format_zsh_completion(commands));
  else if (form == "fish")
    tell(format_fish_completion(commands));
  else
    throw UsageError("--describe takes one word", "", "Give man, bash, zsh or fish");
  return ExitCode::ok;
}

ExitCode run(const std::vector<std::string>& arguments) {
  const std::vector<Command> commands = all_commands();
  if (arguments.empty())
    throw UsageError("No command is given", "",
                     "The commands are solve, batch, sweep, generate, validate and bench; see permeability --help");
  const std::string& name = arguments.front();
  const std::vector<std::string> rest(arguments.begin() + 1, arguments.end());
  if (name == "help") return show_help(commands, rest);
  if (name == "--help" || name == "-h") return show_help(commands, {});
  if (name == "--version") {
    tell(describe_program() + "\n");
    return ExitCode::ok;
  }
  if (name == "--describe") return describe(commands, rest);
  const Command& command = find_command(commands, name);
  const OptionValues values = parse_command_line(command, rest);
  if (values.is_on("help")) return show_help(commands, {name});
  if (const int processes = Communicator::world().size(); processes > 1 && command.processes == Processes::one)
    throw UsageError(fmt::format("{} works in one process", name), fmt::format("{} were started", processes),
                     "Start it without mpirun or srun");
  take_idle_processors(Communicator::world());
  set_loop_threads(resolve_threads(0, Communicator::world()));  // --threads, where a command has it, changes this
  return command.run(values);
}

}  // namespace
}  // namespace perm

int main(int argc, char** argv) {
  perm::speak_in_crashes();
  perm::open_closed_streams();
  perm::ignore_file_size_signal();
  perm::keep_little_freed_memory();  // what a run takes is predicted, and that does not depend on its threads
  return perm::exit_code_of([&] {
    perm::require_stack();
    const perm::PhaseClock clock;  // takes memory
    perm::RunFiles files;
    perm::RunFiles::of_process() = &files;
    const perm::Job job;
    // The job is still alive here, because an error ends the whole job.
    return static_cast<perm::ExitCode>(perm::exit_code_of([&] {
      const perm::ExitCode code = perm::run({argv + 1, argv + argc});
      perm::require_printed();
      return code;
    }));
  });
}
