// SPDX-License-Identifier: Apache-2.0
// Corners of pore voxels have the nodes that the oracle finds by flooding the voxels around each, in rows that begin
// and end within words.
#include "conduction/corner_nodes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "conduction/known_systems.hpp"

namespace perm {
namespace {

void expect_same_nodes(const Body& body, int threads) {
  const auto team = team_of(threads);
  const DomainCells cells = cells_of(body);
  const CornerNodes nodes(cells, *team);
  const SlowPotentials slow(body);
  EXPECT_EQ(nodes.nodes(), slow.places.size());
  EXPECT_EQ(slow_numbers(nodes, slow).size(), slow.places.size());
}

TEST(CornerNodes, are_those_of_voxels_that_faces_join_around_a_corner) {
  for_each_small_body(50, [](const Body& body, unsigned) { expect_same_nodes(body, 1); });
}

TEST(CornerNodes, of_long_rows_are_those_of_the_oracle) {
  for_each_long_body([](const Body& body, unsigned) { expect_same_nodes(body, 2); });
}

TEST(CornerNodes, of_a_row_follow_each_other_and_lie_at_its_corners) {
  for_each_long_body([](const Body& body, unsigned) {
    const auto team = team_of(1);
    const DomainCells cells = cells_of(body);
    const CornerNodes nodes(cells, *team);
    const SlowPotentials slow(body);
    const std::vector<std::size_t> numbers = slow_numbers(nodes, slow);
    ASSERT_EQ(numbers.size(), nodes.nodes());
    std::int64_t next = 0;
    const Extent& corners = nodes.corners();
    for (std::int64_t z = 0; z < corners.nz; ++z)
      for (std::int64_t y = 0; y < corners.ny; ++y) {
        const Range row = nodes.nodes_of_row(y, z);
        EXPECT_EQ(row.first, next);
        next = row.last;
        std::vector<std::int64_t> found;
        for (std::int64_t x = 0; x < corners.nx; ++x)
          nodes.visit_nodes_at(x, y, z, [&](std::uint32_t node) {
            EXPECT_EQ(slow.places[numbers[node]], (Place{x, y, z}));
            found.push_back(node);
          });
        std::ranges::sort(found);
        ASSERT_EQ(static_cast<std::int64_t>(found.size()), row.size());
        for (std::size_t i = 0; i < found.size(); ++i) EXPECT_EQ(found[i], row.first + static_cast<std::int64_t>(i));
      }
    EXPECT_EQ(next, static_cast<std::int64_t>(nodes.nodes()));
  });
}

TEST(CornerNodes, have_two_nodes_where_voxels_meet_in_an_edge_or_a_corner_only) {
  const auto count = [](const std::vector<Place>& voxels) {
    PoreSpace pores({4, 4, 4});
    for (const auto& [x, y, z] : voxels) pores.set_pore(x, y, z);
    const DomainCells cells = cells_of({pores, {}, Axis::x});
    return CornerNodes(cells, *team_of(1)).nodes();
  };
  EXPECT_EQ(count({{1, 1, 1}}), 8U);
  EXPECT_EQ(count({{1, 1, 1}, {2, 1, 1}}), 12U);
  EXPECT_EQ(count({{1, 1, 1}, {2, 2, 1}}), 16U);
  EXPECT_EQ(count({{1, 1, 1}, {2, 2, 2}}), 16U);
  // A third voxel joins both around the edge that they share, but at its ends only where all three meet.
  EXPECT_EQ(count({{1, 1, 1}, {2, 2, 1}, {2, 1, 1}}), 16U);
  EXPECT_EQ(count({{1, 1, 1}, {2, 2, 1}, {1, 2, 2}, {2, 1, 2}}), 32U) << "four nodes at one corner";
}

}  // namespace
}  // namespace perm
