// SPDX-License-Identifier: Apache-2.0
// K of a gas beside K, as `solve`, `batch` and `sweep` give it.
#include <gmock/gmock.h>

#include <cmath>
#include <sstream>

#include "cli/program.hpp"
#include "cli/small_image.hpp"

namespace perm::cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

const std::string of_air = " --gas air --pressure 2bar";

class GasRun : public CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    write_text(path("plates.ini"), "kind = plates\nsize = 4x14x4\ngap = 12\n");
  }
  json solve(const std::string& words, const std::string& output = "out") const {
    const Outcome outcome = run("solve " + words + " --device cpu --overwrite --output " + output);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return json::parse(read_text(path(output + "/result.json")));
  }
  json gas_of(const std::string& words) const { return solve(words)["flow"][0]["gas"]; }
  /// Gives the cell of a table with one row. No cell before it may hold a comma.
  std::string cell(const std::string& file, const std::string& name) const {
    std::istringstream lines(read_text(path(file)));
    std::string head, row;
    std::getline(lines, head);
    std::getline(lines, row);
    std::istringstream names(head), cells(row);
    for (std::string one, value; std::getline(names, one, ',') && std::getline(cells, value, ',');)
      if (one == name) return value;
    return "no column " + name;
  }
  void expect_refused(const std::string& words, int code, const std::string& why) const {
    const Outcome outcome = run(words + " --device cpu --output refused");
    EXPECT_EQ(outcome.exit_code, code) << words;
    EXPECT_THAT(outcome.err, HasSubstr(why)) << words;
    EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1) << outcome.err;
  }
};

TEST_F(GasRun, grows_k_by_one_plus_b_over_the_pressure) {
  const json found = solve("plates.ini --voxel-size 1um" + of_air);
  const json& flow = found["flow"][0];
  const json& gas = flow["gas"];
  const double b = gas["klinkenberg_b_pa"]["value"];
  EXPECT_NEAR(gas["factor"]["value"].get<double>(), 1 + b / 2e5, 1e-12);
  EXPECT_NEAR(gas["permeability_m2"].get<double>(),
              flow["permeability_m2"].get<double>() * gas["factor"]["value"].get<double>(), 1e-20);
  EXPECT_NEAR(gas["headline"]["low_voxel2"].get<double>(),
              flow["headline"]["low_voxel2"].get<double>() * gas["factor"]["low"].get<double>(), 1e-9);
  EXPECT_LT(gas["klinkenberg_b_pa"]["low"], b);
  EXPECT_GT(gas["klinkenberg_b_pa"]["high"], b);
  // Between plates that are H = 12 um apart K grows by 6 s/H; the slope is measured to 15 % here.
  const double slip = gas["slip_length_m"];
  EXPECT_NEAR(b / 2e5 / (6 * slip / 12e-6), 1, 0.05);
  EXPECT_NEAR(slip / gas["mean_free_path_m"].get<double>(), 1.146, 1e-9);
  EXPECT_NEAR(gas["narrowest_throat_radius_m"].get<double>(), 6e-6, 1e-6);
  EXPECT_NEAR(gas["narrowest_throat_knudsen"].get<double>(),
              gas["mean_free_path_m"].get<double>() / (2 * gas["narrowest_throat_radius_m"].get<double>()), 1e-12);
  EXPECT_TRUE(solve("plates.ini --voxel-size 1um")["flow"][0]["gas"].is_null());
}

TEST_F(GasRun, has_one_b_at_all_pressures_and_a_larger_one_where_walls_reflect) {
  const auto b = [this](const std::string& words) {
    return gas_of("plates.ini --voxel-size 1um --gas n2 " + words)["klinkenberg_b_pa"]["value"].get<double>();
  };
  const double at_one = b("--pressure 1bar");
  EXPECT_NEAR(b("--pressure 14.5psi") / at_one, 1, 1e-12);
  EXPECT_NEAR(b("--pressure 5MPa") / at_one, 1, 1e-12);
  EXPECT_NEAR(b("--pressure 1bar --accommodation 0.8") / at_one, 1.5, 1e-12);
  EXPECT_NEAR(b("--pressure 1bar --temperature 26.85C") / at_one, 1, 1e-9);
  EXPECT_GT(b("--pressure 1bar --temperature 400"), at_one);
}

