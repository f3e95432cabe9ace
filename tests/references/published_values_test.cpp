// SPDX-License-Identifier: Apache-2.0
#include "validation/references/published_values.hpp"

#include <gtest/gtest.h>

#include <set>

namespace perm::reference {
namespace {

TEST(PublishedValues, of_berea_are_14_blocks_of_the_image_that_do_not_overlap) {
  std::set<std::array<int, 3>> first;
  double sum = 0;
  for (const BereaValues& block : berea_by_porefoam()) {
    EXPECT_EQ(block.side, 128);
    EXPECT_TRUE(first.insert(block.first).second) << block.number;
    for (const int voxel : block.first) EXPECT_EQ(voxel % 128 + (voxel > 256 ? 1 : 0), 0) << block.number;
    for (const double k : block.k) sum += k;
  }
  EXPECT_EQ(first.size(), 14U);
  EXPECT_NEAR(sum, 2.49264117, 1e-7);  // of the 42 numbers in the source
}

TEST(PublishedValues, in_millidarcy_become_square_voxels) {
  // 1 mD is 9.869233e-16 m^2, and a voxel 5.345 um: 1360 mD are 1.342216e-12 m^2.
  EXPECT_NEAR(berea_by_imperial_college().k[0], 1.342216e-12 / 28.569025e-12, 1e-6);
  EXPECT_GT(berea_by_imperial_college().k[1], berea_by_imperial_college().k[2]);
}

TEST(PublishedValues, that_were_measured_have_a_source_a_voxel_size_and_a_factor) {
  for (const MeasuredValue& value : measured_values()) {
    EXPECT_FALSE(value.source.empty());
    EXPECT_GT(value.factor, 1);
    EXPECT_GT(value.voxel_size_m, 1e-8);
    EXPECT_LT(value.voxel_size_m, 1e-3);
    EXPECT_GT(value.permeability_m2, 0);
  }
}

}  // namespace
}  // namespace perm::reference
