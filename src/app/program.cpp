// SPDX-License-Identifier: Apache-2.0
#include "app/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <vector>

#include "app/described/completion.hpp"
#include "app/described/help_text.hpp"
#include "app/described/man_page.hpp"
#include "app/options/agreement.hpp"
#include "app/options/command_line.hpp"
#include "app/options/machine_options.hpp"
#include "app/terminal/ending.hpp"
#include "app/terminal/last_line.hpp"
#include "app/terminal/line_width.hpp"
#include "app/terminal/print.hpp"
#include "app/terminal/signals.hpp"
#include "core/communicator.hpp"
#include "core/errors.hpp"
#include "core/phases/phase_clock.hpp"
#include "core/process_memory.hpp"
#include "core/processors/threads.hpp"
#include "core/run_inputs.hpp"
#include "core/version.hpp"
#include "input/options/suggestion.hpp"

namespace perm {
namespace {

/// Says "The commands are solve, batch and bench; see permeability --help".
std::string list_commands(const std::vector<Command>& commands) {
  std::string names;
  for (std::size_t i = 0; i < commands.size(); ++i)
    names += (i == 0 ? "" : i + 1 < commands.size() ? ", " : " and ") + commands[i].name;
  return fmt::format("The commands are {}; see {} --help", names, commands[0].program);
}

const Command& find_command(const std::vector<Command>& commands, const std::string& name) {
  std::vector<std::string> names;
  for (const Command& command : commands) {
    if (command.name == name) return command;
    names.push_back(command.name);
  }
  const std::string closest = closest_word(name, names);
  throw UsageError(fmt::format("Unknown command '{}'", name), "",
                   closest.empty() ? list_commands(commands)
                                   : fmt::format("Did you mean {}? See {} --help", closest, commands[0].program));
}

/// Prints text that one process says for all processes, in the lines that it has.
void tell(const std::string& text) {
  if (Communicator::world().is_first()) print_whole_lines(stdout, text);
}

/// `topics` are nothing, a command, or a command and the word all.
ExitCode show_help(const std::vector<Command>& commands, const std::vector<std::string>& topics) {
  const bool is_all = topics.size() == 2 && topics.back() == "all";
  if (topics.size() > 1 && !is_all)
    throw UsageError("help explains one command", "",
                     fmt::format("Name one, for example: {} help {}", commands[0].program, commands[0].name));
  tell(topics.empty() ? format_program_help(commands, help_width())
                      : format_command_help(find_command(commands, topics.front()),
                                            is_all ? HelpLevel::all : HelpLevel::basic, help_width()));
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

// Words in the place of a command that ask the program about itself.
constexpr std::array questions{"help", "--help", "-h", "--version", "--describe"};

ExitCode answer(const std::vector<Command>& commands, const std::string& question,
                const std::vector<std::string>& rest) {
  if (question == "--version") {
    tell(describe_program() + "\n");
    return ExitCode::ok;
  }
  if (question == "--describe") return describe(commands, rest);
  return show_help(commands, question == "help" ? rest : std::vector<std::string>());
}

ExitCode run_command(const Command& command, OptionValues values) {
  const Communicator world = Communicator::world();
  if (world.size() > 1 && command.processes == Processes::one)
    throw UsageError(fmt::format("{} works in one process", command.name), fmt::format("{} were started", world.size()),
                     "Start it without mpirun or srun");
  take_idle_processors(world);
  const int threads = resolve_threads(0, world);
  set_loop_threads(threads);  // --threads, where a command has it, changes this
  settle_machine_options(values, threads, world);
  return command.run(values);
}

ExitCode run(const std::vector<Command>& commands, const std::vector<std::string>& arguments) {
  if (arguments.empty()) throw UsageError("No command is given", "", list_commands(commands));
  const std::string& name = arguments.front();
  const std::vector<std::string> rest(arguments.begin() + 1, arguments.end());
  if (std::ranges::find(questions, name) != questions.end()) {
    require_same_start(arguments);
    return answer(commands, name, rest);
  }
  const Command& command = find_command(commands, name);
  if (asks_for_all_help(rest)) {
    require_same_start(arguments);
    return show_help(commands, {name, "all"});
  }
  const OptionValues values = parse_command_line(command, rest);
  require_same_start(command, values);
  if (values.is_on("help")) return show_help(commands, {name});
  return command.becomes ? run(commands, command.becomes(values)) : run_command(command, values);
}

/// Is there before all other objects: the runtime of CUDA begins before main, and crashes where it gets no memory.
struct CrashHandlers {
  CrashHandlers() { speak_in_crashes(); }
};
[[gnu::init_priority(102)]] const CrashHandlers crash_handlers;

}  // namespace

int run_program(int argc, char** argv, std::vector<Command> (*commands)()) {
  open_closed_streams();
  ignore_file_size_signal();
  note_signals_that_save();
  keep_little_freed_memory();  // what a run takes is predicted, and that does not depend on its threads
  return exit_code_of([&] {
    require_stack();
    const PhaseClock clock;  // takes memory
    RunFiles files;
    RunFiles::of_process() = &files;
    const Job job;
    // The job is still alive here, because an error ends the whole job.
    return static_cast<ExitCode>(exit_code_of([&] {
      const ExitCode code = run(commands(), {argv + 1, argv + argc});
      require_printed();
      return code;
    }));
  });
}

}  // namespace perm
