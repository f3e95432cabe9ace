// SPDX-License-Identifier: Apache-2.0
// Whatever the potential of the voxels is, fluxes leave no voxel once what they leave is carried away; so the lower
// bound holds for potentials that no iteration has improved.
#include "conduction/flux_routing.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "conduction/known_systems.hpp"
#include "conduction/lower_bound.hpp"

namespace perm {
namespace {

void expect_nothing_left(const Body& body, const std::vector<float>& potential, int threads = 1) {
  const auto team = team_of(threads);
  const CellSystem cells(cells_of(body), team);
  const SlowFluxes slow(body);
  Values flux = slow_flux(slow, potential);
  const LargeArray<double> left = find_left(cells, *team, body.along, potential);
  const Values expected = slow.leaves(flux);
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(left[i], expected[i], 1e-12) << "voxel " << i;
  const FluxRouting routing(cells, *team, find_left(cells, *team, body.along, potential));
  double most = 0;
  for (std::size_t i = 0; i < flux.size(); ++i) {
    const SlowFace& face = slow.faces[i];
    const double quanta = std::round(10 * slow_conductance(slow, face));
    if (face.below == face.above) continue;
    if (face.below < 0) {
      flux[i] -= routing.flux(static_cast<std::size_t>(face.above), static_cast<std::size_t>(face.above), quanta);
      continue;
    }
    const auto cell = static_cast<std::size_t>(face.below);
    const std::size_t next = face.above < 0 ? cell : static_cast<std::size_t>(face.above);
    flux[i] += routing.flux(cell, next, quanta);
    if (cell != next) {
      EXPECT_EQ(routing.flux(cell, next, quanta), -routing.flux(next, cell, quanta));
    }
  }
  for (const double still : slow.leaves(flux)) most = std::max(most, std::abs(still));
  EXPECT_LE(most, 1e-9);
}

TEST(FluxRouting, leaves_nothing_in_any_voxel_whatever_the_potential) {
  for_each_small_body(75, [](const Body& body, unsigned seed) {
    const auto count = static_cast<std::size_t>(body.pores.count_pores());
    expect_nothing_left(body, draw_values(count, seed));
    expect_nothing_left(body, std::vector<float>(count));
  });
}

TEST(FluxRouting, leaves_nothing_in_images_of_many_levels) {
  unsigned seed = 40;
  for (const Boundary boundary : {Boundary::periodic, Boundary::mirror, Boundary::sealed, Boundary::pressure})
    for (const double porosity : {0.4, 0.6, 0.9, 1.0}) {
      std::mt19937 random(++seed);
      const Body body =
          percolating(body_between(random_pores({21, 18, 17}, porosity, random), boundary, all_axes[seed % 3]));
      ASSERT_GT(body.pores.count_pores(), 0);
      SCOPED_TRACE(describe(body));
      expect_nothing_left(body, draw_values(static_cast<std::size_t>(body.pores.count_pores()), seed), 2);
    }
}

TEST(FluxRouting, carries_nothing_where_nothing_is_left) {
  PoreSpace pores({5, 4, 3});
  pores.fill_with_pore();
  const Body body{pores, {}, Axis::x};
  const auto team = team_of(1);
  const CellSystem cells(cells_of(body), team);
  const FluxRouting routing(cells, *team, LargeArray<double>(cells.graph().nodes()));
  const SlowFluxes slow(body);
  for (const SlowFace& face : slow.faces)
    EXPECT_EQ(routing.flux(static_cast<std::size_t>(face.below), static_cast<std::size_t>(face.above), 10), 0);
}

}  // namespace
}  // namespace perm
