// SPDX-License-Identifier: Apache-2.0
// What `conduct` prints and what conduction.json holds, on small images and recipes whose conductivities are known, or
// have to agree with each other.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>

#include "cli/conduct/conduction_run.hpp"
#include "core/version.hpp"

namespace perm::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr std::array boundaries_of_a_current{"auto", "periodic", "sealed", "mirror", "pressure"};

class Conduct : public ConductionRun {};

TEST_F(Conduct, says_the_result_to_a_person) {
  const Outcome outcome = run("conduct rock.ini --walls voxels --voxel-size 2um --threads 1");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  for (const char* part :
       {"20 x 18 x 16", "\n  porosity            0.51", "connected through faces",
        "periodic: what leaves one face enters", "\nAlong x\n", "\n  formation factor    ", ", between ", " and ",
        "proven for the ", "\n  tortuosity          ", "porosity times F", "its root", " that without solid",
        "\n  Archie's m          ", "\n  smooth pores        F ", " (two sigma), an estimate",
        "\n  iterations          ", "\nWritten to rock-conduction/conduction.json\n"})
    EXPECT_THAT(outcome.out, HasSubstr(part));
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("\n  Lambda              "), HasSubstr(" voxels (two sigma), ")));
  for (const char* part : {"Along y", "Tensor", "infinite", "warning", "effective", "nan", "inf"})
    EXPECT_THAT(outcome.out, Not(HasSubstr(part)));
  EXPECT_EQ(std::distance(fs::directory_iterator(path("rock-conduction")), {}), 2);
}

TEST_F(Conduct, writes_every_key_that_was_promised) {
  const json result = conduct("rock.ini --walls voxels --voxel-size 2um --bulk 2.3e-9m2/s --direction xyz --threads 1");
  EXPECT_EQ(result["schema_version"], 1);
  EXPECT_EQ(result["kind"], "conduction");
  for (const char* key :
       {"of", "definition", "walls", "bounds", "boundary", "bulk", "tolerance", "device", "threads", "seconds_total",
        "version", "command_line", "input_path", "finished_utc", "host", "relative_conductivity_tensor",
        "relative_conductivity_principal", "relative_conductivity_axes"})
    EXPECT_FALSE(result[key].is_null()) << key;
  for (const char* key : {"source", "dims", "voxel_size_m", "porosity", "connected_porosity", "pore_space_hash"})
    EXPECT_FALSE(result["image"][key].is_null()) << key;
  EXPECT_EQ(result["image"]["dims"], json({20, 18, 16}));
  EXPECT_TRUE(result["why_sealed"].is_null());
  EXPECT_EQ(result["warnings"], json::array());
  EXPECT_EQ(result["version"], version());
  EXPECT_EQ(result["input_path"], fs::canonical(path("rock.ini")).string());
  EXPECT_EQ(result["command_line"][1], "conduct");
  for (const json& along : result["directions"]) {
    for (const char* key : {"relative_conductivity", "formation_factor", "tortuosity", "root_of_tortuosity",
                            "archie_exponent", "effective"})
      for (const char* number : {"value", "lower", "upper"}) EXPECT_TRUE(along[key][number].is_number()) << key;
    for (const char* number : {"relative_conductivity", "standard_deviation", "formation_factor", "tortuosity"})
      EXPECT_GT(along["smooth_pores"][number], 0) << number;
    for (const char* number : {"voxels", "standard_deviation_voxels", "m", "standard_deviation_m"})
      EXPECT_GT(along["lambda"][number], 0) << number;
    for (const char* key : {"direction", "connected_porosity", "cells", "iterations", "seconds"})
      EXPECT_FALSE(along[key].is_null()) << key;
  }
}

