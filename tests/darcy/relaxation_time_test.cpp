// SPDX-License-Identifier: Apache-2.0
#include "darcy/survey/relaxation_time.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "geometry/connectivity/connectivity.hpp"
#include "geometry/segmentation/segmentation.hpp"
#include "geometry/shapes/recipe.hpp"
#include "image/image_reader.hpp"

namespace perm {
namespace {

PoreSpace array(GeometryKind kind, double porosity) {
  Recipe recipe;
  recipe.kind = kind;
  recipe.extent = {48, 48, 48};
  recipe.porosity = porosity;
  if (kind == GeometryKind::overlap) recipe.radius = 6;
  return Connectivity(generate(recipe)).percolating(Axis::x).pores();
}

TEST(RelaxationTime, is_small_for_tight_media_and_large_for_open_ones) {
  const double tight = estimate_relaxation(array(GeometryKind::overlap, 0.12), Axis::x, 1e-3).tau;
  const double rock = estimate_relaxation(array(GeometryKind::overlap, 0.4), Axis::x, 1e-3).tau;
  const double open = estimate_relaxation(array(GeometryKind::sc, 0.95), Axis::x, 1e-3).tau;
  EXPECT_LT(tight, rock);
  EXPECT_LT(rock, open);
}

TEST(RelaxationTime, that_is_given_is_kept) {
  EXPECT_DOUBLE_EQ(estimate_relaxation(array(GeometryKind::sc, 0.8), Axis::x, 1e-3, 0.73).tau, 0.73);
}

TEST(RelaxationTime, needs_fewer_estimated_steps_than_any_other) {
  const PoreSpace pores = array(GeometryKind::overlap, 0.25);
  const RelaxationEstimate best = estimate_relaxation(pores, Axis::x, 1e-3);
  for (const double tau : {0.55, 0.7, 1.0, 1.9})
    EXPECT_LE(best.steps, estimate_relaxation(pores, Axis::x, 1e-3, tau).steps);
}

TEST(RelaxationTime, of_berea_lands_between_052_and_06) {
  const std::filesystem::path image = std::filesystem::path(PERM_SHARED_DIR) / "images" / "berea400.tif";
  if (!std::filesystem::exists(image)) GTEST_SKIP() << "no image at ../shared/images/berea400.tif";
#ifndef PERM_HAS_IMAGES
  GTEST_SKIP() << "built without image files (PERMEABILITY_IMAGES=OFF)";
#endif
  PoreRule rule;
  rule.pore = parse_grey_ranges("0");
  const PoreSpace pores = Connectivity(segment(*open_image(image), rule).pores).percolating(Axis::x).pores();
  const double tau = estimate_relaxation(pores, Axis::x, 1e-3).tau;
  EXPECT_GT(tau, 0.52);
  EXPECT_LT(tau, 0.60);
}

}  // namespace
}  // namespace perm
