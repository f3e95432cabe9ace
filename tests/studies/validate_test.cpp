// SPDX-License-Identifier: Apache-2.0
// These tests run `permeability-studies validate` on cases that take no time; studies.validate_quick runs all of them.
#include <gmock/gmock.h>

#include <algorithm>

#include "cli/program.hpp"

namespace perm::cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class ValidateStudy : public CliTest {};

TEST_F(ValidateStudy, prints_reference_error_order_and_limits_and_writes_them) {
  const Outcome outcome = run("validate --cases duct-1x1 --device cpu --output v");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  for (const char* part : {"pass  rectangular duct", "reference  0.0351443", "order of the error", "observed order",
                           "Richardson value", "limit 0.3 %", "1 of 1 cases passed"})
    EXPECT_THAT(outcome.out, HasSubstr(part));
  const json result = json::parse(read_text(path("v/validation.json")));
  EXPECT_EQ(result["passed"], true);
  EXPECT_EQ(result["cases"][0]["levels"].size(), 3U);
  EXPECT_LT(result["cases"][0]["levels"][2]["error"], 0.003);  // the duct at 40 voxels (issue, figures)
  EXPECT_NEAR(result["cases"][0]["observed_order"], 2, 0.1);
  const std::string csv = read_text(path("v/validation.csv"));
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 4);
}

TEST_F(ValidateStudy, that_fails_ends_with_exit_code_4_and_names_the_case) {
  // With BGK the place of the wall depends on tau: at tau 3 it lies far inside the solid.
  const Outcome outcome = run("validate --quick --cases sc-0.45 --collision bgk --tau 3 --device cpu --output v");
  EXPECT_EQ(outcome.exit_code, 4);
  EXPECT_THAT(outcome.out, HasSubstr("FAIL  SC spheres"));
  EXPECT_THAT(outcome.out, HasSubstr("failed: sc-0.45"));
  EXPECT_THAT(outcome.err, HasSubstr("permeability: error: The validation failed (1 of 1 cases did not pass)"));
  EXPECT_EQ(json::parse(read_text(path("v/validation.json")))["passed"], false);
}

TEST_F(ValidateStudy, fails_with_another_magic_number_and_says_whose_limits_they_are) {
  for (const char* magic : {"0.5", "1", "0.2"}) {
    const Outcome outcome = run(std::string("validate --quick --cases tube --device cpu --output v --magic ") + magic);
    EXPECT_EQ(outcome.exit_code, 4) << magic;
    EXPECT_THAT(outcome.out, HasSubstr("error against the scheme's own K at 32"));
    EXPECT_THAT(outcome.out, HasSubstr(std::string("made with magic ") + magic));
  }
}

TEST_F(ValidateStudy, shows_the_tensor_of_a_medium_without_symmetry) {
  const Outcome outcome = run("validate --quick --cases tensors --device cpu --output v");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.out << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("tensor, voxel^2: found, and known"));
  const json cases = json::parse(read_text(path("v/validation.json")))["cases"];
  ASSERT_EQ(cases.size(), 2U);
  const json& inertia = cases[1]["levels"][0]["tensor_voxel2"];
  EXPECT_GT(std::abs(inertia[0][1].get<double>() - inertia[1][0].get<double>()), 0.01);  // so a transposed one shows
}

TEST_F(ValidateStudy, goes_on_where_it_was) {
  ASSERT_EQ(run("validate --cases duct-1x2 --device cpu --output v").exit_code, 0);
  const std::string all = read_text(path("v/solved-0.jsonl"));
  const std::string csv = read_text(path("v/validation.csv"));
  write_text(path("v/solved-0.jsonl"), all.substr(0, all.rfind('{') + 40));  // the last line is torn
  const Outcome again = run("validate --cases duct-1x2 --device cpu --output v");
  EXPECT_EQ(again.exit_code, 0) << again.err;
  EXPECT_THAT(again.out, HasSubstr("2 flows are known from an earlier run"));
  EXPECT_THAT(again.out, HasSubstr("1 are left"));
  EXPECT_EQ(read_text(path("v/validation.csv")), csv);
}

