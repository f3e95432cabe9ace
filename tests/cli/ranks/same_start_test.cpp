// SPDX-License-Identifier: Apache-2.0
// The processes of a job compare all options of all commands before they do anything else. An option that is new is
// compared; one that may differ is named here, in the table of the program and on the page.
#include <gtest/gtest.h>
#include <stdlib.h>

#include <fstream>
#include <iterator>
#include <set>

#include "app/commands/command_list.hpp"
#include "app/options/agreement.hpp"
#include "core/communicator.hpp"
#include "core/errors.hpp"
#include "input/options/option_table.hpp"
#include "input/options/shared_values.hpp"

namespace perm {
namespace {

const std::set<std::string> may_differ{"threads", "device", "instructions", "config"};
const std::set<std::string> may_lie_elsewhere{"input", "output", "report", "figures"};
const std::set<std::string> variables{"PERMEABILITY_MPI", "PERMEABILITY_PYTHON"};

const Communicator& world() {
  static const Communicator all = Communicator::world();
  return all;
}
bool is_last() { return world().rank() == world().size() - 1; }

template <class... Arguments>
std::string told(const Arguments&... arguments) {
  try {
    require_same_start(arguments...);
    return "";
  } catch (const InputError& error) {
    return error.what();
  }
}

/// Gives what is told where the option has `text` on all processes but the last, and `last_text` there; no text: it is
/// not given.
std::string told_of(const Command& command, const std::string& option, const std::string& text,
                    const std::string& last_text) {
  const std::string& own = is_last() && !world().is_alone() ? last_text : text;
  GivenOptions given;
  if (!own.empty()) given[option] = own;
  return told(command, values_of(given, all_options(command.groups)));
}

TEST(SameStart, compares_every_option_of_every_command_but_those_that_are_named) {
  std::size_t compared = 0;
  for (const Command& command : all_commands())
    for (const Option& option : all_options(command.groups)) {
      SCOPED_TRACE(command.name + " --" + option.name);
      const bool is_path = may_lie_elsewhere.contains(option.name);
      // The default of a path is a path too.
      const bool is_free =
          world().is_alone() || may_differ.contains(option.name) || (is_path && !option.fallback.empty());
      const auto is_named = [&](const std::string& words) {
        return words.find("(--" + option.name + " is ") != std::string::npos;
      };
      EXPECT_EQ(told_of(command, option.name, "7", "7"), "");
      EXPECT_EQ(is_named(told_of(command, option.name, "7", "8")), !is_free && !is_path);
      EXPECT_EQ(is_named(told_of(command, option.name, "7", "")), !is_free);
      EXPECT_EQ(is_named(told_of(command, option.name, "", "7")), !is_free);
      if (!option.fallback.empty()) {
        EXPECT_EQ(is_named(told_of(command, option.name, "", option.fallback)), !is_free) << "the default, given";
      }
      ++compared;
    }
  EXPECT_GT(compared, 150U);
}

TEST(SameStart, names_no_option_that_is_none) {
  std::set<std::string> names;
  for (const Command& command : all_commands())
    for (const Option& option : all_options(command.groups)) names.insert(option.name);
  for (const std::string& name : may_differ) {
    EXPECT_TRUE(names.contains(name)) << name;
    EXPECT_EQ(agreement_on(name), Agreement::any_value) << name;
  }
  for (const std::string& name : may_lie_elsewhere) {
    EXPECT_TRUE(names.contains(name)) << name;
    EXPECT_EQ(agreement_on(name), Agreement::any_path) << name;
  }
  for (const std::string& name : names)
    if (!may_differ.contains(name) && !may_lie_elsewhere.contains(name)) {
      EXPECT_EQ(agreement_on(name), Agreement::same_value) << name;
    }
}

TEST(SameStart, compares_commands_and_questions) {
  const std::vector<Command> commands = all_commands();
  for (std::size_t i = 1; i < commands.size(); ++i) {
    const Command& own = commands[is_last() ? i : 0];
    const std::string words = told(own, values_of({}, all_options(own.groups)));
    EXPECT_EQ(words.find("the command is " + commands[i].name) != std::string::npos, !world().is_alone()) << words;
  }
  const auto ask = [](const std::vector<std::string>& words) { return told(words); };
  EXPECT_EQ(ask({"--version"}), "");
  const std::string words = ask(is_last() ? std::vector<std::string>{"--version"} : std::vector<std::string>{"help"});
  EXPECT_EQ(words.find("the command is --version") != std::string::npos, !world().is_alone()) << words;
}

TEST(SameStart, compares_every_variable_of_the_program_but_those_that_are_named) {
  const std::vector<std::string> question{"--version"};
  for (const std::string name : {"PERMEABILITY_NEW", "PERMEABILITY_MPI", "PERMEABILITY_PYTHON", "OMP_NUM_THREADS"}) {
    SCOPED_TRACE(name);
    const char* before = ::getenv(name.c_str());
    const std::string kept = before == nullptr ? "" : before;
    ::setenv(name.c_str(), is_last() ? "a" : "b", 1);
    const bool is_compared = !world().is_alone() && name == "PERMEABILITY_NEW";
    EXPECT_EQ(told(question).find("the variable PERMEABILITY_NEW is 'a' on rank") != std::string::npos, is_compared);
    if (is_last()) ::unsetenv(name.c_str());
    EXPECT_EQ(told(question).find("the variable PERMEABILITY_NEW is absent") != std::string::npos, is_compared);
    ::unsetenv(name.c_str());
    if (!kept.empty()) ::setenv(name.c_str(), kept.c_str(), 1);
  }
  std::set<std::string> named;
  for (const std::string_view name : variables_that_may_differ()) named.emplace(name);
  EXPECT_EQ(named, variables);
}

TEST(SameStart, has_on_the_page_what_may_differ) {
  std::ifstream file(PERMEABILITY_RANKS_PAGE);
  const std::string page(std::istreambuf_iterator<char>(file), {});
  for (const auto* names : {&may_differ, &may_lie_elsewhere})
    for (const std::string& name : *names) {
      const std::string word = name == "input" ? "`INPUT`" : "`--" + name + "`";
      EXPECT_NE(page.find(word), std::string::npos) << "the page does not name " << word;
    }
  for (const std::string& name : variables) EXPECT_NE(page.find(name), std::string::npos) << name;
}

}  // namespace
}  // namespace perm
