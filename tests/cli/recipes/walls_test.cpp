// SPDX-License-Identifier: Apache-2.0
// Walls between voxels through the commands.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <filesystem>

#include "cli/batch_table.hpp"
#include "cli/program.hpp"
#include "cli/small_image.hpp"

namespace perm::cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class Walls : public CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    write_text(path("sc.ini"), "kind = sc\nsize = 24\nporosity = 0.6\nshift = 0.31,0.77,0.13\n");
  }
  double k_of(const std::string& words) const {
    return solve("sc.ini --device cpu --tolerance 1e-4 " + words)["flow"][0]["permeability_voxel2"];
  }
};

TEST_F(Walls, between_voxels_give_k_of_the_spheres_and_refining_samples_them_again) {
  const json solved = solve("sc.ini --device cpu --tolerance 1e-4 --walls sub-voxel");
  EXPECT_EQ(solved["solver"]["walls"], "sub-voxel");
  const double coarse = solved["flow"][0]["permeability_voxel2"];
  const double fine = k_of("--walls sub-voxel --refine 2") / 4;
  EXPECT_NEAR(coarse / fine, 1, 3e-3);
  EXPECT_LT(k_of("--walls voxels"), 0.98 * fine);
}

TEST_F(Walls, are_between_voxels_where_a_recipe_says_where_and_no_option_needs_them_elsewhere) {
  EXPECT_EQ(k_of(""), k_of("--walls sub-voxel"));
  EXPECT_EQ(k_of("--walls auto --refine 2"), k_of("--walls sub-voxel --refine 2"));
  for (const char* words :
       {"--reynolds 0.1", "--grains recipe", "--collision bgk", "--collision bgk --refine 2", "--coarsen 2"}) {
    const json solved = solve(std::string("sc.ini --device cpu ") + words);
    EXPECT_EQ(solved["solver"]["walls"], "voxels") << words;
    EXPECT_THAT(solved["warnings"].dump(),
                HasSubstr("not where the surface is, because of " + std::string(words).substr(0, 6)));
  }
  EXPECT_TRUE(solve("sc.ini --walls voxels --device cpu")["warnings"].empty());
  ASSERT_EQ(run("generate --config sc.ini -o sc.mha").exit_code, 0);
  EXPECT_EQ(solve("sc.mha --voxel-size 1um --pore 0 --device cpu")["solver"]["walls"], "voxels");
  write_text(path("noise.ini"), "kind = noise\nsize = 12\nporosity = 0.7\n");
  const json of_noise = solve("noise.ini --device cpu");
  EXPECT_EQ(of_noise["solver"]["walls"], "voxels");
  EXPECT_EQ(of_noise["warnings"].dump().find("surface"), std::string::npos);
}

TEST_F(Walls, are_where_the_summary_and_the_page_say) {
  const Outcome smooth = run("solve sc.ini --device cpu --tolerance 1e-1 -o out");
  EXPECT_THAT(smooth.out, HasSubstr("walls stand between voxels"));
  const Outcome steps = run("solve sc.ini --device cpu --tolerance 1e-1 --walls voxels -o out");
  EXPECT_THAT(steps.out, testing::Not(HasSubstr("between voxels")));
}

// Two surfaces may have the same voxels: the squared distances of their centres from a corner are even and 3/4.
TEST_F(Walls, of_a_batch_are_those_of_each_file) {
  for (const char* radius : {"6.70", "6.83"}) {
    write_text(path("one.txt"), std::string("12 12 12 ") + radius + "\n");
    const Outcome made =
        run(std::string("generate spheres --size 24 --centres one.txt --box 24 --distance -o d") + radius + ".npy");
    ASSERT_EQ(made.exit_code, 0) << made.err;
  }
  write_text(path("list.csv"), "input\nd6.70.npy\nd6.83.npy\n");
  ASSERT_EQ(run("batch list.csv --voxel-size 1um --walls sub-voxel --device cpu --tolerance 1e-4 -o b").exit_code, 0);
  const BatchTable rows(read_text(path("b/batch.csv")));
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows.cell(0, "pore_space_hash"), rows.cell(1, "pore_space_hash"));
  EXPECT_GT(rows.number(0, "permeability_voxel2"), rows.number(1, "permeability_voxel2"));
}

