// SPDX-License-Identifier: Apache-2.0
// `permeability validate --quick`, on cases that take no time; the test validate.quick runs all of them.
#include <gmock/gmock.h>

#include <algorithm>

#include "cli/program.hpp"

namespace perm::cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class Validate : public CliTest {};

TEST_F(Validate, prints_reference_error_and_limits_and_writes_them) {
  const Outcome outcome = run("validate --quick --cases tube --device cpu --output v");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  for (const char* part : {"pass  round tube", "R^2/8", "error against the scheme's own K at 32", "1 of 1 cases passed",
                           "one resolution has no order"})
    EXPECT_THAT(outcome.out, HasSubstr(part));
  const json result = json::parse(read_text(path("v/validation.json")));
  EXPECT_EQ(result["passed"], true);
  EXPECT_EQ(result["mode"], "brief");
  EXPECT_EQ(result["resolutions"], json::array({32}));
  EXPECT_EQ(result["cases"][0]["levels"].size(), 1U);
}

TEST_F(Validate, that_fails_ends_with_exit_code_4_and_names_the_case) {
  // With BGK the place of the wall depends on tau: at tau 3 it lies far inside the solid.
  const Outcome outcome = run("validate --quick --cases sc-0.45 --collision bgk --tau 3 --device cpu --output v");
  EXPECT_EQ(outcome.exit_code, 4);
  EXPECT_THAT(outcome.out, HasSubstr("failed: sc-0.45"));
  EXPECT_THAT(outcome.err, HasSubstr("permeability: error: The validation failed (1 of 1 cases did not pass)"));
}

TEST_F(Validate, says_where_there_are_more_cases) {
  expect_error("validate --cases tube", 2, "permeability-studies validate");
  expect_error("validate --quick --cases packings", 3, "permeability-studies validate");
  expect_error("validate --quick --full", 2, "Unknown option");
  expect_error("validate --quick --tolerance 2", 3, "--tolerance");
}

}  // namespace
}  // namespace perm::cli
