// SPDX-License-Identifier: Apache-2.0
// Fibres as voxels, and whether they overlap, against slow and obvious versions.
#include "geometry/shapes/solids/fibre.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "geometry/shapes/fibre_contacts.hpp"
#include "geometry/shapes/whole_images.hpp"

namespace perm {
namespace {

/// Gives the distance of a point from the straight line between a and b.
double distance_to(const Vector& point, const Vector& a, const Vector& b) {
  const Vector line = moved(b, a, -1);
  const Vector from = moved(point, a, -1);
  const double along = std::clamp(dot(from, line) / square(line), 0.0, 1.0);
  return std::sqrt(square(moved(from, line, -along)));
}

/// Tells whether a voxel's centre or a periodic image of it is near the line.
bool is_near(const Fibre& fibre, const Extent& n, std::int64_t x, std::int64_t y, std::int64_t z) {
  for (std::int64_t k = -2; k <= 2; ++k)
    for (std::int64_t j = -2; j <= 2; ++j)
      for (std::int64_t i = -2; i <= 2; ++i)
        for (std::size_t p = 1; p < fibre.line.size(); ++p)
          if (distance_to({static_cast<double>(x + i * n.nx) + 0.5, static_cast<double>(y + j * n.ny) + 0.5,
                           static_cast<double>(z + k * n.nz) + 0.5},
                          fibre.line[p - 1], fibre.line[p]) < fibre.radius)
            return true;
  return false;
}

void expect_drawn(const Extent& extent, const Fibre& fibre) {
  PoreSlab slab{PoreSpace(extent)};
  slab.pores().fill_with_pore();
  const std::int64_t turned = make_solid(slab, fibre);
  EXPECT_EQ(turned, extent.voxels() - slab.pores().count_pores());
  EXPECT_GT(turned, 0);
  for (std::int64_t z = 0; z < extent.nz; ++z)
    for (std::int64_t y = 0; y < extent.ny; ++y)
      for (std::int64_t x = 0; x < extent.nx; ++x)
        ASSERT_EQ(slab.pores().is_pore(x, y, z), !is_near(fibre, extent, x, y, z)) << x << ' ' << y << ' ' << z;
}

TEST(Fibre, covers_the_voxels_near_its_line_and_its_images) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> coordinate(-10, 30);
  std::uniform_real_distribution<double> radius(1, 4);
  for (int i = 0; i < 30; ++i) {
    const Vector begin{coordinate(random), coordinate(random), coordinate(random)};
    Vector end{coordinate(random), coordinate(random), coordinate(random)};
    for (std::size_t a = 0; a < 3; ++a)
      if (i >> a & 1) end[a] = begin[a];  // along an axis or across it
    if (begin == end) end[0] += 5;
    expect_drawn({20, 17, 16}, {{begin, end, {end[0] + 3, end[1] - 2, end[2] + 1}}, radius(random), {}});
  }
}

TEST(Fibre, that_goes_through_covers_the_same_in_every_section) {
  for (const Axis axis : all_axes) {
    Fibre fibre{{{3.2, 4.7, 18.9}, {3.2, 4.7, 18.9}}, 3.3, axis};
    const Extent extent{20, 21, 19};
    const auto along = static_cast<std::size_t>(axis);
    fibre.line[0][along] = 0;
    fibre.line[1][along] = static_cast<double>(extent.along(axis));
    expect_drawn(extent, fibre);
    PoreSlab slab{PoreSpace(extent)};
    slab.pores().fill_with_pore();
    const std::int64_t inside = count_pores_inside_through(slab, fibre);
    EXPECT_EQ(make_solid(slab, fibre), inside);
    EXPECT_EQ(inside % extent.along(axis), 0);
  }
}

TEST(ShortestBetween, is_the_least_of_many_points) {
  std::mt19937 random(4);
  std::uniform_real_distribution<double> coordinate(-5, 5);
  const auto point = [&] { return Vector{coordinate(random), coordinate(random), coordinate(random)}; };
  for (int i = 0; i < 50; ++i) {
    const Vector a = point();
    const Vector b = point();
    const Vector c = point();
    Vector d = point();
    if (i % 3 == 0) d = moved(c, moved(b, a, -1), 0.7);  // parallel
    double least = std::numeric_limits<double>::infinity();
    constexpr int parts = 2000;
    for (int s = 0; s <= parts; ++s)
      least = std::min(least, distance_to(moved(a, moved(b, a, -1), static_cast<double>(s) / parts), c, d));
    const double found = std::sqrt(square(shortest_between(a, b, c, d)));
    EXPECT_LE(found, least + 1e-9);
    EXPECT_NEAR(found, least, 0.01);
  }
}

TEST(FibreContacts, move_a_fibre_aside_without_turning_it) {
  FibreContacts contacts({30, 30, 30}, 8);
  contacts.add({{{1, 15, 15}, {29, 15, 15}}, 2, {}});
  Fibre fibre{{{15, 1, 17}, {15, 29, 17}}, 2, {}};
  std::int64_t comparisons = 1000;
  ASSERT_TRUE(contacts.part(fibre, 1, comparisons));
  EXPECT_GE(comparisons, 900) << "two passes over one piece, and few images of the other";
  EXPECT_NEAR(fibre.line[0][2], 19, 1e-4) << "4 above the other";
  EXPECT_EQ(fibre.line[0][0], 15);
  EXPECT_EQ(fibre.line[1][2], fibre.line[0][2]);
  Fibre across_the_face{{{31, 3, 15}, {31, -20, 15}}, 2, {}};
  EXPECT_FALSE(contacts.part(across_the_face, 0, comparisons)) << "it meets an image of the first";
}

}  // namespace
}  // namespace perm
