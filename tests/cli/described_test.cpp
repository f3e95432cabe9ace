// SPDX-License-Identifier: Apache-2.0
// What packages install beside the program, the manual page and the completions of shells, knows every option of every
// command, because it is made from the same tables; and bash completes words by it.
#include <gmock/gmock.h>

#include <regex>
#include <string>

#include "app/commands/command_list.hpp"
#include "app/described/completion.hpp"
#include "app/described/man_page.hpp"
#include "cli/program.hpp"

namespace perm::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class Described : public CliTest {
 protected:
  /// Gives what bash completes `words` to, whose last one is begun.
  std::vector<std::string> completed(const std::vector<std::string>& words) const {
    write_text(path("completion"), format_bash_completion(all_commands()));
    std::string script = "source ./completion; COMP_WORDS=(permeability";
    for (const std::string& word : words) script += " '" + word + "'";
    script += "); COMP_CWORD=" + std::to_string(words.size()) + "; _permeability; echo \"${COMPREPLY[@]}\" > found\n";
    write_text(path("script"), script);
    EXPECT_EQ(run_aside("bash ./script"), 0);
    return split_words(read_text(path("found")));
  }
};

std::string with_dashes_escaped(const std::string& text) { return std::regex_replace(text, std::regex("-"), "\\-"); }

TEST_F(Described, has_every_option_of_every_command_in_each_form) {
  const std::vector<Command> commands = all_commands();
  const std::string man = format_man_page(commands, "1.2.3");
  const std::string bash = format_bash_completion(commands);
  const std::string zsh = format_zsh_completion(commands);
  const std::string fish = format_fish_completion(commands);
  for (const Command& command : commands)
    for (const OptionGroup& group : command.groups)
      for (const Option& option : group.options) {
        SCOPED_TRACE(command.name + " --" + option.name);
        EXPECT_THAT(man, HasSubstr("\\fB\\-\\-" + with_dashes_escaped(option.name) + "\\fR"));
        EXPECT_THAT(bash, HasSubstr("--" + option.name));
        EXPECT_THAT(zsh, HasSubstr("'--" + option.name + (option.value.empty() ? "[" : "=[")));
        EXPECT_THAT(fish, HasSubstr("__fish_seen_subcommand_from " + command.name + "' -l " + option.name));
      }
}

TEST_F(Described, refuses_a_form_that_there_is_not) {
  EXPECT_EQ(run("--describe tcsh").exit_code, 2);
  EXPECT_EQ(run("--describe").exit_code, 2);
}

TEST_F(Described, completes_words_in_bash) {
  EXPECT_THAT(completed({"so"}), ElementsAre("solve"));
  EXPECT_THAT(completed({"solve", "--bound"}), ElementsAre("--boundary"));
  EXPECT_THAT(completed({"solve", "--boundary", "pe"}), ElementsAre("periodic"));
  EXPECT_THAT(completed({"solve", "--device", ""}), ElementsAre("auto", "cpu", "cuda"));
  EXPECT_THAT(completed({"help", "val"}), ElementsAre("validate"));
}

TEST_F(Described, completes_kinds_types_files_and_help_in_bash) {
  write_text(path("rock.tif"), "");
  write_text(path("plates.ini"), "");
  EXPECT_THAT(completed({"solve", "ro"}), ElementsAre("rock.tif"));
  EXPECT_THAT(completed({"solve", "--config", "pl"}), ElementsAre("plates.ini"));
  EXPECT_THAT(completed({"generate", "pl"}), ElementsAre("plates", "plates.ini"));
  EXPECT_THAT(completed({"sweep", "cylinders-h"}), ElementsAre("cylinders-hexagonal"));
  EXPECT_THAT(completed({"solve", "--dtype", "uint3"}), ElementsAre("uint32"));
  EXPECT_THAT(completed({"solve", "--boundary", "=", "pe"}), ElementsAre("periodic"));  // bash parts --boundary=pe so
  EXPECT_THAT(completed({"solve", "--boundary", "="}), testing::Contains("periodic"));
  EXPECT_THAT(completed({"solve", "--voxel-size", ""}), ElementsAre());
  EXPECT_THAT(completed({"solve", "--help", ""}), ElementsAre("all"));
  EXPECT_THAT(completed({"solve", "-h", ""}), ElementsAre("all"));
  EXPECT_THAT(completed({"help", "solve", ""}), ElementsAre("all"));
}

}  // namespace
}  // namespace perm::cli
