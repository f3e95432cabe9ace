// SPDX-License-Identifier: Apache-2.0
#include "run/seam_warning.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace perm {
namespace {

TEST(SeamWarning, is_absent_where_the_image_repeats) { EXPECT_FALSE(describe_seams({}).has_value()); }

TEST(SeamWarning, names_every_axis_along_which_the_image_does_not_repeat) {
  std::array<Seam, 3> seams{};
  seams[0] = {.difference = 0.31, .largest_inside = 0.04, .most_in_two_steps = 0.07};
  seams[2] = {.difference = 0.2, .largest_inside = 0.02, .most_in_two_steps = 0.03};
  const std::string warning = describe_seams(seams).value();
  EXPECT_THAT(warning, testing::HasSubstr("31.0 % of the voxels along x"));
  EXPECT_THAT(warning, testing::HasSubstr("20.0 % of the voxels along z"));
  EXPECT_THAT(warning, testing::Not(testing::HasSubstr("along y")));
  EXPECT_THAT(warning, testing::HasSubstr("--boundary sealed or mirror"));
}

}  // namespace
}  // namespace perm
