// SPDX-License-Identifier: Apache-2.0
// What other faces do to K is seen in voxels of three times the size.
#include "run/face_spread.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "geometry/resample.hpp"
#include "geometry/shapes/recipe.hpp"
#include "run/run.hpp"

namespace perm {
namespace {

/// A part of overlapping spheres, whose faces do not match.
PoreSpace part_of_spheres(std::int64_t edge, std::uint64_t seed) {
  Recipe recipe;
  recipe.kind = GeometryKind::overlap;
  recipe.extent = {2 * edge, 2 * edge, 2 * edge};
  recipe.radius = 6;
  recipe.porosity = 0.45;
  recipe.seed = seed;
  const PoreSpace whole = generate(recipe);
  PoreSpace part({edge, edge, edge});
  for (std::int64_t z = 0; z < edge; ++z)
    for (std::int64_t y = 0; y < edge; ++y)
      for (std::int64_t x = 0; x < edge; ++x)
        if (whole.is_pore(x, y, z)) part.set_pore(x, y, z);
  return part;
}

RunReport run(const PoreSpace& pores, Boundary boundary, BudgetChoice budget = BudgetChoice::none) {
  RunRequest request;
  request.flow.boundary = {boundary};
  request.looks_beyond_faces = true;
  request.budget = budget;
  return run_flows(pores, request);
}

double permeability(const PoreSpace& pores, Boundary boundary) {
  RunRequest request;
  request.flow.boundary = {boundary};
  return run_flows(pores, request).flows.front().result.permeability_voxel2.value();
}

TEST(FaceSpread, is_within_a_factor_of_2_of_that_of_the_image_as_it_is) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    const PoreSpace pores = part_of_spheres(45, seed);
    const double exact =
        std::abs(std::log(permeability(pores, Boundary::mirror) / permeability(pores, Boundary::sealed)));
    const double spread = run(pores, Boundary::sealed).flows.front().face_spread.value();
    EXPECT_GT(spread, exact / 2) << seed;
    EXPECT_LT(spread, exact * 2) << seed;
  }
}

TEST(FaceSpread, is_0_where_periodic_faces_match_and_is_in_the_headline_where_they_are_closed) {
  Recipe recipe;
  recipe.kind = GeometryKind::bcc;
  recipe.extent = {30, 30, 30};
  recipe.porosity = 0.6;
  recipe.shift = {4.3, 2.1, 7.9};
  const PoreSpace pores = generate(recipe);
  const FlowReport periodic = run(pores, Boundary::periodic).flows.front();
  EXPECT_EQ(periodic.face_spread, 0);
  RunRequest recipe_in_a_sleeve;
  recipe_in_a_sleeve.flow.boundary = {Boundary::sealed};
  recipe_in_a_sleeve.looks_beyond_faces = true;
  recipe_in_a_sleeve.origin.repeats = true;
  EXPECT_GT(run_flows(pores, recipe_in_a_sleeve).flows.front().face_spread.value_or(0), 0.05);
  const FlowReport sealed = run(pores, Boundary::sealed).flows.front();
  ASSERT_GT(sealed.face_spread.value_or(0), 0.05) << "walls cut the spheres";
  EXPECT_GT(*sealed.headline->high_voxel2 / *sealed.headline->low_voxel2, std::exp(2 * *sealed.face_spread) * 0.999);
}

TEST(FaceSpread, comes_from_the_error_budget_where_there_is_one) {
  const PoreSpace pores = part_of_spheres(24, 4);
  const FlowReport flow = run(pores, Boundary::sealed, BudgetChoice::voxels_and_boundaries).flows.front();
  EXPECT_EQ(flow.face_spread, spread_of(flow.error_budget.value()));
}

TEST(FaceSpread, is_not_known_of_a_small_image_and_where_the_larger_voxels_do_not_percolate) {
  EXPECT_FALSE(image_for_faces(part_of_spheres(23, 1)).has_value());
  PoreSpace tube({24, 24, 24});
  for (std::int64_t x = 0; x < 24; ++x) tube.set_pore(x, 12, 12);
  const RunReport report = run(tube, Boundary::sealed);
  EXPECT_FALSE(report.flows.front().face_spread.has_value());
  EXPECT_EQ(report.flows.front().headline->unknown.front(), "faces");
}

TEST(FaceSpread, keeps_a_slice_as_thick_as_it_is) {
  PoreSpace slice({30, 30, 1});
  EXPECT_EQ(image_for_faces(slice)->image(), (Extent{10, 10, 1}));
}

}  // namespace
}  // namespace perm
