// SPDX-License-Identifier: Apache-2.0
// The relaxation time that several processes choose is the one that one process chooses, to the last bit.
#include <gtest/gtest.h>

#include "darcy/survey/relaxation_time.hpp"
#include "geometry/connectivity/connectivity.hpp"
#include "geometry/shapes/recipe.hpp"
#include "geometry/slabs.hpp"

namespace perm {
namespace {

TEST(SlabRelaxation, is_that_of_one_process) {
  Recipe recipe;
  recipe.kind = GeometryKind::overlap;
  recipe.extent = {40, 36, 29};
  recipe.porosity = 0.4;
  recipe.radius = 4;
  for (const Axis axis : all_axes) {
    const PoreSpace pores = Connectivity(generate(recipe)).percolating(axis).pores();
    const RelaxationEstimate alone = estimate_relaxation(pores, axis, 1e-3);
    for (const PoreSlab& slab : slabs_of(pores, Communicator::world())) {
      const RelaxationEstimate together = estimate_relaxation(slab, axis, 1e-3);
      EXPECT_EQ(together.tau, alone.tau);
      EXPECT_EQ(together.steps, alone.steps);
      EXPECT_EQ(together.permeability_voxel2, alone.permeability_voxel2);
      EXPECT_EQ(together.largest_radius, alone.largest_radius);
      EXPECT_EQ(together.critical_radius, alone.critical_radius);
    }
  }
}

}  // namespace
}  // namespace perm
