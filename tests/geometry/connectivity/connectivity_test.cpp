// SPDX-License-Identifier: Apache-2.0
// The connected pores agree with a slow flood fill, and with small images whose pores a reader can follow.
#include "geometry/connectivity/connectivity.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <random>
#include <string>
#include <vector>

#include "geometry/connectivity/flood_fill.hpp"
#include "geometry/random_pores.hpp"

namespace perm {
namespace {

PoreSpace all_pore(const Extent& extent) {
  PoreSpace pores(extent);
  pores.fill_with_pore();
  return pores;
}

PoreSpace with_pores(const Extent& extent, const std::vector<Voxel>& voxels) {
  PoreSpace pores(extent);
  for (const auto& [x, y, z] : voxels) pores.set_pore(x, y, z);
  return pores;
}

void expect_same_as_flood(const PoreSpace& pores, const std::string& what) {
  const Connectivity connectivity(pores);
  EXPECT_EQ(connectivity.count_components(), flood(pores).components) << what;
  for (const Axis axis : all_axes) {
    const PoreSpace expected = flood_percolating(pores, axis);
    EXPECT_EQ(connectivity.percolating(axis).pores(), expected) << what << ", " << axis_letter(axis);
    EXPECT_EQ(connectivity.count_percolating(axis), expected.count_pores()) << what << ", " << axis_letter(axis);
    EXPECT_EQ(connectivity.percolates(axis), expected.count_pores() > 0) << what << ", " << axis_letter(axis);
  }
}

std::string percolating_axes(const Connectivity& connectivity) {
  std::string axes;
  for (const Axis axis : all_axes)
    if (connectivity.percolates(axis)) axes += axis_letter(axis);
  return axes;
}

TEST(Connectivity, is_that_of_a_flood_fill_on_random_pore_spaces) {
  std::mt19937 random(20240611);
  for (const Extent& extent :
       {Extent{7, 5, 3}, Extent{3, 7, 5}, Extent{13, 11, 9}, Extent{33, 31, 5}, Extent{64, 3, 2}, Extent{32, 4, 3},
        Extent{5, 2, 2}, Extent{2, 3, 7}, Extent{65, 1, 4}, Extent{1, 9, 6}, Extent{9, 8, 1}})
    for (const double porosity : {0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 0.9})
      for (int image = 0; image < 3; ++image)
        expect_same_as_flood(random_pores(extent, porosity, random),
                             to_string(extent) + " at " + std::to_string(porosity));
}

TEST(Connectivity, is_that_of_a_flood_fill_on_very_many_small_images) {
  std::mt19937 random(7);
  for (int image = 0; image < 3000; ++image) {
    const auto side = [&random] { return static_cast<std::int64_t>(1 + random() % 4); };
    const Extent extent{side(), side(), side()};
    const double porosity = 0.1 * static_cast<double>(1 + random() % 7);
    expect_same_as_flood(random_pores(extent, porosity, random),
                         to_string(extent) + ", image " + std::to_string(image));
  }
}

AxisSet closed_along(unsigned bits) {
  AxisSet closed;
  for (const Axis axis : all_axes)
    if ((bits >> static_cast<unsigned>(axis) & 1U) != 0) closed.insert(axis);
  return closed;
}

/// Adds a layer of solid behind the last voxels along each closed axis.
PoreSpace with_layers(const PoreSpace& pores, AxisSet closed) {
  const Extent& n = pores.extent();
  const auto more = [&](Axis axis) { return closed.contains(axis) ? 1 : 0; };
  PoreSpace layered({n.nx + more(Axis::x), n.ny + more(Axis::y), n.nz + more(Axis::z)});
  for (std::int64_t z = 0; z < n.nz; ++z)
    for (std::int64_t y = 0; y < n.ny; ++y)
      for (std::int64_t x = 0; x < n.nx; ++x)
        if (pores.is_pore(x, y, z)) layered.set_pore(x, y, z);
  return layered;
}

/// Finds the voxels of components that touch both faces across a closed axis.
PoreSpace flood_between_faces(const PoreSpace& pores, AxisSet closed, Axis axis,
                              JoinedBy by = JoinedBy::faces_and_edges) {
  const PoreSpace layered = with_layers(pores, closed);
  const Labels labels = flood(layered, by);
  const Extent& n = pores.extent();
  const auto label = [&](std::int64_t x, std::int64_t y, std::int64_t z) {
    return labels.of_voxel[static_cast<std::size_t>(layered.extent().index(x, y, z))];
  };
  std::vector<int> touches(static_cast<std::size_t>(labels.components));
  PoreSpace kept(n);
  for (const bool marks : {true, false})
    for (std::int64_t z = 0; z < n.nz; ++z)
      for (std::int64_t y = 0; y < n.ny; ++y)
        for (std::int64_t x = 0; x < n.nx; ++x) {
          if (!pores.is_pore(x, y, z)) continue;
          int& faces = touches[static_cast<std::size_t>(label(x, y, z))];
          const std::int64_t position = axis == Axis::x ? x : axis == Axis::y ? y : z;
          if (marks) faces |= (position == 0 ? 1 : 0) | (position + 1 == n.along(axis) ? 2 : 0);
          if (!marks && faces == 3) kept.set_pore(x, y, z);
        }
  return kept;
}

TEST(Connectivity, between_closed_faces_is_that_of_a_flood_fill_from_one_to_the_other) {
  std::mt19937 random(8);
  for (int image = 0; image < 1200; ++image) {
    const auto side = [&random] { return static_cast<std::int64_t>(1 + random() % 5); };
    const Extent extent = image % 20 == 0 ? Extent{33, 5, 4} : Extent{side(), side(), side()};
    const PoreSpace pores = random_pores(extent, 0.1 * static_cast<double>(1 + random() % 6), random);
    const AxisSet closed = closed_along(1 + static_cast<unsigned>(image) % 7);
    const Connectivity connectivity(pores, closed);
    EXPECT_EQ(connectivity.count_components(), flood(with_layers(pores, closed)).components) << image;
    for (const Axis axis : all_axes) {
      if (!closed.contains(axis)) continue;
      const PoreSpace expected = flood_between_faces(pores, closed, axis);
      EXPECT_EQ(connectivity.percolating(axis).pores(), expected) << image << ", " << axis_letter(axis);
      EXPECT_EQ(connectivity.count_percolating(axis), expected.count_pores()) << image << ", " << axis_letter(axis);
    }
  }
}

TEST(Connectivity, between_closed_faces_needs_no_match_of_the_faces_and_takes_no_way_through_a_side) {
  const AxisSet all = closed_along(7);
  // The path ends where it did not begin.
  const PoreSpace slanted = with_pores({3, 4, 3}, {{0, 0, 1}, {1, 1, 1}, {2, 2, 1}});
  EXPECT_EQ(percolating_axes(Connectivity(slanted)), "");
  EXPECT_EQ(percolating_axes(Connectivity(slanted, all)), "x");
  // The path leaves through the side y = 0 and comes in at y = 3.
  const PoreSpace round = with_pores({3, 4, 3}, {{0, 0, 1}, {1, 3, 1}, {2, 0, 1}});
  EXPECT_EQ(percolating_axes(Connectivity(round)), "x");
  EXPECT_EQ(percolating_axes(Connectivity(round, all)), "");
  EXPECT_EQ(Connectivity(round, all).percolating(Axis::x).count_pores(), 0);
}

TEST(Connectivity, through_faces_is_that_of_a_flood_fill_through_faces) {
  std::mt19937 random(19);
  for (int image = 0; image < 1600; ++image) {
    const auto side = [&random] { return static_cast<std::int64_t>(1 + random() % 5); };
    const Extent extent = image % 40 == 0   ? Extent{33, 5, 4}
                          : image % 40 == 1 ? Extent{64, 2, 9}
                                            : Extent{side(), side(), side()};
    const PoreSpace pores = random_pores(extent, 0.1 * static_cast<double>(2 + random() % 7), random);
    const AxisSet closed = closed_along(static_cast<unsigned>(image) % 8);
    SCOPED_TRACE("image " + std::to_string(image) + ", " + to_string(extent));
    const Connectivity connectivity(pores, {closed, JoinedBy::faces});
    const PoreSpace layered = with_layers(pores, closed);
    EXPECT_EQ(connectivity.count_components(), flood(layered, JoinedBy::faces).components);
    for (const Axis axis : all_axes) {
      const PoreSpace found = connectivity.percolating(axis).pores();
      if (closed.contains(axis))
        EXPECT_EQ(found, flood_between_faces(pores, closed, axis, JoinedBy::faces)) << axis_letter(axis);
      else
        EXPECT_EQ(with_layers(found, closed), flood_percolating(layered, axis, JoinedBy::faces)) << axis_letter(axis);
      EXPECT_EQ(connectivity.count_percolating(axis), found.count_pores()) << axis_letter(axis);
    }
  }
}

TEST(Connectivity, through_faces_joins_no_voxels_that_share_an_edge_or_a_corner) {
  const auto count = [](const Extent& extent, const Voxel& a, const Voxel& b) {
    return Connectivity(with_pores(extent, {a, b}), {{}, JoinedBy::faces}).count_components();
  };
  for (int dz = -1; dz <= 1; ++dz)
    for (int dy = -1; dy <= 1; ++dy)
      for (int dx = -1; dx <= 1; ++dx) {
        const int steps = std::abs(dx) + std::abs(dy) + std::abs(dz);
        if (steps == 0) continue;
        EXPECT_EQ(count({5, 5, 5}, {2, 2, 2}, {2 + dx, 2 + dy, 2 + dz}), steps == 1 ? 1 : 2)
            << dx << ' ' << dy << ' ' << dz;
      }
  const Extent extent{40, 6, 5};  // across the border of the image
  EXPECT_EQ(count(extent, {0, 2, 2}, {39, 2, 2}), 1);
  EXPECT_EQ(count(extent, {0, 0, 2}, {39, 5, 2}), 2);
  EXPECT_EQ(count(extent, {7, 5, 0}, {7, 0, 4}), 2);
}

TEST(Connectivity, finds_nothing_in_solid) {
  const Connectivity connectivity(PoreSpace({5, 4, 3}));
  EXPECT_EQ(connectivity.count_components(), 0);
  EXPECT_EQ(percolating_axes(connectivity), "");
  EXPECT_EQ(connectivity.percolating(Axis::x).count_pores(), 0);
}

TEST(Connectivity, finds_one_component_along_all_axes_where_all_is_pore) {
  for (const Extent& extent :
       {Extent{1, 1, 1}, Extent{2, 2, 2}, Extent{32, 1, 1}, Extent{33, 5, 2}, Extent{64, 3, 7}}) {
    const PoreSpace pores = all_pore(extent);
    const Connectivity connectivity(pores);
    EXPECT_EQ(connectivity.count_components(), 1) << to_string(extent);
    EXPECT_EQ(percolating_axes(connectivity), "xyz") << to_string(extent);
    EXPECT_EQ(connectivity.percolating(Axis::y).pores(), pores) << to_string(extent);
  }
}

TEST(Connectivity, joins_voxels_that_share_a_face_or_an_edge_but_not_a_corner) {
  for (int dz = -1; dz <= 1; ++dz)
    for (int dy = -1; dy <= 1; ++dy)
      for (int dx = -1; dx <= 1; ++dx) {
        const int steps = std::abs(dx) + std::abs(dy) + std::abs(dz);
        if (steps == 0) continue;
        const Connectivity connectivity(with_pores({5, 5, 5}, {{2, 2, 2}, {2 + dx, 2 + dy, 2 + dz}}));
        EXPECT_EQ(connectivity.count_components(), steps <= 2 ? 1 : 2) << dx << ' ' << dy << ' ' << dz;
        EXPECT_EQ(percolating_axes(connectivity), "");
      }
}

TEST(Connectivity, joins_across_the_border_of_the_image) {
  const Extent extent{40, 6, 5};
  EXPECT_EQ(Connectivity(with_pores(extent, {{0, 2, 2}, {39, 2, 2}})).count_components(), 1);
  EXPECT_EQ(Connectivity(with_pores(extent, {{0, 0, 2}, {39, 5, 2}})).count_components(), 1);
  EXPECT_EQ(Connectivity(with_pores(extent, {{7, 0, 0}, {7, 5, 4}})).count_components(), 1);
  EXPECT_EQ(Connectivity(with_pores(extent, {{7, 5, 0}, {7, 0, 4}})).count_components(), 1);
  EXPECT_EQ(Connectivity(with_pores(extent, {{39, 1, 4}, {0, 1, 0}})).count_components(), 1);
  EXPECT_EQ(Connectivity(with_pores(extent, {{0, 0, 0}, {39, 5, 4}})).count_components(), 2);
}

TEST(Connectivity, follows_a_diagonal_line_along_both_of_its_axes) {
  std::vector<Voxel> line;
  for (std::int64_t i = 0; i < 5; ++i) line.push_back({i, i, 2});
  EXPECT_EQ(percolating_axes(Connectivity(with_pores({5, 5, 5}, line))), "xy");
}

TEST(Connectivity, follows_a_line_that_closes_only_after_several_turns) {
  // The path goes round along x three times while it goes round along z once.
  std::vector<Voxel> line;
  for (std::int64_t i = 0; i < 36; ++i) line.push_back({i % 12, 1, i / 3});
  const Connectivity connectivity(with_pores({12, 3, 12}, line));
  EXPECT_EQ(connectivity.count_components(), 1);
  EXPECT_EQ(percolating_axes(connectivity), "xz");
}

TEST(Connectivity, does_not_take_a_ring_for_a_way_through) {
  // This ring spans the image along x and y and crosses its border, yet it winds around nothing.
  std::vector<Voxel> ring;
  for (std::int64_t i = 3; i < 10; ++i)
    for (const std::int64_t side : {3, 9}) {
      ring.push_back({i % 8, side % 8, 1});
      ring.push_back({side % 8, i % 8, 1});
    }
  const Connectivity connectivity(with_pores({8, 8, 3}, ring));
  EXPECT_EQ(connectivity.count_components(), 1);
  EXPECT_EQ(percolating_axes(connectivity), "");
}

TEST(Connectivity, removes_and_counts_pores_that_no_flow_reaches) {
  std::vector<Voxel> tube;
  for (std::int64_t x = 0; x < 70; ++x) tube.push_back({x, 2, 2});
  const PoreSpace open = with_pores({70, 7, 7}, tube);
  PoreSpace pores = open;
  pores.set_pore(31, 5, 5);
  pores.set_pore(32, 5, 5);
  pores.set_pore(50, 5, 2);
  const Connectivity connectivity(pores);
  EXPECT_EQ(connectivity.count_components(), 3);
  EXPECT_EQ(connectivity.count_percolating(Axis::x), 70);
  EXPECT_EQ(connectivity.percolating(Axis::x).pores(), open);
  EXPECT_EQ(percolating_axes(connectivity), "x");
  EXPECT_EQ(connectivity.percolating(Axis::y).count_pores(), 0);
}

TEST(Connectivity, keeps_dead_ends_of_a_percolating_component) {
  std::vector<Voxel> tube{{4, 3, 2}, {4, 4, 2}};
  for (std::int64_t z = 0; z < 5; ++z) tube.push_back({4, 2, z});
  const PoreSpace pores = with_pores({9, 9, 5}, tube);
  EXPECT_EQ(Connectivity(pores).percolating(Axis::z).pores(), pores);
}

TEST(Connectivity, lets_every_pore_wind_along_an_extent_of_one_voxel) {
  for (const Axis axis : all_axes) {
    Extent extent{5, 5, 5};
    (axis == Axis::x ? extent.nx : axis == Axis::y ? extent.ny : extent.nz) = 1;
    const Connectivity connectivity(with_pores(extent, {{0, 0, 0}}));
    EXPECT_EQ(percolating_axes(connectivity), std::string(1, axis_letter(axis)));
    EXPECT_EQ(connectivity.count_percolating(axis), 1);
  }
}

}  // namespace
}  // namespace perm
