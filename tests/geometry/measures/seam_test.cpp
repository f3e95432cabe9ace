// SPDX-License-Identifier: Apache-2.0
#include "geometry/measures/seam.hpp"

#include <gtest/gtest.h>

#include <string>

#include "geometry/random_pores.hpp"
#include "geometry/shapes/recipe.hpp"

namespace perm {
namespace {

/// Gives the share of voxels that differ, counted one after another.
double difference_of_planes(const PoreSpace& pores, Axis axis, std::int64_t a, std::int64_t b) {
  const Extent& n = pores.extent();
  std::int64_t differences = 0;
  for (std::int64_t z = 0; z < n.nz; ++z)
    for (std::int64_t y = 0; y < n.ny; ++y)
      for (std::int64_t x = 0; x < n.nx; ++x) {
        if ((axis == Axis::x ? x : axis == Axis::y ? y : z) != 0) continue;
        const auto at = [&](std::int64_t plane) {
          return pores.is_pore(axis == Axis::x ? plane : x, axis == Axis::y ? plane : y, axis == Axis::z ? plane : z);
        };
        differences += at(a) != at(b) ? 1 : 0;
      }
  return static_cast<double>(differences) / static_cast<double>(n.voxels() / n.along(axis));
}

TEST(Seam, is_what_single_voxels_say) {
  std::mt19937 random(91);
  for (const Extent& extent :
       {Extent{7, 5, 3}, Extent{33, 4, 6}, Extent{64, 3, 2}, Extent{1, 5, 4}, Extent{65, 1, 1}}) {
    const PoreSpace pores = random_pores(extent, 0.4, random);
    const std::array<Seam, 3> seams = measure_seams(pores);
    for (const Axis axis : all_axes) {
      SCOPED_TRACE(to_string(extent) + " across " + axis_letter(axis));
      const Seam& seam = seams[static_cast<std::size_t>(axis)];
      const std::int64_t last = extent.along(axis) - 1;
      EXPECT_DOUBLE_EQ(seam.difference, difference_of_planes(pores, axis, last, 0));
      double largest = 0;
      double in_two_steps = 0;
      double before = 0;
      for (std::int64_t plane = 0; plane < last; ++plane) {
        const double inside = difference_of_planes(pores, axis, plane, plane + 1);
        largest = std::max(largest, inside);
        in_two_steps = std::max(in_two_steps, before + inside);
        before = inside;
      }
      EXPECT_DOUBLE_EQ(seam.largest_inside, largest);
      EXPECT_DOUBLE_EQ(seam.most_in_two_steps, in_two_steps);
    }
  }
  PoreSpace pores({3, 2, 4});
  pores.set_pore(0, 0, 0);
  pores.set_pore(2, 1, 3);
  pores.set_pore(2, 0, 3);
  const std::array<Seam, 3> seams = measure_seams(pores);
  EXPECT_DOUBLE_EQ(seams[0].porosity_of_first, 1.0 / 8);
  EXPECT_DOUBLE_EQ(seams[0].porosity_of_last, 2.0 / 8);
  EXPECT_DOUBLE_EQ(seams[1].porosity_of_first, 2.0 / 12);
  EXPECT_DOUBLE_EQ(seams[1].porosity_of_last, 1.0 / 12);
  EXPECT_DOUBLE_EQ(seams[2].porosity_of_first, 1.0 / 6);
  EXPECT_DOUBLE_EQ(seams[2].porosity_of_last, 2.0 / 6);
}

void expect_no_seam(const Recipe& recipe) {
  const std::array<Seam, 3> seams = measure_seams(generate(recipe));
  for (const Axis axis : all_axes) {
    const Seam& seam = seams[static_cast<std::size_t>(axis)];
    EXPECT_FALSE(seam.is_visible()) << to_string(recipe.kind) << ' ' << to_string(recipe.extent) << " across "
                                    << axis_letter(axis) << ": " << seam.difference << ", in two steps "
                                    << seam.most_in_two_steps << ", shift " << recipe.shift.x;
  }
}

TEST(Seam, is_invisible_in_every_array_wherever_it_is_cut) {
  for (const GeometryKind kind : {GeometryKind::sc, GeometryKind::bcc, GeometryKind::fcc,
                                  GeometryKind::cylinders_square, GeometryKind::cylinders_hexagonal})
    for (const std::int64_t side : {8, 14, 24, 41})
      for (const double share : {0.15, 0.22, 0.27, 0.33, 0.35}) {
        Recipe recipe;
        recipe.kind = kind;
        recipe.extent = unit_cell_of(recipe, side);
        recipe.radius = share * static_cast<double>(side);
        for (double shift = 0; shift < static_cast<double>(side); shift += 0.37) {
          recipe.shift = {shift, 0.5 * shift, -shift};
          expect_no_seam(recipe);
        }
      }
}

TEST(Seam, is_invisible_in_packings_fibres_and_channels) {
  for (const std::uint64_t seed : {1, 2, 3, 4, 5, 6, 7, 8})
    for (const GeometryKind kind : {GeometryKind::packing, GeometryKind::overlap})
      for (const double radius : {2.0, 4.0, 7.0}) {
        Recipe recipe;
        recipe.kind = kind;
        recipe.extent = {24, 30, 36};
        recipe.radius = radius;
        recipe.porosity = 0.5;
        recipe.seed = seed;
        expect_no_seam(recipe);
      }
  for (const std::uint64_t seed : {1, 2, 3, 4})
    for (const Orientation orientation : {Orientation::isotropic, Orientation::planar})
      for (const double persistence_length : {20.0, 1e6}) {
        Recipe recipe;
        recipe.kind = GeometryKind::fibres;
        recipe.extent = {36, 30, 44};
        recipe.radius = 3;
        recipe.porosity = 0.7;
        recipe.orientation = orientation;
        recipe.persistence_length = persistence_length;
        recipe.seed = seed;
        expect_no_seam(recipe);
      }
  for (const GeometryKind kind : {GeometryKind::tube, GeometryKind::annulus, GeometryKind::plates, GeometryKind::duct})
    for (const double size : {3.0, 6.0, 10.0}) {
      Recipe recipe;
      recipe.kind = kind;
      recipe.extent = {24, 24, 24};
      if (kind == GeometryKind::tube || kind == GeometryKind::annulus)
        recipe.radius = size;
      else
        recipe.gap = size;
      if (kind == GeometryKind::annulus) recipe.inner_radius = 1;
      for (double shift = 0; shift < 24 && kind != GeometryKind::plates && kind != GeometryKind::duct; shift += 0.37) {
        recipe.shift = {shift, shift, shift};
        expect_no_seam(recipe);
      }
      expect_no_seam(recipe);
    }
}

TEST(Seam, is_visible_in_a_part_of_a_larger_medium) {
  Recipe recipe;
  recipe.kind = GeometryKind::overlap;
  recipe.extent = {64, 64, 64};
  recipe.radius = 6;
  recipe.porosity = 0.3;
  const PoreSpace whole = generate(recipe);
  PoreSpace part({32, 32, 32});
  for (std::int64_t z = 0; z < 32; ++z)
    for (std::int64_t y = 0; y < 32; ++y)
      for (std::int64_t x = 0; x < 32; ++x)
        if (whole.is_pore(x, y, z)) part.set_pore(x, y, z);
  for (const Seam& seam : measure_seams(part)) EXPECT_TRUE(seam.is_visible()) << seam.difference;
}

}  // namespace
}  // namespace perm
