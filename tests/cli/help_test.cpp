// SPDX-License-Identifier: Apache-2.0
// These tests check what the program says about itself.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <regex>
#include <sstream>

#include "app/commands/command_list.hpp"
#include "cli/program.hpp"
#include "cli/small_image.hpp"
#include "core/version.hpp"
#include "input/options/option_table.hpp"

namespace perm::cli {
namespace {

using testing::HasSubstr;

/// Gives the command lines of the help's examples. A backslash at the end of a line joins it to the next.
std::vector<std::string> examples_of(const std::string& help) {
  std::vector<std::string> examples;
  std::istringstream text(std::regex_replace(help.substr(help.find("\nExamples:\n")), std::regex(" \\\\\n +"), " "));
  for (std::string line; std::getline(text, line);)
    if (line.starts_with("  permeability ")) {
      std::erase(line, '\'');  // for a shell, and none is here
      examples.push_back(line.substr(15));
    }
  return examples;
}

class Help : public CliTest {
 protected:
  void run_examples(const std::string& command) const {
    const std::vector<std::string> examples = examples_of(run("help " + command).out);
    EXPECT_GE(examples.size(), 2U);
    expect_to_run(examples);
  }
  void expect_to_run(const std::vector<std::string>& examples) const {
    for (const std::string& example : examples) {
      const Outcome outcome = run(example);
      EXPECT_EQ(outcome.exit_code, 0) << example << "\n" << outcome.err;
    }
  }
};

TEST_F(Help, version_is_printed) {
  const Outcome outcome = run("--version");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.out, describe_program() + "\n");
  EXPECT_THAT(outcome.out, testing::MatchesRegex("permeability [0-9.]+( \\(commit [0-9a-f]+(, modified)?\\))?\n"));
}

TEST_F(Help, lists_the_commands) {
  for (const char* words : {"--help", "-h", "help"}) {
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_EQ(outcome.err, "");
    for (const char* command :
         {"solve", "look", "conduct", "batch", "sweep", "continue", "generate", "validate", "bench"})
      EXPECT_THAT(outcome.out, HasSubstr(command));
  }
}

TEST_F(Help, lists_every_option_of_solve_with_unit_and_default) {
  const Outcome outcome = run("solve --help all");
  EXPECT_EQ(outcome.exit_code, 0);
  for (const char* option :
       {"--voxel-size",   "--pore",          "--solid",       "--direction", "--device",     "--output",
        "--fields",       "--gradient",      "--network",     "--tolerance", "--max-steps",  "--tau",
        "--magic",        "--collision",     "--equilibrium", "--precision", "--force",      "--threads",
        "--instructions", "--boundary",      "--sides",       "--dims",      "--dtype",      "--endian",
        "--offset",       "--overwrite",     "--quiet",       "--config",    "--gas",        "--pressure",
        "--temperature",  "--accommodation", "--slip",        "--max-time",  "--checkpoint", "--every"})
    EXPECT_THAT(outcome.out, HasSubstr(option));
  for (const char* part : {"[default: 1e-3]", "[default: auto]", "[default: trt]", "[default: float32]", "5.345um",
                           "voxels per step^2", "[default: 1e-6]"})
    EXPECT_THAT(std::regex_replace(outcome.out, std::regex("\\s+"), " "), HasSubstr(part));
  for (const char* choice :
       {"\n +periodic: [^\n]+", "\n +sealed: [^\n]+", "\n +mirror: [^\n]+", "\n +pressure: [^\n]+"})
    EXPECT_THAT(outcome.out, testing::ContainsRegex(choice)) << "what each is for";
  EXPECT_EQ(run("help solve all").out, outcome.out);
  EXPECT_EQ(run("solve rock.tif -h all").out, outcome.out);
}

TEST_F(Help, shows_the_options_that_users_need_and_names_the_help_that_has_all_of_them) {
  for (const Command& command : all_commands()) {
    SCOPED_TRACE(command.name);
    const std::string basic = run(command.name + " --help").out;
    const std::string all = run(command.name + " --help all").out;
    const auto has = [](const std::string& help, const Option& option) {
      return std::regex_search(help, std::regex("\n  (-[a-z], )?--" + option.name + "( |\n)"));
    };
    std::size_t shown = 0, left_out = 0;
    for (const Option& option : all_options(command.groups)) {
      EXPECT_TRUE(has(all, option)) << option.name;
      EXPECT_EQ(has(basic, option), option.level == HelpLevel::basic) << option.name;
      ++(option.level == HelpLevel::basic ? shown : left_out);
    }
    EXPECT_LE(shown, 24U);
    EXPECT_TRUE(basic.ends_with(
        fmt::format("\n{} more options, which few need: permeability {} --help all\n", left_out, command.name)))
        << basic;
    EXPECT_EQ(run("help " + command.name).out, basic);
    EXPECT_EQ(run(command.name + " -h").out, basic);
  }
}

TEST_F(Help, tells_the_exit_codes_of_runs_that_are_stopped) {
  const std::string help = std::regex_replace(run("solve --help").out, std::regex("\\s+"), " ");
  EXPECT_THAT(help, HasSubstr("exit code 130 or 143"));
  EXPECT_THAT(help,
              HasSubstr("--max-time, SIGUSR1 and the soft limit of processor time (SIGXCPU) do so with exit code 75"));
}

TEST_F(Help, no_line_is_wider_than_a_terminal) {
  std::vector<std::string> questions{"--help"};
  for (const Command& command : all_commands())
    for (const char* help : {" --help", " --help all"}) questions.push_back(command.name + help);
  for (const std::string& words : questions) {
    std::istringstream text(run(words).out);
    for (std::string line; std::getline(text, line);) EXPECT_LE(line.size(), 80U) << words << "\n" << line;
  }
}

TEST_F(Help, examples_of_solve_run) {
  const Extent extent{24, 20, 16};
  write_mha(path("plug.mha"), extent, slit(extent));
  ASSERT_EQ(run("generate overlap --size 16 --radius 4 --porosity 0.5 -o rock.tif").exit_code, 0);
  for (int z = 0; z < 6; ++z) {
    std::vector<std::uint16_t> grey(48, 40);
    grey[static_cast<std::size_t>(z)] = 100;  // solid is 90 and above
    write_tiff_slice(path("slices/slice_" + std::to_string(z + 1) + ".tif"), {8, 6, 1}, Depth::bits8, grey);
  }
  std::string big_endian;
  for (const std::uint8_t grey : slit(extent)) big_endian += {static_cast<char>(grey == 0 ? 1 : 9), 0};  // 256 or 2304
  write_text(path("scan.raw"), big_endian);
  write_text(path("geometries/packed_bed.ini"), "kind = packing\nsize = 24\nradius = 5\nporosity = 0.6\n");
  write_text(path("solve.ini"), "voxel-size = 2um\npore = 0\n");
  run_examples("solve");
}

TEST_F(Help, examples_of_conduct_run) {
  ASSERT_EQ(run("generate overlap --size 16 --radius 4 --porosity 0.5 -o rock.tif").exit_code, 0);
  write_text(path("geometries/packed_bed.ini"), "kind = packing\nsize = 24\nradius = 5\nporosity = 0.6\n");
  run_examples("conduct");
}

TEST_F(Help, examples_of_look_run) {
  if (const std::string why = why_no_report(); !why.empty()) GTEST_SKIP() << why;
  ASSERT_EQ(run("generate overlap --size 16 --radius 4 --porosity 0.5 -o rock.tif").exit_code, 0);
  run_examples("look");
}

TEST_F(Help, examples_of_batch_run) {
  for (const char* name : {"scans/a.tif", "scans/b.tif", "rock.tif"})
    ASSERT_EQ(run(std::string("generate overlap --size 16 --radius 4 --porosity 0.7 -o ") + name).exit_code, 0);
  write_text(path("list.csv"), "input,pore,direction\nscans/a.tif,0,x\nscans/b.tif,0,z\n");
  run_examples("batch");
}

TEST_F(Help, examples_of_generate_run) {
  write_text(path("centres.txt"), "0.5 0.5 0.5 0.4\n0.1 0.1 0.1 0.3\n");
  run_examples("generate");
}

TEST_F(Help, examples_of_bench_run) { run_examples("bench"); }

TEST_F(Help, examples_of_sweep_run) {
  if (const std::string why = why_no_report(); !why.empty()) GTEST_SKIP() << why;
  ASSERT_EQ(run("generate overlap --size 16 --radius 4 --porosity 0.5 -o rock.tif").exit_code, 0);
  write_mha(path("grey.mha"), {24, 20, 16}, slit({24, 20, 16}));
  std::vector<std::string> examples = examples_of(run("help sweep").out);
  EXPECT_GE(examples.size(), 2U);
  for (std::string& example : examples)  // those of arrays are solved in one place instead of four
    if (example.find("--voxel-size") == std::string::npos && example.find("--realisations") == std::string::npos)
      example += " --realisations 1";
  expect_to_run(examples);
}

TEST_F(Help, examples_of_validate_run) {
  if (const std::string why = why_no_report(); !why.empty()) GTEST_SKIP() << why;
  std::vector<std::string> examples = examples_of(run("help validate").out);
  ASSERT_GE(examples.size(), 2U);
  EXPECT_EQ(examples.front(), "validate --quick");  // ctest runs it by itself, as validate.quick
  examples.erase(examples.begin());
  expect_to_run(examples);
}

}  // namespace
}  // namespace perm::cli
