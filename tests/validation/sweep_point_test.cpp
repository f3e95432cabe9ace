// SPDX-License-Identifier: Apache-2.0
#include "validation/cases/sweep_point.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

#include "geometry/shapes/sphere_arrays.hpp"

namespace perm::validation {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Recipe recipe_of(GeometryKind kind, double porosity) {
  Recipe recipe;
  recipe.kind = kind;
  recipe.extent = {64, 64, 64};
  recipe.porosity = porosity;
  return recipe;
}

FlowRecord solved(double permeability, double porosity = 0.5) {
  FlowRecord record;
  record.voxels = 1000000;
  record.pore_voxels = std::llround(1e6 * porosity);
  record.stop = StopReason::converged;
  record.permeability_voxel2 = permeability;
  record.iteration_error = 1e-4;
  return record;
}

FlowRecord conducting(double lower, double value, double upper) {
  FlowRecord record = solved(1);
  Conducted& conduction = record.conduction.emplace();
  conduction.lower = lower;
  conduction.value = value;
  conduction.upper = upper;
  return record;
}

TEST(SweepPoint, has_the_mean_of_what_its_images_conduct_where_all_say_it) {
  SweepPoint point;
  point.direction = Axis::y;
  point.records = {conducting(0.1, 0.2, 0.4), conducting(0, 0, 0)};
  const std::optional<Conducted> mean = point.conduction();
  ASSERT_TRUE(mean);
  EXPECT_EQ(mean->direction, Axis::y);
  EXPECT_DOUBLE_EQ(mean->lower, 0.05);
  EXPECT_DOUBLE_EQ(mean->value, 0.1);
  EXPECT_DOUBLE_EQ(mean->upper, 0.2);
  EXPECT_DOUBLE_EQ(mean->formation_factor(), 10);
  point.records.push_back(solved(1));
  EXPECT_FALSE(point.conduction());
}

TEST(GrainSize, of_an_array_has_the_surface_of_its_spheres) {
  const double radius = 64 * array_radius(SphereArray::bcc, 0.5);
  const auto grains = grain_size(recipe_of(GeometryKind::bcc, 0.9), 0.5);
  ASSERT_TRUE(grains);
  EXPECT_NEAR(grains->diameter, 2 * radius, 1e-9);
  EXPECT_NEAR(grains->surface, 2 * 4 * std::numbers::pi * radius * radius / (64.0 * 64 * 64), 1e-3 * grains->surface);
}

TEST(GrainSize, of_cylinders_has_the_surface_of_one_a_cell) {
  Recipe recipe = recipe_of(GeometryKind::cylinders_square, 0.7);
  recipe.extent.nz = 1;
  const auto grains = grain_size(recipe, 0.7);
  ASSERT_TRUE(grains);
  EXPECT_NEAR(grains->surface, std::numbers::pi * grains->diameter / (64.0 * 64), 1e-3 * grains->surface);
}

TEST(GrainSize, is_absent_where_the_kind_has_no_such_porosity) {
  EXPECT_FALSE(grain_size(recipe_of(GeometryKind::sc, 0.5), 0.001));
  EXPECT_FALSE(grain_size(recipe_of(GeometryKind::sc, 0.5), 1));
  EXPECT_FALSE(grain_size(recipe_of(GeometryKind::cylinders_square, 0.5), 0.1));
  EXPECT_FALSE(grain_size(recipe_of(GeometryKind::tube, 0.5), 0.5));
  Recipe many = recipe_of(GeometryKind::packing, 0.5);
  many.radius_spread = 0.2;
  EXPECT_FALSE(grain_size(many, 0.5));
}

/// Gives the point of one recipe, held against what is known of it.
SweepPoint compared(const std::vector<Recipe>& realisations, std::vector<FlowRecord> records) {
  SweepPoint point = make_point(realisations, Axis::x, std::move(records));
  compare_with_references(point);
  return point;
}

TEST(SweepPoint, averages_its_realisations) {
  const Recipe recipe = recipe_of(GeometryKind::fcc, 0.5);
  const SweepPoint point = compared({recipe, recipe}, {solved(2), solved(4)});
  EXPECT_DOUBLE_EQ(*point.permeability(), 3);
  EXPECT_DOUBLE_EQ(point.spread(), std::sqrt(2.0) / 3);
  EXPECT_FALSE(point.error_of_mean()) << "two images have no interval";
  const SweepPoint three = compared({recipe, recipe, recipe}, {solved(2), solved(4), solved(3)});
  EXPECT_NEAR(*three.error_of_mean(), 4.3027 * three.spread() / std::sqrt(3.0),
              1e-4);  // Student, 2 degrees of freedom
  EXPECT_DOUBLE_EQ(*point.deviation(), 3 / point.reference->permeability_voxel2 - 1);
  EXPECT_DOUBLE_EQ(point.porosity(), 0.5);
  EXPECT_EQ(point.stop(), StopReason::converged);
}

TEST(SweepPoint, of_fewer_than_four_images_says_so) {
  const auto warnings_of = [](GeometryKind kind, std::size_t images) {
    const Recipe recipe = recipe_of(kind, 0.5);
    return make_point(std::vector(images, recipe), Axis::x, std::vector(images, solved(2))).warnings();
  };
  EXPECT_THAT(warnings_of(GeometryKind::fibres, 1), ElementsAre(HasSubstr("K of one seed")));
  EXPECT_THAT(warnings_of(GeometryKind::fibres, 2), ElementsAre(HasSubstr("two seeds give no interval")));
  EXPECT_THAT(warnings_of(GeometryKind::packing, 3), ElementsAre(HasSubstr("mean of 3 seeds is wide")));
  EXPECT_THAT(warnings_of(GeometryKind::fcc, 2), ElementsAre(HasSubstr("two placements give no interval")));
  for (const GeometryKind kind : {GeometryKind::fibres, GeometryKind::fcc})
    EXPECT_THAT(warnings_of(kind, 4), IsEmpty());
  EXPECT_THAT(warnings_of(GeometryKind::fcc, 1), IsEmpty()) << "nothing of it is drawn at random";
}

TEST(SweepPoint, has_each_warning_of_its_images_once) {
  const Recipe recipe = recipe_of(GeometryKind::fcc, 0.5);
  std::vector<FlowRecord> records(4, solved(2));
  records[0].warnings = {"along x: throats of about 1.0 voxels", "along x: K is far off"};
  records[3].warnings = {"along x: throats of about 1.0 voxels"};
  EXPECT_THAT(make_point(std::vector(4, recipe), Axis::x, records).warnings(),
              ElementsAre("along x: throats of about 1.0 voxels", "along x: K is far off"));
}

TEST(SweepPoint, with_a_flow_that_diverged_has_no_permeability) {
  FlowRecord diverged;
  diverged.voxels = 1000;
  diverged.pore_voxels = 500;
  diverged.stop = StopReason::diverged;
  const SweepPoint point = compared({recipe_of(GeometryKind::fcc, 0.5)}, {diverged});
  EXPECT_FALSE(point.permeability());
  EXPECT_FALSE(point.deviation());
  EXPECT_FALSE(point.headline());
  EXPECT_FALSE(point.holds_reference());
  EXPECT_EQ(point.stop(), StopReason::diverged);
}

/// Gives a record with such an estimate of what the voxels did.
FlowRecord estimated(double permeability, double relative, double two_sigma) {
  FlowRecord record = solved(permeability);
  record.face_spread = 0;
  record.voxel_estimate.emplace();
  record.voxel_estimate->relative = relative;
  record.voxel_estimate->two_sigma = two_sigma;
  return record;
}

TEST(SweepPoint, has_the_interval_of_the_voxels_the_images_and_the_iteration) {
  const Recipe recipe = recipe_of(GeometryKind::fcc, 0.5);
  const SweepPoint one = compared({recipe}, {estimated(2, -0.03, 0.02)});
  const auto headline = one.headline();
  ASSERT_TRUE(headline && headline->low_voxel2);
  EXPECT_THAT(headline->unknown, IsEmpty());
  EXPECT_DOUBLE_EQ(*headline->low_voxel2, 2) << "it holds K as solved";
  EXPECT_NEAR(*headline->high_voxel2, 2 / 0.97 * std::exp(0.02) * (1 + 1e-4), 1e-12);

  const SweepPoint two = compared({recipe, recipe}, {estimated(2, 0, 0.02), estimated(2.1, 0, 0.02)});
  EXPECT_FALSE(two.headline()->low_voxel2);
  EXPECT_THAT(two.headline()->unknown, ElementsAre("images"));
  const SweepPoint three =
      compared({recipe, recipe, recipe}, {estimated(2, 0, 0.02), estimated(2.1, 0, 0.02), estimated(1.9, 0, 0.02)});
  const double width = std::hypot(0.02, *three.error_of_mean());
  EXPECT_NEAR(*three.headline()->high_voxel2, 2 * std::exp(width) * (1 + 1e-4), 1e-9);

  const SweepPoint without = compared({recipe}, {solved(2)});
  EXPECT_FALSE(without.headline()->low_voxel2);
  EXPECT_THAT(without.headline()->unknown, ElementsAre("voxels", "faces"));
  EXPECT_FALSE(without.holds_reference());
}

TEST(SweepPoint, says_whether_its_interval_holds_the_reference) {
  const Recipe recipe = recipe_of(GeometryKind::fcc, 0.5);
  const double exact = *reference_permeability(recipe, Axis::x);
  EXPECT_EQ(compared({recipe}, {estimated(0.97 * exact, -0.03, 0.01)}).holds_reference(), true);
  EXPECT_EQ(compared({recipe}, {estimated(0.97 * exact, 0, 0.01)}).holds_reference(), false);
  EXPECT_EQ(compared({recipe}, {estimated(1.03 * exact, 0, 0.01)}).holds_reference(), false);
  SweepPoint point = compared({recipe}, {estimated(1.03 * exact, 0, 0.01)});
  point.reference->relative_error = 0.03;
  EXPECT_EQ(point.holds_reference(), true);
  point.reference->relative_error.reset();
  EXPECT_FALSE(point.holds_reference()) << "nobody knows how far the reference is off";
}

TEST(DefaultPorosities, of_sphere_arrays_begin_where_spheres_touch) {
  const std::vector<double> all = default_porosities(GeometryKind::fcc);
  ASSERT_EQ(all.size(), 15U);
  EXPECT_NEAR(all.front(), 1 - std::numbers::pi * std::sqrt(2.0) / 6, 1e-12);
  EXPECT_DOUBLE_EQ(all.back(), 0.98);
  EXPECT_TRUE(reference_permeability(recipe_of(GeometryKind::fcc, all.front()), Axis::x));
  EXPECT_EQ(default_porosities(GeometryKind::packing).size(), 12U);
}

}  // namespace
}  // namespace perm::validation