TEST_F(Conduct, gives_numbers_and_bounds_that_follow_from_each_other) {
  const json result = conduct("rock.ini --walls voxels");
  const json& along = result["directions"][0];
  const double porosity = result["image"]["porosity"];
  for (const auto& [number, other] : {std::pair{"value", "value"}, {"lower", "upper"}, {"upper", "lower"}}) {
    const double conductivity = along["relative_conductivity"][number];
    EXPECT_DOUBLE_EQ(along["formation_factor"][other], 1 / conductivity);
    EXPECT_DOUBLE_EQ(along["tortuosity"][other], porosity / conductivity);
    EXPECT_DOUBLE_EQ(along["root_of_tortuosity"][other], std::sqrt(porosity / conductivity));
    EXPECT_DOUBLE_EQ(along["archie_exponent"][other], std::log(conductivity) / std::log(porosity));
  }
  EXPECT_LT(along["relative_conductivity"]["lower"], along["relative_conductivity"]["upper"]);
  EXPECT_LT(along["relative_conductivity"]["upper"], porosity) << "the bound of Wiener";
  EXPECT_LE(along["connected_porosity"], porosity);
}

TEST_F(Conduct, along_xyz_gives_the_tensor_between_periodic_faces) {
  const json result = conduct("rock.ini --walls voxels --direction xyz --tolerance 1e-5");
  const json& tensor = result["relative_conductivity_tensor"];
  ASSERT_EQ(result["directions"].size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(result["directions"][i]["direction"], std::string(1, "xyz"[i]));
    EXPECT_EQ(tensor[i][i], result["directions"][i]["relative_conductivity"]["value"]);
    for (std::size_t j = 0; j < i; ++j)
      EXPECT_NEAR(tensor[i][j], tensor[j][i].get<double>(), 2e-3 * tensor[i][i].get<double>()) << i << j;
    const json alone =
        conduct("rock.ini --walls voxels --tolerance 1e-5 --direction " + std::string(1, "xyz"[i]), "alone");
    EXPECT_EQ(without_cost_of_run(alone)["directions"][0], without_cost_of_run(result)["directions"][i]);
    EXPECT_TRUE(alone["relative_conductivity_tensor"].is_null());
  }
  const json& principal = result["relative_conductivity_principal"];
  EXPECT_GE(principal[0], principal[1]);
  EXPECT_GE(principal[1], principal[2]);
  EXPECT_GT(principal[2], 0);
  EXPECT_THAT(run("conduct rock.ini --walls voxels --direction xyz --overwrite").out,
              AllOf(HasSubstr("\nAlong z\n"), HasSubstr("\nTensor of relative conductivity (row: "),
                    HasSubstr("\n  principal value 3 ")));
  const json sealed = conduct("rock.ini --walls voxels --direction xyz --boundary sealed");
  EXPECT_EQ(sealed["directions"].size(), 3U);
  for (const char* key : {"tensor", "principal", "axes"})
    EXPECT_TRUE(sealed[std::string("relative_conductivity_") + key].is_null()) << key;
}

TEST_F(Conduct, with_a_bulk_value_gives_the_effective_one_in_its_unit) {
  const json result = conduct("rock.ini --walls voxels --bulk 2.3e-9m2/s");
  const json& along = result["directions"][0];
  EXPECT_EQ(result["bulk"], json({{"value", 2.3e-9}, {"unit", "m2/s"}}));
  EXPECT_EQ(along["effective"]["unit"], "m2/s");
  for (const char* number : {"value", "lower", "upper"})
    EXPECT_DOUBLE_EQ(along["effective"][number], 2.3e-9 * along["relative_conductivity"][number].get<double>());
  const Outcome spaced =
      run_in_shell("", "conduct rock.ini --walls voxels --bulk '2.3e-9 m2/s' --overwrite --output out");
  EXPECT_THAT(spaced.out, testing::ContainsRegex("e-10 and [0-9.]+e-10 m2/s: effective diffusivity\n"));
  EXPECT_EQ(json::parse(read_text(path("out/conduction.json")))["bulk"], result["bulk"]);
  const json relative = conduct("rock.ini --walls voxels");
  EXPECT_TRUE(relative["bulk"].is_null());
  EXPECT_TRUE(relative["directions"][0]["effective"].is_null());
  EXPECT_EQ(relative["directions"][0]["relative_conductivity"], along["relative_conductivity"]);
}

