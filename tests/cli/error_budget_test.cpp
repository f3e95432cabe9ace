// SPDX-License-Identifier: Apache-2.0
// These tests solve an image in other voxels, and check what that says about K.
#include <gmock/gmock.h>

#include <cmath>

#include "cli/program.hpp"
#include "cli/small_image.hpp"

namespace perm::cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class Resampled : public CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    write_text(path("sc.ini"), "kind = sc\nsize = 12\nporosity = 0.8\n");
    write_text(path("slit.ini"), "kind = plates\nsize = 16\ngap = 8\n");
  }
};
class ErrorBudget : public Resampled {};

TEST_F(Resampled, a_refined_image_has_smaller_voxels_of_the_same_pores) {
  const json given = solve("sc.ini --voxel-size 4um --walls voxels");
  const json refined = solve("sc.ini --voxel-size 4um --walls voxels --refine 3");
  EXPECT_TRUE(given["image"]["resampling"].is_null());
  EXPECT_EQ(refined["image"]["dims"], json({36, 36, 36}));
  EXPECT_DOUBLE_EQ(refined["image"]["voxel_size_m"], 4e-6 / 3);
  EXPECT_EQ(refined["image"]["pore_voxels"], 27 * given["image"]["pore_voxels"].get<int>());
  const json& resampling = refined["image"]["resampling"];
  EXPECT_EQ(resampling["method"], "refine");
  EXPECT_EQ(resampling["factor"], 3);
  EXPECT_EQ(resampling["given_dims"], given["image"]["dims"]);
  EXPECT_EQ(resampling["given_pore_space_hash"], given["image"]["pore_space_hash"]);
  EXPECT_NE(refined["image"]["pore_space_hash"], given["image"]["pore_space_hash"]);
  EXPECT_DOUBLE_EQ(resampling["given_voxel_size_m"], 4e-6);
  const json& flow = refined["flow"][0];
  EXPECT_NEAR(flow["permeability_m2"].get<double>() / flow["permeability_voxel2"].get<double>(), 16e-12 / 9, 1e-20);
  const double ratio = flow["permeability_m2"].get<double>() / given["flow"][0]["permeability_m2"].get<double>();
  EXPECT_GT(ratio, 0.6);
  EXPECT_LT(ratio, 1) << "between the same walls a coarse lattice gives too much";
}

// A gap of n voxels gives n^3/12 + n/24 over all voxels on the lattice (issue, figures); the walls do not move.
TEST_F(Resampled, a_slit_is_that_of_the_voxels_solved) {
  const auto exact = [](double gap) { return (gap * gap * gap / 12 + gap / 24) / (2 * gap); };
  const auto solved = [this](const std::string& words) {
    return solve("slit.ini --walls voxels --precision float64 --tolerance 1e-5 " +
                 words)["flow"][0]["permeability_voxel2"]
        .get<double>();
  };
  EXPECT_NEAR(solved("") / exact(8), 1, 1e-4);
  EXPECT_NEAR(solved("--refine 2") / exact(16), 1, 1e-4);
  EXPECT_NEAR(solved("--coarsen 2") / exact(4), 1, 1e-4);
  EXPECT_NEAR(solved("--refine 1 --coarsen 1") / exact(8), 1, 1e-4);
}

TEST_F(Resampled, a_coarsened_image_of_odd_extent_loses_its_last_voxels) {
  const Extent extent{9, 12, 12};
  write_mha(path("slit.mha"), extent, slit(extent));
  const json result = solve("slit.mha --pore 0 --voxel-size 2um --coarsen 2");
  EXPECT_EQ(result["image"]["dims"], json({4, 6, 6}));
  EXPECT_DOUBLE_EQ(result["image"]["voxel_size_m"], 4e-6);
  EXPECT_EQ(result["image"]["resampling"]["method"], "coarsen");
}

TEST_F(Resampled, a_person_is_told_what_the_units_are) {
  const Outcome outcome = run("solve sc.ini --voxel-size 4um --coarsen 2");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  for (const char* part : {"6 x 6 x 6 voxels of 8 um", "coarsened by 2 from 12 x 12 x 12 voxels of 4 um",
                           "K in voxel^2 is in the voxels solved", " of the image as given)"})
    EXPECT_THAT(outcome.out, HasSubstr(part));
}