TEST_F(GasRun, warns_where_first_order_is_rough_and_gives_no_k_beyond) {
  const json rough = solve("plates.ini --voxel-size 20nm" + of_air);
  EXPECT_THAT(rough["warnings"].dump(), HasSubstr("along x: K of the gas is rough"));
  EXPECT_FALSE(rough["flow"][0]["gas"]["factor"].is_null());
  const json none = solve("plates.ini --voxel-size 1nm" + of_air);
  EXPECT_THAT(none["warnings"].dump(), HasSubstr("along x: there is no K of the gas"));
  const json& gas = none["flow"][0]["gas"];
  for (const char* key : {"factor", "permeability_m2", "permeability_mD", "permeability_voxel2", "headline"})
    EXPECT_TRUE(gas[key].is_null()) << key;
  EXPECT_GT(gas["klinkenberg_b_pa"]["value"], 0);
  EXPECT_GT(gas["narrowest_throat_knudsen"], 1);
  EXPECT_THAT(run("solve plates.ini --voxel-size 1nm --device cpu --overwrite --output out" + of_air).out,
              HasSubstr("K of the gas        none"));
  EXPECT_EQ(solve("plates.ini --voxel-size 1um" + of_air)["warnings"].dump().find("gas"), std::string::npos);
}

TEST_F(GasRun, is_that_of_each_direction) {
  write_text(path("bed.ini"), "kind = packing\nsize = 20\nporosity = 0.6\nradius = 4\nseed = 3\n");
  const json found = solve("bed.ini --voxel-size 1um --direction xyz" + of_air);
  ASSERT_EQ(found["flow"].size(), 3U);
  for (const json& flow : found["flow"]) {
    EXPECT_GT(flow["gas"]["factor"]["value"], 1);
    EXPECT_LT(flow["gas"]["factor"]["value"], 1.2);
  }
  EXPECT_NE(found["flow"][0]["gas"]["klinkenberg_b_pa"], found["flow"][1]["gas"]["klinkenberg_b_pa"]);
}

TEST_F(GasRun, tells_a_script_k_of_the_gas_behind_that_of_a_liquid) {
  const Outcome plain = run("solve plates.ini --voxel-size 1um --device cpu --brief --output brief");
  const Outcome with_gas =
      run("solve plates.ini --voxel-size 1um --device cpu --brief --overwrite --output brief" + of_air);
  EXPECT_EQ(std::ranges::count(plain.out, '\t'), 5);
  EXPECT_EQ(std::ranges::count(with_gas.out, '\t'), 8);
  EXPECT_TRUE(with_gas.out.starts_with(plain.out.substr(0, plain.out.size() - 1))) << with_gas.out;
  EXPECT_EQ(cell("brief/result.csv", "gas"), "air at 2 bar and 300 K");
  EXPECT_GT(std::stod(cell("brief/result.csv", "gas_permeability_mD")),
            std::stod(cell("brief/result.csv", "permeability_mD")));
}

