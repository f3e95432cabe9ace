// SPDX-License-Identifier: Apache-2.0
#include "geometry/pore_space_hash.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "geometry/random_pores.hpp"

namespace perm {
namespace {

/// Makes a voxel pore where (x + 2 y + 3 z) mod 5 < 2.
PoreSpace stripes(const Extent& extent) {
  PoreSpace pores(extent);
  for (std::int64_t z = 0; z < extent.nz; ++z)
    for (std::int64_t y = 0; y < extent.ny; ++y)
      for (std::int64_t x = 0; x < extent.nx; ++x)
        if ((x + 2 * y + 3 * z) % 5 < 2) pores.set_pore(x, y, z);
  return pores;
}

// These values come from the Python code of the header, run on
//   z, y, x = np.indices((nz, ny, nx)); pores = (x + 2 * y + 3 * z) % 5 < 2
TEST(PoreSpaceHash, is_what_its_definition_gives) {
  EXPECT_EQ(hash_of(stripes({3, 2, 2})), "fnv1a64:1b76da138f4408ee");
  EXPECT_EQ(hash_of(stripes({43, 5, 3})), "fnv1a64:aa7f91b7c5819d3d");
  EXPECT_EQ(hash_of(stripes({5, 43, 3})), "fnv1a64:05ae68b7b21f9854");
  EXPECT_EQ(hash_of(stripes({64, 2, 1})), "fnv1a64:c94b17b7d63c8787");
}

TEST(PoreSpaceHash, changes_with_every_voxel) {
  std::mt19937 random(4);
  for (const Extent& extent : {Extent{35, 3, 2}, Extent{8, 1, 5}, Extent{1, 1, 1}}) {
    PoreSpace pores = random_pores(extent, 0.5, random);
    std::set<std::string> hashes{hash_of(pores)};
    for (std::int64_t z = 0; z < extent.nz; ++z)
      for (std::int64_t y = 0; y < extent.ny; ++y)
        for (std::int64_t x = 0; x < extent.nx; ++x) {
          const bool was_pore = pores.is_pore(x, y, z);
          was_pore ? pores.set_solid(x, y, z) : pores.set_pore(x, y, z);
          hashes.insert(hash_of(pores));
          was_pore ? pores.set_pore(x, y, z) : pores.set_solid(x, y, z);
        }
    EXPECT_EQ(static_cast<std::int64_t>(hashes.size()), 1 + extent.voxels());
  }
}

TEST(PoreSpaceHash, tells_apart_images_of_the_same_bits_and_another_extent) {
  std::set<std::string> hashes;
  for (const Extent& extent : {Extent{8, 4, 2}, Extent{8, 2, 4}, Extent{4, 8, 2}, Extent{4, 2, 8}, Extent{2, 4, 8},
                               Extent{2, 8, 4}, Extent{64, 1, 1}, Extent{1, 64, 1}, Extent{1, 1, 64}, Extent{7, 4, 2}})
    hashes.insert(hash_of(PoreSpace(extent)));
  EXPECT_EQ(hashes.size(), 10U);
}

}  // namespace
}  // namespace perm
