// SPDX-License-Identifier: Apache-2.0
// Runs `conduct` and gives the conduction.json that it wrote, after a look at what each of them must hold.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/program.hpp"
#include "cli/small_image.hpp"

namespace perm::cli {

class ConductionRun : public CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    write_text(path("rock.ini"), "kind = overlap\nsize = 20x18x16\nradius = 4\nporosity = 0.5\nseed = 3\n");
  }

  /// Runs `conduct` with these words, which must succeed, and gives conduction.json of `output`.
  nlohmann::json conduct(const std::string& words, const std::string& output = "out") const {
    const Outcome outcome = run("conduct " + words + " --overwrite --output " + output);
    EXPECT_EQ(outcome.exit_code, 0) << words << "\n" << outcome.err;
    EXPECT_EQ(outcome.err, "") << words;
    nlohmann::json json = nlohmann::json::parse(read_text(path(output) / "conduction.json"), nullptr, false);
    if (!json.is_object()) {
      ADD_FAILURE() << words << ": no conduction.json";
      return nlohmann::json::object();
    }
    for (const nlohmann::json& along : json["directions"]) {
      EXPECT_TRUE(along["is_converged"]) << words;
      const nlohmann::json& conductivity = along["relative_conductivity"];
      if (json["walls"] == "sub-voxel" && along["cells"] != 0) {  // nothing is proven
        EXPECT_TRUE(conductivity["lower"].is_null() && conductivity["upper"].is_null()) << words;
        EXPECT_EQ(conductivity["value"], along["smooth_pores"]["relative_conductivity"]) << words;
        continue;
      }
      EXPECT_LE(conductivity["lower"], conductivity["value"]) << words;
      EXPECT_LE(conductivity["value"], conductivity["upper"]) << words;
    }
    return json;
  }

  /// Writes an image of 0, pore, and 1 where `is_solid` of x, y and z says so.
  template <class Solid>
  void write_image(const std::string& name, const Extent& extent, const Solid& is_solid) const {
    std::vector<std::uint8_t> grey;
    for (std::int64_t z = 0; z < extent.nz; ++z)
      for (std::int64_t y = 0; y < extent.ny; ++y)
        for (std::int64_t x = 0; x < extent.nx; ++x) grey.push_back(is_solid(x, y, z) ? 1 : 0);
    write_mha(path(name), extent, grey);
  }

  /// Leaves out of conduction.json what differs between two runs that conduct alike.
  static nlohmann::json without_cost_of_run(nlohmann::json json) {
    for (const char* key : {"device", "threads", "seconds_total", "command_line", "finished_utc"}) json.erase(key);
    for (nlohmann::json& along : json["directions"]) along.erase("seconds");
    return json;
  }

  const std::string of_pores{" --pore 0 --voxel-size 2um "};
};

}  // namespace perm::cli
