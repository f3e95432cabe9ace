// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <signal.h>

#include <algorithm>
#include <cmath>

#include "cli/program.hpp"
#include "waiting.hpp"

namespace perm::cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class Sweep : public CliTest {
 protected:
  json sweep(const std::string& words) const {
    const Outcome outcome = run("sweep " + words + " --device cpu --output out");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return json::parse(read_text(path("out/sweep.json")));
  }
};

TEST_F(Sweep, gives_k_beside_the_stokes_solution_at_every_porosity) {
  const json result = sweep("sc --porosity 0.6:0.9:0.1 --size 24 --realisations 1");
  ASSERT_EQ(result["points"].size(), 4U);
  double before = 0;
  for (const json& point : result["points"]) {
    EXPECT_EQ(point["stop"], "converged");
    EXPECT_GT(point["permeability_voxel2"], before);
    before = point["permeability_voxel2"];
    EXPECT_LT(std::abs(double{point["deviation"]}), 0.1);
  }
  EXPECT_EQ(result["curves"].size(), 2U);
  const std::string csv = read_text(path("out/sweep.csv"));
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 5);
}

TEST_F(Sweep, of_several_kinds_has_the_points_of_each) {
  const json result = sweep("sc,bcc --porosity 0.7,0.8 --size 16 --realisations 2");
  EXPECT_EQ(result["geometry"], "sc,bcc");
  ASSERT_EQ(result["points"].size(), 4U);
  EXPECT_EQ(result["points"][0]["geometry"], "sc");
  EXPECT_EQ(result["points"][3]["geometry"], "bcc");
  EXPECT_EQ(result["curves"].size(), 4U);
}

TEST_F(Sweep, along_all_directions_has_the_points_of_each) {
  const json result = sweep("fcc --porosity 0.8 --size 12 --realisations 1 --direction xyz");
  ASSERT_EQ(result["points"].size(), 3U);
  EXPECT_EQ(result["points"][2]["direction"], "z");
  for (const json& point : result["points"])
    EXPECT_NEAR(double{point["permeability_voxel2"]}, double{result["points"][0]["permeability_voxel2"]},
                1e-3 * double{point["permeability_voxel2"]});
}

/// The default sweep at a size that a laptop solves in seconds: intervals hold, walls are where the spheres are.
TEST_F(Sweep, of_an_array_takes_four_placements_from_touching_to_098) {
  const json result = sweep("bcc --size 24");
  ASSERT_EQ(result["points"].size(), 15U);
  EXPECT_EQ(result["references_outside_interval"], 0);
  for (const json& point : result["points"]) {
    EXPECT_EQ(point["realisations"], 4);
    EXPECT_EQ(point["walls"], "sub-voxel");
    EXPECT_NEAR(double{point["deviation"]}, 0, 0.012);
    EXPECT_NEAR(double{point["permeability_over_d2"]},
                double{point["permeability_voxel2"]} / std::pow(2 * double{point["radius"]}, 2), 1e-9);
  }
  EXPECT_NEAR(double{result["points"][14]["series_difference"]}, 0, 1e-6);
}

TEST_F(Sweep, of_fibres_takes_what_they_are_like) {
  const std::string words = "fibres --porosity 0.8 --size 24 --radius 2 ";
  const json isotropic = sweep(words);
  EXPECT_TRUE(isotropic["points"][0]["reference_error"].is_null()) << "nobody knows how far the fit is off";
  const json aligned = sweep(words + "--orientation aligned --direction z");
  EXPECT_GT(double{aligned["points"][0]["permeability_voxel2"]}, double{isotropic["points"][0]["permeability_voxel2"]});
  EXPECT_TRUE(aligned["points"][0]["reference"].is_null());
  expect_error("sweep sc --porosity 0.8 --orientation aligned", 3, "--orientation has no meaning for sc");
}

TEST_F(Sweep, between_walls_has_no_reference) {
  const json result = sweep("sc --porosity 0.8 --size 12 --realisations 1 --boundary sealed");
  EXPECT_EQ(result["boundary"], "sealed");
  EXPECT_TRUE(result["points"][0]["deviation"].is_null());
  EXPECT_GT(double{result["points"][0]["permeability_voxel2"]}, 0);
  const json open = sweep("sc --porosity 0.8 --size 12 --realisations 1");
  EXPECT_LT(double{result["points"][0]["permeability_voxel2"]}, double{open["points"][0]["permeability_voxel2"]});
  expect_error("sweep sc --porosity 0.8 --size 12 --sides mirror", 2, "--sides");
}

TEST_F(Sweep, draws_published_points_beside_its_own) {
  write_text(path("published.csv"), "porosity,permeability_over_d2,name\n0.8,0.04,Someone\n");
  const json result = sweep("sc --porosity 0.8 --size 12 --realisations 1 --overlay published.csv");
  EXPECT_EQ(result["overlay"][0]["name"], "Someone");
  expect_error("sweep sc --porosity 0.8 --size 12 --overlay nowhere.csv", 3, "nowhere.csv");
  write_text(path("published.csv"), "porosity,permeability\n0.8,0.04\n");
  expect_error("sweep sc --porosity 0.8 --size 12 --overlay published.csv", 3, "permeability_over_d2");
}

