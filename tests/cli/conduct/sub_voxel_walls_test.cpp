// SPDX-License-Identifier: Apache-2.0
// `conduct --walls`: what the smooth body of a recipe conducts, against exact values, and what does not go with it.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>
#include <vector>

#include "cli/conduct/conduction_run.hpp"

namespace perm::cli {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class SubVoxelWalls : public ConductionRun {
 protected:
  void write_array(const char* kind, int size, double solid, const char* shift) const {
    write_text(path("array.ini"),
               fmt::format("kind = {}\nsize = {}\nporosity = {:.10g}\nshift = {}\n", kind, size, 1 - solid, shift));
  }
  static double value_of(const json& result) { return result["directions"][0]["relative_conductivity"]["value"]; }
  static double deviation_of(const json& result) {
    return result["directions"][0]["smooth_pores"]["standard_deviation"];
  }
};

TEST_F(SubVoxelWalls, of_arrays_of_spheres_give_the_exact_value_within_two_sigma) {
  struct Known {
    const char* kind;
    double solid;
    double exact;  // Rayleigh's multipoles to order 25 (tools/conduction_table)
    double most;   // relative error
  };
  for (const Known& known : {Known{"sc", 0.4, 0.4901099, 5e-4}, Known{"bcc", 0.6, 0.2975128, 1e-3},
                             Known{"fcc", 0.6, 0.2991676, 1e-3}, Known{"fcc", 0.7, 0.202492, 2e-3}})
    for (const char* shift : {"0,0,0", "0.31,0.77,0.12"}) {
      write_array(known.kind, 24, known.solid, shift);
      const json result = conduct("array.ini");
      SCOPED_TRACE(fmt::format("{} {} {}: {}", known.kind, known.solid, shift, value_of(result) / known.exact - 1));
      EXPECT_EQ(result["walls"], "sub-voxel");
      EXPECT_TRUE(result["bounds"].is_null());
      EXPECT_NEAR(value_of(result) / known.exact, 1, known.most);
      EXPECT_LT(std::abs(value_of(result) - known.exact), 2 * deviation_of(result));
      EXPECT_LT(deviation_of(result), 0.01 * known.exact);
      EXPECT_NEAR(result["porosity_of_body"], 1 - known.solid, 1e-3);
      const json& along = result["directions"][0];
      EXPECT_DOUBLE_EQ(along["tortuosity"]["value"],
                       result["porosity_of_body"].get<double>() * along["formation_factor"]["value"].get<double>());
    }
}

TEST_F(SubVoxelWalls, say_so_to_a_person_and_prove_nothing) {
  const Outcome outcome = run("conduct rock.ini --bulk 2S/m --threads 1");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out,
              AllOf(HasSubstr("\n  surface             walls stand between voxels, where it is: porosity 0.5"),
                    HasSubstr("(two sigma): of the smooth body"), HasSubstr(" S/m: effective"), HasSubstr("Archie's m"),
                    Not(HasSubstr("proven")), Not(HasSubstr(", between "))));
  const Outcome voxels = run("conduct rock.ini --overwrite --walls voxels");
  EXPECT_THAT(voxels.out, AllOf(HasSubstr("proven for the voxels"), Not(HasSubstr("surface   "))));
}

TEST_F(SubVoxelWalls, of_smaller_voxels_agree_within_their_deviations) {
  write_text(path("bed.ini"), "kind = packing\nsize = 24\nradius = 4\nporosity = 0.45\nseed = 2\n");
  const json coarse = conduct("bed.ini");
  const json fine = conduct("bed.ini --refine 3");
  EXPECT_LT(deviation_of(fine), deviation_of(coarse) / 2);
  EXPECT_LT(std::abs(value_of(fine) - value_of(coarse)), 2 * std::hypot(deviation_of(fine), deviation_of(coarse)));
}

