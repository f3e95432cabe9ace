// SPDX-License-Identifier: Apache-2.0
// `sweep --conduct` gives at each point what `conduct` gives of its image, and solves for K no more than once.
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "cli/conduct/conduction_run.hpp"

namespace perm::cli {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr Extent wave_extent{14, 12, 10};

/// Gives grey values that repeat: dark along the axes of the image, bright between them.
std::vector<std::uint8_t> waves() {
  const auto wave = [](std::int64_t i, std::int64_t n) {
    return std::cos(2 * std::acos(-1.0) * (static_cast<double>(i) + 0.5) / static_cast<double>(n));
  };
  std::vector<std::uint8_t> grey;
  for (std::int64_t z = 0; z < wave_extent.nz; ++z)
    for (std::int64_t y = 0; y < wave_extent.ny; ++y)
      for (std::int64_t x = 0; x < wave_extent.nx; ++x)
        grey.push_back(static_cast<std::uint8_t>(
            120 - 33 * (wave(x, wave_extent.nx) + wave(y, wave_extent.ny) + wave(z, wave_extent.nz))));
  return grey;
}

class ConductInSweeps : public ConductionRun {
 protected:
  json sweep(const std::string& words, const std::string& output = "swept") const {
    const Outcome outcome = run("sweep " + words + " --device cpu --output " + output);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return json::parse(read_text(path(output + "/sweep.json")));
  }
  static void expect_same(const json& point, const json& along) {
    for (const char* key : {"relative_conductivity", "formation_factor", "tortuosity"})
      EXPECT_EQ(point["conduction"][key], along[key]) << key << ", to the last bit";
  }
  static int count_records(const std::string& text) {
    std::istringstream lines(text);
    int count = 0;
    for (std::string line; std::getline(lines, line);) count += line.empty() ? 0 : 1;
    return count;
  }
  /// Gives column `name` of sweep.csv, a text for each point. No cell before it may hold a comma.
  std::vector<std::string> column(const std::string& name, const std::string& output = "swept") const {
    std::vector<std::string> cells;
    std::ptrdiff_t from_end = -1;
    std::istringstream lines(read_text(path(output + "/sweep.csv")));
    for (std::string line; std::getline(lines, line);) {
      std::vector<std::string> parts;
      std::istringstream words(line + ",");
      for (std::string word; std::getline(words, word, ',');) parts.push_back(word);
      if (from_end < 0) {
        from_end = parts.end() - std::ranges::find(parts, name);
        EXPECT_GT(from_end, 0) << name;
      } else {
        cells.push_back(from_end > 0 ? *(parts.end() - from_end) : "");
      }
    }
    return cells;
  }
};

TEST_F(ConductInSweeps, of_kinds_has_at_each_point_what_conduct_gives_of_its_image) {
  const json points =
      sweep("packing --porosity 0.6,0.8 --size 20 --radius 4 --realisations 1 --walls voxels --conduct")["points"];
  ASSERT_EQ(points.size(), 2U);
  for (const json& point : points) {
    write_text(path("point.ini"),
               "kind = packing\nsize = 20\nradius = 4\nseed = 1\nporosity = " + point["porosity_asked"].dump() + "\n");
    expect_same(point, conduct("point.ini --walls voxels")["directions"][0]);
  }
  const std::vector<std::string> value = column("formation_factor");
  const std::vector<std::string> low = column("formation_factor_low");
  const std::vector<std::string> high = column("tortuosity_high");
  ASSERT_EQ(value.size(), 2U);
  for (std::size_t i = 0; i < value.size(); ++i) {
    EXPECT_NEAR(std::stod(value[i]), points[i]["conduction"]["formation_factor"]["value"], 1e-6);
    EXPECT_NEAR(std::stod(low[i]), points[i]["conduction"]["formation_factor"]["lower"], 1e-6);
    EXPECT_NEAR(std::stod(high[i]), points[i]["conduction"]["tortuosity"]["upper"], 1e-6);
  }
}

TEST_F(ConductInSweeps, of_several_images_a_point_gives_their_mean_conductivity) {
  const json point = sweep(
      "overlap --porosity 0.7 --size 16 --radius 4 --realisations 3 --seed 5 --walls voxels --conduct")["points"][0];
  for (const char* number : {"value", "lower", "upper"}) {
    double mean = 0;
    for (const char* seed : {"5", "6", "7"}) {
      write_text(path("one.ini"),
                 std::string("kind = overlap\nsize = 16\nradius = 4\nporosity = 0.7\nseed = ") + seed + "\n");
      mean += conduct("one.ini --walls voxels")["directions"][0]["relative_conductivity"][number].get<double>() / 3;
    }
    EXPECT_NEAR(point["conduction"]["relative_conductivity"][number], mean, 1e-14) << number;
  }
  EXPECT_DOUBLE_EQ(point["conduction"]["formation_factor"]["value"],
                   1 / double{point["conduction"]["relative_conductivity"]["value"]});
}

TEST_F(ConductInSweeps, whose_walls_are_between_voxels_has_the_smooth_body_and_its_deviation) {
  const Outcome outcome =
      run("sweep sc --porosity 0.6,0.8 --size 16 --realisations 1 --device cpu --conduct --output swept");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("+- "));
  const json points = json::parse(read_text(path("swept/sweep.json")))["points"];
  for (const json& point : points) {
    const json& conduction = point["conduction"];
    EXPECT_EQ(conduction["walls"], "sub-voxel");
    EXPECT_TRUE(conduction["formation_factor"]["lower"].is_null());
    EXPECT_GT(double{conduction["smooth_pores"]["standard_deviation"]}, 0);
  }
  // The exact value of spheres that fill 0.4 (Rayleigh's multipoles).
  EXPECT_NEAR(points[0]["conduction"]["relative_conductivity"]["value"], 0.4901099,
              2 * double{points[0]["conduction"]["smooth_pores"]["standard_deviation"]} + 1e-4);
  EXPECT_EQ(column("formation_factor_low")[0], "");
  EXPECT_NEAR(std::stod(column("formation_factor")[0]), 1 / 0.4901099, 0.01);
}

