// SPDX-License-Identifier: Apache-2.0
// These tests follow the main command from image to files, on tiny images.
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "cli/program.hpp"
#include "cli/small_image.hpp"
#include "core/version.hpp"

namespace perm::cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class Solve : public CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    write_text(path("slit.ini"), "kind = plates\nsize = 16\ngap = 8\n");
    write_text(path("rock.ini"), "kind = overlap\nsize = 20x18x16\nradius = 4\nporosity = 0.5\nseed = 3\n");
  }
};

TEST_F(Solve, writes_every_key_that_was_promised) {
  const json result = solve("rock.ini --voxel-size 2um");
  for (const char* key : {"schema_version", "definition", "image", "solver", "flow", "performance"})
    EXPECT_TRUE(result.contains(key)) << key;
  for (const char* key : {"source", "dims", "voxel_size_m", "porosity", "connected_porosity", "pore_space_hash"})
    EXPECT_FALSE(result["image"][key].is_null()) << key;
  for (const char* key : {"device", "ranks", "precision", "collision", "tau", "magic", "boundary", "version"})
    EXPECT_FALSE(result["solver"][key].is_null()) << key;
  for (const char* key : {"direction", "permeability_voxel2", "permeability_m2", "permeability_mD", "mean_velocity",
                          "steps", "stop", "iteration_error", "seconds", "mflups"})
    EXPECT_FALSE(result["flow"][0][key].is_null()) << key;
  for (const char* key : {"fluid_cells", "bytes_per_fluid_cell", "mflups", "resident_bytes_stepping"})
    EXPECT_FALSE(result["performance"][key].is_null()) << key;
  EXPECT_EQ(result["image"]["dims"], json({20, 18, 16}));
  EXPECT_EQ(result["solver"]["version"], version());
  EXPECT_EQ(result["solver"]["commit"], commit().empty() ? json(nullptr) : json(commit()));
  EXPECT_EQ(result["flow"][0]["stop"], "converged");
  EXPECT_LE(result["flow"][0]["iteration_error"], 1e-3);
  EXPECT_FALSE(result["host"].get<std::string>().empty());
  EXPECT_THAT(result["finished_utc"].get<std::string>(),
              testing::MatchesRegex("20[0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-6][0-9]Z"));
}

TEST_F(Solve, says_what_each_phase_took) {
  const Outcome outcome = run("solve rock.ini --voxel-size 2um --timings --output timed");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("Time of the phases, "));
  EXPECT_THAT(outcome.out, HasSubstr("\n  steps "));
  const json result = json::parse(read_text(path("timed/result.json")));
  double sum = 0;
  std::string phases;
  for (const json& phase : result["timings"]["phases"]) {
    sum += phase["seconds"].get<double>();
    phases += phase["phase"].get<std::string>() + " ";
  }
  EXPECT_NEAR(sum, result["timings"]["seconds"].get<double>(), 1e-9);
  EXPECT_GE(sum, result["performance"]["seconds_total"].get<double>());  // which begins when the options are read
  for (const char* phase : {"start", "reading", "facts", "components", "prediction", "survey", "pressure", "lattice",
                            "looks", "steps", "writing"})
    EXPECT_THAT(phases, HasSubstr(phase));
}

TEST_F(Solve, a_slit_has_the_permeability_of_the_exact_solution) {
  EXPECT_NEAR(solve("slit.ini --tolerance 1e-4")["flow"][0]["permeability_voxel2"], 512.0 / 12 / 16, 3e-3);
  const json flow = solve("slit.ini --voxel-size 2um --precision float64 --walls voxels")["flow"][0];
  const double exact = (512.0 / 12 + 8.0 / 24) / 16;  // for a gap of 8 in 16 voxels; magic 3/16 (issue, figures)
  EXPECT_NEAR(flow["permeability_voxel2"], exact, 1e-3 * exact);
  EXPECT_NEAR(flow["permeability_m2"], 4e-12 * exact, 4e-15 * exact);
  EXPECT_NEAR(flow["permeability_mD"], 4e-12 * exact / 9.869233e-16, 5 * exact);
  EXPECT_NEAR(flow["mean_velocity"][1], 0, 1e-9);
}

// The drag on a cylinder of a square array at solid fraction 0.4 is F / (mu U) = 217.89 a unit of length (Sangani and
// Acrivos 1982, table 1), so that K = area of the cell / 217.89. At 40 voxels a side, the rough cylinders that voxels
// make lower K by some per cent.
TEST_F(Solve, cylinders_across_the_flow_need_one_voxel_of_thickness) {
  write_text(path("fibres.ini"), "kind = cylinders-square\nsize = 40\nporosity = 0.6\n");
  const json flow = solve("fibres.ini --direction xyz")["flow"];
  EXPECT_NEAR(flow[0]["permeability_voxel2"], 1600 / 217.89, 0.06 * 1600 / 217.89);
  EXPECT_NEAR(flow[1]["permeability_voxel2"], flow[0]["permeability_voxel2"], 2e-3 * 1600 / 217.89);
  EXPECT_GT(flow[2]["permeability_voxel2"], 1.5 * flow[0]["permeability_voxel2"].get<double>());
}

