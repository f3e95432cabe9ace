// SPDX-License-Identifier: Apache-2.0
// Random fibres from the recipe to the permeability, against what others found by simulation.
#include <gmock/gmock.h>

#include <cmath>

#include "cli/program.hpp"

namespace perm::cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class FibreMedia : public CliTest {
 protected:
  /// Gives K along x, y and z, voxel^2, for the recipe.
  std::vector<double> solve(const std::string& recipe) const {
    write_text(path("fibres.ini"), "kind = fibres\n" + recipe);
    const Outcome outcome = run("solve fibres.ini --direction xyz --device cpu --overwrite --output out");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    const json result = json::parse(read_text(path("out/result.json")));
    std::vector<double> permeabilities;
    for (const json& flow : result["flow"]) permeabilities.push_back(flow["permeability_voxel2"]);
    return permeabilities;
  }
};

// Media of this size scatter by 10 % or more, and their fibres are only 4 voxels thick.
TEST_F(FibreMedia, swept_lie_near_the_fit_of_nabovati_et_al) {
  const Outcome outcome =
      run("sweep fibres --porosity 0.7,0.9 --radius 2 --size 48 --realisations 2 --device cpu --output sweep");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const json result = json::parse(read_text(path("sweep/sweep.json")));
  for (const json& point : result["points"]) EXPECT_LT(std::abs(double{point["deviation"]}), 0.25) << point;
  EXPECT_EQ(result["curves"].size(), 3U);
}

TEST_F(FibreMedia, of_planes_let_less_through_than_along) {
  const std::vector<double> k = solve("size = 48\nradius = 2\nporosity = 0.8\norientation = planar\n");
  ASSERT_EQ(k.size(), 3U);
  EXPECT_LT(k[2], 0.9 * std::min(k[0], k[1])) << "z is across the planes";
  EXPECT_THAT(read_text(path("out/result.json")), HasSubstr("planar across z"));
}

TEST_F(FibreMedia, along_one_axis_let_most_through_along_it) {
  const std::vector<double> k = solve("size = 48x24x48\nradius = 2\nporosity = 0.8\norientation = aligned\naxis = y\n");
  ASSERT_EQ(k.size(), 3U);
  EXPECT_GT(k[1], 1.5 * std::max(k[0], k[2]));
}

TEST_F(FibreMedia, of_a_recipe_are_those_of_the_same_options) {
  write_text(path("felt.ini"),
             "kind = fibres\nsize = 24\nradius = 2\nporosity = 0.85\norientation = planar\naxis = y\nlength = 40\n"
             "persistence-length = 30\nsecond-radius = 3\nsecond-share = 0.4\noverlap = no\nseed = 5\n");
  ASSERT_EQ(run("generate --config felt.ini -o recipe.raw").exit_code, 0);
  const Outcome outcome =
      run("generate fibres --size 24 --radius 2 --porosity 0.85 --orientation planar --axis y --length 40 "
          "--persistence-length 30 --second-radius 3 --second-share 0.4 --overlap no --seed 5 -o options.raw");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(read_text(path("recipe.raw")), read_text(path("options.raw")));
  EXPECT_THAT(outcome.out, HasSubstr("second radius 3, its share 0.4, length 40, persistence length 30, seed 5, planar "
                                     "across y, without overlap"));
}

}  // namespace
}  // namespace perm::cli
