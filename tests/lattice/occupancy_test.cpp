// SPDX-License-Identifier: Apache-2.0
// A cell's number follows from the first cell of its word and a count of bits; the tests count voxel after voxel. The
// widths of the images are around the width of a word.
#include "lattice/occupancy.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "core/errors.hpp"
#include "geometry/random_pores.hpp"

namespace perm {
namespace {

class OccupancyOfWidth : public testing::TestWithParam<int> {
 protected:
  /// Calls `check` on pore spaces of this width, from nearly solid to all pore.
  template <class Check>
  static void for_each_porosity(const Check& check) {
    std::mt19937 random(3);
    for (const double porosity : {0.04, 0.5, 0.93, 1.0}) {
      SCOPED_TRACE("porosity " + std::to_string(porosity));
      PoreSpace pores = random_pores({GetParam(), 7, 5}, porosity, random);
      pores.set_pore(GetParam() - 1, 3, 2);  // never empty
      check(pores);
    }
  }
};

TEST_P(OccupancyOfWidth, numbers_cells_in_memory_order) {
  for_each_porosity([](const PoreSpace& pores) {
    const Occupancy occupancy(pores);
    const Extent& extent = pores.extent();
    std::int64_t number = 0;
    for (std::int64_t z = 0; z < extent.nz; ++z)
      for (std::int64_t y = 0; y < extent.ny; ++y)
        for (std::int64_t x = 0; x < extent.nx; ++x) {
          EXPECT_EQ(occupancy.is_cell(x, y, z), pores.is_pore(x, y, z)) << x << ' ' << y << ' ' << z;
          EXPECT_EQ(occupancy.cell(x, y, z), number) << x << ' ' << y << ' ' << z;  // solid: the next cell's number
          number += pores.is_pore(x, y, z);
        }
    EXPECT_EQ(occupancy.cells(), number);
    EXPECT_EQ(occupancy.extent(), extent);
  });
}

TEST_P(OccupancyOfWidth, finds_the_word_that_holds_a_cell) {
  for_each_porosity([](const PoreSpace& pores) {
    const Occupancy occupancy(pores);
    const Extent& extent = pores.extent();
    for (std::int64_t z = 0; z < extent.nz; ++z)
      for (std::int64_t y = 0; y < extent.ny; ++y)
        for (std::int64_t x = 0; x < extent.nx; ++x) {
          if (!pores.is_pore(x, y, z)) continue;
          EXPECT_EQ(occupancy.find_word(occupancy.cell(x, y, z)), occupancy.row_start(y, z) + x / 32)
              << x << ' ' << y << ' ' << z;
        }
  });
}

TEST_P(OccupancyOfWidth, takes_8_bytes_a_word_of_32_voxels) {
  for_each_porosity([](const PoreSpace& pores) {
    const Occupancy occupancy(pores);
    EXPECT_EQ(occupancy.words_per_row(), (GetParam() + 31) / 32);
    EXPECT_EQ(occupancy.bytes(), 8 * occupancy.words_per_row() * 7 * 5);
  });
}

INSTANTIATE_TEST_SUITE_P(Width, OccupancyOfWidth, testing::Values(1, 2, 31, 32, 33, 65),
                         testing::PrintToStringParamName());

TEST(Occupancy, may_have_no_cells_where_other_processes_have_them) {
  const PoreSpace solid({33, 2, 3});
  EXPECT_EQ(Occupancy(solid).cells(), 0);
  EXPECT_EQ(Occupancy(solid).cells_of_row(1, 2), (Range{0, 0}));
}

TEST(Occupancy, tells_the_cells_of_a_row) {
  PoreSpace pores({40, 2, 2});
  for (const std::int64_t x : {0, 31, 32, 39}) pores.set_pore(x, 1, 0);
  pores.set_pore(5, 1, 1);
  const Occupancy occupancy(pores);
  EXPECT_EQ(occupancy.cells_of_row(0, 0), (Range{0, 0}));
  EXPECT_EQ(occupancy.cells_of_row(1, 0), (Range{0, 4}));
  EXPECT_EQ(occupancy.cells_of_row(0, 1), (Range{4, 4}));
  EXPECT_EQ(occupancy.cells_of_row(1, 1), (Range{4, 5}));
}

}  // namespace
}  // namespace perm
