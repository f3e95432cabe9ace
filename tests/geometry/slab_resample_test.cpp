// SPDX-License-Identifier: Apache-2.0
// Several processes together resample the image as one process does, however the image is cut. Every test holds for any
// number of processes.
#include <gtest/gtest.h>

#include "geometry/random_pores.hpp"
#include "geometry/resample.hpp"
#include "geometry/slabs.hpp"

namespace perm {
namespace {

TEST(SlabResample, refines_and_coarsens_as_one_process_would) {
  std::mt19937 random(9);
  for (const Extent& extent :
       {Extent{37, 5, 9}, Extent{8, 4, 4}, Extent{66, 6, 13}, Extent{9, 7, 1}, Extent{5, 1, 10}}) {
    SCOPED_TRACE(to_string(extent));
    const PoreSpace whole = random_pores(extent, 0.5, random);
    const PoreSlab coarse = coarsen(whole);
    const PoreSlab refined = refine(whole, 3);
    for (const PoreSlab& slab : slabs_of(whole, Communicator::world())) {
      const PoreSlab coarse_part = coarsen(slab);
      expect_part_of(coarse_part, coarse.pores());
      EXPECT_EQ(coarse_part.count_pores(), coarse.count_pores()) << "a plane is missing, or there twice";
      const PoreSlab refined_part = refine(slab, 3);
      expect_part_of(refined_part, refined.pores());
      EXPECT_EQ(refined_part.count_pores(), refined.count_pores());
    }
  }
}

}  // namespace
}  // namespace perm
