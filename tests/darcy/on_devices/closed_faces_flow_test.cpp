// SPDX-License-Identifier: Apache-2.0
// Flows between closed faces are run to steady state. They agree with exact solutions, and with periodic images that
// stand for the faces.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "darcy/steady_flow.hpp"
#include "geometry/connectivity/connectivity.hpp"
#include "geometry/shapes/recipe.hpp"
#include "solver/test_device.hpp"

namespace perm {
namespace {

FlowResult solve(const PoreSpace& pores, const FlowOptions& options) {
  return SteadyFlow(pores, options, estimate_run(pores, options)).run().result();
}

FlowOptions precise(const BoundaryChoice& boundary, Axis direction = Axis::x) {
  FlowOptions options;
  options.direction = direction;
  options.boundary = boundary;
  options.tau = 0.9;
  options.tolerance = 1e-9;
  options.solver.precision = Precision::float64;
  options.solver.device = device_under_test();
  return options;
}

constexpr BoundaryChoice between_mirrors{Boundary::pressure, Sides::mirror};
constexpr BoundaryChoice between_walls{Boundary::pressure, Sides::sealed};

PoreSpace plates(const Extent& extent, double gap, Axis flow) {
  Recipe recipe;
  recipe.kind = GeometryKind::plates;
  recipe.extent = extent;
  recipe.gap = gap;
  recipe.axis = flow;
  return generate(recipe);
}

TEST(ClosedFacesFlow, between_plates_driven_by_densities_is_exact_to_1e_8) {
  for (const Axis flow : all_axes) {
    const double gap = 8;
    const FlowResult result = solve(plates({11, 11, 11}, gap, flow), precise(between_mirrors, flow));
    ASSERT_EQ(result.stop, StopReason::converged);
    // As in Plates, the wall lies between the nodes for magic 3/16, and the quadrature of the nodes adds a term.
    EXPECT_NEAR(*result.permeability_voxel2 * 11 / (gap * gap * gap / 12 + gap / 24), 1, 1e-8) << axis_letter(flow);
    EXPECT_LT(result.flux_spread, 1e-9);
    EXPECT_EQ(result.plane_flux.size(), 11U);
  }
}

/// Gives k/h^2 of a duct of height h and width b, over its own section (Poiseuille series).
double duct(double height, double width) {
  double sum = 0;
  for (int n = 1; n < 400; n += 2) sum += std::tanh(n * std::numbers::pi * width / (2 * height)) / std::pow(n, 5);
  return (1 - 192 * height / (std::pow(std::numbers::pi, 5) * width) * sum) / 12;
}

TEST(ClosedFacesFlow, in_a_duct_of_walls_driven_by_densities_approaches_the_series_with_second_order) {
  double coarser = 0;
  for (const double height : {5.0, 10.0, 20.0}) {
    // The duct is the whole image: no voxel is solid.
    PoreSpace pores({7, static_cast<std::int64_t>(height), static_cast<std::int64_t>(2 * height)});
    pores.fill_with_pore();
    const FlowResult result = solve(pores, precise(between_walls));
    EXPECT_LT(result.flux_spread, 1e-8);
    const double error = *result.permeability_voxel2 / (duct(height, 2 * height) * height * height) - 1;
    if (coarser > 0) {
      EXPECT_NEAR(coarser / error, 4, 0.4) << "height " << height;
    }
    coarser = error;
  }
  EXPECT_LT(coarser, 2e-3);  // validation/README.md: 0.16 % at 20 voxels
}

PoreSpace overlapping_spheres(std::uint64_t seed) {
  Recipe recipe;
  recipe.kind = GeometryKind::overlap;
  recipe.extent = {18, 15, 13};
  recipe.radius = 4;
  recipe.porosity = 0.45;
  recipe.seed = seed;
  return generate(recipe);
}

/// Gives the pores that conduct along x between closed faces.
PoreSpace conducting(const PoreSpace& pores) {
  return Connectivity(pores, face_rules({Boundary::mirror, Sides::sealed}, Axis::x, pores.extent()).closed())
      .percolating(Axis::x)
      .pores();
}

PoreSpace doubled(const PoreSpace& pores) {
  const Extent& n = pores.extent();
  PoreSpace all({2 * n.nx, 2 * n.ny, 2 * n.nz});
  for (std::int64_t z = 0; z < 2 * n.nz; ++z)
    for (std::int64_t y = 0; y < 2 * n.ny; ++y)
      for (std::int64_t x = 0; x < 2 * n.nx; ++x)
        if (pores.is_pore(std::min(x, 2 * n.nx - 1 - x), std::min(y, 2 * n.ny - 1 - y), std::min(z, 2 * n.nz - 1 - z)))
          all.set_pore(x, y, z);
  return all;
}

TEST(ClosedFacesFlow, between_mirrors_is_that_of_the_doubled_image) {
  const PoreSpace pores = conducting(overlapping_spheres(3));
  ASSERT_GT(pores.count_pores(), 0);
  const PoreSpace all = doubled(pores);
  EXPECT_EQ(Connectivity(all).percolating(Axis::x).pores(), all) << "what conducts is the same";
  for (const Precision precision : {Precision::float64, Precision::float32}) {
    FlowOptions options = precise({Boundary::mirror, Sides::sealed});
    options.method = Method::plain;  // a pressure that is found roughly is another one in the doubled image
    options.solver.precision = precision;
    options.tolerance = 1e-14;  // too small to be met: both stop at the same step
    options.max_steps = 4000;
    const FlowResult mirrored = solve(pores, options);
    options.boundary = {};
    const FlowResult whole = solve(all, options);
    const double tolerance = precision == Precision::float64 ? 1e-10 : 1e-5;
    ASSERT_EQ(mirrored.history.size(), whole.history.size());
    for (std::size_t i = 0; i < whole.history.size(); ++i) {
      EXPECT_EQ(mirrored.history[i].step, whole.history[i].step);
      EXPECT_NEAR(mirrored.history[i].permeability_voxel2 / whole.history[i].permeability_voxel2, 1, tolerance)
          << to_string(precision) << ", step " << whole.history[i].step;
    }
    EXPECT_LT(whole.flux_spread, precision == Precision::float64 ? 1e-8 : 1e-3) << "steady";
    EXPECT_EQ(mirrored.plane_flux.size() * 2, whole.plane_flux.size());
  }
}

TEST(ClosedFacesFlow, driven_by_densities_is_that_driven_by_the_force_whatever_tau) {
  const PoreSpace pores = conducting(overlapping_spheres(5));
  ASSERT_GT(pores.count_pores(), 0);
  for (const Sides sides : {Sides::sealed, Sides::mirror}) {
    const Boundary by_force = sides == Sides::sealed ? Boundary::sealed : Boundary::mirror;
    FlowOptions options = precise({by_force, sides});
    options.tolerance = 1e-7;
    options.goal = Goal::flow;
    const double k = *solve(pores, options).permeability_voxel2;
    options.boundary = {Boundary::pressure, sides};
    for (const double tau : {0.7, 0.9, 1.6}) {
      options.tau = tau;
      const FlowResult result = solve(pores, options);
      EXPECT_EQ(result.stop, StopReason::converged);
      EXPECT_NEAR(*result.permeability_voxel2 / k, 1, 1e-6) << to_string(by_force) << ", tau " << tau;
      EXPECT_LT(result.flux_spread, 1.2e-6) << "ten tolerances at the last look, two steps before";
    }
  }
}

TEST(ClosedFacesFlow, with_the_tau_that_the_program_chooses_converges_to_the_same) {
  const PoreSpace pores = conducting(overlapping_spheres(5));
  for (const Boundary boundary : {Boundary::mirror, Boundary::sealed, Boundary::pressure}) {
    FlowOptions options = precise({boundary, Sides::sealed});
    options.tolerance = 1e-6;
    const double k = *solve(pores, options).permeability_voxel2;
    options.tau = {};
    options.tolerance = 1e-3;
    options.solver.precision = Precision::float32;
    const FlowResult chosen = solve(pores, options);
    EXPECT_EQ(chosen.stop, StopReason::converged);
    EXPECT_NEAR(*chosen.permeability_voxel2 / k, 1, 1e-3) << to_string(boundary);
  }
}

TEST(ClosedFacesFlow, between_walls_is_slower_than_between_mirrors) {
  const PoreSpace pores = conducting(overlapping_spheres(7));
  const auto permeability = [&](Boundary boundary) {
    FlowOptions options = precise({boundary, Sides::sealed});
    options.tolerance = 1e-4;
    return *solve(pores, options).permeability_voxel2;
  };
  EXPECT_LT(permeability(Boundary::sealed), permeability(Boundary::mirror));
}

}  // namespace
}  // namespace perm
