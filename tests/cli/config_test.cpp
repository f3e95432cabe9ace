// SPDX-License-Identifier: Apache-2.0
// These tests read options and recipes from files.
#include <gmock/gmock.h>

#include "cli/program.hpp"
#include "cli/small_image.hpp"

namespace perm::cli {
namespace {

class Config : public CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    write_text(path("slit.ini"), "# a slit\nkind = plates\nsize = 8\ngap = 4   # voxels\n");
  }
};

TEST_F(Config, gives_options_and_the_command_line_wins) {
  write_text(path("run.ini"),
             "input = slit.ini\nvoxel-size = 2um\ntau = 0.8\nprecision = float64\nfields = true\ndirection = z\n");
  const nlohmann::json result = solve("--config run.ini --tau 0.9 --direction x");
  EXPECT_EQ(result["image"]["source"], "slit.ini");
  EXPECT_DOUBLE_EQ(result["image"]["voxel_size_m"], 2e-6);
  EXPECT_DOUBLE_EQ(result["solver"]["tau"], 0.9);
  EXPECT_EQ(result["solver"]["precision"], "float64");
  EXPECT_EQ(result["flow"][0]["direction"], "x");
  EXPECT_TRUE(std::filesystem::exists(path("out") / "fields_x.vti"));
}

TEST_F(Config, an_unknown_key_is_an_error_that_names_file_and_key) {
  write_text(path("run.ini"), "voxel-size = 2um\ntolerence = 1e-3\n");
  expect_error("solve slit.ini --config run.ini", 3, "'tolerence' in 'run.ini'");
  expect_error("solve slit.ini --config run.ini", 3, "Did you mean --tolerance?");
  write_text(path("run.ini"), "[solver]\ntau = 1\n");
  expect_error("solve slit.ini --config run.ini", 3, "'solver.tau' in 'run.ini'");
  expect_error("bench --config run.ini", 3, "run.ini");
}

TEST_F(Config, a_file_that_is_absent_or_malformed_is_an_error) {
  expect_error("solve slit.ini --config absent.ini", 3, "absent.ini");
  write_text(path("run.ini"), "voxel-size 2um\n");
  expect_error("solve slit.ini --config run.ini", 3, "run.ini");
  write_text(path("run.ini"), "tau =\n");
  expect_error("solve slit.ini --config run.ini", 3, "tau");
  write_text(path("run.ini"), "tau = 1\ntau = 2\n");
  expect_error("solve slit.ini --config run.ini", 3, "tau");
}

TEST_F(Config, an_unknown_key_in_a_recipe_is_an_error_that_names_file_and_key) {
  write_text(path("slit.ini"), "kind = plates\nsize = 8\ngapp = 4\n");
  expect_error("solve slit.ini", 3, "'gapp' in 'slit.ini'");
}

TEST_F(Config, a_recipe_without_kind_is_an_error) {
  write_text(path("slit.ini"), "size = 8\n");
  expect_error("solve slit.ini", 3, "kind");
}

TEST_F(Config, a_recipe_without_voxel_size_gives_voxel_units_and_null) {
  const nlohmann::json result = solve("slit.ini");
  EXPECT_TRUE(result["image"]["voxel_size_m"].is_null());
  EXPECT_GT(result["flow"][0]["permeability_voxel2"], 0);
  EXPECT_TRUE(result["flow"][0]["permeability_m2"].is_null());
}

TEST_F(Config, a_recipe_may_hold_the_voxel_size) {
  write_text(path("slit.ini"), "kind = plates\nsize = 8\ngap = 4\nvoxel-size = 3um\n");
  EXPECT_DOUBLE_EQ(solve("slit.ini")["image"]["voxel_size_m"], 3e-6);
  EXPECT_DOUBLE_EQ(solve("slit.ini --voxel-size 4um")["image"]["voxel_size_m"], 4e-6);
}

TEST_F(Config, a_recipe_is_a_configuration_of_generate) {
  const Outcome outcome = run("generate --config slit.ini --gap 2 -o slit.mha");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, testing::HasSubstr("porosity 0.25"));
}

TEST_F(Config, centres_of_a_recipe_are_found_beside_it) {
  write_text(path("packs/one.ini"), "kind = spheres\nsize = 16\ncentres = one.txt\nbox = 1\n");
  write_text(path("packs/one.txt"), "0.5 0.5 0.5 0.25\n");
  EXPECT_EQ(solve("packs/one.ini")["flow"][0]["stop"], "converged");
  EXPECT_EQ(run("generate --config packs/one.ini -o one.mha").exit_code, 0);
}

}  // namespace
}  // namespace perm::cli
