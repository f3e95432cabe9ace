// SPDX-License-Identifier: Apache-2.0
// The steps by halves of voxels take from a power what they say, to rounding in float32, for any potential and any
// fluxes: the oracle writes them out on the image of half the voxel size.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "conduction/flux_routing.hpp"
#include "conduction/known_systems.hpp"
#include "conduction/lower_bound.hpp"
#include "conduction/slow_steps.hpp"
#include "conduction/upper_bound.hpp"

namespace perm {
namespace {

/// Gives the flux through each face that is left when the fluxes of a potential have been routed.
Values routed_flux(const SlowFluxes& slow, const FluxRouting& routing, const std::vector<float>& potential) {
  Values flux = slow_flux(slow, potential);
  for (std::size_t i = 0; i < flux.size(); ++i) {
    const SlowFace& face = slow.faces[i];
    if (face.below == face.above) continue;
    const double quanta = std::round(10 * slow_conductance(slow, face));
    const auto below = static_cast<std::size_t>(face.below < 0 ? face.above : face.below);
    const auto above = static_cast<std::size_t>(face.above < 0 ? face.below : face.above);
    flux[i] += (face.below < 0 ? -1 : 1) * routing.flux(below, above, quanta);
  }
  return flux;
}

void expect_same_lower_bound(const Body& body, const std::vector<float>& potential) {
  const auto team = team_of(1);
  const CellSystem cells(cells_of(body), team);
  const FluxRouting routing(cells, *team, find_left(cells, *team, body.along, potential));
  const FluxBound bound = bound_by_fluxes(cells, *team, body.along, potential, routing);
  const SlowFluxes slow(body);
  const Values flux = routed_flux(slow, routing, potential);
  EXPECT_NEAR(bound.lower, bound_after_step(slow, flux), 1e-6 * bound.lower);
  EXPECT_GE(bound.lower, slow.bound(flux) * (1 - 1e-6)) << "the step lowers the bound";
  EXPECT_LE(bound.lower, most_by_fluxes(refined(body, 2)) * (1 + 1e-6));
  for (std::size_t axis = 0; axis < 3; ++axis)
    EXPECT_NEAR(bound.flux[axis], slow_dot(slow.means(axis), flux) / slow.voxels.volume(), 1e-6) << axis;
}

TEST(HalfVoxelSteps, turn_any_fluxes_as_the_oracle_does) {
  for_each_small_body(25, [](const Body& body, unsigned seed) {
    const auto count = static_cast<std::size_t>(body.pores.count_pores());
    expect_same_lower_bound(body, std::vector<float>(count));
    std::vector<float> potential = draw_values(count, seed);
    for (float& value : potential) value *= 0.2F;
    expect_same_lower_bound(body, potential);
  });
}

TEST(HalfVoxelSteps, change_any_potential_as_the_oracle_does) {
  for_each_small_body(25, [](const Body& body, unsigned seed) {
    const KnownSystems known(body);
    const SlowPotentials slow(body);
    const std::vector<std::size_t> numbers = slow_numbers(known.nodes, slow);
    ASSERT_EQ(numbers.size(), known.nodes.nodes());
    const std::vector<float> values = draw_values(numbers.size(), seed);
    std::vector<float> potential(values.size());
    Values of_slow(values.size());
    for (const float size : {0.0F, 0.3F}) {
      for (std::size_t i = 0; i < values.size(); ++i) {
        potential[i] = slow.is_held[numbers[i]] ? 0 : values[i] * size;
        of_slow[numbers[i]] = potential[i];
      }
      const double upper = bound_by_potential(known.nodes, *known.team, body.along, potential).upper;
      EXPECT_NEAR(upper, power_after_step(slow, of_slow), 1e-6 * upper);
      EXPECT_LE(upper, slow.power(of_slow) * (1 + 1e-6)) << "the step raises the bound";
      EXPECT_GE(upper, least_by_potentials(refined(body, 2)) * (1 - 1e-6));
    }
  });
}

TEST(HalfVoxelSteps, find_the_squared_gradient_at_walls_that_are_not_flat) {
  // Between two plates nothing changes the gradient 1. One plate is flat; the other has a groove along x, whose three
  // faces across y and two across z count.
  const Extent n{4, 6, 3};
  PoreSpace plates(n);
  for (std::int64_t z = 0; z < n.nz; ++z)
    for (std::int64_t x = 0; x < n.nx; ++x)
      for (std::int64_t y = 1; y < (z == 0 ? 5 : 4); ++y) plates.set_pore(x, y, z);
  const Body body{plates, {}, Axis::x};
  const KnownSystems known(body);
  const std::vector<float> nothing(known.nodes.nodes());
  const auto gain = [&](Axis along) {
    return bound_by_potential(known.nodes, *known.team, along, nothing).gain_of_walls;
  };
  EXPECT_NEAR(gain(Axis::x), 5.0 * 4 / 72, 1e-6);
  EXPECT_NEAR(gain(Axis::y), 2.0 * 4 / 72, 1e-6);
  EXPECT_NEAR(gain(Axis::z), 3.0 * 4 / 72, 1e-6);
}

TEST(HalfVoxelSteps, take_no_face_of_the_image_for_a_wall) {
  for (const Boundary boundary : {Boundary::mirror, Boundary::sealed, Boundary::pressure}) {
    PoreSpace fluid({3, 4, 5});
    fluid.fill_with_pore();
    const Body body = body_between(fluid, boundary, Axis::y);
    const KnownSystems known(body);
    const std::vector<float> nothing(known.nodes.nodes());
    EXPECT_EQ(bound_by_potential(known.nodes, *known.team, Axis::y, nothing).gain_of_walls, 0);
  }
}

}  // namespace
}  // namespace perm
