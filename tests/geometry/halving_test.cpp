// SPDX-License-Identifier: Apache-2.0
#include "geometry/halving.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "geometry/random_pores.hpp"

namespace perm {
namespace {

/// Halves voxel by voxel. The last voxel of an extent that 2 does not divide counts twice.
PoreSpace count_and_halve(const PoreSpace& pores) {
  const Extent& n = pores.extent();
  PoreSpace half({(n.nx + 1) / 2, (n.ny + 1) / 2, (n.nz + 1) / 2});
  for (std::int64_t z = 0; z < half.extent().nz; ++z)
    for (std::int64_t y = 0; y < half.extent().ny; ++y)
      for (std::int64_t x = 0; x < half.extent().nx; ++x) {
        int full = 0;
        for (int corner = 0; corner < 8; ++corner)
          if (pores.is_pore(std::min(2 * x + corner % 2, n.nx - 1), std::min(2 * y + corner / 2 % 2, n.ny - 1),
                            std::min(2 * z + corner / 4, n.nz - 1)))
            ++full;
        if (full >= 4) half.set_pore(x, y, z);
      }
  return half;
}

TEST(Halving, takes_the_voxels_that_are_at_least_half_pore) {
  std::mt19937 random(17);
  for (const Extent& extent : {Extent{1, 1, 1}, Extent{2, 2, 2}, Extent{7, 5, 3}, Extent{31, 9, 8}, Extent{32, 6, 7},
                               Extent{33, 4, 5}, Extent{63, 5, 5}, Extent{64, 5, 4}, Extent{65, 6, 5}, Extent{97, 3, 9},
                               Extent{130, 7, 2}, Extent{5, 1, 33}, Extent{4, 33, 1}})
    for (const double porosity : {0.2, 0.45, 0.8}) {
      SCOPED_TRACE(to_string(extent) + " porosity " + std::to_string(porosity));
      const PoreSpace pores = random_pores(extent, porosity, random);
      EXPECT_TRUE(halve(pores).pores() == count_and_halve(pores));  // compares padding bits too
    }
}

TEST(Halving, knows_each_of_the_256_ways_to_fill_a_voxel) {
  PoreSpace pores({512, 2, 2});
  PoreSpace expected({256, 1, 1});
  for (int way = 0; way < 256; ++way) {
    int full = 0;
    for (int corner = 0; corner < 8; ++corner) {
      if ((way >> corner & 1) == 0) continue;
      ++full;
      pores.set_pore(2 * way + corner % 2, corner / 2 % 2, corner / 4);
    }
    if (full >= 4) expected.set_pore(way, 0, 0);
  }
  EXPECT_TRUE(halve(pores).pores() == expected);
}

TEST(Halving, of_an_image_without_solid_or_without_pores_is_one_too) {
  PoreSpace pores({35, 7, 9});
  EXPECT_EQ(halve(pores).count_pores(), 0);
  pores.fill_with_pore();
  EXPECT_EQ(halve(pores).count_pores(), 18 * 4 * 5);
}

}  // namespace
}  // namespace perm
