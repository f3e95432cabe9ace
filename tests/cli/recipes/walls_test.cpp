// SPDX-License-Identifier: Apache-2.0
// Walls between voxels through the commands.
#include <gmock/gmock.h>

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

TEST_F(Walls, of_voxels_are_the_default) { EXPECT_EQ(k_of(""), k_of("--walls voxels")); }

TEST_F(Walls, between_voxels_are_refused_where_there_are_none_in_one_line) {
  write_mha(path("image.mha"), {8, 8, 8}, std::vector<std::uint8_t>(512, 0));
  write_text(path("noise.ini"), "kind = noise\nsize = 12\nporosity = 0.7\n");
  const auto message = [&](const std::string& words) {
    const Outcome outcome = run("solve " + words + " --walls sub-voxel --device cpu -o out --overwrite");
    EXPECT_EQ(outcome.exit_code, 2) << words;
    return outcome.err;
  };
  EXPECT_THAT(message("image.mha --voxel-size 1um --pore 0"), HasSubstr("no surface is known"));
  EXPECT_THAT(message("noise.ini"), HasSubstr("no surface is known"));
  EXPECT_THAT(message("sc.ini --collision bgk"), HasSubstr("--walls sub-voxel is given with --collision bgk"));
  EXPECT_THAT(message("sc.ini --equilibrium quadratic"), HasSubstr("for creeping flow"));
  EXPECT_THAT(message("sc.ini --boundary sealed"), HasSubstr("--boundary sealed"));
  EXPECT_THAT(message("sc.ini --coarsen 2"), HasSubstr("--coarsen"));
  EXPECT_THAT(message("sc.ini --error-budget"), HasSubstr("--refine 2"));
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
  ASSERT_EQ(
      run("sweep sc --porosity 0.6 --size 24 --walls sub-voxel --tolerance 1e-4 --device cpu -o s --realisations 2")
          .exit_code,
      0);
  const json point = json::parse(read_text(path("s/sweep.json")))["points"][0];
  EXPECT_LT(std::abs(double{point["deviation"]}), 3e-3);
}

}  // namespace
}  // namespace perm::cli
