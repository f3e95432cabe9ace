// SPDX-License-Identifier: Apache-2.0
// solve --grains: the table of forces, where the grains come from, and what is refused.
#include <gmock/gmock.h>

#include <cmath>
#include <sstream>

#include "cli/program.hpp"

namespace perm::cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class Grains : public CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    write_text(path("bcc.ini"), "kind = bcc\nsize = 16\nporosity = 0.6\n");
    write_text(path("plates.ini"), "kind = plates\nsize = 8\ngap = 5\n");
  }
  /// Gives the cells of the lines of the table below its header.
  std::vector<std::vector<std::string>> read_table(const std::string& folder) {
    std::istringstream text(read_text(path(folder + "/grain_forces.csv")));
    std::vector<std::vector<std::string>> lines;
    std::string line;
    std::getline(text, line);
    EXPECT_THAT(line, testing::StartsWith("direction,reynolds,grain,x,y,z,radius,solid_voxels,force_x,"));
    while (std::getline(text, line)) {
      std::istringstream cells(line);
      std::vector<std::string>& row = lines.emplace_back();
      for (std::string cell; std::getline(cells, cell, ',');) row.push_back(cell);
    }
    return lines;
  }
};

TEST_F(Grains, of_a_recipe_have_a_line_each_for_every_flow) {
  const Outcome outcome =
      run("solve bcc.ini --grains recipe --direction xyz --reynolds 0.5 --tolerance 1e-4 --output out");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("grain_forces.csv"));
  EXPECT_THAT(outcome.out, HasSubstr("wall force "));
  const json result = json::parse(read_text(path("out/result.json")));
  EXPECT_EQ(result["files"]["grain_forces"], "grain_forces.csv");
  for (const json& flow : result["flow"]) {
    EXPECT_LT(std::abs(flow["checks"]["wall_force_difference"].get<double>()), 1e-3);
    EXPECT_LT(std::abs(flow["checks"]["momentum_leak"].get<double>()), 1e-4);
    EXPECT_LT(std::abs(flow["inertia"]["points"][0]["wall_force_difference"].get<double>()), 1e-3);
  }
  const auto lines = read_table("out");
  ASSERT_EQ(lines.size(), 3U * 2 * 3);  // directions, flows, two grains and the rest
  for (std::size_t i = 0; i < lines.size(); i += 3) {
    const std::size_t force = 8 + i / 6;  // along the flow
    EXPECT_EQ(lines[i][0], std::string(1, "xyz"[i / 6]));
    EXPECT_NEAR(std::stod(lines[i][1]), i % 6 == 0 ? 0 : 0.5, 0.01);
    EXPECT_EQ(lines[i][2] + lines[i + 1][2] + lines[i + 2][2], "12rest");
    EXPECT_NEAR(std::stod(lines[i][force]) + std::stod(lines[i + 1][force]), 1, 1e-3);
    EXPECT_EQ(lines[i + 2][force], "0");
  }
}

TEST_F(Grains, of_a_list_are_those_of_the_recipe_and_follow_a_refined_image) {
  ASSERT_EQ(run("solve bcc.ini --grains recipe --tolerance 1e-2 --output recipe").exit_code, 0);
  const auto of_recipe = read_table("recipe");
  write_text(path("list.txt"), "0 0 0 " + of_recipe[0][6] + "\n8 8 8 " + of_recipe[1][6] + "\n");
  ASSERT_EQ(run("generate bcc --size 16 --porosity 0.6 --output image.mha").exit_code, 0);
  const Outcome outcome =
      run("solve image.mha --pore 0 --voxel-size 1um --grains list.txt --tolerance 1e-2 --output list");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(read_table("list"), of_recipe);
  ASSERT_EQ(run("solve bcc.ini --grains list.txt --refine 2 --tolerance 1e-2 --output fine").exit_code, 0);
  EXPECT_NEAR(std::stod(read_table("fine")[1][3]), 16, 1e-9);
  EXPECT_NEAR(std::stod(read_table("fine")[1][8]), 0.5, 0.01);
}

TEST_F(Grains, that_make_no_sense_are_refused_in_one_line) {
  expect_error("solve plates.ini --grains recipe", 2, "a recipe of kind plates has no spheres");
  expect_error("solve bcc.ini --grains none.txt", 3, "none.txt");
  expect_error("solve bcc.ini --grains recipe --boundary sealed", 2, "Use --boundary periodic");
  write_text(path("image.raw"), std::string(512, '\0'));
  expect_error("solve image.raw --dims 8x8x8 --voxel-size 1um --pore 0 --grains recipe", 2, "is no recipe");
  write_text(path("far.txt"), "0 0 0 3\n40 0 0 3\n");
  expect_error("solve bcc.ini --grains far.txt", 3, "Give all lengths in voxels of the image");
  write_text(path("bare.txt"), "1 2 3\n");
  expect_error("solve bcc.ini --grains bare.txt", 3, "Write 'x y z radius' on every line");
  write_text(path("wrong.txt"), "8 0 0 6\n");
  expect_error("solve bcc.ini --grains wrong.txt", 3, "The grains do not fit the image");
}

}  // namespace
}  // namespace perm::cli
