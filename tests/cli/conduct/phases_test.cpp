// SPDX-License-Identifier: Apache-2.0
// What `conduct --conductivity` makes of an image whose grey values conduct each in its own way.
#include <gmock/gmock.h>

#include "cli/conduct/conduction_run.hpp"

namespace perm::cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

class ConductPhases : public ConductionRun {
 protected:
  void SetUp() override {
    ConductionRun::SetUp();
    // Layers across z: two of grey 0, one of grey 3, one of grey 7, in turn.
    std::vector<std::uint8_t> grey;
    for (std::int64_t z = 0; z < 8; ++z)
      for (int i = 0; i < 20; ++i) grey.push_back(z % 4 < 2 ? 0 : z % 4 == 2 ? 3 : 7);
    write_mha(path("layers.mha"), {5, 4, 8}, grey);
  }
};

TEST_F(ConductPhases, of_layers_conduct_in_series_and_side_by_side) {
  const json result = conduct("layers.mha --voxel-size 1um --conductivity 0=2,3=0.1,7=0.5 --direction xyz");
  const auto value = [&](std::size_t axis) -> double {
    return result["directions"][axis]["relative_conductivity"]["value"];
  };
  const double beside = (2 * 2 + 0.1 + 0.5) / 4;
  EXPECT_NEAR(value(0), beside, 1e-4);
  EXPECT_NEAR(value(1), beside, 1e-4);
  EXPECT_NEAR(value(2), 4 / (2 / 2.0 + 1 / 0.1 + 1 / 0.5), 1e-4);
  EXPECT_TRUE(result["directions"][0]["tortuosity"]["value"].is_null());
  EXPECT_TRUE(result["directions"][0]["archie_exponent"]["value"].is_null());
  EXPECT_TRUE(result["directions"][0]["smooth_pores"].is_null());
  EXPECT_TRUE(result["directions"][0]["lambda"].is_null());
  EXPECT_THAT(std::string(result["image"]["segmentation"]), HasSubstr("3 conduct 0.1"));
}

TEST_F(ConductPhases, that_are_left_out_or_conduct_0_are_solid) {
  const json given = conduct("layers.mha --voxel-size 1um --conductivity 0=1,3=0");
  const json pores = conduct("layers.mha --voxel-size 1um --pore 0");
  EXPECT_NEAR(given["directions"][0]["relative_conductivity"]["value"],
              pores["directions"][0]["relative_conductivity"]["value"], 1e-6);
  const Outcome across = run("conduct layers.mha --voxel-size 1um --conductivity 0=1 --direction z --output out");
  EXPECT_THAT(across.out, HasSubstr("infinite"));
  EXPECT_THAT(across.out, Not(HasSubstr("nan")));
}

TEST_F(ConductPhases, are_refused_in_one_line_where_they_say_nothing_clear) {
  const std::string image = "conduct layers.mha --voxel-size 1um --conductivity ";
  for (const char* words : {"0", "=1", "0=", "0=x", "0=-1", "0=nan", "0=inf", "0=0", "0=1,", "0=1,3", "a=1", "0=1;3=2"})
    expect_error(image + words, 3, "");
  expect_error(image + "0:3=1,3=0.5", 3, "two conductivities");
  expect_error(image + "0=1,3=1e-10", 3, "cannot differ by");
  expect_error(image + "0=1 --pore 0", 2, "--pore");
  expect_error(image + "0=1 --coarsen 2", 2, "--coarsen");
  expect_error("conduct rock.ini --conductivity 0=1", 2, "recipe");
}

}  // namespace
}  // namespace perm::cli