TEST_F(GasRun, is_a_column_of_a_batch_that_another_pressure_does_not_solve_again) {
  const std::string words = "batch plates.ini --voxel-size 1um --device cpu --output many";
  EXPECT_EQ(run(words).exit_code, 0);
  EXPECT_EQ(cell("many/batch.csv", "klinkenberg_b_pa"), "no column klinkenberg_b_pa");
  const Outcome again = run(words + of_air);
  EXPECT_EQ(again.exit_code, 0) << again.err;
  EXPECT_THAT(again.out, HasSubstr("1 rows are known from an earlier run"));
  const json alone = gas_of("plates.ini --voxel-size 1um" + of_air);
  EXPECT_EQ(std::stod(cell("many/batch.csv", "klinkenberg_b_pa")), alone["klinkenberg_b_pa"]["value"].get<double>());
  EXPECT_EQ(std::stod(cell("many/batch.csv", "gas_permeability_m2")), alone["permeability_m2"].get<double>());
  EXPECT_EQ(run("batch plates.ini --voxel-size 1nm --device cpu --output small" + of_air).exit_code, 0);
  EXPECT_EQ(cell("small/batch.csv", "gas_permeability_m2"), "");
  EXPECT_THAT(read_text(path("small/batch.csv")), HasSubstr("there is no K of the gas"));
  EXPECT_NE(run("batch plates.ini --device cpu --output none" + of_air).exit_code, 0);
}

TEST_F(GasRun, is_a_column_of_sweeps) {
  const std::string kinds = "sweep sc --porosity 0.7 --size 12 --realisations 1 --device cpu --output kinds";
  EXPECT_EQ(run(kinds).exit_code, 0);
  const Outcome again = run(kinds + " --voxel-size 1um" + of_air);
  EXPECT_EQ(again.exit_code, 0) << again.err;
  EXPECT_THAT(again.out, HasSubstr("1 flows are known from an earlier run"));
  EXPECT_THAT(again.out, HasSubstr("K gas, mD"));
  EXPECT_GT(std::stod(cell("kinds/sweep.csv", "klinkenberg_b_pa")), 0);
  EXPECT_GT(json::parse(read_text(path("kinds/sweep.json")))["points"][0]["gas"]["factor"]["value"], 1);
  write_mha(path("rock.mha"), {8, 8, 8}, slit({8, 8, 8}));
  const Outcome image = run("sweep rock.mha --voxel-size 1um --pore 0 --grow 0 --device cpu --output image" + of_air);
  EXPECT_EQ(image.exit_code, 0) << image.err;
  EXPECT_GT(std::stod(cell("image/sweep.csv", "klinkenberg_b_pa")), 0);
}

TEST_F(GasRun, refuses_what_it_cannot_mean) {
  const std::string solve = "solve plates.ini --voxel-size 1um";
  expect_refused(solve + " --gas neon --pressure 1bar", 3, "air, n2, ch4, co2, he, h2");
  expect_refused(solve + " --gas air", 2, "without --pressure");
  for (const char* alone : {"--pressure 1bar", "--temperature 300", "--accommodation 0.9"})
    expect_refused(solve + " " + alone, 2, "without --gas");
  expect_refused(solve + " --gas air --pressure 1", 3, "a bare number is ambiguous");
  expect_refused(solve + " --gas air --pressure 1torr", 3, "'torr' is no unit of pressure");
  expect_refused(solve + " --gas air --pressure -1bar", 3, "above zero");
  expect_refused(solve + " --gas air --pressure 0.1Pa", 3, "a pressure of 0.1 Pa");
  expect_refused(solve + " --gas co2 --pressure 50bar", 3, "no ideal gas");
  expect_refused(solve + " --gas air --pressure 1bar --temperature 77F", 3, "'F' is no unit of temperature");
  expect_refused(solve + " --gas air --pressure 1bar --temperature 4000", 3, "a temperature of 4000 K");
  for (const char* share : {"0", "1.2", "-1", "nan"})
    expect_refused(solve + " --gas air --pressure 1bar --accommodation " + share, 3, "accommodation");
  expect_refused("solve plates.ini" + of_air, 2, "--gas is given without a voxel size");
  expect_refused("sweep sc --porosity 0.7 --size 12" + of_air, 2, "--gas is given without a voxel size");
  expect_refused("conduct plates.ini" + of_air, 2, "--gas");
}

}  // namespace
}  // namespace perm::cli
