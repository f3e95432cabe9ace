// SPDX-License-Identifier: Apache-2.0
#include "lattice/tiles.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace perm {
namespace {

template <class Real>
class Tiles : public testing::Test {};
using Reals = testing::Types<float, double>;
struct RealName {
  template <class Real>
  static std::string GetName(int) {
    return sizeof(Real) == sizeof(float) ? "float32" : "float64";
  }
};
TYPED_TEST_SUITE(Tiles, Reals, RealName);

TYPED_TEST(Tiles, give_every_distribution_of_every_cell_a_slot_of_its_own) {
  using T = CpuTiles<TypeParam>;
  const std::int64_t cells = 2 * T::cells + 17;
  std::vector<bool> taken(static_cast<std::size_t>(T::count(cells) * T::values));
  for (std::int64_t cell = 0; cell < cells; ++cell)
    for (int q = 0; q < d3q19::directions; ++q) {
      const auto slot = static_cast<std::size_t>(T::slot(cell, q));
      ASSERT_LT(slot, taken.size()) << "cell " << cell << " direction " << q;
      ASSERT_FALSE(taken[slot]) << "cell " << cell << " direction " << q;
      taken[slot] = true;
    }
}

TYPED_TEST(Tiles, start_every_line_on_a_cache_line) {
  using T = CpuTiles<TypeParam>;
  for (int q = 0; q < d3q19::directions; ++q) {
    EXPECT_EQ(T::slot(0, q) * static_cast<std::int64_t>(sizeof(TypeParam)) % 64, 0) << q;
    EXPECT_EQ(T::slot(T::cells, q) * static_cast<std::int64_t>(sizeof(TypeParam)) % 64, 0) << q;
  }
}

TYPED_TEST(Tiles, are_as_many_as_the_cells_need) {
  using T = CpuTiles<TypeParam>;
  EXPECT_EQ(T::count(1), 1);
  EXPECT_EQ(T::count(T::cells), 1);
  EXPECT_EQ(T::count(T::cells + 1), 2);
}

}  // namespace
}  // namespace perm
