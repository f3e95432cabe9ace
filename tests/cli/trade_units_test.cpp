// SPDX-License-Identifier: Apache-2.0
// --units gives K first in the unit of a trade, on the terminal and in result.json.
#include <gmock/gmock.h>

#include "cli/program.hpp"

namespace perm::cli {
namespace {

using nlohmann::json;
using testing::ContainsRegex;
using testing::HasSubstr;

class TradeUnits : public CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    write_text(path("rock.ini"), "kind = overlap\nsize = 20x18x16\nradius = 4\nporosity = 0.5\nseed = 3\n");
  }
};

TEST_F(TradeUnits, each_direction_has_its_number_of_its_own_thickness) {
  const json result = solve("rock.ini --voxel-size 2um --direction xyz --units frazier");
  const double lengths_m[] = {40e-6, 36e-6, 32e-6};
  ASSERT_EQ(result["flow"].size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    const json& flow = result["flow"][i];
    const json& k = flow["permeability_in_unit"];
    EXPECT_DOUBLE_EQ(k["thickness_m"], lengths_m[i]);
    // Air of 1.813e-5 Pa s under 0.5 inch of water, 124.5445 Pa; 1 ft/min is 5.08e-3 m/s.
    const double expected = flow["permeability_m2"].get<double>() * 124.5445 / (1.813e-5 * lengths_m[i]) / 5.08e-3;
    EXPECT_NEAR(k["value"], expected, 1e-5 * expected);
    EXPECT_EQ(k["unit"], "ft^3/min/ft^2");
    EXPECT_EQ(k["iteration_error"], flow["iteration_error"]);
  }
}

TEST_F(TradeUnits, the_terminal_gives_them_first) {
  const Outcome outcome = run("solve rock.ini --voxel-size 2um --units gurley --thickness 0.1mm --output out");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out,
              ContainsRegex("\n  Gurley +[0-9.e+-]+ s per 100 cm\\^3, [0-9.e+-]+ to [0-9.e+-]+ in 95 of 100 cases\n.*\n"
                            " +Gurley air resistance V mu L.*\n.*thickness L = 100 um\n  as solved .* voxel\\^2"));
  const Outcome in_darcy = run("solve rock.ini --voxel-size 2um --units D --output out");
  EXPECT_THAT(in_darcy.out, ContainsRegex("permeability +[0-9.e+-]+ D, "));
}

TEST_F(TradeUnits, without_a_unit_there_is_none_in_the_file) {
  EXPECT_TRUE(solve("rock.ini --voxel-size 2um")["flow"][0]["permeability_in_unit"].is_null());
}

TEST_F(TradeUnits, what_cannot_be_given_is_refused_in_one_line) {
  for (const char* unit : {"mD", "D", "m2", "m/s", "frazier", "gurley", "Pa.s/m2"})
    expect_error("solve rock.ini --units " + std::string(unit), 2, "without a voxel size");
  expect_error("solve rock.ini --voxel-size 2um --units perm", 3, "--units");
  for (const char* units : {"", "--units mD", "--units m/s"})
    expect_error("solve rock.ini --voxel-size 2um --thickness 1mm " + std::string(units), 2, "--thickness");
  for (const char* thickness : {"1", "0mm", "-1mm", "thin"})
    expect_error("solve rock.ini --voxel-size 2um --units gurley --thickness " + std::string(thickness), 3, "length");
}

}  // namespace
}  // namespace perm::cli
