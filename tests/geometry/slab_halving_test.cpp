// SPDX-License-Identifier: Apache-2.0
// Several processes together make the half image that one process makes of the whole image, however the image is cut,
// and some of them can hand their planes to others.
// Every test holds for any number of processes.
#include <gtest/gtest.h>

#include "geometry/halving.hpp"
#include "geometry/random_pores.hpp"
#include "geometry/slabs.hpp"

namespace perm {
namespace {

TEST(SlabHalving, halves_as_one_process_would) {
  std::mt19937 random(19);
  for (const Extent& extent :
       {Extent{37, 5, 9}, Extent{8, 4, 4}, Extent{66, 6, 13}, Extent{9, 7, 1}, Extent{5, 1, 10}, Extent{130, 3, 8}}) {
    SCOPED_TRACE(to_string(extent));
    const PoreSpace whole = random_pores(extent, 0.5, random);
    const PoreSlab half = halve(whole);
    for (const PoreSlab& slab : slabs_of(whole, Communicator::world())) {
      const PoreSlab part = halve(slab);
      expect_part_of(part, half.pores());
      EXPECT_EQ(part.count_pores(), half.count_pores()) << "a plane is missing, or there twice";
    }
  }
}

TEST(Slab, on_the_first_processes_is_the_same_image) {
  const Communicator world = Communicator::world();
  std::mt19937 random(11);
  const PoreSpace whole = random_pores({37, 5, 9}, 0.5, random);
  for (const PoreSlab& slab : slabs_of(whole, world))
    for (int count = 1; count <= world.size(); ++count) {
      const PoreSlab first = slab.on_first(count);
      expect_part_of(first, whole);
      EXPECT_EQ(first.processes().size(), world.rank() < count ? count : 1);
      EXPECT_EQ(world.sum(first.planes().size()), 9) << "a plane is missing, or there twice";
    }
}

}  // namespace
}  // namespace perm