TEST_F(Sweep, by_radius_with_bgk_is_that_of_huang_et_al) {
  // Diameters are 12 to 40 voxels in 64 (Huang et al. 2015, Fig. 9); the images here have half the size.
  const json result = sweep("fcc --radius 3,10 --size 32 --realisations 1 --collision bgk --tau 1");
  EXPECT_EQ(result["collision"], "bgk");
  EXPECT_EQ(result["tau"], 1.0);
  EXPECT_NEAR(result["points"][1]["porosity_asked"], 1 - 4 * 4.18879 * 1000 / 32768, 1e-5);
  for (const json& point : result["points"]) EXPECT_LT(std::abs(double{point["deviation"]}), 0.1);
}

TEST_F(Sweep, averages_realisations_and_gives_their_spread) {
  const json point = sweep("packing --porosity 0.6 --size 24 --radius 4 --realisations 3")["points"][0];
  EXPECT_EQ(point["realisations"], 3);
  EXPECT_GT(point["spread"], 0);
  EXPECT_LT(point["spread"], 0.5);
}

TEST_F(Sweep, of_cylinders_meets_them_across) {
  const json result = sweep("cylinders-hexagonal --porosity 0.7 --size 52 --voxel-size 1um");
  EXPECT_EQ(result["size"], json({52, 90, 1}));
  EXPECT_LT(std::abs(double{result["points"][0]["deviation"]}), 0.1);
  EXPECT_NEAR(double{result["points"][0]["permeability_m2"]},
              1e-12 * double{result["points"][0]["permeability_voxel2"]}, 1e-18);
}

TEST_F(Sweep, that_was_stopped_goes_on_where_it_was) {
  const std::string words =
      "sweep bcc --realisations 1 --tau 0.501 --tolerance 1e-2 --size 24 --device cpu --threads 1 --output out";
  const pid_t process = start(words + " --porosity 0.35,0.99");  // the second takes minutes
  EXPECT_TRUE(wait_until([&] { return read_text(path("out/solved-0.jsonl")).size() >= 100; }));
  ::kill(process, SIGTERM);
  EXPECT_EQ(finish(process).exit_code, 143);
  EXPECT_FALSE(std::filesystem::exists(path("out/sweep.csv")));
  const Outcome again = run(words + " --porosity 0.35");
  EXPECT_EQ(again.exit_code, 0) << again.err;
  EXPECT_THAT(again.out, HasSubstr("1 flows are known from an earlier run in 'out'; 0 are left"));
}

TEST_F(Sweep, with_more_porosities_solves_the_new_ones_only) {
  sweep("sc --porosity 0.7,0.8 --size 16 --realisations 1");
  const Outcome more = run("sweep sc --porosity 0.7:0.9:0.1 --size 16 --realisations 1 --device cpu --output out");
  EXPECT_THAT(more.out, HasSubstr("2 flows are known from an earlier run in 'out'; 1 are left"));
  const Outcome other =
      run("sweep sc --porosity 0.7:0.9:0.1 --size 16 --realisations 1 --tau 0.9 --device cpu --output out");
  EXPECT_THAT(other.out, testing::Not(HasSubstr("known")));
}

TEST_F(Sweep, that_does_not_converge_says_so_and_keeps_the_rest) {
  const Outcome outcome =
      run("sweep sc --porosity 0.8 --size 16 --realisations 1 --max-steps 20 --device cpu --output out");
  EXPECT_EQ(outcome.exit_code, 4);
  EXPECT_THAT(outcome.err, HasSubstr("porosity 0.8: step_limit"));
  EXPECT_THAT(outcome.err, HasSubstr("Raise --max-steps above 20; the others"));
  EXPECT_TRUE(std::filesystem::exists(path("out/sweep.csv")));
}

TEST_F(Sweep, refuses_what_cannot_be_swept) {
  expect_error("sweep", 2, "KIND");
  expect_error("sweep tube --porosity 0.5", 3, "no porosity");
  expect_error("sweep sc,sc", 3, "named twice");
  expect_error("sweep sc,", 3, "'sc,'");
  expect_error("sweep sc,cube", 3, "'cube'");
  expect_error("sweep sc,packing --radius 4", 2, "Sweep them apart");
  expect_error("sweep sc --porosity 0.8 --figures figures", 2, "--figures is given without --report");
  expect_error("sweep sc --porosity 0.5 --radius 4", 2, "--porosity and --radius");
  expect_error("sweep sc --porosity 0.9:0.5:0.1", 3, "does not lead");
  expect_error("sweep sc --porosity 0.1:0.9:0", 3, "--porosity");
  expect_error("sweep sc --porosity 0.1:0.9:1e-9", 3, "more than");
  expect_error("sweep sc --porosity 0.01", 3, "throats close");
  expect_error("sweep sc --porosity a:b:c", 3, "'a'");
  expect_error("sweep sc --porosity 1.5", 3, "between 0 and 1");
  expect_error("sweep cylinders-square --porosity 0.1 --size 32", 3, "porosity");
  expect_error("sweep packing --porosity 0.5 --radius 3,4", 3, "one positive number");
  expect_error("sweep sc --porosity 0.8 --realisations 0", 3, "--realisations");
}

}  // namespace
}  // namespace perm::cli
