// SPDX-License-Identifier: Apache-2.0
// With --mask the outside of a plug is no part of the sample. The truth is the same plug in a solid, whose K is that of
// the whole image, divided by the share of the sample.
#include <gmock/gmock.h>

#include <cmath>
#include <functional>

#include "cli/program.hpp"
#include "cli/sample/plug_image.hpp"
#include "long_tests.hpp"

namespace perm::cli {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class MaskOption : public CliTest {
 protected:
  json run_on(const std::string& image, const std::string& words) const {
    return solve(image + " --voxel-size 2um --pore :100 --precision float64 --tolerance 1e-3 --device cpu " + words);
  }
  /// Writes a plug with `outside` around it, the same plug in a solid, and the mask.
  void write_plug(const Plug& plug, const std::function<int(double radius, unsigned& state)>& outside) const {
    write_plug_image(path("plug.mha"), plug, outside);
    write_plug_image(path("solid.mha"), plug, [](double, unsigned&) { return solid_grey; });
    write_plug_mask(path("mask.mha"), plug);
  }
  void expect_true_k(const Plug& plug, const std::string& mask, const std::string& what) const {
    const std::string along = std::string("--direction ") + axis_letter(plug.axis) + " --boundary sealed ";
    const json masked = run_on("plug.mha", along + mask);
    const json truth = run_on("solid.mha", along);
    const double share = share_of(plug);
    EXPECT_EQ(masked["image"]["sample_voxels"], std::llround(share * static_cast<double>(plug.extent.voxels())))
        << what;
    EXPECT_EQ(masked["image"]["pore_voxels"], truth["image"]["pore_voxels"]) << what;
    const double k = truth["flow"][0]["permeability_voxel2"];
    EXPECT_NEAR(masked["flow"][0]["permeability_voxel2"].get<double>() / (k / share), 1, 1e-12) << what;
    EXPECT_NEAR(masked["image"]["porosity"].get<double>(), truth["image"]["porosity"].get<double>() / share, 1e-12);
    EXPECT_NEAR(masked["flow"][0]["connected_porosity"].get<double>(),
                truth["flow"][0]["connected_porosity"].get<double>() / share, 1e-12);
    EXPECT_DOUBLE_EQ(masked["flow"][0]["iteration_error"], truth["flow"][0]["iteration_error"]) << what;
    EXPECT_EQ(masked["flow"][0]["steps"], truth["flow"][0]["steps"]) << what;
  }
};

TEST_F(MaskOption, cylinder_gives_k_of_the_plug_whatever_value_is_around_it) {
  for (const Axis axis : {Axis::z, Axis::x})
    for (const auto& [what, grey] : {std::pair{"black", 0}, {"pore", pore_grey}, {"white", 255}, {"third", 128}}) {
      if (axis == Axis::x && grey != pore_grey && !long_tests_run()) continue;
      const Plug plug{{28, 30, 32}, axis, 11.7, 5};
      write_plug(plug, [grey = grey](double, unsigned&) { return grey; });
      expect_true_k(plug, "--mask cylinder", std::string(what) + " along " + axis_letter(axis));
    }
}

TEST_F(MaskOption, as_grey_values_and_as_a_file_gives_the_same) {
  const Plug plug{{26, 24, 20}, Axis::z, 10.2, 8};
  write_plug(plug, [](double, unsigned&) { return 255; });
  expect_true_k(plug, "--mask outside=255", "grey values");
  expect_true_k(plug, "--mask mask.mha", "file");
  write_plug(plug, [](double, unsigned& state) { return next_random(state) % 2 == 0 ? pore_grey : solid_grey; });
  expect_true_k(plug, "--mask mask.mha", "file, and the outside is partly pore");
}

TEST_F(MaskOption, goes_with_a_crop_a_refined_and_a_coarser_image) {
  const Plug plug{{26, 24, 20}, Axis::z, 10.2, 8};
  write_plug(plug, [](double, unsigned&) { return 255; });
  const double share = share_of(plug);
  const std::string sealed = " --direction z --boundary sealed";
  for (const std::string words : {"--refine 2", "--coarsen 2"}) {
    const double k = run_on("plug.mha", words + sealed + " --mask mask.mha")["flow"][0]["permeability_voxel2"];
    const double in_solid = run_on("solid.mha", words + sealed)["flow"][0]["permeability_voxel2"];
    EXPECT_NEAR(k / (in_solid / share), 1, 1e-4) << words;
  }
  const json cropped = run_on("plug.mha", "--crop :,:,4:16 --mask mask.mha" + sealed);
  const json in_solid = run_on("solid.mha", "--crop :,:,4:16" + sealed);
  EXPECT_NEAR(cropped["flow"][0]["permeability_voxel2"].get<double>() * share,
              in_solid["flow"][0]["permeability_voxel2"].get<double>(), 1e-12);
}

TEST_F(MaskOption, cylinder_gives_k_of_the_plug_to_a_hundredth_where_the_outside_is_partly_pore) {
  const auto noise = [](double, unsigned& state) { return next_random(state) % 2 == 0 ? pore_grey : solid_grey; };
  const auto rings = [](double distance, unsigned&) { return static_cast<int>(distance) % 5 < 2 ? pore_grey : 255; };
  for (const Axis axis : {Axis::z, Axis::x})
    for (const bool is_noise : {true, false}) {
      if (is_noise != (axis == Axis::z) && !long_tests_run()) continue;  // both take long
      const Plug plug{{40, 42, 38}, axis, 16.1, is_noise ? 21U : 22U};
      if (is_noise)
        write_plug(plug, noise);
      else
        write_plug(plug, rings);
      const std::string along = std::string("--boundary sealed --direction ") + axis_letter(axis);
      const json masked = run_on("plug.mha", along + " --mask cylinder");
      const double in_solid = run_on("solid.mha", along)["flow"][0]["permeability_voxel2"];
      const double k = masked["flow"][0]["permeability_voxel2"];
      EXPECT_NEAR(k / (in_solid / share_of(plug)), 1, 0.01) << axis_letter(axis) << (is_noise ? " noise" : " rings");
    }
}

TEST_F(MaskOption, warns_where_the_flow_goes_across_the_plug) {
  const Plug plug{{26, 24, 20}, Axis::z, 10.2, 8};
  write_plug(plug, [](double, unsigned&) { return 255; });
  const auto warnings = [this](const std::string& direction) {
    return run_on("plug.mha", "--mask cylinder --boundary sealed --direction " + direction)["warnings"].dump();
  };
  EXPECT_THAT(warnings("x"), HasSubstr("along x: the cross-section of the sample falls to 0 % of its mean"));
  EXPECT_THAT(warnings("z"), Not(HasSubstr("cross-section")));
}

TEST_F(MaskOption, counts_in_conduction_too) {
  const Plug plug{{26, 24, 20}, Axis::z, 10.2, 8};
  write_plug(plug, [](double, unsigned&) { return 255; });
  const auto conducted = [this](const std::string& words) {
    EXPECT_EQ(run("conduct --voxel-size 2um --pore :100 --direction z --boundary sealed --device cpu --overwrite "
                  "--output conducted " +
                  words)
                  .exit_code,
              0);
    return json::parse(read_text(path("conducted/conduction.json")))["directions"][0];
  };
  const json masked = conducted("plug.mha --mask cylinder");
  const json truth = conducted("solid.mha");
  for (const char* name : {"value", "lower", "upper"})
    EXPECT_NEAR(masked["relative_conductivity"][name].get<double>() * share_of(plug),
                truth["relative_conductivity"][name].get<double>(), 1e-12)
        << name;
  EXPECT_EQ(masked["lambda"]["voxels"], truth["lambda"]["voxels"]);
}

TEST_F(MaskOption, is_told_and_refused_in_one_line) {
  const Plug plug{{26, 24, 20}, Axis::z, 10.2, 8};
  write_plug(plug, [](double, unsigned&) { return 255; });
  const std::string words = "solve plug.mha --voxel-size 2um --pore :100 --output out --mask ";
  const Outcome outcome = run(words + "cylinder --direction z --tolerance 1e-2");
  EXPECT_THAT(outcome.out, HasSubstr("a cylinder along z of radius 10"));
  std::filesystem::remove_all(path("out"));
  write_plug_image(path("rock.mha"), {{44, 46, 30}, Axis::z, 100, 4}, [](double, unsigned&) { return 0; });
  expect_error("solve rock.mha --voxel-size 2um --pore :100 --output out --mask cylinder", 3,
               "--mask cylinder finds no round sample");
  expect_error(words + "outside=7", 3, "--mask leaves all of the image (no voxel is outside of the sample by it");
  expect_error(words + "outside=0:255", 3, "--mask leaves nothing of the image");
  expect_error(words + "outside=red", 3, "red");
  expect_error(words + "absent.mha", 3, "absent.mha");
  write_plug_mask(path("other.mha"), {{26, 24, 19}, Axis::z, 10.2, 8});
  expect_error(words + "other.mha", 3, "it has 26 x 24 x 19 voxels, and the image 26 x 24 x 20");
  expect_error("sweep plug.mha --grow 0 --pore :100 --output out --mask cylinder", 2, "--grow is given beside --mask");
  expect_error("batch plug.mha --tiles 8 --voxel-size 2um --pore :100 --output out --mask cylinder", 2,
               "--mask cylinder is given beside --tiles");
  write_text(path("rock.ini"), "kind = overlap\nsize = 16\nradius = 3\nporosity = 0.5\nseed = 3\n");
  expect_error("solve rock.ini --mask cylinder --output out", 2, "is a recipe");
}

}  // namespace
}  // namespace perm::cli
