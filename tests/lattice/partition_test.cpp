// SPDX-License-Identifier: Apache-2.0
#include "lattice/partition.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "core/errors.hpp"
#include "geometry/random_pores.hpp"

namespace perm {
namespace {

/// Gives the planes of each slab of an image that has one row a plane; `planes` has the cells of each plane.
std::vector<Range> slabs(const std::vector<std::int32_t>& planes, std::int64_t parts) {
  const Partition partition = cut_evenly({7, 1, static_cast<std::int64_t>(planes.size())}, planes, 1, parts);
  std::vector<Range> found;
  for (int number = 0; number < partition.blocks(); ++number) found.push_back(partition.block(number).z);
  return found;
}

TEST(Partition, cuts_planes_so_that_the_heaviest_part_is_as_light_as_can_be) {
  EXPECT_EQ(slabs({1, 1, 1, 1}, 2), (std::vector<Range>{{0, 2}, {2, 4}}));
  EXPECT_EQ(slabs({9, 1, 1, 1, 1, 1}, 2), (std::vector<Range>{{0, 2}, {2, 6}}));
  // Pairs of 1..13 weigh 3, 7, 11, 15, 19, 23 and 13: 36 + 42 + 13, or better 21 + 34 + 36.
  const std::vector<std::int32_t> planes{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13};
  EXPECT_EQ(slabs(planes, 3).size(), 3U);
  std::int64_t heaviest = 0;
  for (const Range& part : slabs(planes, 3)) {
    std::int64_t weight = 0;
    for (std::int64_t i = part.first; i < part.last; ++i) weight += i + 1;
    heaviest = std::max(heaviest, weight);
  }
  EXPECT_EQ(heaviest, 36);
}

TEST(Partition, cuts_between_pairs_of_planes) {
  for (std::int64_t parts = 2; parts <= 4; ++parts)
    for (const Range& part : slabs({3, 1, 4, 1, 5, 9, 2}, parts)) {
      EXPECT_EQ(part.first % 2, 0);
      EXPECT_TRUE(part.last % 2 == 0 || part.last == 7);
    }
}

TEST(Partition, gives_every_part_a_plane_even_where_there_are_no_cells) {
  for (const auto& planes :
       {std::vector<std::int32_t>{0, 0, 0, 5, 5, 0, 0}, std::vector<std::int32_t>{0, 0, 0, 0, 0, 0, 0},
        std::vector<std::int32_t>{50, 0, 0, 0, 0, 0, 0}})
    for (std::int64_t parts = 1; parts <= 4; ++parts) {
      const std::vector<Range> found = slabs(planes, parts);
      ASSERT_EQ(found.size(), static_cast<std::size_t>(parts));
      std::int64_t next = 0;
      for (const Range& part : found) {
        EXPECT_EQ(part.first, next);
        EXPECT_GT(part.size(), 0);
        next = part.last;
      }
      EXPECT_EQ(next, 7);
    }
}

TEST(Partition, refuses_more_parts_than_pairs_of_planes) { EXPECT_THROW(slabs({3, 3, 3}, 3), InputError); }

TEST(Partition, knows_into_how_many_blocks_an_image_can_be_cut) {
  for (const int blocks : {1, 2, 3, 4, 6, 8, 9, 12}) EXPECT_TRUE(can_be_cut({9, 5, 8}, blocks)) << blocks;
  for (const int blocks : {5, 7, 10, 11, 13, 24}) EXPECT_FALSE(can_be_cut({9, 5, 8}, blocks)) << blocks;
  EXPECT_TRUE(can_be_cut({9, 5, 8}, 3, 4));
  EXPECT_FALSE(can_be_cut({9, 5, 8}, 4, 3));
}

TEST(Partition, never_beats_the_best_of_all_cuts_that_can_be_tried) {
  std::mt19937 random(5);
  for (int trial = 0; trial < 50; ++trial) {
    std::vector<std::int32_t> planes;
    for (int i = 0; i < 16; ++i) planes.push_back(static_cast<std::int32_t>(random() % 10));
    std::int64_t best = 1000;
    for (int a = 2; a < 14; a += 2)
      for (int b = a + 2; b < 16; b += 2) {
        const auto weight = [&](int from, int to) {
          return std::accumulate(planes.begin() + from, planes.begin() + to, std::int64_t{0});
        };
        best = std::min(best, std::max({weight(0, a), weight(a, b), weight(b, 16)}));
      }
    std::int64_t heaviest = 0;
    for (const Range& part : slabs(planes, 3))
      heaviest =
          std::max(heaviest, std::accumulate(planes.begin() + part.first, planes.begin() + part.last, std::int64_t{0}));
    EXPECT_EQ(heaviest, best);
  }
}

TEST(Partition, knows_what_is_beside_a_block) {
  const Partition partition({5, 9, 12}, {0, 3, 6, 9}, {0, 4, 12});
  EXPECT_EQ(partition.blocks(), 6);
  EXPECT_EQ(partition.block(4), (Block{{3, 6}, {4, 12}}));
  EXPECT_EQ(partition.beside(4, Axis::y, Side::high), 5);
  EXPECT_EQ(partition.beside(5, Axis::y, Side::high), 3);
  EXPECT_EQ(partition.beside(0, Axis::y, Side::low), 2);
  EXPECT_EQ(partition.beside(4, Axis::z, Side::high), 1);
  EXPECT_EQ(partition.beside(4, Axis::z, Side::low), 1);
  EXPECT_TRUE(partition.is_cut(Axis::y));
  EXPECT_FALSE(Partition({5, 9, 12}).is_cut(Axis::z));
}

TEST(Partition, counts_the_cells_of_its_blocks) {
  std::mt19937 random(3);
  const PoreSpace pores = random_pores({37, 11, 13}, 0.4, random);
  const std::vector<std::int32_t> rows = count_cells_by_row(pores);
  const Partition partition = cut_evenly(pores.extent(), rows, 3, 2);
  const std::vector<std::int64_t> cells = count_cells_by_block(partition, rows);
  std::int64_t all = 0;
  for (int number = 0; number < partition.blocks(); ++number) {
    const Block block = partition.block(number);
    std::int64_t count = 0;
    for (std::int64_t z = block.z.first; z < block.z.last; ++z)
      for (std::int64_t y = block.y.first; y < block.y.last; ++y)
        for (std::int64_t x = 0; x < 37; ++x) count += pores.is_pore(x, y, z) ? 1 : 0;
    EXPECT_EQ(cells[static_cast<std::size_t>(number)], count);
    all += count;
  }
  EXPECT_EQ(all, pores.count_pores());
  EXPECT_NEAR(imbalance(std::vector<std::int64_t>{10, 10, 13}), 13.0 / 11 - 1, 1e-12);
}

}  // namespace
}  // namespace perm
