// SPDX-License-Identifier: Apache-2.0
#include "solver/wall_repeats.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <vector>

#include "solver/cell/wall_links.hpp"

namespace perm {
namespace {

struct Facing {
  std::array<int, 3> normal;
  int cells;
};

double repeats_of(const std::vector<Facing>& facings) {
  std::vector<__int128> cells(wall_normal_count);
  for (const Facing& facing : facings) {
    const auto [x, y, z] = facing.normal;
    cells[static_cast<std::size_t>(number_of_normal(x, y, z))] += facing.cells;
  }
  return count_wall_repeats(cells);
}

TEST(WallRepeats, are_one_without_walls_and_where_nothing_is_alike) {
  EXPECT_EQ(repeats_of({}), 1);
  EXPECT_EQ(repeats_of({{{5, 0, 0}, 7}, {{3, 1, 2}, 12}, {{-2, 4, 0}, 5}}), 1);
}

TEST(WallRepeats, are_how_many_times_the_image_has_its_body) {
  EXPECT_EQ(repeats_of({{{5, 0, 0}, 4 * 7}, {{3, 1, 2}, 4 * 12}, {{-2, 4, 0}, 4 * 5}}), 4);
}

TEST(WallRepeats, are_its_mirror_images_and_turns_too) {
  EXPECT_EQ(repeats_of({{{1, 2, 3}, 7}, {{-1, 2, 3}, 7}, {{4, 4, 0}, 3}, {{-4, 4, 0}, 3}}), 2);
  EXPECT_EQ(repeats_of({{{1, 2, 3}, 7}, {{-1, 2, 3}, 7}, {{4, 4, 0}, 3}, {{-4, 4, 0}, 2}}), 1);
  std::vector<Facing> sphere;
  for (const int x : {-3, 3})
    for (const int y : {-1, 1})
      for (const int z : {-2, 2})
        for (const std::array<int, 3>& n : {std::array{x, y, z}, std::array{y, z, x}, std::array{z, x, y},
                                            std::array{y, x, z}, std::array{x, z, y}, std::array{z, y, x}})
          sphere.push_back({n, 5});
  EXPECT_EQ(repeats_of(sphere), 5 * 48);
}

TEST(WallRepeats, do_not_count_turns_that_move_no_wall) {
  EXPECT_EQ(repeats_of({{{4, 3, 0}, 4 * 3}, {{1, 5, 0}, 4 * 2}}), 4);  // a channel along z, 4 voxels of it
  EXPECT_EQ(repeats_of({{{0, 0, 5}, 9}, {{0, 0, -5}, 9}}), 9 * 2);     // a slit
}

}  // namespace
}  // namespace perm
