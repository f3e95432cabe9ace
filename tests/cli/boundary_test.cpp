// SPDX-License-Identifier: Apache-2.0
// These tests check the results of each choice of --boundary.
#include <gmock/gmock.h>

#include <cmath>
#include <numbers>
#include <sstream>

#include "cli/program.hpp"
#include "cli/small_image.hpp"

namespace perm::cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

class BoundaryOption : public CliTest {
 protected:
  /// Writes an image that is pore where z < 4, of 8: half of a slit that a mirror makes whole.
  void write_half_slit() const { write_mha(path("rock.mha"), {10, 9, 8}, slit({10, 9, 8})); }
  /// Writes an eighth of a medium that repeats.
  void write_cut_out() const {
    ASSERT_EQ(run("generate overlap --porosity 0.4 --size 48 --radius 5 -o whole.raw").exit_code, 0);
    const std::string whole = read_text(path("whole.raw"));
    const Extent all{48, 48, 48};
    const Extent part{24, 24, 24};
    std::vector<std::uint8_t> grey;
    for (std::int64_t z = 0; z < part.nz; ++z)
      for (std::int64_t y = 0; y < part.ny; ++y)
        for (std::int64_t x = 0; x < part.nx; ++x)
          grey.push_back(static_cast<std::uint8_t>(whole[static_cast<std::size_t>(all.index(x, y, z))]));
    write_mha(path("rock.mha"), part, grey);
  }
  Outcome run_on_rock(const std::string& words) const {
    return run("solve rock.mha --voxel-size 1um --pore 0 --tolerance 1e-2 --output out " + words);
  }
  double permeability(const std::string& words) const {
    const json result = solve("rock.mha --voxel-size 1um --pore 0 --precision float64 --tolerance 1e-5 " + words);
    return result["flow"][0]["permeability_voxel2"];
  }
};

TEST_F(BoundaryOption, mirrors_make_half_a_slit_whole_and_walls_make_a_duct) {
  write_half_slit();
  // K is (H^3/12 + H/24)/n with magic 3/16: mirrored, 8 of 16 voxels are open, otherwise 4 of 8.
  const double whole = (512.0 / 12 + 8.0 / 24) / 16;
  const double half = (64.0 / 12 + 4.0 / 24) / 8;
  EXPECT_NEAR(permeability("--boundary mirror"), whole, 1e-4);
  EXPECT_NEAR(permeability("--boundary pressure --sides mirror"), whole, 1e-4);
  EXPECT_NEAR(permeability("--boundary periodic"), half, 1e-4);
  const double duct = permeability("--boundary sealed");  // 4 high and 9 wide
  EXPECT_LT(duct, 0.8 * half);
  EXPECT_NEAR(permeability("--boundary pressure") / duct, 1, 2e-5);
}

/// Gives the permeability of a duct of this height and width, over its own section (Boussinesq 1868).
double duct(double height, double width) {
  double sum = 0;
  for (int n = 1; n < 400; n += 2) sum += std::tanh(n * std::numbers::pi * width / (2 * height)) / std::pow(n, 5);
  return height * height * (1 - 192 * height / (std::pow(std::numbers::pi, 5) * width) * sum) / 12;
}

TEST_F(BoundaryOption, walls_make_a_duct_of_an_image_that_is_all_pore) {
  write_mha(path("rock.mha"), {7, 40, 20}, std::vector<std::uint8_t>(7 * 40 * 20, 0));
  // Walls half-way between nodes are within 0.16 % of the series at 20 voxels (validation/README.md).
  for (const char* faces : {"--boundary sealed", "--boundary pressure", "--boundary sealed --method plain"})
    EXPECT_NEAR(permeability(faces) / duct(20, 40), 1, 2e-3) << faces;
  EXPECT_NEAR(permeability("--boundary sealed --direction y") / duct(7, 20), 1, 1.5e-2) << "7 voxels are few";
}

TEST_F(BoundaryOption, has_no_budget_where_nothing_would_resist_the_flow) {
  write_mha(path("rock.mha"), {8, 8, 8}, std::vector<std::uint8_t>(512, 0));
  const Outcome outcome = run_on_rock("--boundary sealed --error-budget");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("boundary mirror, not solved: all 8 x 8 x 8 voxels are pore"));
}

TEST_F(BoundaryOption, is_told_in_the_summary_and_in_the_result) {
  write_half_slit();
  const Outcome outcome = run_on_rock("--boundary pressure --sides mirror");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("densities are prescribed at the faces across the flow; mirrors at the sides"));
  const json result = json::parse(read_text(path("out/result.json")));
  EXPECT_EQ(result["solver"]["boundary"], "pressure");
  EXPECT_EQ(result["solver"]["sides"], "mirror");
  EXPECT_EQ(result["warnings"], json::array());
}

