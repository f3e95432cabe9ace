// SPDX-License-Identifier: Apache-2.0
#include "geometry/resample.hpp"

#include <gtest/gtest.h>

#include <array>
#include <numbers>

#include "core/errors.hpp"
#include "geometry/connectivity/connectivity.hpp"
#include "geometry/random_pores.hpp"
#include "geometry/shapes/recipe.hpp"

namespace perm {
namespace {

constexpr std::array<Extent, 6> extents{{{7, 5, 3}, {33, 4, 2}, {64, 3, 5}, {1, 9, 4}, {11, 1, 6}, {31, 2, 1}}};

TEST(Refine, gives_every_voxel_of_a_block_what_the_voxel_was) {
  std::mt19937 random(3);
  for (const Extent& extent : extents)
    for (const int factor : {1, 2, 3, 4}) {
      SCOPED_TRACE(to_string(extent) + " by " + std::to_string(factor));
      const PoreSpace pores = random_pores(extent, 0.4, random);
      const PoreSlab refined = refine(pores, factor);
      const auto times = [&](std::int64_t voxels) { return voxels == 1 ? 1 : factor; };  // a slice stays one
      const auto [nx, ny, nz] = std::array{times(extent.nx), times(extent.ny), times(extent.nz)};
      ASSERT_EQ(refined.image(), (Extent{extent.nx * nx, extent.ny * ny, extent.nz * nz}));
      EXPECT_EQ(refined.count_pores(), pores.count_pores() * nx * ny * nz);  // padding bits are clear, too
      for (std::int64_t z = 0; z < refined.image().nz; ++z)
        for (std::int64_t y = 0; y < refined.image().ny; ++y)
          for (std::int64_t x = 0; x < refined.image().nx; ++x)
            ASSERT_EQ(refined.pores().is_pore(x, y, z), pores.is_pore(x / nx, y / ny, z / nz));
    }
}

TEST(Refine, leaves_what_percolates_as_it_was) {
  std::mt19937 random(4);
  for (int i = 0; i < 40; ++i) {
    const PoreSpace pores = random_pores({6, 5, 7}, 0.1 + 0.005 * i, random);  // porosities around the threshold
    const Connectivity as_given(pores);
    const Connectivity refined(refine(pores, 2));
    for (const Axis axis : all_axes) EXPECT_EQ(refined.count_percolating(axis), 8 * as_given.count_percolating(axis));
  }
}

/// Counts the voxels of a cube one by one.
bool is_pore_by_majority(const PoreSpace& pores, std::int64_t x, std::int64_t y, std::int64_t z) {
  const Extent& extent = pores.extent();
  const auto edge = [](std::int64_t voxels) { return voxels == 1 ? 1 : 2; };
  int pore = 0;
  int solid = 0;
  for (std::int64_t dz = 0; dz < edge(extent.nz); ++dz)
    for (std::int64_t dy = 0; dy < edge(extent.ny); ++dy)
      for (std::int64_t dx = 0; dx < edge(extent.nx); ++dx)
        ++(pores.is_pore(edge(extent.nx) * x + dx, edge(extent.ny) * y + dy, edge(extent.nz) * z + dz) ? pore : solid);
  return pore > solid ||
         (pore == solid && pores.is_pore(edge(extent.nx) * x, edge(extent.ny) * y, edge(extent.nz) * z));
}

TEST(Coarsen, takes_what_most_voxels_are_and_cuts_odd_extents) {
  std::mt19937 random(5);
  for (const Extent& extent :
       {Extent{8, 6, 4}, Extent{67, 5, 7}, Extent{64, 9, 4}, Extent{1, 9, 4}, Extent{130, 1, 6}, Extent{37, 4, 1}}) {
    SCOPED_TRACE(to_string(extent));
    const PoreSpace pores = random_pores(extent, 0.5, random);
    const PoreSlab coarse = coarsen(pores);
    const auto half = [](std::int64_t voxels) { return voxels == 1 ? 1 : voxels / 2; };
    const Extent expected{half(extent.nx), half(extent.ny), half(extent.nz)};
    ASSERT_EQ(coarse.image(), expected);
    std::int64_t count = 0;
    for (std::int64_t z = 0; z < expected.nz; ++z)
      for (std::int64_t y = 0; y < expected.ny; ++y)
        for (std::int64_t x = 0; x < expected.nx; ++x) {
          count += is_pore_by_majority(pores, x, y, z) ? 1 : 0;
          ASSERT_EQ(coarse.pores().is_pore(x, y, z), is_pore_by_majority(pores, x, y, z));
        }
    EXPECT_EQ(coarse.count_pores(), count);
  }
}

TEST(Coarsen, undoes_refining) {
  std::mt19937 random(6);
  const PoreSpace pores = random_pores({35, 6, 5}, 0.3, random);
  EXPECT_EQ(coarsen(refine(pores, 2)).pores(), pores);
}

TEST(Coarsen, has_no_bias_where_half_of_the_voxels_are_pore) {
  // Every cube has exactly four pores, at random places. By symmetry half of the 4096 cubes become pore, with a
  // standard deviation of 32.
  std::mt19937 random(7);
  const std::int64_t cubes = 16;
  PoreSpace pores({2 * cubes, 2 * cubes, 2 * cubes});
  for (std::int64_t cube = 0; cube < cubes * cubes * cubes; ++cube)
    for (int left = 4; left > 0;) {
      const auto corner = static_cast<std::int64_t>(random() % 8);
      const std::int64_t x = 2 * (cube % cubes) + corner % 2;
      const std::int64_t y = 2 * (cube / cubes % cubes) + corner / 2 % 2;
      const std::int64_t z = 2 * (cube / cubes / cubes) + corner / 4;
      if (pores.is_pore(x, y, z)) continue;
      pores.set_pore(x, y, z);
      --left;
    }
  EXPECT_NEAR(static_cast<double>(coarsen(pores).count_pores()), 2048, 4 * 32);
}

TEST(Coarsen, keeps_flat_walls_flat_and_the_width_of_a_slit_wherever_they_lie) {
  for (const std::int64_t first : {0, 1, 2, 3}) {
    PoreSpace slit({8, 8, 16});
    for (std::int64_t z = first; z < first + 8; ++z)
      for (std::int64_t y = 0; y < 8; ++y)
        for (std::int64_t x = 0; x < 8; ++x) slit.set_pore(x, y, z);
    const PoreSlab coarse = coarsen(slit);
    EXPECT_DOUBLE_EQ(coarse.pores().porosity(), slit.porosity()) << first;
    for (std::int64_t z = 0; z < 8; ++z)
      for (std::int64_t y = 0; y < 4; ++y)
        for (std::int64_t x = 0; x < 4; ++x)
          EXPECT_EQ(coarse.pores().is_pore(x, y, z), coarse.pores().is_pore(0, 0, z));
  }
}

TEST(Coarsen, moves_the_walls_of_spheres_by_less_than_a_twentieth_of_a_voxel_in_the_mean) {
  const double radius = 9;
  const double surface = 4 * std::numbers::pi * radius * radius;
  double moved = 0;  // solid that was lost, over the surface
  int placements = 0;
  for (const double x : {0.1, 0.8, 1.3, 1.6})
    for (const double y : {0.2, 0.7, 1.1, 1.9})
      for (const double z : {0.3, 0.9, 1.2, 1.7}) {
        Recipe recipe;
        recipe.kind = GeometryKind::sc;
        recipe.extent = {24, 24, 24};
        recipe.radius = radius;
        recipe.shift = {x, y, z};
        const PoreSlab pores = generate(recipe);
        moved += static_cast<double>(8 * coarsen(pores).count_pores() - pores.count_pores()) / surface;
        ++placements;
      }
  EXPECT_NEAR(moved / placements, 0, 0.05);
}

TEST(Coarsen, makes_one_of_27_voxels_pore_when_14_are) {
  PoreSpace pores({7, 6, 100});  // rows and words end within a voxel
  std::int64_t left = 0;
  const auto fill = [&](std::int64_t cx, std::int64_t cz, int count) {
    for (std::int64_t i = 0; i < count; ++i) pores.set_pore(3 * cx + i % 3, 3 + i / 3 % 3, 3 * cz + i / 9);
  };
  fill(0, 0, 13);
  fill(1, 0, 14);
  fill(0, 32, 27);
  pores.set_pore(6, 0, 99);  // is left over
  const PoreSlab coarse = coarsen(pores, 3);
  EXPECT_EQ(coarse.image(), (Extent{2, 2, 33}));
  for (std::int64_t z = 0; z < 33; ++z)
    for (std::int64_t y = 0; y < 2; ++y)
      for (std::int64_t x = 0; x < 2; ++x)
        if (coarse.pores().is_pore(x, y, z)) {
          EXPECT_TRUE((x == 1 && y == 1 && z == 0) || (x == 0 && y == 1 && z == 32)) << x << y << z;
          ++left;
        }
  EXPECT_EQ(left, 2);
  PoreSpace across_words({99, 6, 6});  // a voxel of three lies in two words
  for (std::int64_t z = 0; z < 6; ++z)
    for (std::int64_t y = 0; y < 6; ++y)
      for (std::int64_t x = 30; x < 36; ++x) across_words.set_pore(x, y, z);
  const PoreSlab merged = coarsen(across_words, 3);
  EXPECT_EQ(merged.count_pores(), 2 * 2 * 2);
  EXPECT_TRUE(merged.pores().is_pore(10, 0, 0) && merged.pores().is_pore(11, 1, 1));
}

TEST(Coarsen, refuses_an_image_of_which_too_little_would_be_left) {
  for (const Extent& extent : {Extent{2, 8, 8}, Extent{8, 3, 8}, Extent{8, 8, 2}})
    EXPECT_THROW(coarsen(PoreSpace(extent)), InputError) << to_string(extent);
  EXPECT_EQ(coarsened_extent({4, 5, 1}), (Extent{2, 2, 1}));
}

}  // namespace
}  // namespace perm
