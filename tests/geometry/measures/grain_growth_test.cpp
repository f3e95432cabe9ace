// SPDX-License-Identifier: Apache-2.0
// Grown and shrunk grains against every pair of voxels, and spheres against spheres of another radius.
#include "geometry/measures/grain_growth.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/errors.hpp"
#include "geometry/random_pores.hpp"
#include "geometry/shapes/recipe.hpp"

namespace perm {
namespace {

FaceRules rules_of(Boundary boundary) { return face_rules({boundary, Sides::sealed}, Axis::x, {2, 2, 2}); }

/// Gives the distance between two places on one axis, whose ends are joined where the axis is periodic.
std::int64_t distance_between(std::int64_t a, std::int64_t b, std::int64_t length, FaceRule rule) {
  const std::int64_t direct = std::abs(a - b);
  return rule == FaceRule::periodic ? std::min(direct, length - direct) : direct;
}

/// Says whether a voxel of the other phase is so near, by a look at every voxel.
bool is_reached(const PoreSpace& pores, const std::array<std::int64_t, 3>& at, double reach, const FaceRules& rules) {
  const Extent& extent = pores.extent();
  const bool own = pores.is_pore(at[0], at[1], at[2]);
  for (std::int64_t z = 0; z < extent.nz; ++z)
    for (std::int64_t y = 0; y < extent.ny; ++y)
      for (std::int64_t x = 0; x < extent.nx; ++x) {
        if (pores.is_pore(x, y, z) == own) continue;
        const auto dx = static_cast<double>(distance_between(at[0], x, extent.nx, rules.across(Axis::x)));
        const auto dy = static_cast<double>(distance_between(at[1], y, extent.ny, rules.across(Axis::y)));
        const auto dz = static_cast<double>(distance_between(at[2], z, extent.nz, rules.across(Axis::z)));
        if (dx * dx + dy * dy + dz * dz <= reach * reach) return true;
      }
  return false;
}

TEST(GrainGrowth, turns_the_voxels_within_the_distance_and_no_other) {
  std::mt19937 random(41);
  for (const Extent& extent : {Extent{33, 7, 5}, Extent{6, 11, 1}, Extent{9, 8, 10}})
    for (const Boundary boundary : {Boundary::periodic, Boundary::sealed, Boundary::mirror})
      for (const double growth : {-3.0, -1.5, -1.0, 0.5, 1.0, 2.0, 2.5}) {
        SCOPED_TRACE(to_string(extent) + " " + std::string(to_string(boundary)) + " " + std::to_string(growth));
        const PoreSpace whole = random_pores(extent, growth > 0 ? 0.97 : 0.03, random);
        const FaceRules rules = rules_of(boundary);
        const PoreSlab grown = grow_grains(whole, growth, rules);
        std::int64_t wrong = 0;
        for (std::int64_t z = 0; z < extent.nz; ++z)
          for (std::int64_t y = 0; y < extent.ny; ++y)
            for (std::int64_t x = 0; x < extent.nx; ++x) {
              const bool was = whole.is_pore(x, y, z);
              const bool turns = was == (growth > 0) && is_reached(whole, {x, y, z}, std::abs(growth), rules);
              if (grown.pores().is_pore(x, y, z) != (was != turns)) ++wrong;
            }
        EXPECT_EQ(wrong, 0);
      }
}

TEST(GrainGrowth, of_less_than_a_voxel_changes_nothing) {
  std::mt19937 random(42);
  const PoreSpace pores = random_pores({20, 9, 6}, 0.5, random);
  for (const double growth : {-0.99, -0.5, 0.0, 0.5}) EXPECT_EQ(grow_grains(pores, growth).pores(), pores);
}

TEST(GrainGrowth, adds_the_voxels_that_share_a_face_then_an_edge_then_a_corner) {
  PoreSpace pores({9, 9, 9});
  pores.fill_with_pore();
  pores.set_solid(4, 4, 4);
  const auto solid_after = [&](double growth) { return 729 - grow_grains(pores, growth).count_pores(); };
  EXPECT_EQ(solid_after(1), 7);
  EXPECT_EQ(solid_after(std::sqrt(2.0)), 19);
  EXPECT_EQ(solid_after(std::sqrt(3.0)), 27);
}

TEST(GrainGrowth, leaves_an_image_without_solid_or_without_pores_as_it_is) {
  PoreSpace pores({5, 6, 7});
  EXPECT_EQ(grow_grains(pores, -255).pores(), pores);
  EXPECT_EQ(grow_grains(pores, 3).pores(), pores);
  pores.fill_with_pore();
  EXPECT_EQ(grow_grains(pores, 255).pores(), pores);
  EXPECT_EQ(grow_grains(pores, -3).pores(), pores);
}

TEST(GrainGrowth, does_not_let_the_sleeve_grow) {
  PoreSpace pores({8, 8, 8});
  pores.fill_with_pore();
  pores.set_solid(4, 4, 4);
  EXPECT_EQ(grow_grains(pores, 1, rules_of(Boundary::sealed)).count_pores(), 512 - 7);
}

/// Gives the porosity of a simple cubic array of spheres of this radius in a cell of 64 voxels.
PoreSlab sphere_array(double radius) {
  Recipe recipe;
  recipe.kind = GeometryKind::sc;
  recipe.extent = {64, 64, 64};
  recipe.radius = radius;
  return generate(recipe, Communicator());
}

TEST(GrainGrowth, makes_a_sphere_of_the_larger_or_smaller_radius_within_the_staircase) {
  const PoreSlab array = sphere_array(20);
  for (const double growth : {-4.0, -2.0, -1.0, 1.0, 2.0, 4.0}) {
    SCOPED_TRACE(growth);
    const auto solid = static_cast<double>(array.image().voxels() - grow_grains(array, growth).count_pores());
    const double radius = std::cbrt(solid * 3 / 4 / std::acos(-1.0));
    // The outermost centres lie inside the sphere by less than half a voxel or so, and growth begins at those centres.
    EXPECT_NEAR(radius, 20 + growth, 0.5);
  }
}

TEST(GrainGrowth, refuses_a_distance_that_is_not_known) {
  const PoreSpace pores({3, 3, 3});
  EXPECT_THROW(grow_grains(pores, 256), InputError);
  EXPECT_THROW(grow_grains(pores, -256), InputError);
  EXPECT_THROW(grow_grains(pores, std::numeric_limits<double>::quiet_NaN()), InputError);
}

}  // namespace
}  // namespace perm