TEST_F(Solve, says_the_result_to_a_person) {
  const Outcome outcome = run("solve rock.ini --voxel-size 2um --threads 1");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  for (const char* part :
       {"20 x 18 x 16 voxels of 2 um", "total porosity", "connected along x", "prediction for x",
        " s on 1 idle core of a recent server", " to ", "of 100 cases", "as solved", "voxel^2", "m^2", "mD",
        "k = nu <u> / g", "periodic", "converged", "rock-permeability", "MFLUPS", "result.json"})
    EXPECT_THAT(outcome.out, HasSubstr(part));
  EXPECT_TRUE(std::filesystem::exists(path("rock-permeability/result.json")));
}

TEST_F(Solve, has_the_threshold_of_a_grey_image_in_the_headline_and_tells_that_of_labels_to_be_unknown) {
  const Extent extent{24, 24, 24};
  std::vector<std::uint8_t> grey;
  for (std::int64_t z = 0; z < extent.nz; ++z)  // a slit whose walls are blurred over several voxels, with noise
    for (std::int64_t i = 0; i < extent.plane_voxels(); ++i)
      grey.push_back(static_cast<std::uint8_t>(
          std::clamp<std::int64_t>(127 + 30 * (std::abs(2 * z - 23) - 14) / 2 + (7 * i + 11 * z) % 37 - 18, 0, 255)));
  write_mha(path("grey.mha"), extent, grey);
  const json headline = solve("grey.mha --voxel-size 2um --pore :127")["flow"][0]["headline"];
  EXPECT_THAT(std::string(headline["causes"]), testing::AllOf(HasSubstr("threshold "), HasSubstr("blur ")));
  EXPECT_TRUE(headline["unknown"].is_null()) << headline;
  for (std::uint8_t& value : grey) value = value > 127 ? 255 : 0;
  write_mha(path("label.mha"), extent, grey);
  const json of_labels = solve("label.mha --voxel-size 2um --pore :127")["flow"][0]["headline"];
  EXPECT_THAT(std::string(of_labels["causes"]), testing::Not(testing::ContainsRegex("threshold|blur")));
  EXPECT_EQ(of_labels["unknown"], "segmentation");
  EXPECT_GT(double(headline["high_m2"]) - double(headline["low_m2"]),
            double(of_labels["high_m2"]) - double(of_labels["low_m2"]));
}

TEST_F(Solve, quiet_says_the_results_only) {
  const Outcome outcome = run("solve rock.ini --voxel-size 2um --threads 1 --quiet");
  EXPECT_TRUE(outcome.out.starts_with("Flow along x")) << outcome.out;
  EXPECT_EQ(outcome.err, "");
}

TEST_F(Solve, xyz_gives_three_flows) {
  const json result = solve("rock.ini --direction xyz");
  ASSERT_EQ(result["flow"].size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(result["flow"][i]["direction"], std::string(1, static_cast<char>('x' + i)));
    EXPECT_GT(result["flow"][i]["permeability_voxel2"], 0);
  }
  const std::string csv = read_text(path("out/convergence.csv"));
  EXPECT_TRUE(csv.starts_with("direction,step,seconds,permeability_voxel2,extrapolated_voxel2,error\nx,"));
  for (const char* row : {"\ny,", "\nz,"}) EXPECT_THAT(csv, HasSubstr(row));
}

TEST_F(Solve, no_connection_is_a_result_and_said_in_words) {
  const Extent extent{12, 12, 12};
  write_mha(path("slit.mha"), extent, slit(extent));  // closed along z
  const Outcome outcome = run("solve slit.mha --pore 0 --voxel-size 2um --direction z --output out");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("no pore connects the two z faces"));
  const json result = json::parse(read_text(path("out/result.json")));
  EXPECT_EQ(result["flow"][0]["stop"], "not_percolating");
  EXPECT_EQ(result["flow"][0]["permeability_voxel2"], 0.0);
  EXPECT_EQ(result["flow"][0]["permeability_mD"], 0.0);
  EXPECT_EQ(result["flow"][0]["steps"], 0);
  EXPECT_EQ(result["image"]["connected_porosity"], 0.0);
}

TEST_F(Solve, isolated_pores_are_left_out_and_counted) {
  const Extent extent{12, 12, 12};
  std::vector<std::uint8_t> grey = slit(extent);
  grey[static_cast<std::size_t>(extent.index(5, 5, 9))] = 0;  // a hole in the solid half
  write_mha(path("slit.mha"), extent, grey);
  const json result = solve("slit.mha --voxel-size 2um --pore 0");
  EXPECT_EQ(result["flow"][0]["isolated_voxels"], 1);
  EXPECT_EQ(result["flow"][0]["fluid_cells"], 12 * 12 * 6);
  EXPECT_DOUBLE_EQ(result["image"]["connected_porosity"], 0.5);
  EXPECT_GT(result["image"]["porosity"], 0.5);
}

