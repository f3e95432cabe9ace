// SPDX-License-Identifier: Apache-2.0
// `sweep` of an image, as a user runs it: thresholds and growths, what has no K, what is refused, and what is kept.
#include <gmock/gmock.h>
#include <signal.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "cli/program.hpp"
#include "cli/small_image.hpp"
#include "long_tests.hpp"
#include "waiting.hpp"

namespace perm::cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;

constexpr Extent sweep_extent{16, 16, 12};

/// Gives grey values that repeat: dark along the axes of the image, bright between them, from 20 to 220.
std::vector<std::uint8_t> crossing_channels() {
  const auto wave = [](std::int64_t i, std::int64_t n) {
    return std::cos(2 * std::acos(-1.0) * (static_cast<double>(i) + 0.5) / static_cast<double>(n));
  };
  std::vector<std::uint8_t> grey;
  for (std::int64_t z = 0; z < sweep_extent.nz; ++z)
    for (std::int64_t y = 0; y < sweep_extent.ny; ++y)
      for (std::int64_t x = 0; x < sweep_extent.nx; ++x)
        grey.push_back(static_cast<std::uint8_t>(
            120 - 33 * (wave(x, sweep_extent.nx) + wave(y, sweep_extent.ny) + wave(z, sweep_extent.nz))));
  return grey;
}

class ImageSweep : public CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    write_mha(path("grey.mha"), sweep_extent, crossing_channels());
  }

  json sweep(const std::string& words, const std::string& folder = "out") const {
    const Outcome outcome = run("sweep " + words + " --device cpu --voxel-size 2um --output " + folder);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return json::parse(read_text(path(folder + "/sweep.json")));
  }
};

TEST_F(ImageSweep, by_threshold_solves_at_each_what_solve_solves) {
  const json result = sweep("grey.mha --threshold 90:150:30");
  EXPECT_EQ(result["geometry"], "image");
  EXPECT_EQ(result["varied"], "threshold");
  ASSERT_EQ(result["points"].size(), 3U);
  for (const json& point : result["points"]) {
    const int threshold = point["threshold"];
    const std::string folder = "solved" + std::to_string(threshold);
    const json solved =
        solve("grey.mha --voxel-size 2um --boundary periodic --pore :" + std::to_string(threshold), folder);
    EXPECT_EQ(point["pore_space_hash"], solved["image"]["pore_space_hash"]);
    EXPECT_EQ(point["permeability_voxel2"], solved["flow"][0]["permeability_voxel2"]) << "to the last bit";
    EXPECT_DOUBLE_EQ(point["permeability_m2"], 4e-12 * double{point["permeability_voxel2"]});
  }
  const std::string csv = read_text(path("out/sweep.csv"));
  EXPECT_THAT(csv, testing::StartsWith("threshold,porosity,"));
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 4);
}

TEST_F(ImageSweep, with_bright_pores_is_that_of_the_image_turned_round) {
  std::vector<std::uint8_t> bright;
  for (const std::uint8_t grey : crossing_channels()) bright.push_back(static_cast<std::uint8_t>(240 - grey));
  write_mha(path("bright.mha"), sweep_extent, bright);
  const json dark = sweep("grey.mha --threshold 100,130");
  for (const char* polarity : {"--pore 0:", "--solid :0"}) {
    const bool is_pore = polarity[2] == 'p';
    const json turned = sweep(std::string("bright.mha --threshold ") + (is_pore ? "140,110 " : "139,109 ") + polarity,
                              is_pore ? "by_pore" : "by_solid");
    for (const std::size_t i : {0, 1})
      EXPECT_EQ(turned["points"][i]["permeability_voxel2"], dark["points"][i]["permeability_voxel2"]) << polarity;
  }
}

