// SPDX-License-Identifier: Apache-2.0
// Several processes count at the seams what one process counts. Every test holds for any number of processes.
#include <gtest/gtest.h>

#include "geometry/measures/seam.hpp"
#include "geometry/random_pores.hpp"
#include "geometry/slabs.hpp"

namespace perm {
namespace {

TEST(SlabSeam, is_that_of_the_whole_image) {
  std::mt19937 random(92);
  for (const Extent& extent : {Extent{9, 8, 13}, Extent{33, 5, 7}, Extent{4, 1, 2}, Extent{6, 5, 1}}) {
    SCOPED_TRACE(to_string(extent));
    const PoreSpace whole = random_pores(extent, 0.4, random);
    const std::array<Seam, 3> alone = measure_seams(whole);
    for (const PoreSlab& slab : slabs_of(whole, Communicator::world())) {
      const std::array<Seam, 3> together = measure_seams(slab);
      for (std::size_t axis = 0; axis < 3; ++axis) {
        EXPECT_EQ(together[axis].difference, alone[axis].difference);
        EXPECT_EQ(together[axis].largest_inside, alone[axis].largest_inside);
        EXPECT_EQ(together[axis].most_in_two_steps, alone[axis].most_in_two_steps);
        EXPECT_EQ(together[axis].porosity_of_first, alone[axis].porosity_of_first);
        EXPECT_EQ(together[axis].porosity_of_last, alone[axis].porosity_of_last);
      }
    }
  }
}

}  // namespace
}  // namespace perm
