// SPDX-License-Identifier: Apache-2.0
#include "report/sweep_report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

namespace perm {
namespace {

using testing::HasSubstr;

FlowRecord record_with(std::optional<double> permeability, StopReason stop) {
  FlowRecord record;
  record.pore_voxels = 500;
  record.voxels = 1000;
  record.permeability_voxel2 = permeability;
  record.stop = stop;
  record.iteration_error = permeability ? 1e-3 : std::numeric_limits<double>::infinity();
  record.steps = 10;
  record.seconds = 0.5;
  return record;
}

SweepReport example_sweep() {
  SweepReport report;
  report.recipe.kind = GeometryKind::bcc;
  report.voxel_size_m = 1e-6;
  report.device = "cpu";
  report.points.push_back(
      {0.5, report.recipe, {record_with(2, StopReason::converged), record_with(4, StopReason::converged)}, 2.5, 2.4});
  report.points.push_back({0.6, report.recipe, {record_with({}, StopReason::diverged)}, {}});
  report.curves.push_back({"Stokes flow", "someone", {0.5, 0.6}, {2.5, 3.5}});
  return report;
}

TEST(SweepPoint, averages_its_realisations) {
  const SweepPoint point = example_sweep().points[0];
  EXPECT_DOUBLE_EQ(*point.permeability(), 3);
  EXPECT_DOUBLE_EQ(point.spread(), std::sqrt(2.0) / 3);
  EXPECT_DOUBLE_EQ(*point.deviation(), 0.2);
  EXPECT_DOUBLE_EQ(*point.deviation_at_voxels(), 0.25);
  EXPECT_DOUBLE_EQ(point.porosity(), 0.5);
  EXPECT_EQ(point.stop(), StopReason::converged);
}

TEST(SweepPoint, with_a_flow_that_diverged_has_no_permeability) {
  const SweepPoint point = example_sweep().points[1];
  EXPECT_FALSE(point.permeability().has_value());
  EXPECT_FALSE(point.deviation().has_value());
  EXPECT_EQ(point.stop(), StopReason::diverged);
}

TEST(SweepJson, has_null_for_what_is_not_known) {
  const nlohmann::json json = nlohmann::json::parse(format_sweep_json(example_sweep()));
  EXPECT_EQ(json["kind"], "sweep");
  EXPECT_EQ(json["geometry"], "bcc");
  EXPECT_DOUBLE_EQ(json["points"][0]["permeability_m2"], 3e-12);
  EXPECT_DOUBLE_EQ(json["points"][0]["deviation"], 0.2);
  EXPECT_DOUBLE_EQ(json["points"][0]["reference_at_voxels_permeability_voxel2"], 2.4);
  EXPECT_DOUBLE_EQ(json["points"][0]["deviation_at_voxels"], 0.25);
  EXPECT_TRUE(json["points"][1]["deviation_at_voxels"].is_null());
  for (const char* key : {"permeability_voxel2", "permeability_m2", "iteration_error", "reference_permeability_voxel2"})
    EXPECT_TRUE(json["points"][1][key].is_null()) << key;
  EXPECT_EQ(json["points"][1]["stop"], "diverged");
  EXPECT_EQ(json["curves"][0]["porosity"].size(), 2U);
}

TEST(SweepCsv, has_a_line_a_point_with_as_many_fields_as_the_head) {
  std::istringstream text(format_sweep_csv(example_sweep()));
  std::vector<std::int64_t> commas;
  for (std::string line; std::getline(text, line);) {
    commas.push_back(std::count(line.begin(), line.end(), ','));
    EXPECT_EQ(line.find("nan"), std::string::npos);
    EXPECT_EQ(line.find("inf,"), std::string::npos);
  }
  ASSERT_EQ(commas.size(), 3U);
  EXPECT_EQ(commas[1], commas[0]);
  EXPECT_EQ(commas[2], commas[0]);
}

TEST(SweepTable, shows_the_unit_and_the_deviation) {
  const std::string table = format_sweep_table(example_sweep());
  EXPECT_THAT(table, HasSubstr("K, m^2"));
  EXPECT_THAT(table, HasSubstr("3e-12"));
  EXPECT_THAT(table, HasSubstr("+20.00 %"));
  EXPECT_THAT(table, HasSubstr("diverged"));
  EXPECT_THAT(table, HasSubstr("largest deviation: +20.00 % at porosity 0.5000, from the reference at the radius"));
  EXPECT_THAT(table, HasSubstr("+25.00 % at porosity 0.5000, from that at the porosity of the voxels"));
  EXPECT_THAT(table, HasSubstr("no reference: below porosity 0.320 spheres overlap"));
}

}  // namespace
}  // namespace perm