TEST_F(ImageSweep, says_k_0_where_nothing_percolates_and_no_k_where_nothing_resists) {
  const json points = sweep("grey.mha --threshold 10,60,120,230")["points"];
  for (const std::size_t solid : {0, 1}) {
    EXPECT_EQ(points[solid]["stop"], "not_percolating");
    EXPECT_EQ(points[solid]["permeability_voxel2"], 0.0);
    EXPECT_EQ(points[solid]["percolating_porosity"], 0.0);
  }
  EXPECT_EQ(points[0]["porosity"], 0.0);
  EXPECT_GT(points[1]["porosity"], 0.0);
  EXPECT_EQ(points[2]["stop"], "converged");
  EXPECT_EQ(points[3]["stop"], "unresisted");
  EXPECT_TRUE(points[3]["permeability_voxel2"].is_null());
  EXPECT_TRUE(points[3]["kozeny_carman_voxel2"].is_null());
}

TEST_F(ImageSweep, fits_the_exponent_and_shows_kozeny_and_carman) {
  const json result = sweep("grey.mha --threshold 90:150:15");
  const std::size_t count = result["points"].size();
  double mean_x = 0;
  double mean_y = 0;
  for (const json& point : result["points"]) {
    mean_x += std::log(double{point["porosity"]}) / static_cast<double>(count);
    mean_y += std::log(double{point["permeability_voxel2"]}) / static_cast<double>(count);
    const double surface = point["specific_surface"];
    EXPECT_NEAR(point["kozeny_carman_voxel2"], std::pow(double{point["porosity"]}, 3) / (5 * surface * surface), 1e-12);
  }
  double product = 0;
  double square = 0;
  for (const json& point : result["points"]) {
    const double x = std::log(double{point["porosity"]}) - mean_x;
    product += x * (std::log(double{point["permeability_voxel2"]}) - mean_y);
    square += x * x;
  }
  EXPECT_NEAR(result["exponent"]["value"], product / square, 1e-9);
  EXPECT_EQ(result["exponent"]["points"], count);
  EXPECT_GT(result["exponent"]["confidence_95"], 0);
  EXPECT_EQ(result["curves"][0]["porosity"].size(), count);
  EXPECT_THAT(run("sweep grey.mha --threshold 100,110 --voxel-size 2um --device cpu --output two").out,
              HasSubstr("no exponent"));
}

TEST_F(ImageSweep, by_growth_of_a_sphere_array_is_near_the_stokes_solution) {
  ASSERT_EQ(run("generate sc --porosity 0.7 --size 32 -o sc.mha").exit_code, 0);
  const json result = sweep("sc.mha --grow -2:2");
  ASSERT_EQ(result["points"].size(), 5U);
  std::string porosities;
  for (const json& point : result["points"]) {
    if (!porosities.empty()) porosities += ",";
    porosities += point["porosity"].dump();
  }
  const Outcome outcome = run("sweep sc --size 32 --device cpu --output exact --porosity " + porosities);
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const json exact = json::parse(read_text(path("exact/sweep.json")));
  for (std::size_t i = 0; i < 5; ++i) {
    const double reference = exact["points"][i]["reference_permeability_voxel2"];
    // Arrays drawn in as many voxels are 2.3 to 3.1 % from their references themselves.
    EXPECT_NEAR(double{result["points"][i]["permeability_voxel2"]} / reference, 1, 0.035) << i;
    EXPECT_EQ(result["points"][i]["grow"], static_cast<double>(i) - 2);
  }
}

TEST_F(ImageSweep, whose_grains_fill_all_has_k_0_there) {
  const json points = sweep("grey.mha --pore :120 --grow 0:40:20")["points"];
  EXPECT_EQ(points[0]["stop"], "converged");
  for (const std::size_t full : {1, 2}) {
    EXPECT_EQ(points[full]["porosity"], 0.0);
    EXPECT_EQ(points[full]["permeability_voxel2"], 0.0);
  }
}

TEST_F(ImageSweep, warns_of_the_points_whose_throats_are_narrow) {
  ASSERT_EQ(run("generate overlap --porosity 0.4 --size 40 --radius 6 --seed 3 -o rock.mha").exit_code, 0);
  const Outcome outcome = run("sweep rock.mha --grow -1,1 --voxel-size 2um --device cpu --output out");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, testing::ContainsRegex("grow \\+1 [^\n]*\n +warning: along x: throats of about"));
  EXPECT_THAT(outcome.out, testing::Not(testing::ContainsRegex("grow -1 [^\n]*\n +warning")));
}

