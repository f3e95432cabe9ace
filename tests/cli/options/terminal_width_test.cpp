// SPDX-License-Identifier: Apache-2.0
// On a terminal no line is wider than the terminal; in a file lines stay whole.
#include <gmock/gmock.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <sstream>

#include "app/commands/command_list.hpp"
#include "app/terminal/line_width.hpp"
#include "cli/program.hpp"
#include "cli/small_image.hpp"

namespace perm::cli {
namespace {

using testing::HasSubstr;

TEST(LineWidth, lines_that_fit_stay_as_they_are) {
  const std::string text = "  size                24 x 24\n\nDone\n";
  EXPECT_EQ(wrap_lines(text, 40), text);
  EXPECT_EQ(wrap_lines("", 40), "");
  EXPECT_EQ(wrap_lines("no end", 40), "no end");
}

TEST(LineWidth, words_of_the_summary_stand_under_its_text) {
  EXPECT_EQ(wrap_lines("  warning             one two three four five six seven\n", 44),
            "  warning             one two three four\n"
            "                      five six seven\n");
  EXPECT_EQ(wrap_lines("Definition: k = nu <u> / g, <u> over all voxels\n", 40),
            "Definition: k = nu <u> / g, <u> over all\n  voxels\n");
}

TEST(LineWidth, a_long_word_stays_whole_and_letters_count_once) {
  EXPECT_EQ(wrap_lines("Report: " + std::string(60, 'a') + " end", 40),
            "Report:\n  " + std::string(60, 'a') + "\n  end");
  std::string letters;
  for (int i = 0; i < 40; ++i) letters += "\xc2\xb5";
  EXPECT_EQ(wrap_lines(letters, 40), letters);
  EXPECT_EQ(cut_line(letters, 40), letters);
  EXPECT_EQ(cut_line("one two three", 8), "one t...");
}

TEST(LineWidth, nothing_but_blanks_and_ends_of_lines_changes) {
  const std::string text =
      "  checks              a  b   c " + std::string(90, 'x') + "   and more of it, words and words, many of them";
  for (std::size_t width = 40; width < 140; width += 7) {
    const auto words = [](const std::string& of) {
      std::string all;
      for (const char c : of)
        if (c != ' ' && c != '\n') all += c;
      return all;
    };
    EXPECT_EQ(words(wrap_lines(text, width)), words(text));
  }
}

class TerminalWidth : public CliTest {
 protected:
  /// Runs the program with all its streams on a terminal of so many columns; gives all that it wrote.
  std::string run_in(unsigned short columns, const std::string& words, const char* environment = nullptr) const {
    winsize size{40, columns, 0, 0};
    int terminal = -1;
    const pid_t process = ::forkpty(&terminal, nullptr, nullptr, &size);
    if (process == 0) {
      if (::chdir(folder().c_str()) != 0) ::_exit(99);
      ::unsetenv("COLUMNS");
      if (environment != nullptr) ::setenv("COLUMNS", environment, 1);
      std::vector<std::string> all = split_words(words);
      all.insert(all.begin(), PERMEABILITY_PROGRAM);
      std::vector<char*> arguments;
      for (std::string& word : all) arguments.push_back(word.data());
      arguments.push_back(nullptr);
      ::execv(arguments.front(), arguments.data());
      ::_exit(99);
    }
    std::string written;
    char buffer[4096];
    for (ssize_t n = 0; (n = ::read(terminal, buffer, sizeof buffer)) > 0;)
      written.append(buffer, static_cast<std::size_t>(n));
    ::close(terminal);
    int status = 0;
    EXPECT_EQ(::waitpid(process, &status, 0), process);
    return written;
  }
  /// Gives the lines, and those that a progress line writes over each other one by one, without codes.
  static std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines{""};
    for (std::size_t i = 0; i < text.size(); ++i)
      if (text[i] == '\n' || text[i] == '\r')
        lines.emplace_back();
      else if (text.compare(i, 3, "\033[K") == 0)
        i += 2;
      else if ((static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U)
        lines.back() += text[i];
    return lines;
  }
};

TEST_F(TerminalWidth, no_help_is_wider) {
  for (const unsigned short columns : {60, 80, 120})
    for (const Command& command : all_commands())
      for (const std::string& line : lines_of(run_in(columns, command.name + " --help all")))
        EXPECT_LE(line.size(), columns) << command.name;
  EXPECT_NE(run_in(80, "solve --help"), run_in(100, "solve --help"));
  EXPECT_EQ(run_in(80, "solve --help"), run_in(100, "solve --help", "80"));
  EXPECT_EQ(lines_of(run_in(80, "solve --help")), lines_of(run_in(0, "solve --help"))) << "a terminal without a size";
}

TEST_F(TerminalWidth, neither_summary_nor_warnings_nor_errors_are_wider) {
  ASSERT_EQ(run("generate packing --size 20 --radius 4 --porosity 0.4 --seed 3 -o s.tif").exit_code, 0);
  const std::string words = "solve s.tif --voxel-size 5um --pore 0 --direction xyz --conduct --overwrite --output out";
  for (const unsigned short columns : {50, 80}) {
    const std::string told = run_in(columns, words);
    EXPECT_THAT(told, HasSubstr("warning"));
    for (const std::string& line : lines_of(told)) EXPECT_LE(line.size(), columns);
    for (const std::string& line : lines_of(run_in(columns, "solve s.tif --pore 0 --config none.ini")))
      EXPECT_LE(line.size(), columns);
  }
}

TEST_F(TerminalWidth, an_object_for_a_program_stays_whole) {
  ASSERT_EQ(run("generate packing --size 20 --radius 4 --porosity 0.4 --seed 3 -o s.tif").exit_code, 0);
  const std::string told = run_in(60, "solve s.tif --voxel-size 5um --pore 0 --json --quiet -o out");
  EXPECT_EQ(nlohmann::json::parse(told), nlohmann::json::parse(read_text(path("out/result.json"))));
}

TEST_F(TerminalWidth, lines_in_a_file_stay_whole) {
  ASSERT_EQ(run("generate packing --size 20 --radius 4 --porosity 0.4 --seed 3 -o s.tif").exit_code, 0);
  const std::string told = run_in_shell("COLUMNS=50", "solve s.tif --voxel-size 5um --pore 0 -o out").out;
  EXPECT_THAT(told, HasSubstr("Definition: k = nu <u> / g, <u> over all voxels of the sample (superficial velocity), g "
                              "force per unit mass"));
}

}  // namespace
}  // namespace perm::cli
