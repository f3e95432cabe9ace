// SPDX-License-Identifier: Apache-2.0
// The hash of a pore space that several processes hold is the hash of the whole. Every test holds for any number of
// processes.
#include <gtest/gtest.h>

#include "geometry/pore_space_hash.hpp"
#include "geometry/random_pores.hpp"
#include "geometry/slabs.hpp"

namespace perm {
namespace {

TEST(SlabHash, is_that_of_the_whole_image_however_it_is_cut) {
  std::mt19937 random(8);
  for (const Extent& extent : {Extent{37, 5, 9}, Extent{8, 3, 2}, Extent{64, 2, 1}}) {
    const PoreSpace whole = random_pores(extent, 0.4, random);
    for (const PoreSlab& slab : slabs_of(whole, Communicator::world())) EXPECT_EQ(hash_of(slab), hash_of(whole));
  }
}

}  // namespace
}  // namespace perm
