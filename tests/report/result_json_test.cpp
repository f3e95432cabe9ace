// SPDX-License-Identifier: Apache-2.0
#include "report/result_json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/units.hpp"
#include "report/example_run.hpp"

namespace perm {
namespace {

using nlohmann::json;
using namespace testing_report;

json parse(const RunReport& report) { return json::parse(format_result_json(report)); }

TEST(ResultJson, holds_every_key_that_was_promised) {
  const json result = parse(example_run());
  for (const char* key : {"schema_version", "definition", "image", "solver", "flow", "performance"})
    EXPECT_TRUE(result.contains(key)) << key;
  for (const char* key : {"source", "dims", "voxel_size_m", "porosity", "connected_porosity", "pore_space_hash"})
    EXPECT_TRUE(result["image"].contains(key)) << key;
  for (const char* key : {"device", "ranks", "precision", "collision", "tau", "magic", "boundary", "version", "commit"})
    EXPECT_TRUE(result["solver"].contains(key)) << key;
  ASSERT_EQ(result["flow"].size(), 1U);
  for (const char* key : {"direction", "permeability_voxel2", "permeability_m2", "permeability_mD", "mean_velocity",
                          "steps", "stop", "iteration_error", "seconds", "mflups"})
    EXPECT_TRUE(result["flow"][0].contains(key)) << key;
  for (const char* key : {"fluid_cells", "bytes_per_fluid_cell", "mflups"})
    EXPECT_TRUE(result["performance"].contains(key)) << key;
}

TEST(ResultJson, gives_the_values_of_the_run) {
  const json result = parse(example_run());
  EXPECT_EQ(result["schema_version"], result_schema_version);
  EXPECT_EQ(result["definition"], permeability_definition);
  EXPECT_EQ(result["image"]["dims"], json({10, 10, 10}));
  EXPECT_DOUBLE_EQ(result["image"]["porosity"], 0.2);
  EXPECT_DOUBLE_EQ(result["image"]["connected_porosity"], 0.15);
  EXPECT_DOUBLE_EQ(result["solver"]["tau"], 0.55);
  EXPECT_EQ(result["solver"]["boundary"], "periodic");
  EXPECT_EQ(result["solver"]["ranks"], 1);
  EXPECT_EQ(result["solver"]["commit"], "02e351b");
  EXPECT_EQ(result["image"]["pore_space_hash"], "fnv1a64:1b76da138f4408ee");
  const json& flow = result["flow"][0];
  EXPECT_EQ(flow["direction"], "x");
  EXPECT_EQ(flow["stop"], "converged");
  EXPECT_EQ(flow["steps"], 1550);
  EXPECT_DOUBLE_EQ(flow["mean_velocity"][0], 1.25e-8);
  EXPECT_EQ(flow["isolated_voxels"], 50);
}

TEST(ResultJson, gives_k_in_the_unit_that_was_asked_for) {
  EXPECT_TRUE(parse(example_run())["flow"][0]["permeability_in_unit"].is_null());
  RunOutput output;
  output.units = {TradeUnit::gurley, 2e-3};
  RunReport report = example_run();
  report.flows.push_back(blocked_flow(Axis::y));
  report.flows.push_back(diverged_flow(Axis::z));
  const json flows = json::parse(format_result_json(report, output))["flow"];
  const json& k = flows[0]["permeability_in_unit"];
  // 1e-4 m^3 * 1.813e-5 Pa s * 2 mm/(1.533298e-12 m^2 * 6.4516e-4 m^2 * 1220 Pa)
  EXPECT_NEAR(k["value"], 3.0045, 1e-3);
  EXPECT_NEAR(k["iteration_error"], 8e-4 / (1 - 8e-4), 1e-12);
  EXPECT_EQ(k["unit"], "s per 100 cm^3");
  EXPECT_EQ(k["units_option"], "gurley");
  EXPECT_EQ(k["thickness_m"], 2e-3);
  EXPECT_EQ(k["fluid"], "air at 20 C: mu = 18.13 uPa s");
  EXPECT_TRUE(flows[1]["permeability_in_unit"]["value"].is_null());  // infinite
  EXPECT_TRUE(flows[2]["permeability_in_unit"].is_null());
}

TEST(ResultJson, tells_what_the_faces_did_and_what_there_was_to_warn_of) {
  RunReport report = example_run();
  EXPECT_EQ(parse(report)["warnings"], json::array());
  EXPECT_TRUE(parse(report)["solver"]["sides"].is_null());
  report.solver.boundary = {Boundary::pressure, Sides::mirror};
  report.warnings = {"the image does not repeat"};
  const json result = parse(report);
  EXPECT_EQ(result["solver"]["boundary"], "pressure");
  EXPECT_EQ(result["solver"]["sides"], "mirror");
  ASSERT_EQ(result["warnings"].size(), 1U);
  EXPECT_EQ(result["warnings"][0], "the image does not repeat");
}

TEST(ResultJson, tells_how_several_ranks_shared_the_image) {
  RunReport report = example_run();
  report.solver.ranks = 6;
  report.flows[0].result.sharing = {6, 2, 3, 0.25};
  const json result = parse(report);
  EXPECT_EQ(result["solver"]["ranks"], 6);
  EXPECT_EQ(result["flow"][0]["partition"], json({{"parts_y", 2}, {"parts_z", 3}, {"imbalance", 0.25}}));
}

TEST(ResultJson, tells_when_and_where_the_run_was_done_and_of_which_input) {
  const json result =
      json::parse(format_result_json(example_run(), {{}, {}, "2026-11-21T08:15:30Z", "a-computer", "/data/berea.tif"}));
  EXPECT_EQ(result["input_path"], "/data/berea.tif");
  EXPECT_TRUE(parse(example_run())["input_path"].is_null());
  EXPECT_EQ(result["finished_utc"], "2026-11-21T08:15:30Z");
  EXPECT_EQ(result["host"], "a-computer");
  EXPECT_TRUE(parse(example_run())["finished_utc"].is_null());
  EXPECT_TRUE(parse(example_run())["host"].is_null());
}

TEST(ResultJson, a_program_that_was_built_outside_git_has_no_commit) {
  RunReport report = example_run();
  report.solver.commit.clear();
  EXPECT_TRUE(parse(report)["solver"]["commit"].is_null());
}

TEST(ResultJson, converts_permeability_with_the_voxel_size) {
  const json result = parse(example_run());
  const PermeabilityUnits units = convert_permeability(0.05367, 5.345e-6);
  EXPECT_DOUBLE_EQ(result["flow"][0]["permeability_voxel2"], units.voxel2);
  EXPECT_DOUBLE_EQ(result["flow"][0]["permeability_m2"], units.m2);
  EXPECT_DOUBLE_EQ(result["flow"][0]["permeability_mD"], units.millidarcy);
}

TEST(ResultJson, without_a_voxel_size_only_voxel_units_have_numbers) {
  RunReport report = example_run();
  report.image.voxel_size_m.reset();
  const json result = parse(report);
  EXPECT_TRUE(result["image"]["voxel_size_m"].is_null());
  EXPECT_TRUE(result["flow"][0]["permeability_voxel2"].is_number());
  for (const char* key : {"permeability_m2", "permeability_darcy", "permeability_mD"})
    EXPECT_TRUE(result["flow"][0][key].is_null()) << key;
}

TEST(ResultJson, the_permeability_of_a_diverged_run_is_null) {
  RunReport report = example_run();
  report.flows = {diverged_flow(Axis::y)};
  const json flow = parse(report)["flow"][0];
  for (const char* key : {"permeability_voxel2", "permeability_m2", "permeability_mD", "iteration_error"})
    EXPECT_TRUE(flow[key].is_null()) << key;
  EXPECT_TRUE(flow["mean_velocity"][0].is_null());
  EXPECT_EQ(flow["stop"], "diverged");
  EXPECT_EQ(flow["diverged_because"], "step 40: the mean velocity is not a number");
}

TEST(ResultJson, a_bound_that_was_never_reached_is_null) {
  RunReport report = example_run();
  report.flows[0].result.stop = StopReason::step_limit;
  report.flows[0].result.iteration_error = std::numeric_limits<double>::infinity();
  const json flow = parse(report)["flow"][0];
  EXPECT_TRUE(flow["iteration_error"].is_null());
  EXPECT_TRUE(flow["permeability_voxel2"].is_number());
  EXPECT_EQ(flow["stop"], "step_limit");
}

TEST(ResultJson, a_flow_that_does_not_percolate_has_permeability_zero_and_no_speed) {
  RunReport report = example_run();
  report.flows = {blocked_flow(Axis::z)};
  const json result = parse(report);
  EXPECT_EQ(result["flow"][0]["permeability_voxel2"], 0.0);
  EXPECT_EQ(result["flow"][0]["permeability_mD"], 0.0);
  EXPECT_EQ(result["flow"][0]["iteration_error"], 0.0);
  EXPECT_EQ(result["flow"][0]["stop"], "not_percolating");
  EXPECT_TRUE(result["flow"][0]["mflups"].is_null());
  EXPECT_TRUE(result["solver"]["tau"].is_null());
  EXPECT_TRUE(result["performance"]["bytes_per_fluid_cell"].is_null());
  EXPECT_EQ(result["performance"]["fluid_cells"], 0);
}

TEST(ResultJson, performance_sums_the_directions) {
  RunReport report = example_run();
  report.flows = {converged_flow(Axis::x), blocked_flow(Axis::y), converged_flow(Axis::z)};
  report.flows[2].result.seconds = 30;
  report.flows[2].result.mflups = 10;
  report.flows[2].result.tau = 0.7;
  const json result = parse(report);
  EXPECT_DOUBLE_EQ(result["performance"]["mflups"], 15);
  EXPECT_DOUBLE_EQ(result["performance"]["seconds_stepping"], 40);
  EXPECT_EQ(result["performance"]["fluid_cells"], 150);
  EXPECT_TRUE(result["solver"]["tau"].is_null()) << "each flow has its own";
  EXPECT_DOUBLE_EQ(result["flow"][2]["tau"], 0.7);
}

TEST(ResultJson, never_spells_a_number_that_is_none) {
  RunReport report = example_run();
  report.flows = {diverged_flow(Axis::x)};
  report.flows[0].result.mflups = std::numeric_limits<double>::quiet_NaN();
  report.flows[0].result.flux_spread = std::numeric_limits<double>::infinity();
  const std::string text = format_result_json(report);
  for (const char* word : {"nan", "NaN", ": inf", "Infinity"})
    EXPECT_THAT(text, testing::Not(testing::HasSubstr(word)));
}

/// Makes a budget with K 0.05367 voxel^2, refined 0.05 and coarsened 0.06, without iteration errors.
ErrorBudget example_budget(const FlowResult& result) {
  GridPermeability refined;
  refined.lattice_edge = 0.5;
  refined.permeability_voxel2 = 0.05;
  GridPermeability coarsened;
  coarsened.image_edge = coarsened.lattice_edge = 2;
  coarsened.permeability_voxel2 = 0.06;
  return make_error_budget(result, {refined, coarsened}, {{"mirror", 0.05}});
}

TEST(ResultJson, holds_the_voxel_estimate_and_K_without_it_where_it_is_resolved) {
  RunReport report = example_run();
  EXPECT_TRUE(parse(report)["flow"][0]["voxel_estimate"].is_null());
  report.flows[0].voxel_estimate = VoxelEstimate{-0.025, 0.013, true, 0.055};
  const json estimate = parse(report)["flow"][0]["voxel_estimate"];
  EXPECT_EQ(estimate["relative"], -0.025);
  EXPECT_EQ(estimate["two_sigma"], 0.013);
  EXPECT_EQ(estimate["resolved"], true);
  EXPECT_EQ(estimate["corrected_voxel2"], 0.055);
  EXPECT_NEAR(estimate["corrected_m2"], 0.055 * 5.345e-6 * 5.345e-6, 1e-20);
  EXPECT_NEAR(estimate["corrected_mD"], 0.055 * 5.345e-6 * 5.345e-6 / 9.869233e-16, 1e-6);
  report.flows[0].voxel_estimate->basis = {0.2, 0.03, 0.02, 90, 0.5, 1, 0.25, 12, 15};
  EXPECT_EQ(parse(report)["flow"][0]["voxel_estimate"]["made_of"], (json{{"stepped_walls", 0.2},
                                                                         {"plane_walls", 0.03},
                                                                         {"not_viscous", 0.02},
                                                                         {"wall_pieces", 90.0},
                                                                         {"channel", 0.5},
                                                                         {"along_flow", 1.0},
                                                                         {"cubes", 0.25},
                                                                         {"solid_chord", 12.0},
                                                                         {"pore_chord", 15.0}}));
  report.flows[0].voxel_estimate = VoxelEstimate{0.12, 0.31, false, {}};
  EXPECT_TRUE(parse(report)["flow"][0]["voxel_estimate"]["corrected_mD"].is_null());
}

TEST(ResultJson, holds_K_of_the_image_taken_as_cubes) {
  RunReport report = example_run();
  EXPECT_TRUE(parse(report)["flow"][0]["as_cubes"].is_null());
  report.flows[0].as_cubes = CubesEstimate{0.0459, 0.0213, CubesBasis::refined_image};
  const json cubes = parse(report)["flow"][0]["as_cubes"];
  EXPECT_EQ(cubes["permeability_voxel2"], 0.0459);
  EXPECT_NEAR(cubes["permeability_m2"], 0.0459 * 5.345e-6 * 5.345e-6, 1e-20);
  EXPECT_NEAR(cubes["permeability_mD"], convert_permeability(0.0459, 5.345e-6).millidarcy, 1e-6);
  EXPECT_EQ(cubes["two_sigma"], 0.0213);
  EXPECT_EQ(cubes["made_from"], "the refined image");
  report.image.voxel_size_m.reset();
  EXPECT_TRUE(parse(report)["flow"][0]["as_cubes"]["permeability_mD"].is_null());
}

TEST(ResultJson, holds_the_error_budget_that_was_asked_for) {
  RunReport report = example_run();
  EXPECT_TRUE(parse(report)["flow"][0]["error_budget"].is_null());
  report.flows[0].error_budget = example_budget(report.flows[0].result);
  const json budget = parse(report)["flow"][0]["error_budget"];
  EXPECT_NEAR(budget["iteration"]["error_voxel2"], 8e-4 * 0.05367, 1e-12);
  EXPECT_NEAR(budget["voxel"]["error_voxel2"], 3 * (0.06 - 0.05367 + 8e-4 * 0.05367), 1e-9);
  EXPECT_NEAR(budget["boundary"]["error_voxel2"], 0.00367, 1e-9);
  EXPECT_NEAR(budget["boundary"]["error_mD"], convert_permeability(0.00367, 5.345e-6).millidarcy, 1e-5);
  EXPECT_EQ(budget["boundary"]["alternatives"][0]["boundary"], "mirror");
  EXPECT_EQ(budget["voxel"]["grids"][2]["grid"], "coarsened");
  EXPECT_NEAR(budget["voxel"]["three_grids"]["observed_order"], std::log2(0.00633 / 0.00367), 1e-9);
  EXPECT_TRUE(budget["voxel"]["three_grids"]["order_is_defined"]);
  report.image.voxel_size_m.reset();
  EXPECT_TRUE(parse(report)["flow"][0]["error_budget"]["voxel"]["error_m2"].is_null());
}

TEST(ResultJson, says_from_what_image_a_resampled_one_was_made) {
  RunReport report = example_run();
  report.image.resampling = ResamplingReport{ResamplingReport::Method::refine, 2, {5, 5, 5}, 10.69e-6, 25, "fnv1a64:1"};
  const json resampling = parse(report)["image"]["resampling"];
  EXPECT_EQ(resampling["method"], "refine");
  EXPECT_EQ(resampling["given_dims"], json({5, 5, 5}));
  EXPECT_EQ(resampling["voxel_edge_given_voxels"], 0.5);
}

TEST(ResultJson, bgk_has_no_magic_parameter) {
  RunReport report = example_run();
  report.solver.settings.collision = Collision::bgk;
  EXPECT_TRUE(parse(report)["solver"]["magic"].is_null());
  EXPECT_DOUBLE_EQ(parse(example_run())["solver"]["magic"], 3.0 / 16.0);
}

TEST(ResultJson, survives_a_path_that_is_not_utf8) {
  RunReport report = example_run();
  report.image.source = "rock\xff.tif";
  EXPECT_NO_THROW(parse(report));
}

}  // namespace
}  // namespace perm
