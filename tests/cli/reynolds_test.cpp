// SPDX-License-Identifier: Apache-2.0
// solve --reynolds: the table, the results, what ends a list early, and what is refused.
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "cli/program.hpp"

namespace perm::cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class Reynolds : public CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    write_text(path("sc.ini"), "kind = sc\nsize = 16\nporosity = 0.7\n");
  }
};

TEST_F(Reynolds, numbers_give_apparent_permeabilities_that_fall_from_that_of_creeping_flow) {
  const Outcome outcome = run("solve sc.ini --voxel-size 10um --reynolds 0.1,0.3,1 --tolerance 1e-4 --output out");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("K0/K - 1"));
  EXPECT_THAT(outcome.out, HasSubstr("no Forchheimer beta"));
  EXPECT_THAT(outcome.out, HasSubstr("reynolds.csv"));
  const json flow = json::parse(read_text(path("out/result.json")))["flow"][0];
  const json& inertia = flow["inertia"];
  EXPECT_EQ(inertia["end"], "complete");
  EXPECT_NEAR(inertia["length_voxel"], std::sqrt(flow["permeability_voxel2"].get<double>()), 1e-12);
  ASSERT_EQ(inertia["points"].size(), 3U);
  double before = 1;
  for (const json& point : inertia["points"]) {
    EXPECT_NEAR(point["reynolds"].get<double>() / point["reynolds_asked"].get<double>(), 1, 0.02);
    EXPECT_LE(point["iteration_error"], 1e-4);
    EXPECT_GT(point["resistance"], before);
    EXPECT_LE(point["mach_number"], 0.1);
    // Re = K g l / nu^2, and the gradient is that of g/nu^2: in water, per metre
    const double k = point["apparent_permeability_voxel2"];
    const double force = point["reynolds"].get<double>() / (k * inertia["length_voxel"].get<double>());
    EXPECT_NEAR(point["pressure_gradient_water_pa_m"].get<double>() / (force * 1.0016e-3 * 1.0016e-3 / 998.2 / 1e-15),
                1, 1e-9);
    before = point["resistance"];
  }
  EXPECT_NEAR(inertia["weak_inertia"]["exponent"], 2, 0.15);
  EXPECT_TRUE(inertia["forchheimer"].is_null());
  const std::string table = read_text(path("out/reynolds.csv"));
  EXPECT_THAT(table, testing::StartsWith("direction,reynolds_asked,reynolds,apparent_permeability_voxel2,"));
  EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 4);
}

TEST_F(Reynolds, numbers_may_be_made_with_the_largest_pore_or_a_given_length) {
  const auto length_of = [this](const std::string& words) {
    const Outcome outcome =
        run("solve sc.ini --voxel-size 10um --tolerance 1e-2 --reynolds 1 --overwrite --output out" + words);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return json::parse(read_text(path("out/result.json")))["flow"][0]["inertia"]["length_voxel"].get<double>();
  };
  EXPECT_DOUBLE_EQ(length_of(" --reynolds-length 7"), 7);
  EXPECT_NEAR(length_of(" --reynolds-length 70um"), 7, 1e-12);
  EXPECT_GT(length_of(" --reynolds-length pore"), 7);
}

TEST_F(Reynolds, numbers_that_need_smaller_voxels_end_the_list_and_what_was_solved_is_kept) {
  const Outcome outcome = run("solve sc.ini --tolerance 1e-2 --reynolds 0.5,800 --output out");
  EXPECT_EQ(outcome.exit_code, 4);
  EXPECT_THAT(outcome.err, HasSubstr("Reynolds number 800"));
  EXPECT_THAT(outcome.err, HasSubstr("smaller"));
  const json inertia = json::parse(read_text(path("out/result.json")))["flow"][0]["inertia"];
  EXPECT_EQ(inertia["end"], "unresolved");
  EXPECT_EQ(inertia["points"].size(), 1U);
}

TEST_F(Reynolds, numbers_that_make_no_sense_are_refused_before_anything_is_written) {
  const auto expect = [this](const std::string& words, int code, const std::string& what) {
    expect_error("solve sc.ini --output out " + words, code, what);
  };
  expect("--reynolds 0,1", 3, "Reynolds number is 0");
  expect("--reynolds -1", 3, "Reynolds number is -1");
  expect("--reynolds 3,1", 3, "1 follows 3");
  expect("--reynolds 1,1", 3, "1 follows 1");
  expect("--reynolds fast", 3, "--reynolds");
  expect("--reynolds 1 --collision bgk", 2, "bgk");
  expect("--reynolds 1 --boundary sealed", 2, "--boundary sealed");
  expect("--reynolds 1 --equilibrium quadratic", 2, "--equilibrium quadratic");
  expect("--reynolds 1 --reynolds-length 0", 3, "length of the Reynolds number");
  expect("--reynolds 1 --reynolds-length 4um", 2, "--voxel-size");
  expect("--reynolds-length pore", 2, "--reynolds");
}

}  // namespace
}  // namespace perm::cli