TEST_F(ImageSweep, of_an_image_that_does_not_repeat_is_sealed_at_every_point) {
  std::vector<std::uint8_t> ramp;  // pore (0) under a stair along y, 78 of the 144 voxels of each plane across x
  for (int z = 0; z < 12; ++z)
    for (int y = 0; y < 12; ++y) ramp.insert(ramp.end(), 6, z <= y ? 0 : 1);
  write_mha(path("ramp.mha"), {6, 12, 12}, ramp);
  const Outcome outcome = run("sweep ramp.mha --pore 0 --grow -1:1 --voxel-size 2um --device cpu --output out");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out,
              HasSubstr("boundary            sealed for all points\n  warning             the program closed"));
  const json result = json::parse(read_text(path("out/sweep.json")));
  EXPECT_EQ(result["boundary"], "sealed");
  // The stair moves by one voxel, and the sleeve does not: 2 + 3 + ... + 12 + 12, and 0 + 1 + ... + 11.
  const std::array pores{89.0, 78.0, 66.0};
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(result["points"][i]["porosity"], pores[i] / 144, 1e-12);
}

TEST_F(ImageSweep, takes_raw_files_labels_and_recipes) {
  write_raw(path("grey.raw"), crossing_channels());
  const json raw = sweep("grey.raw --dims 16x16x12 --pore :120 --grow -1,1", "raw");
  const json mha = sweep("grey.mha --pore :120 --grow -1,1", "mha");
  for (const std::size_t i : {0, 1})
    EXPECT_EQ(raw["points"][i]["permeability_voxel2"], mha["points"][i]["permeability_voxel2"]);
  write_text(path("sc.ini"), "kind = sc\nsize = 12\nporosity = 0.6\n");
  const Outcome recipe = run("sweep sc.ini --grow 0:1 --device cpu --output recipe");
  EXPECT_EQ(recipe.exit_code, 0) << recipe.err;
  EXPECT_THAT(recipe.out, HasSubstr("K, voxel^2")) << "the recipe has no voxel size";
}

TEST_F(ImageSweep, that_was_stopped_goes_on_where_it_was) {
  const std::string words = "sweep grey.mha --pore :120 --voxel-size 2um --device cpu --threads 1 --output out";
  const std::string slow = " --refine 2 --tau 0.501 --tolerance 1e-5 --grow 9,0";  // the second takes long
  const pid_t process = start(words + slow);
  EXPECT_TRUE(wait_until([&] { return read_text(path("out/solved-0.jsonl")).size() >= 100; }));
  ::kill(process, SIGTERM);
  EXPECT_EQ(finish(process).exit_code, 143);
  EXPECT_FALSE(std::filesystem::exists(path("out/sweep.csv")));
  const Outcome again = run(words + " --refine 2 --tau 0.501 --tolerance 1e-5 --grow 9");
  EXPECT_EQ(again.exit_code, 0) << again.err;
  EXPECT_THAT(again.out, HasSubstr("known from before"));
}

TEST_F(ImageSweep, with_more_points_solves_the_new_ones_only) {
  sweep("grey.mha --threshold 100,120");
  const std::string words = " --voxel-size 2um --device cpu --output out";
  EXPECT_THAT(run("sweep grey.mha --threshold 120,140" + words).out,
              testing::AllOf(testing::ContainsRegex("threshold 120 [^\n]*known from before\n"),
                             testing::ContainsRegex("threshold 140 [^\n]*converged\n")));
  EXPECT_THAT(run("sweep grey.mha --threshold 120 --tau 0.9" + words).out, testing::Not(HasSubstr("known")));
  EXPECT_THAT(run("sweep grey.mha --pore :120 --grow 0" + words).out, HasSubstr("known from before"))
      << "the same pore space, however it was made";
}

