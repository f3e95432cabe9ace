// SPDX-License-Identifier: Apache-2.0
// A user who does not know what an image is asks `look`, types the line that it prints, and has K.
#include <gmock/gmock.h>

#include <cstdint>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "cli/program.hpp"
#include "cli/small_image.hpp"

namespace perm::cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

const Extent small{24, 20, 16};

class Look : public CliTest {
 protected:
  /// Writes a grey image: dark pores, bright solid, both with some spread.
  void write_grey(const std::string& name) const {
    ASSERT_EQ(run("generate overlap --size 24x20x16 --radius 4 --porosity 0.5 -o labels.raw --overwrite").exit_code, 0);
    std::vector<std::uint8_t> grey;
    for (const char label : read_text(path("labels.raw")))
      grey.push_back(static_cast<std::uint8_t>((label == 0 ? 50 : 180) + grey.size() * 7919 % 23));
    write_mha(path(name), small, grey);
  }
  std::string screen(const std::string& words) const {
    const Outcome outcome = run("look " + words);
    EXPECT_EQ(outcome.exit_code, 0) << words << "\n" << outcome.err;
    EXPECT_EQ(outcome.err, "") << words;
    std::istringstream lines(outcome.out);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80U) << line;
    return outcome.out;
  }
  json facts(const std::string& words) const {
    const Outcome outcome = run("look " + words + " --json");
    EXPECT_EQ(outcome.exit_code, 0) << words << "\n" << outcome.err;
    return json::parse(outcome.out);
  }
  /// Gives the words of the command that a screen ends with, without the name of the program, with a voxel size.
  static std::string next_of(const std::string& text) {
    std::string command = text.substr(text.find("Next\n") + 5);
    command = std::regex_replace(command, std::regex("\\\\\n|\n"), " ");
    command = std::regex_replace(command, std::regex("LENGTH"), "2um");
    const std::size_t name = command.find("permeability ");
    EXPECT_NE(name, std::string::npos) << text;
    return command.substr(name + 13);
  }
};

TEST_F(Look, ends_with_a_line_that_solves_the_image) {
  write_grey("grey.mha");
  ASSERT_EQ(run("generate overlap --size 24x20x16 --radius 4 --porosity 0.5 -o rock.tif").exit_code, 0);
  write_text(path("bed.ini"), "kind = packing\nsize = 24\nradius = 5\nporosity = 0.6\n");
  int number = 0;
  for (const char* words : {"grey.mha", "grey.mha --voxel-size 3um", "grey.mha --crop 2:22,:,:10", "rock.tif",
                            "labels.raw --dims 24x20x16", "labels.raw --dims 24x20x16 --pore 0", "bed.ini",
                            "grey.mha --denoise median --threshold valley", "grey.mha --axes zyx --pore :100"}) {
    const std::string next = next_of(screen(words));
    SCOPED_TRACE(next);
    const json result = solve(next.substr(next.find("solve ") + 6) + " --tolerance 1e-2 --device cpu",
                              "out" + std::to_string(++number));
    EXPECT_TRUE(result["flow"][0]["permeability_voxel2"].is_number());
    const json seen = facts(words);
    for (const json& pores : seen["pores"])
      if (pores["is_chosen"] == true) {
        EXPECT_NEAR(pores["porosity"].get<double>(), result["image"]["porosity"].get<double>(), 1e-12);
      }
  }
}

TEST_F(Look, proposes_the_mask_of_a_plug_and_then_looks_at_the_plug) {
  ASSERT_EQ(run("generate overlap --size 44 --radius 3 --porosity 0.5 -o labels.raw").exit_code, 0);
  const std::string labels = read_text(path("labels.raw"));
  const auto write_plug = [&](std::uint8_t outside) {
    std::vector<std::uint8_t> grey;
    for (std::int64_t i = 0; i < 44 * 44 * 44; ++i) {
      const double x = static_cast<double>(i % 44) - 21.5;
      const double y = static_cast<double>(i / 44 % 44) - 21.5;
      const int value = (labels[static_cast<std::size_t>(i)] == 0 ? 50 : 180) + static_cast<int>(i * 7919 % 23);
      grey.push_back(x * x + y * y > 20 * 20 ? outside : static_cast<std::uint8_t>(value));
    }
    write_mha(path("plug.mha"), {44, 44, 44}, grey);
  };
  write_plug(60);  // which the pores have too
  EXPECT_THAT(screen("plug.mha"), HasSubstr("--mask cylinder"));
  write_plug(0);
  const std::string next = next_of(screen("plug.mha"));
  EXPECT_THAT(next, HasSubstr("--mask outside=0"));
  EXPECT_THAT(next, HasSubstr("--direction z"));
  const json result = solve(next.substr(next.find("solve ") + 6) + " --tolerance 1e-2 --device cpu");
  const json seen = facts("plug.mha --mask outside=0");
  EXPECT_EQ(seen["outside"], nullptr);
  EXPECT_EQ(seen["grey"]["least"], 50);
  EXPECT_NEAR(seen["pores"][0]["porosity"].get<double>(), result["image"]["porosity"].get<double>(), 1e-12);
  EXPECT_NEAR(seen["pores"][0]["porosity"].get<double>() + seen["pores"][1]["porosity"].get<double>(), 1, 1e-12);
}

