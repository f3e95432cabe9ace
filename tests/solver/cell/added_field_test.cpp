// SPDX-License-Identifier: Apache-2.0
// A field that is added to a cell becomes equilibrium distributions.
#include "solver/cell/added_field.hpp"

#include <gtest/gtest.h>

#include <array>

namespace perm {
namespace {

TEST(AddedField, stands_still_along_axes_with_solid_on_both_sides) {
  for (int walls = 0; walls < 64; ++walls) {
    const std::array<int, 6> sides{d3q19::direction({1, 0, 0}), d3q19::direction({-1, 0, 0}),
                                   d3q19::direction({0, 1, 0}), d3q19::direction({0, -1, 0}),
                                   d3q19::direction({0, 0, 1}), d3q19::direction({0, 0, -1})};
    const auto is_solid = [&](int q) {
      for (std::size_t i = 0; i < sides.size(); ++i)
        if (sides[i] == q) return (walls >> i & 1) != 0;
      return true;  // edges do not matter
    };
    CellField cell{0.5F, {1, 2, 3}};
    stop_in_gaps(cell, is_solid);
    EXPECT_EQ(cell.density, 0.5F);
    for (int a = 0; a < 3; ++a)
      EXPECT_EQ(cell.velocity[a], (walls >> 2 * a & 3) == 3 ? 0.0F : static_cast<float>(a + 1)) << walls;
  }
}

TEST(AddedField, is_added_at_equilibrium) {
  const CellField cell{0.5F, {0.1F, -0.2F, 0.3F}};
  double density = 0;
  std::array<double, 3> momentum{};
  std::array<double, d3q19::directions> f{};
  for_each_equilibrium(cell, [&](int q, float share) {
    f[static_cast<std::size_t>(q)] += static_cast<double>(share);
    const d3q19::Velocity c = d3q19::velocity(q);
    density += static_cast<double>(share);
    momentum[0] += c.x * static_cast<double>(share);
    momentum[1] += c.y * static_cast<double>(share);
    momentum[2] += c.z * static_cast<double>(share);
  });
  EXPECT_NEAR(density, 0.5, 1e-6);
  for (std::size_t a = 0; a < 3; ++a) EXPECT_NEAR(momentum[a], cell.velocity[a], 1e-7);
  for (int q = 0; q < d3q19::directions; ++q)  // no stress
    EXPECT_NEAR(f[static_cast<std::size_t>(q)] + f[static_cast<std::size_t>(d3q19::opposite(q))],
                2 * d3q19::weight(q) * 0.5, 1e-7);
}

}  // namespace
}  // namespace perm