TEST_F(ValidateStudy, tells_what_changed_since_an_earlier_run) {
  ASSERT_EQ(run("validate --quick --cases channels --device cpu --output old").exit_code, 0);
  const Outcome alike =
      run("validate --quick --cases channels --device cpu --output new --compare old/validation.json");
  EXPECT_EQ(alike.exit_code, 0) << alike.err;
  EXPECT_THAT(alike.out, HasSubstr("0 of 14 values changed by more than the iteration errors, 0 verdicts changed"));
  const Outcome other =
      run("validate --quick --cases tube --magic 0.5 --device cpu --output other --compare old/validation.json");
  EXPECT_EQ(other.exit_code, 4);
  EXPECT_THAT(other.out, HasSubstr("2 of 2 values changed"));
  EXPECT_THAT(other.out, HasSubstr("tube: passed then, failed now"));
  const json compared = json::parse(read_text(path("other/validation.json")))["compared_with"];
  EXPECT_EQ(compared["file"], "old/validation.json");
  expect_error("validate --cases tube --compare old/validation.csv", 3, "no earlier validation");
}

TEST_F(ValidateStudy, skips_images_that_are_not_there_and_says_so) {
  std::filesystem::create_directories(path("images"));
  const Outcome outcome = run("validate --quick --cases be --device cpu --images images --output v");
  EXPECT_THAT(outcome.out, HasSubstr("skipped cases: 3 ('berea400.tif' is not in 'images')"));
  const json result = json::parse(read_text(path("v/validation.json")));
  EXPECT_EQ(result["skipped"][0]["image"], "berea400.tif");
  EXPECT_EQ(result["skipped"][0]["cases"].size(), 3U);
  expect_error("validate --cases berea", 3, "is skipped");
  expect_error("validate --cases berea --images none", 3, "is no folder");
}

TEST_F(ValidateStudy, solves_an_image_that_is_there) {
  const std::filesystem::path shared = std::filesystem::path(PERM_SHARED_DIR) / "images";
  if (!std::filesystem::exists(shared / "fiberform_slices")) GTEST_SKIP() << "no images at ../shared/images";
  const Outcome outcome =
      run("validate --quick --cases fiberform --tolerance 0.01 --device cpu --output v --images " + shared.string());
  EXPECT_EQ(outcome.exit_code, 0) << outcome.out << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("FiberForm"));
  const json one = json::parse(read_text(path("v/validation.json")))["cases"][0];
  EXPECT_EQ(one["part"], "measured");
  EXPECT_GT(one["ratio"], 1.0 / 3);
}

TEST_F(ValidateStudy, takes_packings_from_files) {
  std::string pack = "x y z diameter\n";  // 27 spheres on a grid
  for (int i = 0; i < 27; ++i)
    pack += std::to_string((i % 3 + 0.5) / 3) + " " + std::to_string((i / 3 % 3 + 0.5) / 3) + " " +
            std::to_string((i / 9 + 0.5) / 3) + " 0.3\n";
  write_text(path("grid.dat"), pack);
  const Outcome outcome = run("validate --quick --cases pack-grid --packs grid.dat --device cpu --output v");
  EXPECT_THAT(outcome.out, HasSubstr("spheres of grid.dat"));
  EXPECT_THAT(outcome.out, HasSubstr("K at 64"));
}

TEST_F(ValidateStudy, refuses_what_it_does_not_know) {
  expect_error("validate --cases cone", 3, "No case is called 'cone'");
  expect_error("validate --quick --full", 2, "--quick and --full");
  expect_error("validate --cases pack-a --packs a.dat", 3, "a.dat");
  ASSERT_EQ(run_aside("mkfifo pipe"), 0);
  expect_error("validate --cases pack --packs pipe", 3, "Cannot read the sphere list 'pipe'");
  expect_error("validate --tolerance 2", 3, "--tolerance");
}

}  // namespace
}  // namespace perm::cli
