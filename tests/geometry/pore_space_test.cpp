// SPDX-License-Identifier: Apache-2.0
// Images small enough for the heap, and large enough for several threads and for memory of their own.
#include "geometry/pore_space.hpp"

#include <gtest/gtest.h>
#include <omp.h>

#include <array>
#include <random>
#include <utility>

#include "geometry/random_pores.hpp"

namespace perm {
namespace {

constexpr std::array<Extent, 3> small_and_large{{{7, 3, 2}, {33, 40, 5}, {65, 110, 101}}};

std::int64_t count_slowly(const PoreSpace& pores) {
  const Extent& n = pores.extent();
  std::int64_t count = 0;
  for (std::int64_t z = 0; z < n.nz; ++z)
    for (std::int64_t y = 0; y < n.ny; ++y)
      for (std::int64_t x = 0; x < n.nx; ++x) count += pores.is_pore(x, y, z) ? 1 : 0;
  return count;
}

class PoreSpaceByThreads : public testing::TestWithParam<int> {
 protected:
  void SetUp() override { omp_set_num_threads(GetParam()); }
  void TearDown() override { omp_set_num_threads(before_); }

 private:
  int before_{omp_get_max_threads()};
};

TEST_P(PoreSpaceByThreads, counts_every_pore_once) {
  std::mt19937 random(21);
  for (const Extent& extent : small_and_large) {
    PoreSpace pores(extent);
    EXPECT_EQ(pores.count_pores(), 0) << to_string(extent);
    pores = random_pores(extent, 0.4, random);
    EXPECT_EQ(pores.count_pores(), count_slowly(pores)) << to_string(extent);
    pores.fill_with_pore();
    EXPECT_EQ(pores.count_pores(), extent.voxels()) << to_string(extent);
  }
}

TEST_P(PoreSpaceByThreads, has_copies_that_are_equal_until_one_voxel_changes) {
  std::mt19937 random(22);
  for (const Extent& extent : small_and_large) {
    const PoreSpace pores = random_pores(extent, 0.4, random);
    PoreSpace copy = pores;
    EXPECT_TRUE(copy == pores) << to_string(extent);
    const std::int64_t x = extent.nx - 1;
    const std::int64_t y = extent.ny - 1;
    const std::int64_t z = extent.nz - 1;
    if (pores.is_pore(x, y, z))
      copy.set_solid(x, y, z);
    else
      copy.set_pore(x, y, z);
    EXPECT_FALSE(copy == pores) << to_string(extent);
    copy = pores;
    EXPECT_TRUE(copy == pores) << to_string(extent);
    const PoreSpace moved = std::move(copy);
    EXPECT_TRUE(moved == pores) << to_string(extent);
  }
  EXPECT_FALSE(PoreSpace({3, 2, 1}) == PoreSpace({2, 3, 1}));
}

TEST_P(PoreSpaceByThreads, takes_in_the_pores_of_another_one) {
  std::mt19937 random(23);
  for (const Extent& extent : small_and_large) {
    const PoreSpace pores = random_pores(extent, 0.4, random);
    const PoreSpace more = random_pores(extent, 0.2, random);
    PoreSpace both = pores;
    both.insert(more);
    for (std::int64_t z = 0; z < extent.nz; ++z)
      for (std::int64_t y = 0; y < extent.ny; ++y)
        for (std::int64_t x = 0; x < extent.nx; ++x)
          ASSERT_EQ(both.is_pore(x, y, z), pores.is_pore(x, y, z) || more.is_pore(x, y, z)) << to_string(extent);
  }
}

INSTANTIATE_TEST_SUITE_P(, PoreSpaceByThreads, testing::Values(1, 3), testing::PrintToStringParamName());

}  // namespace
}  // namespace perm
