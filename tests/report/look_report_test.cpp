// SPDX-License-Identifier: Apache-2.0
// The screen and the object of a look that is made up.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "report/look/look_json.hpp"
#include "report/look/look_screen.hpp"
#include "report/look/screen_text.hpp"

namespace perm {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

ImageLook example_look() {
  ImageLook look;
  look.source = "scan.tif";
  look.format = "scan.tif (TIFF, uint8)";
  look.extent = {100, 90, 80};
  GreyLook& grey = look.grey.emplace();
  grey.type = "uint8";
  grey.values = 200;
  grey.least = 3;
  grey.greatest = 250;
  for (int i = 0; i < 62; ++i) grey.bars.push_back({3.0 + 4 * i, 7.0 + 4 * i, i % 31 == 7 ? 90000 : 100 + i});
  grey.thresholds = {{"otsu", {103}, 0.2, 0.8}, {"multi-otsu", {80, 150}, 0.15, 0.6}, {"valley", {}, 0, 0}};
  grey.separation = 0.9;
  grey.between_modes = 124;
  look.pore_options = {"--threshold", "otsu", "--pore", "dark"};
  look.pores = {{"dark", 0.2, {0.99, 0, 1}, true}, {"all others", 0.8, {1, 1, 1}, false}};
  look.seams.emplace();
  look.sizes.balls = {{3, 0.9, 0.8}, {5, 0.5, 0.25}};
  look.sizes.passing = {5, 0, 5};
  look.slices = {{0, 1, 2, 40}, {7}, {}};
  look.outside = OutsideLook{Axis::z, 0.21, 0.0, true, true};
  look.flows = {{Axis::x, true, 2'000'000'000, 120, 30}, {Axis::y}, {Axis::z, true, 2'100'000'000, 130, 33}};
  look.machine = "2 idle cores";
  return look;
}

/// Gives text with each end of a line as a blank.
std::string flat(const std::string& text) { return std::regex_replace(text, std::regex("\\s+"), " "); }

const std::vector<std::string> words{"permeability", "solve", "scan.tif", "--voxel-size", "LENGTH",
                                     "--threshold",  "otsu",  "--pore",   "dark"};

TEST(LookScreen, says_everything_in_80_columns) {
  const std::string text = format_look(example_look(), words);
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80U) << line;
  for (const char* part :
       {"100 x 90 x 80 voxels\n", "200 from 3 to 250", "otsu                           103", "80, 150", "none",
        "> dark                        0.2000              99.0 %      0.0 %    100.0 %", "    <3    3-    5+",
        "  10.0  40.0  50.0", "  20.0  55.0  25.0",
        "Next\n  permeability solve scan.tif --voxel-size LENGTH --threshold otsu --pore dark\n"})
    EXPECT_THAT(text, HasSubstr(part));
  for (const char* part : {"has a diameter of 5 along x and z", "blank: 0 to 2, 40; unlike both neighbours: 7",
                           "21 % of the cross-section across z looks", "all of grey 0", "2.1 GB of memory",
                           "30 s along x, 33 s along z on 2 idle cores"})
    EXPECT_THAT(flat(text), HasSubstr(part));
  EXPECT_THAT(text, Not(HasSubstr("noise")));
}

TEST(LookScreen, marks_the_thresholds_below_the_bars_that_hold_them) {
  std::istringstream lines(draw_histogram(*example_look().grey));
  std::vector<std::string> all;
  for (std::string line; std::getline(lines, line);) all.push_back(line);
  ASSERT_EQ(all.size(), 9U);
  EXPECT_EQ(all[0], "           |                              |");  // both modes reach the top
  EXPECT_EQ(all[7], "                       m     O          m");    // (80 - 3)/4 = 19.25, (103 - 3)/4 = 25, 36.75
  EXPECT_THAT(all[8], HasSubstr("    3"));
  EXPECT_THAT(all[8], HasSubstr("250"));
}

TEST(LookScreen, says_where_there_is_no_mode_and_where_neighbours_are_strangers) {
  ImageLook look = example_look();
  look.grey->separation = 0.64;
  for (Seam& seam : *look.seams) seam.mean_inside = 2 * 0.2 * 0.8;
  const std::string text = flat(format_look(look, words));
  EXPECT_THAT(text, HasSubstr("The histogram has no two modes"));
  EXPECT_THAT(text, HasSubstr("these pores are noise"));
}

TEST(LookJson, has_units_in_its_names_and_null_for_what_is_not_there) {
  const json object = json::parse(format_look_json(example_look(), words, "/data/scan.tif", {"permeability", "look"}));
  EXPECT_EQ(object["kind"], "look");
  EXPECT_EQ(object["image"]["voxel_size_m"], nullptr);
  EXPECT_EQ(object["grey"]["histogram"].size(), 62U);
  EXPECT_EQ(object["grey"]["thresholds"][0],
            (json{{"method", "otsu"}, {"grey", {103.0}}, {"porosity_dark", 0.2}, {"porosity_bright", 0.8}}));
  EXPECT_EQ(object["grey"]["thresholds"][2]["porosity_dark"], nullptr);
  EXPECT_EQ(object["pores"][0]["connected_share_of_pores"], (json{{"x", 0.99}, {"y", 0.0}, {"z", 1.0}}));
  EXPECT_EQ(object["passing_ball_diameter_voxels"], (json{{"x", 5.0}, {"y", nullptr}, {"z", 5.0}}));
  EXPECT_EQ(object["slices"]["blank"], (json{0, 1, 2, 40}));
  EXPECT_EQ(object["outside"]["grey"], 0.0);
  EXPECT_EQ(object["flows"][0]["memory_bytes"], 2'000'000'000);
  EXPECT_EQ(object["flows"][1]["steps"], nullptr);
  EXPECT_EQ(object["solve_arguments"], (json{{"threshold", "otsu"}, {"pore", "dark"}}));
  EXPECT_EQ(object["solve_command"], "permeability solve scan.tif --voxel-size LENGTH --threshold otsu --pore dark");
  ImageLook nothing;
  nothing.why_no_pores = "every voxel is 7";
  const json empty = json::parse(format_look_json(nothing, {}, "", {}));
  for (const char* key : {"grey", "outside", "solve_command", "segmentation", "input_path"})
    EXPECT_EQ(empty[key], nullptr) << key;
}

TEST(CommandOnAScreen, is_one_command_for_a_shell) {
  EXPECT_EQ(command_line({"a", "it's", "b c", ""}), "a 'it'\\''s' 'b c' ''");
  std::vector<std::string> many{"permeability", "solve", "rock.tif"};
  for (int i = 0; i < 12; ++i) {
    many.push_back("--an-option-" + std::to_string(i));
    many.push_back("value");
  }
  std::string text = wrapped_command(many);
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80U) << line;
  for (std::size_t at = 0; (at = text.find("\\\n", at)) != std::string::npos;) text.replace(at, 2, "");
  std::istringstream read(text);
  std::vector<std::string> again;
  for (std::string word; read >> word;) again.push_back(word);
  EXPECT_EQ(again, many);
}

}  // namespace
}  // namespace perm
