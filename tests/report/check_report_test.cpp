// SPDX-License-Identifier: Apache-2.0
// The tensor and the checks appear in the summary and in result.json.
#include "report/check_report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/units.hpp"
#include "report/example_run.hpp"
#include "report/result_json.hpp"
#include "report/summary.hpp"
#include "report/tensor_report.hpp"
#include "run/judgement.hpp"

namespace perm {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;
using namespace testing_report;

json parse(RunReport report) {
  judge(report);
  return json::parse(format_result_json(report));
}

std::string summary_of(RunReport report) {
  judge(report);
  return format_results(report);
}

/// Makes a converged flow with what the checks need: nu = 0.05/3, <u>_x = K g / nu.
FlowReport measured_flow(Axis direction) {
  FlowReport flow = converged_flow(direction);
  FlowResult& result = flow.result;
  const double along = 0.05367 * 1e-6 / (0.05 / 3);
  result.mean_velocity = {0.1 * along, 0.1 * along, 0.1 * along};
  result.mean_velocity[static_cast<std::size_t>(direction)] = along;
  result.mass_deviation = 1e-15;
  result.mass_samples = {{100, 0, 0, 0}, {200, 0, 0, 0}};
  result.measures = FlowMeasures{0.0537, 0.04, 5e-5, 1e-4, true};
  result.pores.largest_radius = 5;
  result.pores.critical_radius = 2;
  result.pores.kozeny_carman_voxel2 = 0.1;
  result.pores.narrow.below_3 = 0.125;
  result.pores.narrow.below_5 = 0.5;
  return flow;
}

/// Makes this share of the flux appear in each step.
void add_leak(FlowResult& result, double share) {
  const double flux = result.mean_velocity[static_cast<std::size_t>(result.direction)];
  const double mass = result.connected_porosity * static_cast<double>(result.plane_flux.size());
  result.mass_samples[1].mass_deviation = share * flux * 100 / mass;
}

RunReport run_along(const std::vector<Axis>& directions) {
  RunReport report = example_run();
  report.flows.clear();
  for (const Axis direction : directions) report.flows.push_back(measured_flow(direction));
  return report;
}

TEST(CheckReport, says_in_one_line_what_the_checks_found) {
  const std::string text = summary_of(run_along({Axis::x}));
  EXPECT_THAT(
      text, HasSubstr("checks              dissipation +5.6e-04 off, mass +0.0e+00 of the flux, K/Kozeny-Carman 0.54, "
                      "throat 4.0 voxels, 12.5 % of the pores narrower than 3 voxels, Re < 1 in water to "));
  EXPECT_THAT(text, Not(HasSubstr("warning")));
}

TEST(CheckReport, gives_each_warning_a_line) {
  RunReport report = run_along({Axis::x});
  add_leak(report.flows[0].result, -0.125);
  report.flows[0].result.pores.critical_radius = 1;
  const std::string text = summary_of(report);
  EXPECT_THAT(text, HasSubstr("  warning             along x: 12 % of the flux vanishes inside the image"));
  EXPECT_THAT(text, HasSubstr("  warning             along x: throats of about 2.0 voxels"));
  EXPECT_EQ(parse(report)["flow"][0]["checks"]["warnings"].size(), 2U);
}

TEST(CheckReport, gives_every_warning_of_the_run_at_the_top_of_result_json) {
  RunReport report = run_along({Axis::x, Axis::y, Axis::z});
  report.warnings = {"the image does not repeat"};
  add_leak(report.flows[1].result, 0.25);
  report.flows[2].result.pores.critical_radius = 1;
  report.flows[0].result.mean_velocity[1] = 0;
  const json warnings = parse(report)["warnings"];
  const std::string summary = summary_of(report);
  ASSERT_EQ(warnings.size(), 4U);
  const std::vector<std::string> beginnings{"the image does not repeat", "along y: 25 % of the flux appears",
                                            "along z: throats of about 2.0 voxels", "the permeability tensor has"};
  for (std::size_t i = 0; i < 4; ++i) {
    const std::string warning = warnings[i];
    EXPECT_THAT(warning, testing::StartsWith(beginnings[i]));
    EXPECT_THAT(summary, HasSubstr(warning));
  }
}

TEST(CheckReport, gives_the_values_in_result_json) {
  const RunReport report = run_along({Axis::x});
  const json checks = parse(report)["flow"][0]["checks"];
  EXPECT_DOUBLE_EQ(checks["permeability_dissipation_voxel2"], 0.0537);
  EXPECT_NEAR(checks["dissipation_difference"], 0.0537 / 0.05367 - 1, 1e-12);
  EXPECT_NEAR(checks["viscous_share"], 0.04 / 0.0537, 1e-12);
  EXPECT_DOUBLE_EQ(checks["mass_drift"], 1e-15);
  EXPECT_EQ(checks["mass_leak"], 0);
  EXPECT_DOUBLE_EQ(checks["largest_speed"], 5e-5);
  EXPECT_DOUBLE_EQ(checks["kozeny_carman_voxel2"], 0.1);
  EXPECT_DOUBLE_EQ(checks["throat_diameter_voxels"], 4);
  EXPECT_DOUBLE_EQ(checks["largest_pore_diameter_voxels"], 10);
  EXPECT_DOUBLE_EQ(checks["pore_share_narrower_than_3_voxels"], 0.125);
  EXPECT_DOUBLE_EQ(checks["pore_share_narrower_than_5_voxels"], 0.5);
  EXPECT_TRUE(checks["reynolds_number"].is_null());
  EXPECT_TRUE(checks["mach_number"].is_null());
  EXPECT_TRUE(checks["warnings"].empty());
  const double force_per_voxel3 = 1e-6 / (0.05 / 3 * 5e-5 * 10);
  EXPECT_NEAR(checks["reynolds_1_pressure_gradient_water_pa_m"], pressure_gradient_pa_m(force_per_voxel3, 5.345e-6), 1);
}

TEST(CheckReport, of_the_quadratic_equilibrium_has_numbers_of_inertia_and_no_dissipation) {
  RunReport report = run_along({Axis::x});
  report.solver.settings.equilibrium = Equilibrium::quadratic;
  const json checks = parse(report)["flow"][0]["checks"];
  EXPECT_TRUE(checks["permeability_dissipation_voxel2"].is_null());
  EXPECT_TRUE(checks["dissipation_difference"].is_null());
  EXPECT_NEAR(checks["reynolds_number"], 5e-5 * 10 * 60, 1e-12);
  EXPECT_GT(checks["mach_number"], 8e-5);
  EXPECT_THAT(summary_of(report), Not(HasSubstr("dissipation")));
}

TEST(CheckReport, is_null_where_no_flow_was_solved) {
  RunReport report = example_run();
  report.flows = {blocked_flow(Axis::x), diverged_flow(Axis::y)};
  const json parsed = parse(report);
  for (const json& flow : parsed["flow"]) EXPECT_TRUE(flow["checks"].is_null());
  EXPECT_THAT(summary_of(report), Not(HasSubstr("checks")));
}

TEST(TensorReport, stands_in_millidarcy_or_voxels_with_its_axes) {
  RunReport report = run_along({Axis::x, Axis::y, Axis::z});
  const std::string text = summary_of(report);
  EXPECT_THAT(text, HasSubstr("Permeability tensor in mD (row: component of the flow"));
  EXPECT_THAT(text, testing::ContainsRegex("  y +155\\.36 \\+- +\\? +1553\\.6 \\+- +1\\.2 +155\\.36 \\+- +\\?\n"));
  EXPECT_THAT(text, testing::ContainsRegex("principal value 1 +1864\\.3 along \\(0\\.5774, 0\\.5774, 0\\.5774\\)"));
  EXPECT_THAT(text, testing::ContainsRegex("asymmetry +[0-9.e-]+ = "));
  EXPECT_THAT(text, Not(HasSubstr("lower --tolerance")));
  report.image.voxel_size_m.reset();
  EXPECT_THAT(summary_of(report), HasSubstr("Permeability tensor in voxel^2"));
}

TEST(TensorReport, says_what_a_large_asymmetry_means) {
  RunReport report = run_along({Axis::x, Axis::y, Axis::z});
  report.flows[0].result.mean_velocity[1] = 0;
  EXPECT_THAT(summary_of(report), HasSubstr("warning             the permeability tensor has an asymmetry of 0.0"));
}

TEST(TensorReport, is_in_result_json_by_rows_of_flow_and_columns_of_force) {
  RunReport report = run_along({Axis::x, Axis::y, Axis::z});
  report.flows[1].result.mean_velocity[0] = 0;  // a force along y drives nothing along x
  const json result = parse(report);
  const double k = 0.05367;
  EXPECT_DOUBLE_EQ(result["permeability_tensor_voxel2"][0][0], k);
  EXPECT_DOUBLE_EQ(result["permeability_tensor_voxel2"][0][1], 0);
  EXPECT_NEAR(result["permeability_tensor_voxel2"][1][0], 0.1 * k, 1e-12);
  EXPECT_NEAR(result["permeability_tensor_m2"][1][0], 0.1 * k * 5.345e-6 * 5.345e-6, 1e-24);
  EXPECT_NEAR(result["permeability_tensor_symmetric_voxel2"][0][1], 0.05 * k, 1e-12);
  EXPECT_GE(result["permeability_tensor_principal_m2"][0], result["permeability_tensor_principal_m2"][2]);
  EXPECT_EQ(result["permeability_tensor_axes"].size(), 3U);
  EXPECT_NEAR(result["permeability_tensor_error_voxel2"][2][2], 8e-4 * k, 1e-12);
  EXPECT_NEAR(result["permeability_tensor_error_m2"][2][2], 8e-4 * k * 5.345e-6 * 5.345e-6, 1e-24);
  EXPECT_TRUE(result["permeability_tensor_error_m2"][2][1].is_null()) << "no bound is known";
  EXPECT_GT(result["permeability_tensor_asymmetry"], 0.05);
  report.image.voxel_size_m.reset();
  EXPECT_TRUE(parse(report)["permeability_tensor_m2"].is_null());
  EXPECT_FALSE(parse(report)["permeability_tensor_voxel2"].is_null());
}

TEST(TensorReport, of_two_directions_has_nothing_for_the_third) {
  const RunReport report = run_along({Axis::x, Axis::y});
  const json result = parse(report);
  EXPECT_DOUBLE_EQ(result["permeability_tensor_voxel2"][1][1], 0.05367);
  EXPECT_FALSE(result["permeability_tensor_m2"][0][1].is_null());
  const json nothing = {nullptr, nullptr, nullptr};
  EXPECT_EQ(result["permeability_tensor_voxel2"][2], nothing);
  EXPECT_TRUE(result["permeability_tensor_voxel2"][0][2].is_null());
  EXPECT_EQ(result["permeability_tensor_principal_voxel2"], nothing);
  const std::string text = summary_of(report);
  EXPECT_THAT(text, testing::ContainsRegex("  y +155\\.36 [^\n]+ 1553\\.6 [^\n]+ - +\n  z +- +- +- +\n"));
  EXPECT_THAT(text, Not(HasSubstr("nan")));
}

TEST(TensorReport, between_closed_faces_is_the_diagonal_and_says_why) {
  RunReport report = run_along({Axis::x, Axis::y, Axis::z});
  report.flows[0].result.mean_velocity[1] = 0;
  for (const Boundary boundary : {Boundary::sealed, Boundary::mirror, Boundary::pressure}) {
    report.solver.boundary = {boundary};
    const std::string text = summary_of(report);
    EXPECT_THAT(text,
                testing::ContainsRegex("Permeabilities along the axes in mD\n  x +1553\\.6\n  y +1553\\.6\n  z +"));
    EXPECT_THAT(text, HasSubstr("no property of the rock"));
    for (const char* word : {"principal", "asymmetry", "155.36"}) EXPECT_THAT(text, Not(HasSubstr(word)));
    const json result = parse(report);
    EXPECT_EQ(result["warnings"], json::array());
    EXPECT_DOUBLE_EQ(result["permeability_tensor_voxel2"][1][1], 0.05367);
    EXPECT_TRUE(result["permeability_tensor_voxel2"][1][0].is_null());
    EXPECT_TRUE(result["permeability_tensor_m2"][2][1].is_null());
    EXPECT_TRUE(result["permeability_tensor_error_voxel2"][1][1].is_number());
    EXPECT_TRUE(result["permeability_tensor_error_m2"][2][1].is_null());
    for (const char* key :
         {"symmetric_voxel2", "symmetric_m2", "principal_voxel2", "principal_m2", "axes", "asymmetry"})
      EXPECT_TRUE(result[std::string("permeability_tensor_") + key].is_null()) << key;
  }
}

TEST(TensorReport, is_null_without_three_finite_flows) {
  RunReport report = run_along({Axis::x});
  EXPECT_TRUE(parse(report)["permeability_tensor_voxel2"].is_null());
  EXPECT_THAT(summary_of(report), Not(HasSubstr("ensor")));
  report = run_along({Axis::x, Axis::y, Axis::z});
  report.flows[1] = diverged_flow(Axis::y);
  EXPECT_TRUE(parse(report)["permeability_tensor_voxel2"].is_null());
  EXPECT_TRUE(parse(report)["permeability_tensor_asymmetry"].is_null());
  report.flows[1] = blocked_flow(Axis::y);
  EXPECT_EQ(parse(report)["permeability_tensor_voxel2"][1][1], 0);
}

}  // namespace
}  // namespace perm