TEST_F(Solve, the_step_limit_ends_with_4_and_a_complete_record) {
  const Outcome outcome = run("solve rock.ini --voxel-size 2um --max-steps 10 --output out --threads 1");
  EXPECT_EQ(outcome.exit_code, 4);
  expect_one_error_line(outcome.err);
  EXPECT_THAT(outcome.err, HasSubstr("Raise --max-steps above 10; the state"));
  const json result = json::parse(read_text(path("out/result.json")));
  EXPECT_EQ(result["flow"][0]["stop"], "step_limit");
  EXPECT_EQ(result["flow"][0]["steps"], 10);
  EXPECT_TRUE(result["flow"][0]["permeability_voxel2"].is_number());
  EXPECT_TRUE(result.contains("performance"));
  EXPECT_TRUE(std::filesystem::exists(path("out/convergence.csv")));
}

TEST_F(Solve, a_run_replaces_the_files_of_the_run_before) {
  const double first = solve("rock.ini --tolerance 1e-2")["flow"][0]["permeability_voxel2"];
  const double second = solve("slit.ini")["flow"][0]["permeability_voxel2"];
  EXPECT_NE(first, second);
}

TEST_F(Solve, along_xyz_gives_a_tensor_whose_columns_are_the_flows_along_each_axis) {
  const json all = solve("rock.ini --direction xyz --tau 0.8 --tolerance 1e-4");
  const json& tensor = all["permeability_tensor_voxel2"];
  for (std::size_t j = 0; j < 3; ++j) {
    // With fields the whole flow is brought within the tolerance, as for a tensor.
    const json one = solve("rock.ini --fields --tau 0.8 --tolerance 1e-4 --direction " + std::string(1, "xyz"[j]));
    EXPECT_TRUE(one["permeability_tensor_voxel2"].is_null());
    EXPECT_EQ(one["flow"][0]["permeability_voxel2"], tensor[j][j]);
    EXPECT_EQ(one["flow"][0]["mean_velocity"], all["flow"][j]["mean_velocity"]);
    EXPECT_EQ(one["flow"][0]["steps"], all["flow"][j]["steps"]);
    EXPECT_EQ(one["flow"][0]["checks"], all["flow"][j]["checks"]);
  }
  EXPECT_TRUE(all["permeability_tensor_m2"].is_null());
  EXPECT_LT(all["permeability_tensor_asymmetry"], 1e-3);
  EXPECT_NE(tensor[0][1], 0);
  EXPECT_LT(std::abs(all["flow"][0]["checks"]["dissipation_difference"].get<double>()), 1e-3);
}

TEST_F(Solve, along_xyz_of_a_slit_that_is_closed_along_y_has_a_column_of_zeros) {
  const json result = solve("slit.ini --direction xyz --voxel-size 2um");
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(result["permeability_tensor_m2"][i][1], 0);
  EXPECT_GT(result["permeability_tensor_m2"][2][2], 0);
  EXPECT_TRUE(result["flow"][1]["checks"].is_null());
}

TEST_F(Solve, the_rule_for_pores_is_recorded) {
  const Extent extent{12, 12, 12};
  write_mha(path("slit.mha"), extent, slit(extent));
  const json by_rule = solve("slit.mha --voxel-size 2um --pore 0");
  const json by_solid = solve("slit.mha --voxel-size 2um --solid 200:");
  const json by_habit = solve("slit.mha --voxel-size 2um --labels geodict");
  for (const json& result : {by_rule, by_solid, by_habit}) {
    EXPECT_DOUBLE_EQ(result["image"]["porosity"], 0.5);
    EXPECT_NE(result["image"]["segmentation"], "");
  }
  EXPECT_NE(by_rule["image"]["segmentation"], by_habit["image"]["segmentation"]);
}

TEST_F(Solve, the_options_of_the_solver_reach_it) {
  const json result = solve(
      "slit.ini --collision bgk --equilibrium quadratic --tau 0.9 --force 1e-7 --instructions plain --tolerance 1e-2");
  EXPECT_EQ(result["solver"]["collision"], "bgk");
  EXPECT_EQ(result["solver"]["equilibrium"], "quadratic");
  EXPECT_TRUE(result["solver"]["magic"].is_null());
  EXPECT_DOUBLE_EQ(result["solver"]["tau"], 0.9);
  EXPECT_DOUBLE_EQ(result["flow"][0]["force"], 1e-7);
  EXPECT_FALSE(result["flow"][0]["tau_was_chosen"]);
}

}  // namespace
}  // namespace perm::cli