TEST_F(Conduct, beside_the_k_of_a_tube_has_a_johnson_constant_of_1) {
  write_text(path("tube.ini"), "kind = tube\nradius = 12.7\nsize = 4x30x30\nshift = 0,0.21,0.31\n");
  const json flow = solve("tube.ini --conduct --walls voxels --tolerance 1e-3", "flow")["flow"][0];
  EXPECT_NEAR(flow["conduction"]["lambda"]["voxels"], 12.7, 0.25);
  EXPECT_NEAR(flow["conduction"]["johnson_constant"], 1, 0.04);
  EXPECT_THAT(run("solve tube.ini --conduct --walls voxels --tolerance 1e-3 --output again").out,
              HasSubstr(" Lambda^2/(8 F)\n"));
}

TEST_F(Conduct, has_no_lambda_of_voxels_that_were_made_finer) {
  const json finer = conduct("rock.ini --refine 2");
  EXPECT_TRUE(finer["directions"][0]["lambda"].is_null());
}

TEST_F(Conduct, of_current_or_heat_changes_words_and_no_number) {
  const json diffusion = conduct("rock.ini --walls voxels --bulk 2S/m");
  for (const auto& [of, quantity] : {std::pair{"diffusion", "effective diffusivity\n"},
                                     {"current", "effective conductivity\n"},
                                     {"heat", "effective thermal conductivity\n"}}) {
    json result = conduct(std::string("rock.ini --walls voxels --bulk 2S/m --of ") + of);
    EXPECT_EQ(result["of"], of);
    EXPECT_EQ(without_cost_of_run(result)["directions"], without_cost_of_run(diffusion)["directions"]);
    EXPECT_THAT(run(std::string("conduct rock.ini --walls voxels --bulk 2S/m --output out --of ") + of).out,
                HasSubstr(std::string(" S/m: ") + quantity));
  }
}

TEST_F(Conduct, gives_the_numbers_that_solve_gives_beside_a_flow) {
  for (const char* walls : {"voxels", "sub-voxel"}) {
    const json alone = conduct(std::string("rock.ini --direction xy --walls ") + walls);
    const json flows = solve(std::string("rock.ini --conduct --direction xy --walls ") + walls, "flow")["flow"];
    for (std::size_t i = 0; i < 2; ++i)
      for (const char* key : {"relative_conductivity", "formation_factor", "tortuosity", "lambda"})
        EXPECT_EQ(flows[i]["conduction"][key], alone["directions"][i][key]) << walls << " " << key;
  }
  EXPECT_TRUE(solve("rock.ini", "flow")["flow"][0]["conduction"].is_null());
}

TEST_F(Conduct, of_pores_that_do_not_percolate_is_a_result_infinite_in_words_and_null_in_json) {
  write_image("layer.mha", {7, 5, 3}, [](auto x, auto, auto) { return x == 3; });
  const Outcome outcome = run("conduct layer.mha --bulk 2S/m --direction xyz --output out" + of_pores);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("Along x\n  formation factor    infinite: no pores are joined through"),
                                 Not(HasSubstr("nan"))));
  const json result = json::parse(read_text(path("out/conduction.json")));
  const json& along = result["directions"][0];
  EXPECT_EQ(along["relative_conductivity"], json({{"value", 0.0}, {"lower", 0.0}, {"upper", 0.0}}));
  for (const char* key : {"formation_factor", "tortuosity", "root_of_tortuosity", "archie_exponent"})
    for (const char* number : {"value", "lower", "upper"}) EXPECT_TRUE(along[key][number].is_null()) << key;
  EXPECT_TRUE(along["smooth_pores"].is_null());
  EXPECT_EQ(along["effective"]["value"], 0.0);
  EXPECT_EQ(along["cells"], 0);
  EXPECT_EQ(along["connected_porosity"], 0.0);
  EXPECT_DOUBLE_EQ(result["directions"][1]["relative_conductivity"]["value"], 6.0 / 7);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(result["relative_conductivity_tensor"][0][i], 0.0);
    EXPECT_EQ(result["relative_conductivity_tensor"][i][0], 0.0);
  }
}

