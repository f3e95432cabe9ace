// SPDX-License-Identifier: Apache-2.0
// What pores conduct, in conduction.json; what does not exist is null.
#include <gmock/gmock.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "report/conduct/conduct_summary.hpp"
#include "report/example_conduction.hpp"
#include "report/example_run.hpp"
#include "report/result_json.hpp"

namespace perm {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(ConductReport, has_these_keys) {
  const nlohmann::json json = written(example_report());
  std::set<std::string> keys;
  for (const auto& [key, value] : json.items()) keys.insert(key);
  EXPECT_EQ(keys, (std::set<std::string>{"schema_version",
                                         "kind",
                                         "of",
                                         "definition",
                                         "walls",
                                         "bounds",
                                         "image",
                                         "porosity_of_body",
                                         "boundary",
                                         "why_sealed",
                                         "bulk",
                                         "tolerance",
                                         "warnings",
                                         "directions",
                                         "relative_conductivity_tensor",
                                         "relative_conductivity_principal",
                                         "relative_conductivity_axes",
                                         "device",
                                         "threads",
                                         "seconds_total",
                                         "version",
                                         "commit",
                                         "command_line",
                                         "input_path",
                                         "finished_utc",
                                         "host"}));
  std::set<std::string> of_direction;
  for (const auto& [key, value] : json["directions"][0].items()) of_direction.insert(key);
  EXPECT_EQ(of_direction,
            (std::set<std::string>{"direction", "walls", "relative_conductivity", "formation_factor", "tortuosity",
                                   "root_of_tortuosity", "archie_exponent", "smooth_pores", "lambda", "effective",
                                   "connected_porosity", "cells", "is_converged", "iterations", "seconds"}));
}

TEST(ConductReport, says_what_was_conducted_and_where) {
  const nlohmann::json json = written(example_report());
  EXPECT_EQ(json["schema_version"], conduction_schema_version);
  EXPECT_EQ(json["kind"], "conduction");
  EXPECT_EQ(json["of"], "diffusion");
  EXPECT_EQ(json["image"]["source"], "berea.tif");
  EXPECT_EQ(json["boundary"], "periodic");
  EXPECT_TRUE(json["why_sealed"].is_null());
  EXPECT_TRUE(json["bulk"].is_null());
  EXPECT_TRUE(json["relative_conductivity_tensor"].is_null());
  EXPECT_TRUE(json["host"].is_null());
  EXPECT_EQ(json["warnings"], nlohmann::json::array());
  EXPECT_EQ(json["directions"][0]["direction"], "x");
  EXPECT_EQ(json["directions"][1]["direction"], "z");
  EXPECT_EQ(json["directions"][0]["cells"], 480);
  EXPECT_EQ(json["directions"][0]["connected_porosity"], 0.48);
  EXPECT_EQ(json["directions"][0]["is_converged"], true);
  EXPECT_EQ(json["directions"][0]["iterations"], 31);
}

TEST(ConductReport, lets_bounds_change_places_for_what_falls_where_the_conductivity_rises) {
  const nlohmann::json json = written(example_report())["directions"][0];
  const auto expect = [&](const char* key, double value, double lower, double upper) {
    EXPECT_NEAR(json[key]["value"].get<double>(), value, 1e-12) << key;
    EXPECT_NEAR(json[key]["lower"].get<double>(), lower, 1e-12) << key;
    EXPECT_NEAR(json[key]["upper"].get<double>(), upper, 1e-12) << key;
    EXPECT_LE(json[key]["lower"].get<double>(), json[key]["upper"].get<double>()) << key;
  };
  expect("relative_conductivity", 0.22, 0.2, 0.25);
  expect("formation_factor", 1 / 0.22, 4, 5);
  expect("tortuosity", 0.5 / 0.22, 2, 2.5);
  expect("root_of_tortuosity", std::sqrt(0.5 / 0.22), std::sqrt(2), std::sqrt(2.5));
  expect("archie_exponent", std::log(0.22) / std::log(0.5), 2, std::log(0.2) / std::log(0.5));
  EXPECT_EQ(json["smooth_pores"]["relative_conductivity"], 0.23);
  EXPECT_EQ(json["smooth_pores"]["standard_deviation"], 0.004);
  EXPECT_NEAR(json["smooth_pores"]["formation_factor"].get<double>(), 1 / 0.23, 1e-12);
  EXPECT_NEAR(json["smooth_pores"]["tortuosity"].get<double>(), 0.5 / 0.23, 1e-12);
  EXPECT_TRUE(json["effective"].is_null());
}

TEST(ConductReport, has_lambda_in_voxels_and_with_a_voxel_size_in_metres) {
  ConductReport report = example_report();
  nlohmann::json lambda = written(report)["directions"][0]["lambda"];
  EXPECT_EQ(lambda["voxels"], 6.5);
  EXPECT_EQ(lambda["standard_deviation_voxels"], 0.25);
  EXPECT_TRUE(lambda["m"].is_null());
  EXPECT_TRUE(lambda["standard_deviation_m"].is_null());
  EXPECT_THAT(format_conduction(report, {}), HasSubstr("6.5 +- 0.5 voxels (two sigma): twice"));
  report.image.voxel_size_m = 2e-6;
  lambda = written(report)["directions"][0]["lambda"];
  EXPECT_DOUBLE_EQ(lambda["m"], 13e-6);
  EXPECT_DOUBLE_EQ(lambda["standard_deviation_m"], 0.5e-6);
  EXPECT_THAT(format_conduction(report, {}), HasSubstr("6.5 +- 0.5 voxels (two sigma), 13 um"));
  report.directions[0].lambda_voxels.reset();
  EXPECT_TRUE(written(report)["directions"][0]["lambda"].is_null());
  EXPECT_TRUE(written(report)["directions"][1]["lambda"].is_object());
}

TEST(ConductReport, beside_k_says_what_lambda_and_the_formation_factor_make_of_it) {
  RunReport run = testing_report::example_run();
  run.flows[0].conduction = example_conducted(Axis::x);
  const double k = *run.flows[0].result.permeability_voxel2;
  nlohmann::json json = nlohmann::json::parse(format_result_json(run, {}))["flow"][0]["conduction"];
  EXPECT_DOUBLE_EQ(json["johnson_constant"], 8 * k / 0.22 / (6.5 * 6.5));
  run.flows[0].conduction->lambda_voxels.reset();
  json = nlohmann::json::parse(format_result_json(run, {}))["flow"][0]["conduction"];
  EXPECT_TRUE(json["johnson_constant"].is_null());
  run.flows[0] = testing_report::diverged_flow(Axis::x);
  run.flows[0].conduction = example_conducted(Axis::x);
  json = nlohmann::json::parse(format_result_json(run, {}))["flow"][0]["conduction"];
  EXPECT_TRUE(json["johnson_constant"].is_null()) << "without a K";
}

TEST(ConductReport, of_a_bulk_value_has_effective_ones_with_its_unit) {
  ConductWords words;
  words.of = Conduction::current;
  words.bulk = Bulk{5, "S/m"};
  const nlohmann::json json = written(example_report(), words);
  EXPECT_EQ(json["of"], "current");
  EXPECT_EQ(json["bulk"]["value"], 5);
  EXPECT_EQ(json["bulk"]["unit"], "S/m");
  const nlohmann::json& effective = json["directions"][0]["effective"];
  EXPECT_NEAR(effective["value"].get<double>(), 1.1, 1e-12);
  EXPECT_NEAR(effective["lower"].get<double>(), 1, 1e-12);
  EXPECT_NEAR(effective["upper"].get<double>(), 1.25, 1e-12);
  EXPECT_EQ(effective["unit"], "S/m");
  const std::string text = format_conduction(example_report(), words);
  EXPECT_THAT(text, HasSubstr("effective conductivity"));
  EXPECT_THAT(text, HasSubstr("S/m"));
  words.of = Conduction::heat;
  EXPECT_THAT(format_conduction(example_report(), words), HasSubstr("effective thermal conductivity"));
  words.of = Conduction::diffusion;
  EXPECT_THAT(format_conduction(example_report(), words), HasSubstr("effective diffusivity"));
}

TEST(ConductReport, of_a_smooth_body_has_its_deviation_and_no_bounds) {
  ConductReport report = example_report();
  report.walls = Walls::sub_voxel;
  report.porosity_of_body = 0.44;
  for (Conducted& conducted : report.directions) {
    conducted.walls = Walls::sub_voxel;
    conducted.lower = conducted.upper = std::nan("");
    conducted.smooth = conducted.value;
  }
  const nlohmann::json json = written(report);
  EXPECT_EQ(json["walls"], "sub-voxel");
  EXPECT_TRUE(json["bounds"].is_null());
  EXPECT_EQ(json["porosity_of_body"], 0.44);
  const nlohmann::json& along = json["directions"][0];
  for (const char* key : {"relative_conductivity", "formation_factor", "tortuosity", "archie_exponent"}) {
    EXPECT_TRUE(along[key]["lower"].is_null()) << key;
    EXPECT_TRUE(along[key]["upper"].is_null()) << key;
  }
  EXPECT_EQ(along["relative_conductivity"]["value"], 0.22);
  EXPECT_NEAR(along["tortuosity"]["value"].get<double>(), 0.44 / 0.22, 1e-12);
  EXPECT_EQ(along["smooth_pores"]["standard_deviation"], 0.004);
  const std::string text = format_conduction(report, {});
  EXPECT_THAT(text, HasSubstr("formation factor    4.545 +- 0.17 (two sigma): of the smooth body"));
  EXPECT_THAT(text, HasSubstr("walls stand between voxels"));
  EXPECT_THAT(text, HasSubstr("porosity 0.44, no bounds"));
  for (const char* absent : {"between 0", "proven", "smooth pores", "nan"}) EXPECT_THAT(text, Not(HasSubstr(absent)));
}

TEST(ConductReport, has_null_where_nothing_conducts) {
  ConductReport report = example_report();
  report.directions = {example_blocked(Axis::y)};
  ConductWords words;
  words.bulk = Bulk{1.5e-9, "m2/s"};
  const nlohmann::json json = written(report, words)["directions"][0];
  for (const char* key : {"value", "lower", "upper"}) {
    EXPECT_EQ(json["relative_conductivity"][key], 0) << key;
    EXPECT_EQ(json["effective"][key], 0) << key;
    for (const char* of : {"formation_factor", "tortuosity", "root_of_tortuosity", "archie_exponent"})
      EXPECT_TRUE(json[of][key].is_null()) << of << ' ' << key;
  }
  EXPECT_TRUE(json["smooth_pores"].is_null());
  EXPECT_EQ(json["connected_porosity"], 0);
}

TEST(ConductReport, has_null_for_an_exponent_of_bare_fluid) {
  ConductReport report = example_report();
  report.image.pore_voxels = report.image.connected_voxels = 1000;
  report.directions.resize(1);
  report.directions[0].lower = report.directions[0].value = report.directions[0].upper = 1;
  report.directions[0].smooth.reset();
  const nlohmann::json json = written(report)["directions"][0];
  EXPECT_EQ(json["formation_factor"]["value"], 1);
  for (const char* key : {"value", "lower", "upper"})
    EXPECT_TRUE(json["archie_exponent"][key].is_null()) << "0/0 is no number: " << key;
  EXPECT_TRUE(json["smooth_pores"].is_null());
}

TEST(ConductReport, holds_a_tensor_with_its_principal_values) {
  ConductReport report = example_report();
  report.tensor = Matrix3{{{0.3, 0.05, 0}, {0.05, 0.3, 0}, {0, 0, 0.1}}};
  report.principal = find_principal_axes(*report.tensor);
  const nlohmann::json json = written(report);
  EXPECT_EQ(json["relative_conductivity_tensor"][0][1], 0.05);
  EXPECT_NEAR(json["relative_conductivity_principal"][0].get<double>(), 0.35, 1e-12);
  EXPECT_NEAR(json["relative_conductivity_principal"][1].get<double>(), 0.25, 1e-12);
  EXPECT_NEAR(json["relative_conductivity_axes"][0][0].get<double>(), std::sqrt(0.5), 1e-12);
  EXPECT_NEAR(json["relative_conductivity_axes"][0][1].get<double>(), std::sqrt(0.5), 1e-12);
}

}  // namespace
}  // namespace perm