TEST_F(Resampled, what_makes_no_sense_is_one_line) {
  expect_error("solve sc.ini --refine 2 --coarsen 2", 2, "--refine and --coarsen");
  expect_error("solve sc.ini --refine 2 --error-budget", 2, "--refine and --error-budget");
  for (const char* value : {"0", "5", "-2", "1.5", "two"})
    expect_error("solve sc.ini --refine " + std::string(value), 3, "--refine");
  for (const char* value : {"0", "3", "4", "x"})
    expect_error("solve sc.ini --coarsen " + std::string(value), 3, "--coarsen");
  write_text(path("small.ini"), "kind = plates\nsize = 3\ngap = 1\n");
  expect_error("solve small.ini --coarsen 2", 3, "too small to coarsen");
}

TEST_F(Resampled, more_memory_than_there_is_is_refused_before_anything_is_made_with_its_bytes) {
  write_text(path("large.ini"), "kind = plates\nsize = 20000\ngap = 4\n");
  const Outcome outcome = run("solve large.ini --refine 4");
  EXPECT_EQ(outcome.exit_code, 5);
  EXPECT_EQ(outcome.out, "");
  EXPECT_THAT(outcome.err, testing::ContainsRegex("needs [0-9.e+]+ GB of memory"));  // 8e12 voxels * 64 * 2.25 bytes
}

TEST_F(ErrorBudget, gives_every_part_with_its_method_and_grids) {
  const json flow = solve("sc.ini --voxel-size 4um --walls voxels --error-budget")["flow"][0];
  const json& budget = flow["error_budget"];
  const double k = flow["permeability_voxel2"];
  EXPECT_EQ(budget["permeability_voxel2"], k);
  EXPECT_DOUBLE_EQ(budget["iteration"]["error_voxel2"], k * flow["iteration_error"].get<double>());
  const json& boundary = budget["boundary"];
  ASSERT_EQ(boundary["alternatives"].size(), 2U);
  double farthest = 0;
  for (const json& other : boundary["alternatives"])
    farthest = std::max(farthest, std::abs(other["permeability_voxel2"].get<double>() - k));
  EXPECT_DOUBLE_EQ(boundary["error_voxel2"], farthest);
  EXPECT_TRUE(boundary["why_not"].is_null());
  const json& voxel = budget["voxel"];
  ASSERT_EQ(voxel["grids"].size(), 3U);
  double largest = 0;
  for (std::size_t i : {1U, 2U})
    largest = std::max(largest, std::abs(voxel["grids"][i]["permeability_voxel2"].get<double>() - k));
  EXPECT_GE(voxel["error_voxel2"], 3 * largest);
  EXPECT_LE(voxel["error_voxel2"], 3 * (largest + 3e-3 * k));  // plus the error that the iterations leave
  EXPECT_NEAR(voxel["error_m2"], voxel["error_voxel2"].get<double>() * 16e-12, 1e-20);
  EXPECT_EQ(voxel["assumed_order"], 1);
  EXPECT_EQ(voxel["safety_factor"], 3);
  EXPECT_THAT(voxel["method"].get<std::string>(), HasSubstr("order 1 assumed"));
  EXPECT_EQ(voxel["three_grids"]["order_is_defined"].get<bool>(), voxel["three_grids"]["why_not_defined"].is_null());
}

TEST_F(ErrorBudget, has_the_values_that_refine_and_coarsen_give) {
  const auto solved = [this](const std::string& words) { return solve("sc.ini --walls voxels " + words)["flow"][0]; };
  const json grids = solved("--error-budget --coarsen 1")["error_budget"]["voxel"]["grids"];
  const double refined = solved("--refine 2")["permeability_voxel2"];
  const double coarsened = solved("--coarsen 2")["permeability_voxel2"];
  EXPECT_EQ(grids[1]["grid"], "refined");
  EXPECT_DOUBLE_EQ(grids[1]["permeability_voxel2"], refined / 4);
  EXPECT_EQ(grids[2]["grid"], "coarsened");
  EXPECT_DOUBLE_EQ(grids[2]["permeability_voxel2"], coarsened * 4);
}