TEST_F(Conduct, of_pores_that_meet_in_edges_only_is_infinite_and_warned_of_where_a_fluid_would_flow) {
  write_image("edges.mha", {6, 6, 4}, [](auto x, auto y, auto) { return (x < 3) != (y < 3); });
  for (const char* boundary : boundaries_of_a_current) {
    SCOPED_TRACE(boundary);
    const Outcome outcome =
        run("conduct edges.mha --direction xz --output out --overwrite --boundary " + std::string(boundary) + of_pores);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, AllOf(HasSubstr("\n  warning             along x: pores meet in edges only"),
                                   HasSubstr("F is infinite"), Not(HasSubstr("along z: pores meet"))));
    const json result = json::parse(read_text(path("out/conduction.json")));
    EXPECT_EQ(result["warnings"].size(), 1U);
    EXPECT_TRUE(result["directions"][0]["formation_factor"]["value"].is_null());
    EXPECT_DOUBLE_EQ(result["directions"][1]["formation_factor"]["value"], 2);
  }
  EXPECT_GT(solve("edges.mha" + of_pores, "flow")["flow"][0]["permeability_voxel2"], 0);
}

TEST_F(Conduct, of_an_image_without_solid_is_one_exactly) {
  for (const Extent& extent :
       {Extent{1, 1, 1}, Extent{2, 1, 1}, Extent{1, 7, 16}, Extent{5, 1, 3}, Extent{11, 13, 1}, Extent{13, 11, 7}}) {
    write_image("pore.mha", extent, [](auto, auto, auto) { return false; });
    for (const char* boundary : boundaries_of_a_current) {
      SCOPED_TRACE(fmt::format("{} x {} x {} {}", extent.nx, extent.ny, extent.nz, boundary));
      const json result = conduct("pore.mha --direction xyz --boundary " + std::string(boundary) + of_pores);
      for (const json& along : result["directions"])
        for (const char* key : {"relative_conductivity", "formation_factor", "tortuosity", "root_of_tortuosity"})
          EXPECT_EQ(along[key], json({{"value", 1.0}, {"lower", 1.0}, {"upper", 1.0}})) << key;
    }
  }
}

TEST_F(Conduct, of_plates_along_the_current_is_the_porosity_exactly) {
  write_image("plates.mha", {7, 6, 5}, [](auto, auto, auto z) { return z == 1 || z == 3; });
  for (const char* boundary : boundaries_of_a_current) {
    SCOPED_TRACE(boundary);
    const std::string words = "plates.mha --direction xy --boundary " + std::string(boundary) + of_pores;
    for (const json& along : conduct(words)["directions"]) {
      EXPECT_DOUBLE_EQ(along["relative_conductivity"]["value"], 0.6);
      EXPECT_EQ(along["relative_conductivity"]["lower"], along["relative_conductivity"]["upper"]);
      EXPECT_DOUBLE_EQ(along["tortuosity"]["value"], 1);
    }
    EXPECT_THAT(run("conduct --overwrite --output out " + words).out,
                HasSubstr("formation factor    1.6666667 exactly"));
  }
}

TEST_F(Conduct, in_smaller_voxels_has_bounds_within_the_bounds_and_no_estimate_for_smooth_pores) {
  const json coarse = conduct("rock.ini --walls voxels")["directions"][0];
  json outer = coarse["relative_conductivity"];
  ASSERT_EQ(run("generate --config rock.ini -o rock.mha").exit_code, 0);
  for (const char* refine : {"2", "3"}) {
    const json fine = conduct("rock.mha --refine " + std::string(refine) + of_pores)["directions"][0];
    const json& inner = fine["relative_conductivity"];
    EXPECT_GT(inner["lower"], outer["lower"]);
    EXPECT_LT(inner["upper"], outer["upper"]);
    EXPECT_LT(std::abs(inner["value"].get<double>() / outer["value"].get<double>() - 1), 0.01);
    EXPECT_TRUE(fine["smooth_pores"].is_null());
    outer = inner;
  }
  EXPECT_THAT(run("conduct rock.mha --refine 2 --output out" + of_pores).out, Not(HasSubstr("smooth pores")));
}

}  // namespace
}  // namespace perm::cli
