// SPDX-License-Identifier: Apache-2.0
#include "run/image_warnings.hpp"

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

TEST(VoxelSizeWarning, is_absent_for_voxels_of_images_of_pores) {
  for (const double size_m : {1e-9, 5.345e-6, 0.9e-3}) EXPECT_FALSE(describe_voxel_size(size_m).has_value()) << size_m;
  EXPECT_FALSE(describe_voxel_size({}).has_value()) << "no size is given";
}

TEST(VoxelSizeWarning, is_one_line_for_millimetres_and_metres) {
  for (const double size_m : {1e-3, 5.345e-3, 1.0}) {
    const std::string warning = describe_voxel_size(size_m).value();
    EXPECT_THAT(warning, testing::Not(testing::HasSubstr("\n")));
  }
  EXPECT_THAT(describe_voxel_size(5.345e-3).value(), testing::StartsWith("the voxel size is 5.345 mm: "));
  EXPECT_THAT(describe_voxel_size(5.345e-3).value(), testing::HasSubstr("with 5.345 um K is a million times smaller"));
}

}  // namespace
}  // namespace perm