TEST_F(ConductInSweeps, of_an_image_has_at_each_point_what_conduct_gives_of_it) {
  write_mha(path("grey.mha"), wave_extent, waves());
  const json points = sweep("grey.mha --voxel-size 2um --direction y --threshold 110:150:20 --conduct")["points"];
  ASSERT_EQ(points.size(), 3U);
  for (const json& point : points)
    expect_same(point, conduct("grey.mha --voxel-size 2um --direction y --boundary periodic --pore :" +
                               point["threshold"].dump())["directions"][0]);
  const json grown = sweep("grey.mha --voxel-size 2um --pore :130 --grow -1:1 --conduct --boundary sealed", "grown");
  expect_same(grown["points"][1], conduct("grey.mha --voxel-size 2um --pore :130 --boundary sealed")["directions"][0]);
  EXPECT_LT(double{grown["points"][0]["conduction"]["formation_factor"]["value"]},
            double{grown["points"][2]["conduction"]["formation_factor"]["value"]});
}

TEST_F(ConductInSweeps, where_nothing_percolates_f_is_infinite_and_where_nothing_resists_it_is_one) {
  write_mha(path("grey.mha"), wave_extent, waves());
  const std::string words = "sweep grey.mha --voxel-size 2um --threshold 10,60,120,230 --conduct --output swept";
  const Outcome outcome = run(words);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("infinite"), Not(HasSubstr("nan")), Not(HasSubstr(" inf "))));
  const json points = json::parse(read_text(path("swept/sweep.json")))["points"];
  for (const std::size_t i : {0, 1}) {
    EXPECT_EQ(points[i]["conduction"]["relative_conductivity"]["upper"], 0.0);
    EXPECT_TRUE(points[i]["conduction"]["formation_factor"]["value"].is_null());
    EXPECT_EQ(column("formation_factor")[i], "");
    EXPECT_EQ(column("relative_conductivity")[i], "0");
  }
  EXPECT_EQ(points[3]["stop"], "unresisted");
  EXPECT_EQ(points[3]["conduction"]["formation_factor"], json({{"value", 1.0}, {"lower", 1.0}, {"upper", 1.0}}));
}

TEST_F(ConductInSweeps, of_pores_that_meet_in_edges_has_k_and_warns_of_f) {
  write_image("edges.mha", {6, 6, 4}, [](auto x, auto y, auto) { return (x < 3) != (y < 3); });
  const std::string words = "edges.mha --grow 0" + of_pores;
  const json point = sweep(words + "--conduct")["points"][0];
  EXPECT_GT(double{point["permeability_voxel2"]}, 0);
  EXPECT_TRUE(point["conduction"]["formation_factor"]["value"].is_null());
  EXPECT_THAT(point["warnings"].dump(), HasSubstr("pores meet in edges only"));
  EXPECT_THAT(sweep(words)["points"][0]["warnings"].dump(), Not(HasSubstr("pores meet in edges only")));
}

TEST_F(ConductInSweeps, that_are_asked_for_later_keep_k_and_what_is_known_stays_known) {
  const std::string words = "sc --porosity 0.6,0.8 --size 12 --realisations 2";
  const json without = sweep(words);
  EXPECT_TRUE(without["points"][0]["conduction"].is_null());
  EXPECT_THAT(read_text(path("swept/sweep.csv")), Not(HasSubstr("formation_factor")));
  const json with = sweep(words + " --conduct");
  const std::string kept = read_text(path("swept/solved-0.jsonl"));
  EXPECT_EQ(count_records(kept), 8) << "four flows, and what each conducts";
  for (std::size_t i = 0; i < 2; ++i)
    for (const char* key : {"permeability_voxel2", "seconds"})
      EXPECT_EQ(with["points"][i][key], without["points"][i][key]) << key;
  EXPECT_EQ(sweep(words + " --conduct")["points"], with["points"]);
  EXPECT_EQ(sweep(words)["points"], without["points"]);
  EXPECT_EQ(read_text(path("swept/solved-0.jsonl")), kept);
}

}  // namespace
}  // namespace perm::cli