TEST_F(ImageSweep, that_does_not_converge_says_so_and_keeps_the_rest) {
  const Outcome outcome =
      run("sweep grey.mha --threshold 10,120 --max-steps 4 --voxel-size 2um --device cpu --output out");
  EXPECT_EQ(outcome.exit_code, 4);
  EXPECT_THAT(outcome.err, HasSubstr("(threshold 120: step_limit). Raise --max-steps above 4; the others are in"));
  EXPECT_TRUE(std::filesystem::exists(path("out/sweep.csv")));
}

TEST_F(ImageSweep, does_not_replace_the_results_of_another_image) {
  sweep("grey.mha --threshold 120");
  sweep("grey.mha --threshold 130");
  write_mha(path("other.mha"), sweep_extent, crossing_channels());
  const std::string words = " --threshold 120 --voxel-size 2um --device cpu --output out";
  EXPECT_THAT(run("sweep other.mha" + words).err, HasSubstr("grey.mha"));
  EXPECT_EQ(run("sweep other.mha --overwrite" + words).exit_code, 0);
}

TEST_F(ImageSweep, refuses_what_says_nothing_of_an_image) {
  const std::string image = "sweep grey.mha --voxel-size 2um ";
  expect_error(image, 2, "Neither --threshold nor --grow");
  expect_error(image + "--threshold 120 --grow 1", 3, "--threshold 120 --pore dark");
  for (const char* option :
       {"--porosity 0.5", "--size 12", "--radius 3", "--realisations 2", "--seed 3", "--overlay points.csv"})
    expect_error(image + "--grow 1 " + option, 2, "is given for the image 'grey.mha'");
  expect_error(image + "--threshold 120 --figures figures", 2, "--figures is given without --report");
  expect_error("sweep grey.mha --threshold 120", 2, "--voxel-size");
  expect_error(image + "--grow 1", 3, "Cannot tell pore from solid");
  expect_error(image + "--pore 0:120 --threshold 100", 2, "one open end");
  expect_error(image + "--labels porespy --threshold 100", 2, "--labels");
  expect_error(image + "--pore :120 --grow 300", 3, "up to 255 voxels");
  expect_error(image + "--pore :120 --grow a:b", 3, "--grow cannot be 'a:b'");
  expect_error(image + "--pore :120 --grow 3:-3", 3, "does not lead");
  expect_error(image + "--threshold 90:120", 3, "not a number or a range");
  expect_error(image + "--threshold 1,2", 3, "all voxels are solid, from ");
  expect_error(image + "--threshold 250,255", 3, "all voxels are pore, from ");
  expect_error("sweep nothere.tif --voxel-size 2um --threshold 3", 3, "Cannot open");
  expect_error("sweep geometries/sc.ini --threshold 3", 2, "no grey values");
}

TEST_F(ImageSweep, options_are_refused_for_kinds) {
  for (const char* option : {"--grow 1", "--threshold 3", "--pore 0", "--crop 0:2,0:2,0:2"})
    expect_error(std::string("sweep sc --porosity 0.8 ") + option, 2, "is given with no image");
}

TEST_F(ImageSweep, named_like_a_kind_is_that_kind) {
  std::filesystem::create_directories(path("sc"));
  EXPECT_EQ(run("sweep sc --porosity 0.8 --size 8 --device cpu --output out").exit_code, 0);
  EXPECT_THAT(run("sweep ./sc --pore 0 --grow 1 --voxel-size 2um").err, HasSubstr("no slice is in it"));
}

TEST_F(ImageSweep, makes_a_page_even_where_no_point_has_a_k) {
  if (const std::string why = why_no_report(); !why.empty()) GTEST_SKIP() << why;
  for (const char* points : {"10:230:55", "10,120", "120,230"}) {
    if (std::string(points) == "120,230" && !long_tests_run()) continue;  // each page takes seconds
    sweep(std::string("grey.mha --report page.html --threshold ") + points);
    EXPECT_THAT(read_text(path("page.html")), HasSubstr("</html>"));
  }
  sweep("grey.mha --report page.html --pore :120 --grow 20,30");
}

}  // namespace
}  // namespace perm::cli
