// SPDX-License-Identifier: Apache-2.0
// Names and texts from anywhere neither play with the terminal nor hide what is wrong, and what cannot be read is never
// taken as empty.
#include <gmock/gmock.h>
#include <sys/stat.h>

#include <algorithm>

#include "cli/program.hpp"
#include "cli/small_image.hpp"

namespace perm::cli {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class HostileText : public CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    write_text(path("slit.ini"), "kind = plates\nsize = 8\ngap = 4\n");
  }
  /// Expects one line without control characters.
  void expect_clean_error(const std::string& words, int exit_code, const std::string& part) const {
    SCOPED_TRACE(words);
    const Outcome outcome = run_in_shell("", words);
    EXPECT_EQ(outcome.exit_code, exit_code) << outcome.err;
    expect_one_error_line(outcome.err);
    EXPECT_THAT(outcome.err, HasSubstr(part));
    EXPECT_TRUE(std::none_of(outcome.err.begin(), outcome.err.end() - 1, [](char c) { return c >= 0 && c < ' '; }));
  }
};

TEST_F(HostileText, in_names_and_values_is_written_out) {
  expect_clean_error("solve \"$(printf 'a\\033[31m.tif')\" --voxel-size 1um", 3, "a\\x1b[31m.tif");
  expect_clean_error("solve \"$(printf 'a\\nb\\377.tif')\" --voxel-size 1um", 3, "b\\xff.tif");
  expect_clean_error("solve slit.ini --tau \"$(printf '\\033]0;x\\007')\"", 3, "\\x1b]0;x\\x07");
  expect_clean_error("\"$(printf '\\033c')\"", 2, "\\x1bc");
  write_text(path("bytes.ini"), "kind = pl\033ates\v\f\x9b\xff\nno key\r\n");
  expect_clean_error("solve bytes.ini", 3, "bytes.ini");
}

TEST_F(HostileText, in_the_name_of_an_image_that_is_solved_makes_no_lines_of_its_own) {
  fs::copy(path("slit.ini"), path("a\033[31m\nDone.ini"));
  const Outcome outcome = run_in_shell("", "solve a*Done.ini --threads 1 --output \"$(printf 'o\\033c\\nut')\"");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("Image a\\x1b[31m\\x0aDone.ini\n"), HasSubstr("Files in o\\x1bc\\x0aut: ")));
  EXPECT_THAT(outcome.out, Not(HasSubstr("\033")));
  EXPECT_TRUE(fs::exists(path("o\033c\nut/result.json")));
}

TEST_F(HostileText, of_100_kB_is_cut) {
  for (const char* words : {"solve", "solve slit.ini --tau", "solve slit.ini --voxel-size", "help", "generate"}) {
    const Outcome outcome = run(std::string(words) + " " + std::string(100'000, 'a'));
    EXPECT_NE(outcome.exit_code, 0);
    expect_one_error_line(outcome.err);
    EXPECT_LT(outcome.err.size(), 1000U) << words;
    EXPECT_THAT(outcome.err, HasSubstr("a [...] ")) << words;
  }
}

TEST_F(HostileText, files_that_are_no_text_are_refused_and_not_waited_for) {
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  ASSERT_EQ(::mkfifo(path("pipe.ini").c_str(), 0600), 0);
  fs::create_directory(path("folder.ini"));
  fs::create_symlink("/proc/self/mem", path("memory.ini"));
  for (const char* file : {"/dev/zero", "/proc/self/mem", "pipe", "folder.ini", "absent"}) {
    expect_error("solve slit.ini --config " + std::string(file), 3, std::string("Cannot read '") + file);
    expect_error("generate sc --porosity 0.6 -o a.mha --config " + std::string(file), 3, file);
    expect_error("generate spheres -o a.mha --centres " + std::string(file), 3,
                 std::string("Cannot read the sphere list '") + file);
  }
  for (const char* recipe : {"pipe.ini", "folder.ini", "memory.ini"})
    expect_error("solve " + std::string(recipe), 3, std::string("Cannot read '") + recipe);
  write_text(path("spheres.ini"), "kind = spheres\nsize = 8\ncentres = pipe\n");
  expect_error("solve spheres.ini", 3, "Cannot read the sphere list 'pipe'");
}

TEST_F(HostileText, a_centre_far_away_is_an_error) {
  write_text(path("far.txt"), "0.5 0.5 0.5 0.3\n1e300 0.5 0.5 0.3\n");
  expect_error("generate spheres --size 16 --centres far.txt -o a.mha", 3,
               "Line 2 of 'far.txt' holds a centre at 1e+300");
}

TEST_F(HostileText, links_in_a_circle_and_folders_that_are_gone_are_errors_of_the_input) {
  write_tiff_slice(path("scan/slice_1.tif"), {4, 4, 1}, Depth::bits8, std::vector<std::uint16_t>(16, 1));
  fs::create_symlink("slice_2.tif", path("scan/slice_2.tif"));
  expect_clean_error("solve scan --voxel-size 1um --pore 0", 3, "scan/slice_2.tif");
  fs::create_symlink("circle", path("circle"));
  expect_clean_error("solve circle --voxel-size 1um --pore 0", 3, "circle");
  expect_clean_error("solve slit.ini --output circle", 3, "circle");
  for (const char* words :
       {"solve slit.ini", "solve rock.tif --voxel-size 1um", "solve ../slit.ini --output out",
        "generate sc --size 8 --porosity 0.6 -o a.mha", "generate sc --size 8 --porosity 0.6 -o a"}) {
    const Outcome outcome = run_in_shell("mkdir gone; cd gone; rmdir ../gone;", words);
    EXPECT_EQ(outcome.exit_code, 3) << words << outcome.err;
    EXPECT_EQ(lines_of_program(outcome.err).size(), 1U) << words << outcome.err;
    EXPECT_THAT(outcome.err, Not(HasSubstr("fault of this program"))) << words;
  }
}

TEST_F(HostileText, voxel_sizes_that_no_scan_has_are_refused_and_large_ones_warned_of_in_one_line) {
  for (const char* size : {"1e-200m", "0.05nm", "1e200m", "5.345m", "2000mm"})
    expect_error("solve slit.ini --voxel-size " + std::string(size), 3, std::string("The voxel size '") + size);
  expect_error("generate sc --size 8 --porosity 0.6 -o a.mha --voxel-size 2m", 3, "too large");
  const Outcome outcome = run("solve slit.ini --threads 1 --output out --voxel-size 5.345mm");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("\n  warning             the voxel size is 5.345 mm: "));
  const auto count_warnings = [this] {
    const auto all = nlohmann::json::parse(read_text(path("out/result.json")))["warnings"];
    return std::count_if(all.begin(), all.end(), [](const nlohmann::json& warning) {
      return warning.get<std::string>().starts_with("the voxel size is 5.345 mm: ");
    });
  };
  EXPECT_EQ(count_warnings(), 1);
  solve("slit.ini --voxel-size 5.345um");
  EXPECT_EQ(count_warnings(), 0);
}

}  // namespace
}  // namespace perm::cli