TEST_F(Look, has_the_same_numbers_with_any_number_of_threads) {
  ASSERT_EQ(run("generate overlap --size 40 --radius 4 --porosity 0.4 -o rock.raw").exit_code, 0);
  const auto seen = [this](const char* threads) {
    json all = facts(std::string("rock.raw --dims 40x40x40 --threads ") + threads);
    for (const char* of_machine : {"seconds_are_for", "free_memory_bytes", "command_line"}) all.erase(of_machine);
    for (json& flow : all["flows"]) flow.erase("seconds_of_steps");
    return all;
  };
  EXPECT_EQ(seen("1"), seen("3"));
}

TEST_F(Look, keeps_within_the_screen_whatever_names_and_values_are_long) {
  write_grey("grey.mha");
  const std::string name = "an_image_with_a_name_that_is_so_long_that_no_line_of_a_screen_can_hold_it_and_more.mha";
  std::filesystem::rename(path("grey.mha"), path(name));
  const Outcome outcome = run("look " + name);
  ASSERT_EQ(outcome.exit_code, 0);
  std::istringstream lines(outcome.out);
  for (std::string line; std::getline(lines, line);)
    if (line.find(name) == std::string::npos) {  // a word that is longer than a line keeps its line
      EXPECT_LE(line.size(), 80U) << line;
    }
  std::filesystem::rename(path(name), path("it's grey.mha"));
  const Outcome quoted = run_in_shell("set -e;", "look \"it's grey.mha\"");
  EXPECT_THAT(quoted.out, HasSubstr("solve 'it'\\''s grey.mha' --voxel-size LENGTH"));
}

TEST_F(Look, of_odd_images_is_a_screen_that_says_so) {
  write_mha(path("one.mha"), small, std::vector<std::uint8_t>(static_cast<std::size_t>(small.voxels()), 7));
  const std::string one = screen("one.mha");
  EXPECT_THAT(one, HasSubstr("every voxel is 7"));
  EXPECT_THAT(one, Not(HasSubstr("Next")));
  std::vector<std::uint8_t> noise;
  std::uint64_t state = 3;
  for (std::int64_t i = 0; i < small.voxels(); ++i) {
    state = state * 6364136223846793005 + 1442695040888963407;
    noise.push_back(static_cast<std::uint8_t>(state >> 56U));
  }
  write_mha(path("noise.mha"), small, noise);
  const std::string text = screen("noise.mha");
  EXPECT_THAT(text, HasSubstr("Neighbours have nothing to do with each other"));
  EXPECT_THAT(screen("noise.mha --crop 3:4,5:6,7:8"), HasSubstr("1 x 1 x 1 voxels"));
  EXPECT_THAT(screen("noise.mha --crop :,:,7:8"), HasSubstr("24 x 20 x 1 voxels"));
}

TEST_F(Look, of_what_is_no_image_is_one_line) {
  write_text(path("notes.txt"), "no image\n");
  write_text(path("short.raw"), "abc");
  expect_error("look missing.tif", 3, "missing.tif");
  expect_error("look notes.txt", 3, "notes.txt");
  expect_error("look short.raw", 3, "--dims");
  expect_error("look short.raw --dims 4x4x4", 3, "short.raw");
  expect_error("look .", 3, "");
}

TEST_F(Look, is_what_solve_names_where_nobody_says_what_is_pore) {
  write_grey("grey.mha");
  expect_error("solve grey.mha --voxel-size 2um", 3, "permeability look");
  expect_error("solve labels.raw --dims 24x20x16 --voxel-size 2um", 3, "permeability look");
}

TEST_F(Look, makes_a_page_and_leaves_nothing_else) {
  if (const std::string why = why_no_report(); !why.empty()) GTEST_SKIP() << why;
  write_grey("grey.mha");
  std::filesystem::create_directory(path("scratch"));
  const Outcome outcome =
      run_in_shell("export TMPDIR='" + path("scratch").string() + "';", "look grey.mha --voxel-size 2um -o look.html");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("Report: look.html"));
  EXPECT_TRUE(std::filesystem::is_empty(path("scratch")));
  const std::string page = read_text(path("look.html"));
  for (const char* words : {"</html>", "<svg", "A look at grey.mha", "Slices through the middle", "Histogram",
                            "at the threshold", "isolated pore", "Sizes of pores and throats", "--threshold otsu"})
    EXPECT_THAT(page, HasSubstr(words));
  for (const char* from_outside : {"src=\"http", "href=\"http", "@import", "url(http"})
    EXPECT_THAT(page, Not(HasSubstr(from_outside)));
  EXPECT_EQ(run("look grey.mha -o look.html").exit_code, 0);  // its own page
  write_grey("other.mha");
  expect_error("look other.mha -o look.html", 3, "--output cannot be written to 'look.html'");
  expect_error("look grey.mha -o grey.mha --overwrite", 3, "grey.mha");
}

}  // namespace
}  // namespace perm::cli
