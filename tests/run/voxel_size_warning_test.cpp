// SPDX-License-Identifier: Apache-2.0
#include "run/voxel_size_warning.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace perm {
namespace {

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
