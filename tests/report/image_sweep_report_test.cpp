// SPDX-License-Identifier: Apache-2.0
#include "report/sweep/image_sweep_report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

namespace perm {
namespace {

using testing::HasSubstr;

/// Gives a converged point of this porosity, in permille; K is 200 porosity^3.
ImageSweepPoint point_of(std::int64_t permille) {
  ImageSweepPoint point;
  point.asked = static_cast<double>(permille);
  point.record.voxels = 1000;
  point.record.pore_voxels = point.record.fluid_cells = permille;
  point.record.stop = StopReason::converged;
  point.record.permeability_voxel2 = 200 * std::pow(point.record.porosity(), 3);
  point.record.iteration_error = 1e-3;
  point.record.steps = 10;
  point.pore_space_hash = "fnv1a64:" + std::to_string(permille);
  point.specific_surface = 0.1;
  return point;
}

ImageSweepReport sweep_with(std::vector<ImageSweepPoint> points) {
  ImageSweepReport report;
  report.input = "rock.tif";
  report.input_path = "/data/rock.tif";
  report.varied = "threshold";
  report.points = std::move(points);
  return report;
}

ImageSweepPoint point_that_ended(std::int64_t permille, StopReason stop, std::optional<double> permeability) {
  ImageSweepPoint point = point_of(permille);
  point.record.stop = stop;
  point.record.permeability_voxel2 = permeability;
  point.record.iteration_error = std::numeric_limits<double>::infinity();
  return point;
}

TEST(ImageSweepPoint, has_the_middle_slice_of_its_pores_with_few_pixels) {
  PoreSpace pores({200, 3, 5});
  pores.set_pore(0, 0, 2);
  pores.set_pore(1, 0, 2);  // between the pixels
  pores.set_pore(198, 0, 2);
  pores.set_pore(6, 0, 1);  // of another plane
  ImageSweepReport report = sweep_with({point_of(500)});
  report.points[0].slice = take_small_slice(pores);
  const auto slice = nlohmann::json::parse(format_image_sweep_json(report))["points"][0]["slice"];
  EXPECT_EQ(slice["z"], 2);
  EXPECT_EQ(slice["voxels_a_pixel"], 3);
  EXPECT_EQ(slice["rows"], std::vector<std::string>{"1" + std::string(65, '0') + "1"});
}

TEST(ImageSweepPoint, has_the_permeability_of_kozeny_and_carman) {
  ImageSweepPoint point = point_of(500);
  EXPECT_DOUBLE_EQ(*point.kozeny_carman_voxel2(), 0.125 / (5 * 0.01));
  EXPECT_DOUBLE_EQ(*point.over_kozeny_carman(), 10);
  point.specific_surface = 0;
  EXPECT_FALSE(point.kozeny_carman_voxel2().has_value());
  point.record.pore_voxels = 0;
  EXPECT_EQ(point.kozeny_carman_voxel2(), 0.0);
  EXPECT_FALSE(point.over_kozeny_carman().has_value());
}

TEST(ImageSweepReport, fits_converged_points_with_a_k_and_equal_pore_spaces_once) {
  ImageSweepPoint unresisted = point_of(1000);
  unresisted.is_unresisted = true;
  const ImageSweepReport report = sweep_with({point_of(200), point_of(400), point_of(400), point_of(300),
                                              point_that_ended(100, StopReason::not_percolating, 0.0),
                                              point_that_ended(600, StopReason::step_limit, 1e6),
                                              point_that_ended(700, StopReason::diverged, {}), unresisted});
  ASSERT_TRUE(report.exponent().has_value());
  EXPECT_EQ(report.exponent()->points, 3);
  EXPECT_NEAR(report.exponent()->exponent, 3, 1e-12);
  EXPECT_THAT(format_image_sweep_table(report), HasSubstr("K ~ porosity^3 +- "));
  const std::string two = format_image_sweep_table(sweep_with({point_of(200), point_of(400), point_of(400)}));
  EXPECT_THAT(two, HasSubstr("no exponent, because fewer than 3"));
}

TEST(ImageSweepJson, has_null_for_what_is_not_known) {
  ImageSweepPoint unresisted;
  unresisted.record.voxels = unresisted.record.pore_voxels = 8;
  unresisted.is_unresisted = true;
  const nlohmann::json json = nlohmann::json::parse(format_image_sweep_json(
      sweep_with({point_of(500), point_that_ended(100, StopReason::diverged, {}), unresisted})));
  EXPECT_EQ(json["kind"], "sweep");
  EXPECT_EQ(json["geometry"], "image");
  EXPECT_TRUE(json["exponent"].is_null());
  EXPECT_TRUE(json["voxel_size_m"].is_null());
  EXPECT_EQ(json["points"][0]["threshold"], 500);
  EXPECT_TRUE(json["points"][0]["porosity_asked"].is_null());
  EXPECT_TRUE(json["points"][0]["permeability_mD"].is_null());
  EXPECT_EQ(json["points"][1]["stop"], "diverged");
  EXPECT_TRUE(json["points"][1]["permeability_voxel2"].is_null());
  EXPECT_TRUE(json["points"][1]["iteration_error"].is_null());
  EXPECT_EQ(json["points"][2]["stop"], "unresisted");
  EXPECT_TRUE(json["points"][2]["tau"].is_null());
  EXPECT_EQ(json["curves"][0]["porosity"], nlohmann::json({0.1, 0.5})) << "by rising porosity";
}

TEST(ImageSweepReport, has_the_interval_of_each_point_on_the_terminal_and_in_both_files) {
  ImageSweepPoint known = point_of(500);
  known.record.voxel_estimate = VoxelEstimate{0, 0.1, false, {}};
  known.record.face_spread = 0.2;
  const Headline headline = known.headline().value();
  const ImageSweepReport report = sweep_with({known, point_of(300)});
  const nlohmann::json json = nlohmann::json::parse(format_image_sweep_json(report));
  EXPECT_DOUBLE_EQ(json["points"][0]["interval_low_voxel2"], *headline.low_voxel2);
  EXPECT_TRUE(json["points"][1]["interval_high_voxel2"].is_null()) << "nothing is known of the voxels";
  EXPECT_THAT(format_image_sweep_csv(report), HasSubstr(",interval_low_voxel2,interval_high_voxel2,iteration_error,"));
  EXPECT_THAT(format_image_sweep_table(report), testing::ContainsRegex("500 .* [0-9.e+-]+ to [0-9.e+-]+ "));
}

TEST(ImageSweepTable, has_millidarcy_where_the_voxel_size_is_known) {
  ImageSweepReport report = sweep_with({point_of(500)});
  EXPECT_THAT(format_image_sweep_table(report), HasSubstr("K, voxel^2"));
  report.voxel_size_m = 1e-6;
  const std::string table = format_image_sweep_table(report);
  EXPECT_THAT(table, HasSubstr("K, mD"));
  EXPECT_THAT(table, HasSubstr("25331")) << "25 square micrometres over 9.869233e-16 m^2";
}

TEST(ImageSweepReport, has_image_crop_boundary_and_warnings_in_csv_and_json) {
  ImageSweepReport report = sweep_with({point_of(500), point_of(400)});
  report.crop = "0:9,0:9,0:9";
  report.flow.boundary.boundary = Boundary::sealed;
  report.warnings = {"the program closed the image"};
  report.points[1].record.warnings = {"along x: throats of about 1.0 voxels"};
  const nlohmann::json json = nlohmann::json::parse(format_image_sweep_json(report));
  EXPECT_EQ(json["crop"], report.crop);
  EXPECT_EQ(json["warnings"], nlohmann::json(report.warnings));
  EXPECT_EQ(json["points"][0]["warnings"], nlohmann::json(report.warnings));
  EXPECT_EQ(json["points"][1]["warnings"],
            nlohmann::json({"the program closed the image", "along x: throats of about 1.0 voxels"}));
  const std::string csv = format_image_sweep_csv(report);
  EXPECT_THAT(csv, HasSubstr(",input,crop,boundary,warnings,commit,date,device\n"));
  EXPECT_THAT(csv, HasSubstr(",rock.tif,\"0:9,0:9,0:9\",sealed,the program closed the image,"));
  EXPECT_THAT(csv, HasSubstr(",\"the program closed the image; along x: throats of about 1.0 voxels\","));
}

TEST(NameOfPoint, has_the_sign_of_a_growth) {
  EXPECT_EQ(name_of_point("grow", 1.5), "grow +1.5");
  EXPECT_EQ(name_of_point("grow", -0.0), "grow 0");
  EXPECT_EQ(name_of_point("grow", -2), "grow -2");
  EXPECT_EQ(name_of_point("threshold", 65535), "threshold 65535");
}

}  // namespace
}  // namespace perm