// Where the surface is known it is sampled again: nothing is coarser, and K of the finer voxels is the nearer one.
TEST_F(ErrorBudget, of_a_surface_has_its_k_in_voxels_half_as_wide) {
  write_text(path("array.ini"), "kind = sc\nsize = 16\nporosity = 0.8\nshift = 0.2,0.5,0.7\n");
  const auto solved = [this](const std::string& words) {
    return solve("array.ini --tolerance 1e-4 " + words)["flow"][0];
  };
  const json flow = solved("--error-budget");
  const double k = flow["permeability_voxel2"];
  const json& voxel = flow["error_budget"]["voxel"];
  ASSERT_EQ(voxel["grids"].size(), 2U);
  EXPECT_EQ(voxel["grids"][1]["grid"], "refined");
  const double finer = solved("--refine 2")["permeability_voxel2"].get<double>() / 4;
  EXPECT_DOUBLE_EQ(voxel["grids"][1]["permeability_voxel2"], finer);
  EXPECT_GE(voxel["error_voxel2"], 3 * std::abs(k - finer));
  EXPECT_LE(voxel["error_voxel2"], 3 * std::abs(k - finer) + 6e-4 * k);
  EXPECT_THAT(voxel["method"].get<std::string>(), HasSubstr("half as wide"));
  EXPECT_TRUE(voxel["assumed_order"].is_null());
  const double exact = 0.0215816 * 16 * 16;  // solid 0.2: validation/references
  EXPECT_LT(std::abs(finer - exact), std::abs(k - exact));
  EXPECT_GE(voxel["error_voxel2"], std::abs(k - exact));
  EXPECT_LT(voxel["error_voxel2"], 0.03 * k);
  EXPECT_EQ(flow["error_budget"]["boundary"]["alternatives"].size(), 2U);
  EXPECT_EQ(solve("sc.ini --error-budget --boundary sealed")["flow"][0]["error_budget"]["voxel"]["grids"].size(), 2U);
}

TEST_F(ErrorBudget, says_one_line_of_truth) {
  const Outcome outcome = run("solve sc.ini --voxel-size 4um --error-budget");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out,
              testing::ContainsRegex("K = [0-9]+ mD \\+- [0-9.]+ \\(iteration\\) \\+- [0-9.]+ \\(voxel\\) \\+- [0-9.]+ "
                                     "\\(boundary\\)"));
}

TEST_F(ErrorBudget, rests_on_the_coarsened_image_where_the_refined_one_does_not_converge) {
  // With tau given, a finer lattice takes more steps.
  const auto steps = [this](const std::string& words) {
    return solve("sc.ini --walls voxels --tau 0.8 " + words)["flow"][0]["steps"].get<std::int64_t>();
  };
  const std::int64_t limit = (steps("") + steps("--refine 2")) / 2;
  const json budget = solve("sc.ini --walls voxels --tau 0.8 --error-budget --max-steps " +
                            std::to_string(limit))["flow"][0]["error_budget"];
  const json& grids = budget["voxel"]["grids"];
  ASSERT_EQ(grids.size(), 4U);
  EXPECT_EQ(grids[1]["grid"], "refined");
  EXPECT_TRUE(grids[1]["permeability_voxel2"].is_null());
  EXPECT_THAT(grids[1]["why_not"].get<std::string>(), HasSubstr("step_limit"));
  EXPECT_EQ(grids[3]["grid"], "coarsened and refined");
  EXPECT_TRUE(grids[3]["permeability_voxel2"].is_number());
  EXPECT_THAT(budget["voxel"]["method"].get<std::string>(), HasSubstr("half the change"));
  EXPECT_TRUE(budget["voxel"]["error_voxel2"].is_number());
}

TEST_F(ErrorBudget, of_a_direction_that_is_closed_is_none_beside_those_of_the_others) {
  const json flows = solve("slit.ini --error-budget --direction xyz")["flow"];
  int closed = 0;
  for (const json& flow : flows) {
    EXPECT_EQ(flow["error_budget"].is_null(), flow["stop"] == "not_percolating");
    closed += flow["error_budget"].is_null() ? 1 : 0;
  }
  EXPECT_EQ(closed, 1);
  EXPECT_TRUE(solve("slit.ini")["flow"][0]["error_budget"].is_null()) << "nobody asked";
}

}  // namespace
}  // namespace perm::cli
