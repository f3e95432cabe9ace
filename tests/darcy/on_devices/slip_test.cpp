// SPDX-License-Identifier: Apache-2.0
// Fluid that slips along walls: K of exact solutions, and what one flow without slip says that K would gain.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "core/errors.hpp"
#include "darcy/evaluation/wall_gains.hpp"
#include "darcy/steady_flow.hpp"
#include "geometry/connectivity/connectivity.hpp"
#include "geometry/shapes/recipe.hpp"
#include "solver/test_device.hpp"

namespace perm {
namespace {

FlowOptions options_of_slip_test(double slip, Axis direction = Axis::x) {
  FlowOptions options;
  options.direction = direction;
  options.tolerance = 1e-7;
  options.goal = Goal::flow;
  options.solver.precision = Precision::float64;
  options.solver.device = device_under_test();
  options.solver.slip.length = slip;
  return options;
}

SolvedFlow solve_slip(const PoreSlab& pores, const FlowOptions& options) {
  return SteadyFlow(pores, options, estimate_run(pores, options)).run();
}

double k_with(const PoreSlab& pores, const FlowOptions& options) {
  return *solve_slip(pores, options).result().permeability_voxel2;
}

PoreSlab plates_of_test(std::int64_t gap) {
  Recipe recipe;
  recipe.kind = GeometryKind::plates;
  recipe.extent = {1, gap + 2, 3};
  recipe.gap = static_cast<double>(gap);
  return generate(recipe);
}

// K of a slit is H^2/12 (1 + 6 s/H), times its share of the image.
TEST(Slip, between_plates_is_exact_to_second_order_of_the_voxels) {
  for (const std::int64_t gap : {4, 8, 16}) {
    const PoreSlab pores = plates_of_test(gap);
    const auto h = static_cast<double>(gap);
    const double exact = h * h / 2 / (h + 2);
    const SolvedFlow sticking = solve_slip(pores, options_of_slip_test(0));
    const double k = *sticking.result().permeability_voxel2;
    const double gain = sum_wall_gains(sticking, pores);
    EXPECT_NEAR(gain / exact, 1, 0.25 / (h * h)) << gap;
    for (const double s : {0.01, 0.3, 10.0})
      EXPECT_NEAR((k_with(pores, options_of_slip_test(s)) - k) / s / exact, 1, 0.25 / (h * h)) << gap << ' ' << s;
  }
}

PoreSlab array_of_test(GeometryKind kind, double porosity, std::int64_t size) {
  Recipe recipe;
  recipe.kind = kind;
  recipe.extent = {size, size, size};
  recipe.porosity = porosity;
  return generate(recipe);
}

// What one flow says is the derivative of K of the lattice, whatever the medium.
TEST(Slip, gains_what_one_flow_without_it_says) {
  std::mt19937 random(5);
  PoreSpace noise({14, 15, 13});
  for (std::int64_t z = 0; z < 13; ++z)
    for (std::int64_t y = 0; y < 15; ++y)
      for (std::int64_t x = 0; x < 14; ++x)
        if (random() % 10 < 7) noise.set_pore(x, y, z);
  const PoreSlab media[] = {array_of_test(GeometryKind::sc, 0.5, 16), array_of_test(GeometryKind::fcc, 0.7, 14),
                            array_of_test(GeometryKind::cylinders_square, 0.6, 16),
                            Connectivity(noise, {}).percolating(Axis::x)};
  for (const PoreSlab& pores : media) {
    const SolvedFlow sticking = solve_slip(pores, options_of_slip_test(0));
    const double k = *sticking.result().permeability_voxel2;
    const double slope = sum_wall_gains(sticking, pores);
    constexpr double s = 1e-3;
    EXPECT_NEAR((k_with(pores, options_of_slip_test(s)) - k) / s / slope, 1, 2e-3);
  }
}

// It goes on to be the derivative where fluid slips already.
TEST(Slip, that_is_there_gains_what_one_flow_says) {
  const PoreSlab pores = array_of_test(GeometryKind::bcc, 0.6, 14);
  const SolvedFlow slipping = solve_slip(pores, options_of_slip_test(0.5));
  const double slope = sum_wall_gains(slipping, pores);
  const double more = k_with(pores, options_of_slip_test(0.502));
  const double less = k_with(pores, options_of_slip_test(0.498));
  EXPECT_NEAR((more - less) / 0.004 / slope, 1, 1e-3);
}

TEST(Slip, does_not_depend_on_the_viscosity) {
  const PoreSlab pores = array_of_test(GeometryKind::sc, 0.7, 12);
  FlowOptions options = options_of_slip_test(0.4);
  std::vector<double> k;
  for (const double tau : {0.7, 1.0, 2.5}) {
    options.tau = tau;
    k.push_back(k_with(pores, options));
  }
  EXPECT_NEAR(k[1] / k[0], 1, 1e-6);
  EXPECT_NEAR(k[2] / k[0], 1, 1e-6);
}

TEST(Slip, beside_closed_faces_is_that_of_the_mirrored_image) {
  const PoreSlab pores = array_of_test(GeometryKind::sc, 0.6, 12);  // its planes of symmetry are its faces
  FlowOptions options = options_of_slip_test(0.3);
  const double periodic = k_with(pores, options);
  options.boundary.boundary = Boundary::mirror;
  EXPECT_NEAR(k_with(pores, options) / periodic, 1, 1e-5);
}

TEST(Slip, bounds_its_error_at_any_tolerance) {
  unsigned seed = 0;
  for (const double s : {0.01, 0.5, 20.0})
    for (const Boundary boundary : {Boundary::periodic, Boundary::sealed}) {
      std::mt19937 random(++seed);
      PoreSpace image({13, 12, 14});
      for (std::int64_t z = 0; z < 14; ++z)
        for (std::int64_t y = 0; y < 12; ++y)
          for (std::int64_t x = 0; x < 13; ++x)
            if (random() % 10 < 6) image.set_pore(x, y, z);
      const PoreSlab pores =
          Connectivity(image, face_rules({boundary}, Axis::x, image.extent()).closed()).percolating(Axis::x);
      FlowOptions options = options_of_slip_test(s);
      options.goal = Goal::permeability;
      options.boundary.boundary = boundary;
      options.tolerance = 1e-10;
      const double truth = k_with(pores, options);
      for (const double tolerance : {1e-2, 1e-3, 1e-5}) {
        options.tolerance = tolerance;
        const FlowResult result = solve_slip(pores, options).result();
        EXPECT_EQ(result.stop, StopReason::converged);
        EXPECT_LE(std::abs(*result.permeability_voxel2 / truth - 1), result.iteration_error + 2e-10) << s;
      }
    }
}

TEST(Slip, is_refused_where_walls_must_stick) {
  const PoreSlab pores = plates_of_test(4);
  FlowOptions options = options_of_slip_test(0.1);
  options.solver.collision = Collision::bgk;
  EXPECT_THROW(check_options(options), UsageError);
  options = options_of_slip_test(-0.1);
  EXPECT_THROW(check_options(options), InputError);
}

}  // namespace
}  // namespace perm