TEST_F(BoundaryOption, that_is_closed_lets_a_pore_conduct_that_ends_elsewhere_than_it_begins) {
  const Extent extent{6, 7, 5};
  std::vector<std::uint8_t> grey(static_cast<std::size_t>(extent.voxels()), 255);
  for (std::int64_t x = 0; x < extent.nx; ++x) grey[static_cast<std::size_t>(extent.index(x, x, 2))] = 0;
  write_mha(path("rock.mha"), extent, grey);
  EXPECT_EQ(permeability("--boundary periodic"), 0);
  for (const char* boundary : {"mirror", "sealed", "pressure", "pressure --sides mirror"})
    EXPECT_GT(permeability(std::string("--boundary ") + boundary), 0) << boundary;
}

TEST_F(BoundaryOption, that_is_closed_lets_nothing_through_a_side) {
  const Extent extent{3, 4, 3};
  std::vector<std::uint8_t> grey(static_cast<std::size_t>(extent.voxels()), 255);
  for (const auto& [x, y] : {std::pair{0, 0}, {1, 3}, {2, 0}})
    grey[static_cast<std::size_t>(extent.index(x, y, 1))] = 0;
  write_mha(path("rock.mha"), extent, grey);
  EXPECT_GT(permeability("--boundary periodic"), 0);
  for (const char* boundary : {"mirror", "sealed", "pressure"}) {
    EXPECT_EQ(permeability(std::string("--boundary ") + boundary), 0) << boundary;
    EXPECT_EQ(json::parse(read_text(path("out/result.json")))["flow"][0]["isolated_voxels"], 3);
  }
}

TEST_F(BoundaryOption, periodic_on_an_image_that_does_not_repeat_is_warned_of_in_one_line) {
  write_cut_out();
  const Outcome outcome = run_on_rock("--boundary periodic --quiet");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  std::istringstream text(outcome.out);
  int warnings = 0;
  for (std::string line; std::getline(text, line);) {
    if (line.find("does not repeat") == std::string::npos) continue;
    ++warnings;
    for (const char* part : {"% of the voxels along x", "planes inside: at most", "porosity", "--boundary sealed"})
      EXPECT_THAT(line, HasSubstr(part));
  }
  EXPECT_EQ(warnings, 1);
  const std::string warning = json::parse(read_text(path("out/result.json")))["warnings"].at(0);
  EXPECT_THAT(warning, HasSubstr("does not repeat"));
  EXPECT_THAT(outcome.out, HasSubstr(warning));

  EXPECT_THAT(run_on_rock("--boundary sealed").out, Not(HasSubstr("does not repeat")));
  EXPECT_THAT(read_text(path("out/result.json")), Not(HasSubstr("does not repeat")));
}

TEST_F(BoundaryOption, of_every_kind_leaves_mass_alone_and_gives_the_diagonal_of_the_tensor_between_closed_faces) {
  write_cut_out();
  for (const char* boundary : {"periodic", "sealed", "mirror", "pressure"}) {
    const Outcome outcome = run_on_rock(std::string("--direction xyz --boundary ") + boundary);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, Not(HasSubstr("of the flux appears")));
    EXPECT_THAT(outcome.out, Not(HasSubstr("of the flux vanishes")));
    const json result = json::parse(read_text(path("out/result.json")));
    const bool closed = std::string(boundary) != "periodic";
    EXPECT_EQ(result["permeability_tensor_voxel2"][0][1].is_null(), closed);
    for (const json& flow : result["flow"]) {
      EXPECT_EQ(flow["checks"]["mass_drift"].is_null(), closed);
      EXPECT_LT(std::abs(flow["checks"]["mass_leak"].get<double>()), 1e-2);
    }
  }
}

TEST_F(BoundaryOption, periodic_on_what_the_program_generates_is_not_warned_of) {
  for (const std::string kind :
       {"packing --porosity 0.5 --size 24 --radius 4", "overlap --porosity 0.4 --size 24 --radius 4",
        "fcc --porosity 0.6 --size 20 --shift 3.3", "cylinders-square --porosity 0.5 --size 21 --shift 10.2",
        "tube --size 16 --radius 6 --shift 5"}) {
    ASSERT_EQ(run("generate " + kind + " -o rock.mha --overwrite").exit_code, 0) << kind;
    const Outcome outcome = run_on_rock("");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, Not(HasSubstr("does not repeat"))) << kind;
  }
}

}  // namespace
}  // namespace perm::cli
