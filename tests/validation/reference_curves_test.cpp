// SPDX-License-Identifier: Apache-2.0
#include "validation/cases/reference_curves.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <utility>

#include "geometry/shapes/kinds.hpp"
#include "validation/cases/kind_references.hpp"

namespace perm::validation {
namespace {

Recipe of_kind(GeometryKind kind, double porosity) {
  Recipe recipe;
  recipe.kind = kind;
  recipe.porosity = porosity;
  return recipe;
}

TEST(ReferencePermeability, of_touching_sc_spheres_is_that_of_zick_and_homsy) {
  Recipe recipe;
  recipe.radius = 32;  // of 64 voxels along the edge
  const auto k = reference_permeability(recipe, Axis::x);
  ASSERT_TRUE(k.has_value());
  EXPECT_NEAR(*k, 64.0 * 64 / (6 * std::numbers::pi * 0.5 * 42.1), 0.003 * *k);  // drag 42.1, their table 2
}

TEST(ReferencePermeability, is_the_same_by_radius_as_by_porosity) {
  Recipe by_radius;
  by_radius.kind = GeometryKind::bcc;
  by_radius.radius = 20;
  const double porosity = 1 - 2 * 4.0 / 3 * std::numbers::pi * 8000 / (64.0 * 64 * 64);
  EXPECT_NEAR(*nominal_porosity(by_radius), porosity, 1e-12);
  EXPECT_NEAR(*reference_permeability(by_radius, Axis::x),
              *reference_permeability(of_kind(GeometryKind::bcc, porosity), Axis::x), 1e-6);
}

TEST(ReferencePermeability, is_absent_where_nothing_is_known) {
  EXPECT_FALSE(reference_permeability(of_kind(GeometryKind::sc, 0.4), Axis::x).has_value());  // beyond touching
  EXPECT_FALSE(reference_permeability(of_kind(GeometryKind::overlap, 0.4), Axis::x).has_value());
  Recipe along = of_kind(GeometryKind::cylinders_square, 0.6);
  along.axis = Axis::x;
  EXPECT_FALSE(reference_permeability(along, Axis::x).has_value());
}

TEST(ReferencePermeability, at_another_porosity_is_that_of_a_recipe_for_it) {
  EXPECT_EQ(reference_permeability_at(0.6, of_kind(GeometryKind::fcc, 0.5), Axis::x),
            reference_permeability(of_kind(GeometryKind::fcc, 0.6), Axis::x));
  EXPECT_FALSE(reference_permeability_at(0.2, of_kind(GeometryKind::fcc, 0.5), Axis::x));
}

TEST(ReferencePermeability, of_square_cylinders_is_that_of_sangani_and_acrivos) {
  Recipe recipe = of_kind(GeometryKind::cylinders_square, 0.8);
  recipe.axis = Axis::z;
  EXPECT_NEAR(*reference_permeability(recipe, Axis::x), 64.0 * 64 / 51.53, 0.05);  // F at 0.20, their table 1
}

TEST(ReferenceCurves, pass_through_the_points_and_end_where_they_stop_holding) {
  const std::vector<double> porosities{0.3, 0.5, 0.9};
  const auto curves = reference_curves(of_kind(GeometryKind::sc, 0.5), Axis::x, porosities);
  ASSERT_EQ(curves.size(), 2U);
  for (const ReferenceCurve& curve : curves) {
    ASSERT_EQ(curve.porosity.size(), curve.permeability_voxel2.size());
    EXPECT_FALSE(curve.source.empty());
    for (std::size_t i = 1; i < curve.porosity.size(); ++i)
      EXPECT_GT(curve.permeability_voxel2[i], curve.permeability_voxel2[i - 1]);
    EXPECT_DOUBLE_EQ(curve.porosity.back(), 0.9);
  }
  EXPECT_GE(curves[0].porosity.front(), 1 - std::numbers::pi / 6);
  EXPECT_GT(curves[1].porosity.front(), curves[0].porosity.front());  // the series holds to chi 0.75 only
}

TEST(ReferencePermeability, across_hexagonal_cylinders_turns_with_the_box) {
  Recipe recipe = of_kind(GeometryKind::cylinders_hexagonal, 0.6);
  recipe.axis = Axis::x;
  recipe.extent = {8, 32, 48};
  const double wide = *reference_permeability(recipe, Axis::y);
  const double high = *reference_permeability(recipe, Axis::z);
  EXPECT_GT(std::abs(wide / high - 1), 0.01);  // the box is far from the true lattice, whose K is the same
  recipe.extent = {8, 48, 32};
  EXPECT_NEAR(*reference_permeability(recipe, Axis::z), wide, 1e-6 * wide);
  EXPECT_NEAR(*reference_permeability(recipe, Axis::y), high, 1e-6 * high);
  recipe.extent = {8, 209, 362};  // within 3e-6 of sqrt(3)
  EXPECT_NEAR(*reference_permeability(recipe, Axis::y) / *reference_permeability(recipe, Axis::z), 1, 2e-5);
}

TEST(ReferenceCurves, of_cylinders_end_where_they_nearly_touch) {
  Recipe square = of_kind(GeometryKind::cylinders_square, 0.5);
  square.axis = Axis::z;
  square.extent = {32, 32, 1};
  Recipe hexagonal = square;
  hexagonal.kind = GeometryKind::cylinders_hexagonal;
  hexagonal.extent = {32, 55, 1};  // 55/32 < sqrt(3): diagonal neighbours touch first
  const double square_touching = 1 - std::numbers::pi / 4;
  const double hexagonal_touching = 1 - std::numbers::pi * (1 + std::pow(55 / 32.0, 2)) / (8 * 55 / 32.0);
  for (const auto& [recipe, touching] : {std::pair{square, square_touching}, {hexagonal, hexagonal_touching}})
    for (const double nearly : {touching - 1e-4, touching, touching + 1e-5, touching + 5e-4}) {
      EXPECT_FALSE(reference_permeability_at(nearly, recipe, Axis::x)) << nearly;
      const auto curves = reference_curves(recipe, Axis::x, {nearly, touching + 2e-3, 0.9});
      ASSERT_EQ(curves.size(), 1U);
      EXPECT_GE(curves[0].porosity.size(), 24U);
      EXPECT_DOUBLE_EQ(curves[0].porosity.front(), touching + 2e-3);
      EXPECT_DOUBLE_EQ(curves[0].porosity.back(), 0.9);
    }
}

TEST(ReferencePermeability, of_fibres_is_known_where_they_point_every_way_and_overlap) {
  Recipe recipe = of_kind(GeometryKind::fibres, 0.8);
  recipe.radius = 4;
  EXPECT_NEAR(*reference_permeability(recipe, Axis::y), 16 * 0.68, 0.01);
  recipe.persistence_length = 30;
  EXPECT_TRUE(reference_permeability(recipe, Axis::x)) << "curvature does not matter";
  const auto expect_none = [&](auto&& change) {
    Recipe changed = recipe;
    change(changed);
    EXPECT_FALSE(reference_permeability(changed, Axis::x));
  };
  expect_none([](Recipe& r) { r.overlap = FibreOverlap::no; });
  expect_none([](Recipe& r) { r.orientation = Orientation::planar; });
  expect_none([](Recipe& r) { r.length = 40; });
  expect_none([](Recipe& r) { r.radius = 6; });  // the length is that of the image, 64
  expect_none([](Recipe& r) { r.second_radius = 6; });
  expect_none([](Recipe& r) { r.porosity = 0.995; });
}

TEST(ReferenceCurves, of_fibres_depend_on_how_the_flow_meets_them) {
  const auto names = [](const Recipe& recipe, Axis direction) {
    std::vector<std::string> all;
    for (const ReferenceCurve& curve : reference_curves(recipe, direction, {0.6, 0.9})) all.push_back(curve.name);
    return all;
  };
  using Names = std::vector<std::string>;
  Recipe recipe = of_kind(GeometryKind::fibres, 0.8);
  EXPECT_EQ(names(recipe, Axis::z), (Names{"Nabovati et al.", "Tomadakis and Robertson", "Jackson and James"}));
  recipe.orientation = Orientation::planar;
  EXPECT_EQ(names(recipe, Axis::x), (Names{"Tomadakis and Robertson"}));
  EXPECT_EQ(names(recipe, Axis::z), (Names{"Tomadakis and Robertson", "Davies"}));
  recipe.axis = Axis::x;
  EXPECT_EQ(names(recipe, Axis::x), (Names{"Tomadakis and Robertson", "Davies"}));
  recipe.orientation = Orientation::aligned;
  const double along = reference_curves(recipe, Axis::x, {0.8}).front().permeability_voxel2.front();
  EXPECT_GT(along, 5 * reference_curves(recipe, Axis::y, {0.8}).front().permeability_voxel2.front());
  recipe.second_radius = 4;
  EXPECT_EQ(names(recipe, Axis::x), Names{});
}

TEST(ReferenceCurves, of_packings_are_the_five_correlations) {
  EXPECT_EQ(reference_curves(of_kind(GeometryKind::packing, 0.5), Axis::x, {0.4, 0.6}).size(), 5U);
}

TEST(KindReferences, have_a_row_of_every_kind_and_know_only_those_with_a_porosity_to_choose) {
  for (const KindRow& kind : kind_table()) {
    const KindReferences& row = references_of(kind.kind);
    EXPECT_EQ(row.kind, kind.kind) << kind.name;
    const bool is_known = row.grains != nullptr;
    EXPECT_TRUE(kind.takes(RecipeOption::porosity) || !is_known) << kind.name;
    EXPECT_EQ(row.curves != nullptr, is_known) << kind.name;
    const auto value = reference_at(0.8, of_kind(kind.kind, 0.8), Axis::x);
    EXPECT_EQ(value.has_value(), is_known && kind.kind != GeometryKind::overlap) << kind.name;
  }
}

}  // namespace
}  // namespace perm::validation
