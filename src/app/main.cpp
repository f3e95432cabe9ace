// SPDX-License-Identifier: Apache-2.0
// Finds the command, runs it, and turns what it throws into one line on stderr and an exit code.
#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include "app/command.hpp"
#include "app/command_line.hpp"
#include "app/help_text.hpp"
#include "app/print.hpp"
#include "app/suggestion.hpp"
#include "core/errors.hpp"

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
                   closest.empty() ? "The commands are solve, generate and bench; see permeability --help"
                                   : fmt::format("Did you mean {}? See permeability --help", closest));
}

ExitCode show_help(const std::vector<Command>& commands, const std::vector<std::string>& topics) {
  if (topics.size() > 1)
    throw UsageError("help explains one command", "", "Name one, for example: permeability help solve");
  print(stdout,
        topics.empty() ? format_program_help(commands) : format_command_help(find_command(commands, topics.front())));
  return ExitCode::ok;
}

ExitCode run(const std::vector<std::string>& arguments) {
  const std::vector<Command> commands{solve_command(), generate_command(), bench_command()};
  if (arguments.empty())
    throw UsageError("No command is given", "", "The commands are solve, generate and bench; see permeability --help");
  const std::string& name = arguments.front();
  const std::vector<std::string> rest(arguments.begin() + 1, arguments.end());
  if (name == "help") return show_help(commands, rest);
  if (name == "--help" || name == "-h") return show_help(commands, {});
  if (name == "--version") {
    print(stdout, "permeability " PERMEABILITY_VERSION "\n");
    return ExitCode::ok;
  }
  const Command& command = find_command(commands, name);
  const OptionValues values = parse_command_line(command, rest);
  if (values.is_on("help")) return show_help(commands, {name});
  return command.run(values);
}

int report_error(const std::string& line, ExitCode code) {
  std::fflush(stdout);
  print(stderr, fmt::format("permeability: error: {}\n", line));
  return static_cast<int>(code);
}

}  // namespace
}  // namespace perm

int main(int argc, char** argv) {
  using perm::ExitCode;
  try {
    return static_cast<int>(perm::run({argv + 1, argv + argc}));
  } catch (const perm::Error& error) {
    return perm::report_error(error.what(), error.exit_code());
  } catch (const std::bad_alloc&) {
    return perm::report_error(
        "Out of memory (this machine did not give what was asked for). Use a smaller image or a larger machine.",
        ExitCode::device);
  } catch (const std::exception& error) {
    return perm::report_error(
        fmt::format("A fault of this program ({}). Please report it with the command line.", error.what()),
        ExitCode::failure);
  }
}