TEST_F(SubVoxelWalls, give_a_tensor_and_any_boundary) {
  const json all = conduct("rock.ini --direction xyz");
  const json& tensor = all["relative_conductivity_tensor"];
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(tensor[i][i], all["directions"][i]["relative_conductivity"]["value"]);
    for (std::size_t j = 0; j < i; ++j) EXPECT_LT(std::abs(tensor[i][j].get<double>()), 0.2 * value_of(all));
  }
  const json sealed = conduct("rock.ini --boundary sealed");
  EXPECT_EQ(sealed["boundary"], "sealed");
  EXPECT_NE(value_of(sealed), value_of(all));
  EXPECT_EQ(value_of(conduct("rock.ini --boundary pressure")), value_of(sealed)) << "walls and mirrors are one thing";
}

TEST_F(SubVoxelWalls, of_channels_are_exact) {
  write_text(path("plates.ini"), "kind = plates\nsize = 10\ngap = 4\n");
  write_text(path("tube.ini"), "kind = tube\nsize = 24\nradius = 7.3\n");
  for (const char* boundary : {"periodic", "sealed"}) {
    EXPECT_NEAR(value_of(conduct(std::string("plates.ini --boundary ") + boundary)), 0.4, 1e-6);
    EXPECT_NEAR(value_of(conduct(std::string("tube.ini --boundary ") + boundary)), M_PI * 7.3 * 7.3 / 576, 1e-4);
  }
}

TEST_F(SubVoxelWalls, through_which_nothing_leads_are_a_result) {
  write_text(path("plates.ini"), "kind = plates\nsize = 10\ngap = 4\n");
  write_text(path("tube.ini"), "kind = tube\nsize = 12\nradius = 5.49\nshift = 0,0.5,0.5\n");  // walls of a voxel
  for (const char* name : {"plates.ini", "tube.ini"}) {
    const Outcome outcome = run(std::string("conduct --direction y --overwrite --output out ") + name);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, AllOf(HasSubstr("infinite: no pores lead"), Not(HasSubstr("nan"))));
    const json result = json::parse(read_text(path("out/conduction.json")));
    EXPECT_EQ(value_of(result), 0);
    EXPECT_TRUE(result["directions"][0]["formation_factor"]["value"].is_null());
    EXPECT_TRUE(result["directions"][0]["smooth_pores"].is_null());
  }
}

TEST_F(SubVoxelWalls, may_come_from_an_image_of_distances) {
  write_array("sc", 24, 0.4, "0.31,0.77,0.12");
  ASSERT_EQ(run("generate --config array.ini --distance -o distance.mha").exit_code, 0);
  const std::string words = "distance.mha --voxel-size 2um --walls sub-voxel --boundary ";
  const json result = conduct(words + "periodic");
  EXPECT_NEAR(value_of(result) / 0.4901099, 1, 2e-3);
  EXPECT_GT(value_of(conduct(words + "sealed")), 0.4);
}

TEST_F(SubVoxelWalls, do_not_go_with_voxels_of_no_surface) {
  write_image("rock.mha", {8, 8, 8}, [](auto x, auto y, auto) { return x > 5 || y > 5; });
  expect_error("conduct rock.ini --walls sub-voxel --coarsen 2", 2, "--coarsen");
  expect_error("conduct rock.mha --voxel-size 2um --walls sub-voxel --conductivity 0=1,1=0.1", 2, "--conductivity");
  expect_error("conduct rock.mha --walls sub-voxel" + of_pores, 3, "");
  expect_error("conduct rock.ini --walls smooth", 3, "--walls");
  const json coarse = conduct("rock.ini --coarsen 2");
  EXPECT_EQ(coarse["walls"], "voxels");
  EXPECT_THAT(std::string(coarse["warnings"][0]), HasSubstr("because of --coarsen"));
  EXPECT_EQ(conduct("rock.mha" + of_pores)["walls"], "voxels");
}

}  // namespace
}  // namespace perm::cli
