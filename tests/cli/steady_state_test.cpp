// SPDX-License-Identifier: Apache-2.0
// These tests check how a flow reaches its steady state, which options change that, and what is said when it never
// does.
#include <gmock/gmock.h>

#include "cli/program.hpp"

namespace perm::cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class SteadyState : public CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    write_text(path("slit.ini"), "kind = plates\nsize = 8\ngap = 4\n");
    write_text(path("rock.ini"), "kind = overlap\nsize = 32\nradius = 5\nporosity = 0.7\nseed = 3\n");
  }
};

TEST_F(SteadyState, a_tolerance_that_float32_cannot_meet_needs_float64) {
  expect_error("solve slit.ini --tolerance 1e-7", 3, "--precision float64");
  expect_error("solve slit.ini --tolerance 1e-7 --precision float32", 3, "--precision float64");
  const json result = solve("slit.ini --tolerance 1e-7 --precision float64");
  EXPECT_LE(result["flow"][0]["iteration_error"], 1e-7);
}

TEST_F(SteadyState, method_is_an_option_whose_help_names_its_values) {
  const Outcome help = run("solve --help all");
  EXPECT_THAT(help.out, HasSubstr("--method"));
  EXPECT_THAT(help.out, HasSubstr("pressure|plain"));
  expect_error("solve slit.ini --method magic", 3, "plain");
}

TEST_F(SteadyState, plain_steps_give_the_permeability_of_the_default_method) {
  const std::string words = "slit.ini --walls voxels --precision float64 --tolerance 1e-5";
  const json plain = solve(words + " --method plain", "plain")["flow"][0];
  const json pressure = solve(words + " --method pressure", "pressure")["flow"][0];
  const double exact = (4.0 * 4 * 4 / 12 + 4.0 / 24) / 8;  // for a gap of 4 in 8 voxels; magic 3/16
  for (const json& flow : {plain, pressure}) {
    EXPECT_EQ(flow["stop"], "converged");
    EXPECT_NEAR(flow["permeability_voxel2"].get<double>() / exact, 1, 1e-5);
  }
}

TEST_F(SteadyState, no_run_takes_more_steps_than_its_limit) {
  for (const int limit : {2, 3, 4, 22, 43}) {
    const Outcome outcome =
        run("solve rock.ini --tolerance 1e-5 --threads 1 --output out --max-steps " + std::to_string(limit));
    EXPECT_EQ(outcome.exit_code, 4) << outcome.err;
    const json flow = json::parse(read_text(path("out") / "result.json"))["flow"][0];
    EXPECT_EQ(flow["steps"], limit / 2 * 2);
    EXPECT_TRUE(flow["permeability_voxel2"].is_number());
  }
}

TEST_F(SteadyState, a_flow_that_diverges_ends_with_the_step_and_the_voxel_and_without_a_number) {
  const Outcome outcome = run("solve rock.ini --equilibrium quadratic --force 0.5 --threads 1 --output out");
  EXPECT_EQ(outcome.exit_code, 4) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("at step "));
  EXPECT_THAT(outcome.err, HasSubstr("first at voxel ("));
  EXPECT_THAT(outcome.err, HasSubstr("Lower --force; the state"));
  EXPECT_THAT(outcome.err, testing::Not(HasSubstr("--max-steps")));
  const json flow = json::parse(read_text(path("out") / "result.json"))["flow"][0];
  EXPECT_EQ(flow["stop"], "diverged");
  for (const char* key : {"permeability_voxel2", "permeability_m2", "permeability_mD"})
    EXPECT_TRUE(flow[key].is_null()) << key;
}

}  // namespace
}  // namespace perm::cli
