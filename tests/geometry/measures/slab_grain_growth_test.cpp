// SPDX-License-Identifier: Apache-2.0
// Several processes grow the grains that one process grows. Every test holds for any number of processes.
#include <gtest/gtest.h>

#include "geometry/measures/grain_growth.hpp"
#include "geometry/random_pores.hpp"
#include "geometry/slabs.hpp"

namespace perm {
namespace {

TEST(SlabGrainGrowth, is_that_of_the_whole_image) {
  std::mt19937 random(93);
  for (const Extent& extent : {Extent{9, 8, 13}, Extent{33, 5, 7}, Extent{4, 1, 2}, Extent{6, 5, 1}})
    for (const Boundary boundary : {Boundary::periodic, Boundary::sealed})
      for (const double growth : {-2.0, -1.0, 1.0, 3.5}) {
        SCOPED_TRACE(to_string(extent) + " " + std::to_string(growth));
        const PoreSpace whole = random_pores(extent, growth > 0 ? 0.95 : 0.05, random);
        const FaceRules rules = face_rules({boundary, Sides::sealed}, Axis::z, {2, 2, 2});
        const PoreSlab alone = grow_grains(whole, growth, rules);
        for (const PoreSlab& slab : slabs_of(whole, Communicator::world()))
          expect_part_of(grow_grains(slab, growth, rules), alone.pores());
      }
}

}  // namespace
}  // namespace perm
