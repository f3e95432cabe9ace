// SPDX-License-Identifier: Apache-2.0
// Parts are numbered by size as a flood of single voxels finds them, however the image is cut among processes. Every
// test holds for any number of processes.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include "geometry/connectivity/connected_parts.hpp"
#include "geometry/connectivity/flood_fill.hpp"
#include "geometry/random_pores.hpp"
#include "geometry/slabs.hpp"

namespace perm {
namespace {

/// Gives the number of each voxel's part, from a flood of an image that has a solid layer at each closed face.
std::vector<std::uint32_t> flooded_parts(const PoreSpace& pores, const LinkRules& rules) {
  const Extent inner = pores.extent();
  const auto layer = [&](Axis axis) { return rules.closed.contains(axis) ? 1 : 0; };
  PoreSpace padded({inner.nx + layer(Axis::x), inner.ny + layer(Axis::y), inner.nz + layer(Axis::z)});
  for (std::int64_t z = 0; z < inner.nz; ++z)
    for (std::int64_t y = 0; y < inner.ny; ++y)
      for (std::int64_t x = 0; x < inner.nx; ++x)
        if (pores.is_pore(x, y, z)) padded.set_pore(x, y, z);
  const Labels labels = flood(padded, rules.by);
  std::vector<std::int64_t> sizes(static_cast<std::size_t>(labels.components));
  for (const int label : labels.of_voxel)
    if (label >= 0) ++sizes[static_cast<std::size_t>(label)];
  std::vector<std::size_t> order(sizes.size());
  std::iota(order.begin(), order.end(), 0U);  // the flood numbers parts by their first voxels
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return sizes[a] > sizes[b]; });
  std::vector<std::uint32_t> number(sizes.size());
  for (std::size_t i = 0; i < order.size(); ++i) number[order[i]] = static_cast<std::uint32_t>(i + 1);
  std::vector<std::uint32_t> parts;
  for (std::int64_t z = 0; z < inner.nz; ++z)
    for (std::int64_t y = 0; y < inner.ny; ++y)
      for (std::int64_t x = 0; x < inner.nx; ++x) {
        const int label = labels.of_voxel[static_cast<std::size_t>(padded.extent().index(x, y, z))];
        parts.push_back(label < 0 ? 0 : number[static_cast<std::size_t>(label)]);
      }
  return parts;
}

void expect_flooded_parts(const PoreSpace& pores, const LinkRules& rules = {}) {
  const std::vector<std::uint32_t> expected = flooded_parts(pores, rules);
  const auto plane = static_cast<std::size_t>(pores.extent().plane_voxels());
  for (PoreSlab& slab : slabs_of(pores, Communicator::world())) {
    const ConnectedParts parts(std::move(slab), rules);
    EXPECT_EQ(parts.count(), *std::ranges::max_element(expected));
    for (std::int64_t z = 0; z < pores.extent().nz; ++z) {
      std::vector<std::uint32_t> found(Communicator::world().is_first() ? plane : 0);
      parts.read_plane(z, found);
      if (found.empty()) continue;
      EXPECT_TRUE(std::equal(found.begin(), found.end(), expected.begin() + z * pores.extent().plane_voxels()))
          << "plane " << z;
    }
  }
}

TEST(ConnectedParts, have_the_numbers_of_a_flood_whatever_the_cut) {
  std::mt19937 random(1);
  for (const Extent& extent : {Extent{7, 5, 11}, Extent{33, 3, 4}, Extent{1, 6, 9}, Extent{5, 5, 1}})
    for (const double porosity : {0.1, 0.3, 0.6}) expect_flooded_parts(random_pores(extent, porosity, random));
}

TEST(ConnectedParts, do_not_reach_through_closed_faces_or_edges_where_the_rules_say_so) {
  std::mt19937 random(2);
  for (const Axis axis : all_axes) {
    AxisSet closed;
    closed.insert(axis);
    const PoreSpace pores = random_pores({9, 8, 7}, 0.25, random);
    expect_flooded_parts(pores, closed);
    expect_flooded_parts(pores, {closed, JoinedBy::faces});
  }
  expect_flooded_parts(random_pores({9, 8, 7}, 0.25, random), {{}, JoinedBy::faces});
}

TEST(ConnectedParts, are_none_in_solid_and_one_where_all_is_pore) {
  expect_flooded_parts(PoreSpace({4, 4, 4}));
  std::mt19937 random(3);
  expect_flooded_parts(random_pores({4, 4, 4}, 1, random));
}

// Two arms that go up through all slabs are joined in the last plane only; specks between them have equal sizes.
TEST(ConnectedParts, that_meet_in_a_far_slab_are_one) {
  PoreSpace pores({16, 4, 13});
  for (std::int64_t z = 0; z < 13; ++z) {
    pores.set_pore(1, 1, z);
    pores.set_pore(9, 1, z);
    if (z % 2 == 0 && z < 11) pores.set_pore(4, 3, z);
  }
  for (std::int64_t x = 1; x <= 9; ++x) pores.set_pore(x, 1, 12);
  AxisSet closed;
  closed.insert(Axis::z);
  expect_flooded_parts(pores, closed);
  EXPECT_EQ(ConnectedParts(pores, closed).count(), 7);
}

}  // namespace
}  // namespace perm