TEST_F(Walls, between_voxels_are_refused_where_there_are_none_in_one_line) {
  write_mha(path("image.mha"), {8, 8, 8}, std::vector<std::uint8_t>(512, 0));
  write_text(path("noise.ini"), "kind = noise\nsize = 12\nporosity = 0.7\n");
  const auto message = [&](const std::string& words) {
    const Outcome outcome = run("solve " + words + " --walls sub-voxel --device cpu -o out --overwrite");
    EXPECT_EQ(outcome.exit_code, 2) << words;
    return outcome.err;
  };
  EXPECT_THAT(run("solve image.mha --voxel-size 1um --walls sub-voxel").err, HasSubstr("its voxels are uint8"));
  ASSERT_EQ(run("generate --config sc.ini --distance -o sc.mha").exit_code, 0);
  EXPECT_THAT(message("sc.mha --voxel-size 1um --pore 0:"), HasSubstr("--pore is given with --walls sub-voxel"));
  EXPECT_THAT(message("sc.mha --voxel-size 1um,1um,2um --resample cubic"), HasSubstr("voxels that are no cubes"));
  EXPECT_THAT(message("noise.ini"), HasSubstr("no surface is known"));
  EXPECT_THAT(message("sc.ini --collision bgk"), HasSubstr("--walls sub-voxel is given with --collision bgk"));
  EXPECT_THAT(message("sc.ini --equilibrium quadratic"), HasSubstr("for creeping flow"));
  EXPECT_THAT(message("sc.ini --coarsen 2"), HasSubstr("--coarsen"));
  EXPECT_THAT(message("sc.ini --reynolds 0.1"), HasSubstr("--reynolds"));
  EXPECT_THAT(message("sc.ini --grains recipe"), HasSubstr("--grains"));
}

TEST_F(Walls, of_a_row_of_a_batch_and_of_a_sweep_are_those_of_solve) {
  write_text(path("list.csv"), "input,walls\nsc.ini,voxels\nsc.ini,sub-voxel\n");
  ASSERT_EQ(run("batch list.csv --device cpu --tolerance 1e-4 -o b").exit_code, 0);
  const BatchTable rows(read_text(path("b/batch.csv")));
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_NEAR(rows.number(0, "permeability_voxel2"), k_of("--walls voxels"), 1e-4);
  EXPECT_NEAR(rows.number(1, "permeability_voxel2"), k_of("--walls sub-voxel"), 1e-4);
  const Outcome sweep =
      run("sweep sc --porosity 0.6 --size 24 --walls both --tolerance 1e-4 --device cpu -o s --realisations 2");
  ASSERT_EQ(sweep.exit_code, 0) << sweep.err;
  EXPECT_THAT(sweep.out, HasSubstr("sc; flow along x; walls between voxels"));
  const json result = json::parse(read_text(path("s/sweep.json")));
  const json& points = result["points"];
  ASSERT_EQ(points.size(), 2U);
  EXPECT_EQ(points[0]["walls"], "voxels");
  EXPECT_LT(double{points[0]["deviation"]}, -0.02);
  EXPECT_TRUE(points[0]["deviation_at_voxels"].is_number());
  EXPECT_EQ(points[1]["walls"], "sub-voxel");
  EXPECT_LT(std::abs(double{points[1]["deviation"]}), 3e-3);
  EXPECT_TRUE(points[1]["deviation_at_voxels"].is_null()) << "K is not that of the voxels";
  EXPECT_EQ(result["curves"].size(), 1U) << "once for both walls";
}

