// SPDX-License-Identifier: Apache-2.0
// Flows beside walls between voxels: their bounds are true at any tolerance, and checks find nothing.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <random>

#include "core/errors.hpp"
#include "darcy/evaluation/flow_checks.hpp"
#include "darcy/steady_flow.hpp"
#include "geometry/connectivity/connectivity.hpp"
#include "geometry/random_pores.hpp"
#include "geometry/shapes/surfaces/capsule_surface.hpp"
#include "solver/any_surface.hpp"
#include "solver/test_device.hpp"

namespace perm {
namespace {

/// A surface that cuts each link next to the pore: what changes there decays slowly.
class NearSurface final : public Surface {
 public:
  bool is_pore(const Place& /*at*/) const override { return true; }
  void cut(const Place& /*from*/, std::span<const Place> /*links*/, std::span<double> places) const override {
    std::ranges::fill(places, 1.0 / 64);
  }
};

FlowResult solve(const PoreSlab& pores, const std::shared_ptr<const Surface>& surface, double tolerance, Method method,
                 Boundary boundary = Boundary::periodic, Axis direction = Axis::x) {
  FlowOptions options;
  options.boundary.boundary = boundary;
  options.direction = direction;
  options.walls = Walls::sub_voxel;
  options.surface = surface;
  options.method = method;
  options.tolerance = tolerance;
  options.solver.device = device_under_test();
  options.solver.precision = tolerance < 1e-3 ? Precision::float64 : Precision::float32;
  return SteadyFlow(pores, options, estimate_run(pores, options)).run().result();
}

void expect_true_bounds(const PoreSpace& image, const std::shared_ptr<const Surface>& surface,
                        Boundary boundary = Boundary::periodic) {
  const AxisSet closed = face_rules({boundary}, Axis::x, image.extent()).closed();
  const PoreSlab pores = Connectivity(image, closed).percolating(Axis::x);
  const double truth = *solve(pores, surface, 1e-10, Method::pressure, boundary).permeability_voxel2;
  for (const double tolerance : {1e-2, 1e-3, 1e-6, 1e-8}) {
    const FlowResult result = solve(pores, surface, tolerance, Method::pressure, boundary);
    EXPECT_EQ(result.stop, StopReason::converged);
    EXPECT_LE(std::abs(*result.permeability_voxel2 / truth - 1), result.iteration_error + 2e-10) << tolerance;
  }
  const FlowResult plain = solve(pores, surface, 1e-3, Method::plain, boundary);
  EXPECT_LE(std::abs(*plain.permeability_voxel2 / truth - 1), plain.iteration_error);
  SolverSettings settings;
  settings.precision = Precision::float64;
  const FlowChecks checks = check_flow(solve(pores, surface, 1e-6, Method::pressure, boundary), settings);
  for (const std::string& warning : checks.warnings)
    EXPECT_TRUE(warning.starts_with("K is ") || warning.starts_with("throats ")) << warning;
  EXPECT_NEAR(*checks.dissipation_difference, 0, 1e-3);
  if (boundary != Boundary::periodic) return;
  EXPECT_NEAR(*checks.wall_force_difference, 0, 1e-3);
  EXPECT_NEAR(*checks.momentum_leak, 0, 1e-5);
}

PoreSpace voxels(const std::shared_ptr<const Surface>& surface, const Extent& extent) {
  return std::move(voxels_of(surface, extent, Communicator()).pores());
}

TEST(WallsFlow, bounds_its_error_around_a_small_sphere) {
  for (const double radius : {0.8, 1.9}) {
    const Extent extent{24, 22, 26};
    const auto surface = std::make_shared<CapsuleSurface>(std::vector<Sphere>{{4.21, 9.67, 17.34, radius}}, extent);
    expect_true_bounds(voxels(surface, extent), surface);
  }
}

TEST(WallsFlow, bounds_its_error_in_narrow_gaps) {
  constexpr double side = 21, radius = 0.349 * side;
  std::vector<Sphere> spheres;
  for (const auto& [x, y, z] :
       {std::array{0.0, 0.0, 0.0}, std::array{0.5, 0.5, 0.0}, std::array{0.5, 0.0, 0.5}, std::array{0.0, 0.5, 0.5}})
    spheres.push_back({x * side + 0.3, y * side + 0.8, z * side + 0.1, radius});
  const auto surface = std::make_shared<CapsuleSurface>(spheres, Extent{21, 21, 21});
  expect_true_bounds(voxels(surface, {21, 21, 21}), surface);
}

TEST(WallsFlow, bounds_its_error_between_closed_faces) {
  const Extent extent{20, 18, 22};
  const auto surface = std::make_shared<CapsuleSurface>(
      std::vector<Sphere>{{4.21, 0.67, 17.34, 4.3}, {14.2, 12.1, 5.5, 5.1}, {19.3, 3.3, 20.9, 3.9}}, extent);
  for (const Boundary boundary : {Boundary::mirror, Boundary::sealed})
    expect_true_bounds(voxels(surface, extent), surface, boundary);
}

// The medium behind mirrors is the image and its mirror images, which repeat.
TEST(WallsFlow, between_mirrors_is_that_of_the_image_and_its_mirror_images) {
  const Extent extent{20, 18, 22};
  const std::vector<Sphere> spheres{{7.31, 6.17, 8.73, 4.81}, {13.4, 11.9, 15.3, 4.43}};
  std::vector<Sphere> mirrored;
  for (int image = 0; image < 8; ++image)
    for (Sphere sphere : spheres) {
      if (image % 2 != 0) sphere.x = 2 * static_cast<double>(extent.nx) - sphere.x;
      if (image / 2 % 2 != 0) sphere.y = 2 * static_cast<double>(extent.ny) - sphere.y;
      if (image / 4 != 0) sphere.z = 2 * static_cast<double>(extent.nz) - sphere.z;
      mirrored.push_back(sphere);
    }
  const Extent twice{2 * extent.nx, 2 * extent.ny, 2 * extent.nz};
  const auto part = std::make_shared<CapsuleSurface>(spheres, extent);
  const auto whole = std::make_shared<CapsuleSurface>(mirrored, twice);
  for (const Axis direction : {Axis::x, Axis::z}) {
    const double between =
        *solve(voxels(part, extent), part, 1e-8, Method::pressure, Boundary::mirror, direction).permeability_voxel2;
    const double repeated =
        *solve(voxels(whole, twice), whole, 1e-8, Method::pressure, Boundary::periodic, direction).permeability_voxel2;
    EXPECT_NEAR(between / repeated, 1, 2e-8);
  }
}

TEST(WallsFlow, is_refused_without_a_surface) {
  PoreSpace pores(Extent{8, 8, 8});
  pores.fill_with_pore();
  pores.set_solid(1, 2, 3);
  EXPECT_THROW(solve(pores, nullptr, 1e-2, Method::pressure), UsageError);
}

TEST(WallsFlow, bounds_its_error_with_any_cuts) {
  std::mt19937 random(8);
  const PoreSpace pores = random_pores({18, 17, 16}, 0.75, random);
  expect_true_bounds(pores, std::make_shared<AnySurface>());
  expect_true_bounds(pores, std::make_shared<NearSurface>());
}

}  // namespace
}  // namespace perm
