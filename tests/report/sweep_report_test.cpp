// SPDX-License-Identifier: Apache-2.0
#include "report/sweep/sweep_report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>

namespace perm {
namespace {

using testing::HasSubstr;
using validation::ReferenceValue;
using validation::SweepPoint;

FlowRecord record_with(std::optional<double> permeability, StopReason stop) {
  FlowRecord record;
  record.pore_voxels = 500;
  record.voxels = 1000;
  record.permeability_voxel2 = permeability;
  record.stop = stop;
  record.iteration_error = permeability ? 1e-3 : std::numeric_limits<double>::infinity();
  record.steps = 10;
  record.seconds = 0.5;
  record.face_spread = 0;
  if (permeability) record.voxel_estimate.emplace().two_sigma = 0.1;
  return record;
}

SweepReport example_sweep() {
  SweepReport report;
  report.geometry = "bcc";
  report.voxel_size_m = 1e-6;
  report.device = "cpu";
  SweepPoint point;
  point.recipe.kind = GeometryKind::bcc;
  point.recipe.porosity = 0.5;
  point.porosity_asked = 0.5;
  point.grains = validation::GrainSize{20, 0.15};
  point.records = {record_with(2, StopReason::converged), record_with(4, StopReason::converged)};
  point.reference = ReferenceValue{"Stokes flow", 2.5, 0};
  point.reference_at_voxels = ReferenceValue{"Stokes flow", 2.4, 0};
  point.series_voxel2 = 2.525;
  SweepPoint diverged;
  diverged.recipe.kind = GeometryKind::bcc;
  diverged.porosity_asked = 0.6;
  diverged.records = {record_with({}, StopReason::diverged)};
  report.series.push_back({GeometryKind::bcc,
                           Walls::voxels,
                           Axis::x,
                           {point, diverged},
                           {{"Stokes flow", "someone", {0.5, 0.6}, {2.5, 3.5}}}});
  return report;
}

/// Gives every record of every point what its pores conduct.
SweepReport conducting_sweep(double conductivity) {
  SweepReport report = example_sweep();
  report.conducts = true;
  for (SweepPoint& point : report.series.front().points)
    for (FlowRecord& record : point.records) {
      Conducted& conduction = record.conduction.emplace();
      conduction.lower = 0.8 * conductivity;
      conduction.value = conductivity;
      conduction.upper = 1.25 * conductivity;
    }
  return report;
}

nlohmann::json json_of(const SweepReport& report) { return nlohmann::json::parse(format_sweep_json(report)); }

TEST(SweepJson, has_null_for_what_is_not_known) {
  const nlohmann::json json = json_of(example_sweep());
  EXPECT_EQ(json["kind"], "sweep");
  EXPECT_EQ(json["geometry"], "bcc");
  const nlohmann::json& point = json["points"][0];
  EXPECT_DOUBLE_EQ(point["permeability_m2"], 3e-12);
  EXPECT_NEAR(double{point["permeability_mD"]}, 3000 / 0.9869233, 1e-3);
  EXPECT_DOUBLE_EQ(point["permeability_over_d2"], 3.0 / 400);
  EXPECT_DOUBLE_EQ(point["radius"], 10);
  EXPECT_DOUBLE_EQ(point["deviation"], 0.2);
  EXPECT_DOUBLE_EQ(point["reference_at_voxels_permeability_voxel2"], 2.4);
  EXPECT_DOUBLE_EQ(point["deviation_at_voxels"], 0.25);
  EXPECT_NEAR(double{point["series_difference"]}, 0.01, 1e-12);
  EXPECT_EQ(point["reference"], "Stokes flow");
  for (const char* key :
       {"permeability_voxel2", "permeability_m2", "permeability_mD", "permeability_over_d2", "iteration_error",
        "interval_low_voxel2", "interval_high_voxel2", "interval_holds_reference", "reference",
        "reference_permeability_voxel2", "deviation", "deviation_at_voxels", "series_difference"})
    EXPECT_TRUE(json["points"][1][key].is_null()) << key;
  EXPECT_EQ(json["points"][1]["stop"], "diverged");
  EXPECT_EQ(json["curves"][0]["porosity"].size(), 2U);
  EXPECT_EQ(json["no_reference"][0], "bcc below porosity 0.320: its spheres overlap, and no exact value is known");
}

TEST(SweepJson, has_the_published_points) {
  SweepReport report = example_sweep();
  report.overlay.push_back({"someone", {0.4}, {0.01}});
  EXPECT_EQ(json_of(report)["overlay"][0]["permeability_over_d2"], nlohmann::json({0.01}));
}

TEST(SweepJson, counts_the_intervals_that_do_not_hold_their_reference) {
  SweepReport report = example_sweep();
  EXPECT_EQ(json_of(report)["references_outside_interval"], 0);
  EXPECT_TRUE(json_of(report)["points"][0]["interval_low_voxel2"].is_null()) << "two images have none";
  for (FlowRecord& record : report.series[0].points[0].records) record.permeability_voxel2 = 3.999;
  report.series[0].points[0].records.push_back(record_with(4, StopReason::converged));
  const nlohmann::json json = json_of(report);
  EXPECT_EQ(json["references_outside_interval"], 1);
  EXPECT_EQ(json["points"][0]["interval_holds_reference"], false);
  EXPECT_NEAR(double{json["points"][0]["interval_high_voxel2"]}, 4 * std::exp(0.1) * 1.001, 0.01);
  EXPECT_NEAR(double{json["largest_deviation"]}, 0.6, 1e-3);
}

TEST(SweepCsv, has_a_line_a_point_with_as_many_fields_as_the_head) {
  std::istringstream text(format_sweep_csv(example_sweep()));
  std::vector<std::int64_t> commas;
  std::string head;
  for (std::string line; std::getline(text, line);) {
    if (head.empty()) head = line;
    bool quoted = false;  // the commit of sources that were changed has a comma
    commas.push_back(std::ranges::count_if(line, [&quoted](char c) {
      if (c == '"') quoted = !quoted;
      return c == ',' && !quoted;
    }));
    EXPECT_EQ(line.find("nan"), std::string::npos);
    EXPECT_EQ(line.find("inf,"), std::string::npos);
  }
  ASSERT_EQ(commas.size(), 3U);
  EXPECT_EQ(commas[1], commas[0]);
  EXPECT_EQ(commas[2], commas[0]);
  for (const char* name : {"kind", "radius_voxel", "size_voxel", "seed", "permeability_mD", "permeability_over_d2",
                           "reference", "commit", "date", "device"})
    EXPECT_THAT("," + head + ",", HasSubstr("," + std::string(name) + ","));
}

TEST(SweepTable, shows_the_unit_and_the_deviation) {
  const std::string table = format_sweep_table(example_sweep());
  EXPECT_THAT(table, HasSubstr("K, mD"));
  EXPECT_THAT(table, HasSubstr("3039.7"));  // 3 um^2 over 0.9869233 um^2 a darcy
  EXPECT_THAT(table, HasSubstr("0.0075"));
  EXPECT_THAT(table, HasSubstr("+20.00 %"));
  EXPECT_THAT(table, HasSubstr("diverged"));
  EXPECT_THAT(table,
              HasSubstr("Largest deviation: +20.00 % (bcc at porosity 0.5000), from the reference at the radius"));
  EXPECT_THAT(table, HasSubstr("+25.00 % (bcc at porosity 0.5000), from that at the porosity of the voxels"));
  EXPECT_THAT(table, HasSubstr("No point that has a reference has an interval."));
  EXPECT_THAT(table, HasSubstr("Reference: Stokes flow (someone)"));
  EXPECT_THAT(table, HasSubstr("No reference for bcc below porosity 0.320"));
}

TEST(SweepTable, calls_a_curve_no_reference_where_no_point_has_one) {
  SweepReport report = example_sweep();
  for (SweepPoint& point : report.series[0].points) point.reference.reset();
  const std::string table = format_sweep_table(report);
  EXPECT_THAT(table, HasSubstr("Curve, which is no reference: Stokes flow (someone)"));
  EXPECT_THAT(table, testing::Not(HasSubstr("Reference:")));
}

TEST(SweepReport, has_the_warnings_of_each_point_in_table_csv_and_json) {
  SweepReport report = example_sweep();
  report.warnings = {"the voxel size is 5 mm"};
  report.series[0].points[0].records[1].warnings = {"along x: throats of about 1.0 voxels"};
  const std::string of_flow = "along x: throats of about 1.0 voxels";
  const std::string of_two =
      "two placements give no interval of their mean, so K has no interval; give --realisations 4 or more";
  const nlohmann::json points = json_of(report)["points"];
  EXPECT_EQ(points[0]["warnings"], nlohmann::json({"the voxel size is 5 mm", of_flow, of_two}));
  EXPECT_EQ(points[1]["warnings"], nlohmann::json({"the voxel size is 5 mm"}));
  EXPECT_THAT(format_sweep_csv(report), HasSubstr("the voxel size is 5 mm; " + of_flow + "; " + of_two));
  const std::string table = format_sweep_table(report);
  EXPECT_THAT(table, HasSubstr("warning: the voxel size is 5 mm (all points)\n"));
  EXPECT_THAT(table, HasSubstr("warning: " + of_flow + " (bcc at porosity 0.5000)\n"));
}

TEST(SweepReport, says_how_fibres_lie_and_how_the_flow_lies_in_them) {
  SweepPoint point;
  point.recipe.kind = GeometryKind::fibres;
  point.recipe.orientation = Orientation::planar;
  point.grains = validation::GrainSize{5, 0.1};
  point.direction = Axis::x;
  EXPECT_EQ(describe_medium(point), "fibres, planar across z, radius 2.5 voxels; flow along x, in the layers");
  point.direction = Axis::z;
  EXPECT_THAT(describe_medium(point), HasSubstr("flow along z, across the layers"));
  point.recipe.axis = Axis::x;
  point.recipe.orientation = Orientation::aligned;
  EXPECT_EQ(describe_medium(point), "fibres, aligned along x, radius 2.5 voxels; flow along z, across the fibres");
  point.recipe.orientation = Orientation::isotropic;
  EXPECT_EQ(describe_medium(point), "fibres, isotropic, radius 2.5 voxels; flow along z");
  point.recipe.kind = GeometryKind::sc;
  EXPECT_EQ(describe_medium(point), "sc; flow along z");
}

TEST(SweepTable, names_the_points_whose_interval_does_not_hold_the_reference) {
  SweepReport report = example_sweep();
  report.series[0].points[0].records.pop_back();  // one image has no spread, and K = 2 deviates by -20 %
  const std::string table = format_sweep_table(report);
  EXPECT_THAT(table, HasSubstr("0 of 1 intervals hold their reference."));
  EXPECT_THAT(table, HasSubstr("converged, reference outside"));
}

TEST(SweepReport, has_conduction_in_table_csv_and_json_where_it_was_asked_for) {
  const SweepReport report = conducting_sweep(0.25);
  EXPECT_THAT(format_sweep_table(report), testing::AllOf(HasSubstr("  3.2 to 5  "), HasSubstr("F: formation factor")));
  const std::string csv = format_sweep_csv(report);
  const std::string head = csv.substr(0, csv.find('\n'));
  EXPECT_THAT(head,
              testing::EndsWith(",relative_conductivity,formation_factor,formation_factor_low,formation_factor_high,"
                                "tortuosity,tortuosity_low,tortuosity_high"));
  EXPECT_THAT(csv, HasSubstr(",0.25,4,3.2,5,2,1.6,2.5\n"));
  const nlohmann::json point = json_of(report)["points"][0];
  EXPECT_EQ(point["conduction"]["formation_factor"], (nlohmann::json{{"value", 4.0}, {"lower", 3.2}, {"upper", 5.0}}));
  EXPECT_EQ(point["conduction"]["tortuosity"]["value"], 2.0);
  EXPECT_TRUE(json_of(example_sweep())["points"][0]["conduction"].is_null());
  EXPECT_THAT(format_sweep_csv(example_sweep()), testing::Not(HasSubstr("formation_factor")));
  EXPECT_THAT(format_sweep_table(example_sweep()), testing::Not(HasSubstr("formation factor")));
}

TEST(SweepReport, whose_pores_conduct_nothing_has_an_infinite_formation_factor_in_words_only) {
  const SweepReport report = conducting_sweep(0);
  EXPECT_THAT(format_sweep_table(report),
              testing::AllOf(HasSubstr("infinite"), testing::Not(HasSubstr("nan")), testing::Not(HasSubstr(" inf "))));
  EXPECT_THAT(format_sweep_csv(report), HasSubstr(",0,,,,,,\n"));
  EXPECT_TRUE(json_of(report)["points"][0]["conduction"]["tortuosity"]["upper"].is_null());
}

}  // namespace
}  // namespace perm