TEST_F(Walls, of_an_array_of_distances_are_those_of_the_recipe_that_it_was_made_from) {
  write_text(path("felt.ini"), "kind = fibres\nsize = 24\nporosity = 0.8\nradius = 3\nseed = 4\n");
  for (const char* recipe : {"sc", "felt"})
    for (const char* file : {"d.npy", "d.mha"}) {
      ASSERT_EQ(run(std::string("generate --config ") + recipe + ".ini --distance --overwrite -o " + file).exit_code,
                0);
      for (const int factor : {1, 2}) {
        const std::string common =
            fmt::format(" --voxel-size 1um --device cpu --tolerance 1e-4 --walls sub-voxel --refine {}", factor);
        const double of_recipe = solve(std::string(recipe) + ".ini" + common)["flow"][0]["permeability_voxel2"];
        const json of_distances = solve(file + common);
        EXPECT_NEAR(double{of_distances["flow"][0]["permeability_voxel2"]} / of_recipe, 1, 4e-3) << recipe << factor;
        EXPECT_EQ(of_distances["image"]["segmentation"], "signed distances above 0 are pore");
      }
    }
}

TEST_F(Walls, of_an_array_of_distances_are_the_same_whichever_part_of_a_larger_one_it_is) {
  write_text(path("twice.ini"), "kind = spheres\nsize = 48x24x24\ncentres = twice.txt\nbox = 48\n");
  write_text(path("twice.txt"), "5.2 6.1 7.3 6.7\n29.2 6.1 7.3 6.7\n");
  ASSERT_EQ(run("generate --config twice.ini --distance -o twice.npy").exit_code, 0);
  const std::string common = " --voxel-size 1um --device cpu --tolerance 1e-4 --walls sub-voxel";
  const double whole = solve("twice.npy" + common)["flow"][0]["permeability_voxel2"];
  const double half = solve("twice.npy --crop 10:34,0:24,0:24" + common)["flow"][0]["permeability_voxel2"];
  EXPECT_NEAR(half / whole, 1, 2e-4);
}

// The estimate of what other faces would do merges voxels, which have a surface no more.
TEST_F(Walls, of_a_part_of_a_larger_image_are_closed_at_its_faces) {
  write_text(path("bcc.ini"), "kind = bcc\nsize = 40\nporosity = 0.7\nshift = 3.3,7.1,5.7\n");
  ASSERT_EQ(run("generate --config bcc.ini --distance -o bcc.npy").exit_code, 0);
  const std::string common = "bcc.npy --crop 0:27,4:33,2:35 --voxel-size 1um --device cpu --tolerance 1e-4";
  const json smooth = solve(common + " --walls sub-voxel");
  EXPECT_EQ(smooth["solver"]["boundary"], "sealed");
  const json steps = solve(common + " --walls voxels --pore 0:");
  EXPECT_EQ(smooth["flow"][0]["face_spread"], steps["flow"][0]["face_spread"]);
  EXPECT_NEAR(double{smooth["flow"][0]["permeability_voxel2"]} / double{steps["flow"][0]["permeability_voxel2"]}, 1.03,
              0.03);
  EXPECT_GT(double{solve(common + " --walls sub-voxel --boundary mirror")["flow"][0]["permeability_voxel2"]},
            double{smooth["flow"][0]["permeability_voxel2"]});
}

TEST_F(Walls, generate_writes_no_distance_of_voxels_at_random_and_replaces_no_array) {
  EXPECT_THAT(run("generate noise --size 8 --porosity 0.7 --distance -o n.npy").err,
              HasSubstr("no picture of a surface"));
  EXPECT_THAT(run("generate sc --size 8 --porosity 0.7 --distance -o n.tif").err, HasSubstr(".npy .mha"));
  EXPECT_FALSE(std::filesystem::exists(path("n.npy")));
  ASSERT_EQ(run("generate sc --size 8 --porosity 0.7 --distance -o n.npy").exit_code, 0);
  EXPECT_THAT(run("generate sc --size 8 --porosity 0.7 --distance -o n.npy").err, HasSubstr("--overwrite"));
  ASSERT_EQ(run("generate sc --size 8 --porosity 0.7 --distance -o n.mha").exit_code, 0);
  EXPECT_EQ(run("generate sc --size 8 --porosity 0.7 --distance -o n.mha").exit_code, 0) << "made from the same";
}

}  // namespace
}  // namespace perm::cli
