// SPDX-License-Identifier: Apache-2.0
// Flow with inertia between closed faces goes through the image followed by its mirror image: with the bits of that
// image written out, with the K of creeping flow where there is no inertia, and the same whichever way the fluid goes.
#include "darcy/inertia/mirrored_flows.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/errors.hpp"
#include "darcy/inertia/cell_values.hpp"
#include "darcy/inertia/inertia_result.hpp"
#include "darcy/steady_flow.hpp"
#include "geometry/connectivity/connectivity.hpp"
#include "geometry/mirror_image.hpp"
#include "geometry/shapes/recipe.hpp"
#include "solver/state_bits.hpp"
#include "solver/test_device.hpp"

namespace perm {
namespace {

constexpr BoundaryChoice joined(Boundary boundary) { return {boundary, Sides::sealed, AcrossFlow::joined}; }

FlowOptions options_of(Boundary boundary, Axis direction, double tolerance) {
  FlowOptions options;
  options.direction = direction;
  options.boundary.boundary = boundary;
  options.solver.precision = Precision::float64;
  options.solver.device = device_under_test();
  options.tolerance = tolerance;
  return options;
}

/// Gives spheres that overlap, which look different from either end, with the pores that conduct along an axis.
PoreSpace medium(const Extent& extent, Axis axis) {
  Recipe recipe;
  recipe.kind = GeometryKind::overlap;
  recipe.extent = extent;
  recipe.radius = 4;
  recipe.porosity = 0.65;
  recipe.seed = 3;
  return Connectivity(generate(recipe), face_rules({Boundary::sealed}, axis, recipe.extent).closed())
      .percolating(axis)
      .pores();
}

PoreSpace turned_round(const PoreSpace& pores, Axis axis) {
  const Extent& n = pores.extent();
  PoreSpace result(n);
  for (std::int64_t z = 0; z < n.nz; ++z)
    for (std::int64_t y = 0; y < n.ny; ++y)
      for (std::int64_t x = 0; x < n.nx; ++x)
        if (pores.is_pore(axis == Axis::x ? n.nx - 1 - x : x, axis == Axis::y ? n.ny - 1 - y : y,
                          axis == Axis::z ? n.nz - 1 - z : z))
          result.set_pore(x, y, z);
  return result;
}

/// Gives the image with a layer of solid behind its last voxel across the flow, and so before its first one too.
PoreSpace with_walls(const PoreSpace& pores, Axis flow) {
  const Extent& n = pores.extent();
  PoreSpace result(
      {n.nx + (flow == Axis::x ? 0 : 1), n.ny + (flow == Axis::y ? 0 : 1), n.nz + (flow == Axis::z ? 0 : 1)});
  for (std::int64_t z = 0; z < n.nz; ++z)
    for (std::int64_t y = 0; y < n.ny; ++y)
      for (std::int64_t x = 0; x < n.nx; ++x)
        if (pores.is_pore(x, y, z)) result.set_pore(x, y, z);
  return result;
}

SolverSettings with_inertia(Axis flow) {
  SolverSettings settings;
  settings.equilibrium = Equilibrium::incompressible;
  settings.precision = Precision::float64;
  settings.tau = 0.6;
  settings.threads = 2;
  settings.force = {0, 0, 0};
  settings.force[static_cast<std::size_t>(flow)] = 1e-3;
  return settings;
}

InertialFlows solve(const PoreSpace& pores, const FlowOptions& options, const InertiaRequest& request,
                    FlowResult* creeping = nullptr) {
  SolvedFlow flow = SteadyFlow(pores, options, estimate_run(pores, options)).run();
  if (creeping != nullptr) *creeping = flow.result();
  return solve_mirrored_flows(std::move(flow), pores, options, request);
}

TEST(MirroredFlows, step_between_sealed_sides_to_the_bits_of_walls_that_are_written_out) {
  for (const Axis flow : all_axes) {
    const PoreSpace pores = append_mirror_image(medium({13, 11, 9}, flow), flow).pores();
    const auto sealed = make_test_backend(
        Domain(pores.extent(), face_rules(joined(Boundary::sealed), flow, pores.extent())), pores, with_inertia(flow));
    const auto written_out = make_test_backend(with_walls(pores, flow), with_inertia(flow));
    sealed->advance(100);
    written_out->advance(100);
    EXPECT_GT(sealed->measure().largest_speed, 0.01) << "inertia does something";
    EXPECT_EQ(state_bits(*sealed), state_bits(*written_out)) << axis_letter(flow);
  }
}

TEST(MirroredFlows, step_between_mirrors_at_the_sides_as_in_the_image_that_is_mirrored_there_too) {
  for (const Axis flow : all_axes) {
    const PoreSpace pores = append_mirror_image(medium({13, 11, 9}, flow), flow).pores();
    const Axis side = next_axis(flow);
    const PoreSpace written_out = append_mirror_image(append_mirror_image(pores, side), next_axis(side)).pores();
    const auto mirror = make_test_backend(
        Domain(pores.extent(), face_rules(joined(Boundary::mirror), flow, pores.extent())), pores, with_inertia(flow));
    const auto whole = make_test_backend(written_out, with_inertia(flow));
    mirror->advance(100);
    whole->advance(100);
    std::vector<double> expected;
    const Extent& n = pores.extent();
    for_each_cell(*whole, written_out, [&](std::int64_t x, std::int64_t y, std::int64_t z, CellValues f) {
      if (x < n.nx && y < n.ny && z < n.nz) expected.insert(expected.end(), f.begin(), f.end());
    });
    const std::vector<double> found = all_distributions(*mirror);
    ASSERT_EQ(found.size(), expected.size());
    double worst = 0;
    for (std::size_t i = 0; i < found.size(); ++i) worst = std::max(worst, std::abs(found[i] - expected[i]));
    EXPECT_LT(worst, 1e-12) << axis_letter(flow);
  }
}

TEST(MirroredFlows, begin_with_the_K_of_the_single_image_within_both_bounds) {
  for (const Axis axis : all_axes)
    for (const Boundary boundary : {Boundary::sealed, Boundary::mirror}) {
      const PoreSpace pores = medium({14, 13, 12}, axis);
      FlowResult single;
      const InertialFlows flows = solve(pores, options_of(boundary, axis, 1e-4), {{0.2}, {}, 0.1}, &single);
      ASSERT_EQ(flows.end, InertiaEnd::complete) << flows.why;
      EXPECT_EQ(flows.image, InertiaImage::mirrored);
      EXPECT_EQ(flows.cells, 2 * single.fluid_cells);
      EXPECT_LE(std::abs(flows.creeping_voxel2 / *single.permeability_voxel2 - 1),
                flows.creeping_error + single.iteration_error)
          << axis_letter(axis) << ' ' << to_string(boundary);
      EXPECT_GT(flows.creeping_voxel2 / flows.points.front().permeability_voxel2, 1.001);
    }
}

TEST(MirroredFlows, between_plates_in_a_duct_and_in_a_tube_have_the_K_of_creeping_flow) {
  for (const GeometryKind kind : {GeometryKind::plates, GeometryKind::duct, GeometryKind::tube}) {
    Recipe recipe;
    recipe.kind = kind;
    recipe.extent = {2, 18, kind == GeometryKind::plates ? 2 : 18};
    if (kind == GeometryKind::tube)
      recipe.radius = 8;
    else
      recipe.gap = 16;
    PoreSpace pores = generate(recipe);
    if (kind == GeometryKind::duct) pores.fill_with_pore();  // the sealed sides are its walls
    const FlowOptions options =
        options_of(kind == GeometryKind::plates ? Boundary::mirror : Boundary::sealed, Axis::x, 1e-5);
    const InertialFlows flows = solve(pores, options, {{1, 20}, {}, 0.1});
    ASSERT_EQ(flows.end, InertiaEnd::complete) << flows.why;
    for (const InertialPoint& point : flows.points)
      EXPECT_NEAR(point.permeability_voxel2 / flows.creeping_voxel2, 1, 1e-4)
          << to_string(kind) << ' ' << point.reynolds;
  }
}

TEST(MirroredFlows, are_the_same_whichever_way_the_fluid_goes_and_begin_with_the_square_of_the_reynolds_number) {
  const PoreSpace pores = medium({18, 12, 11}, Axis::x);
  ASSERT_NE(turned_round(pores, Axis::x), pores);
  const FlowOptions options = options_of(Boundary::sealed, Axis::x, 1e-6);
  const InertiaRequest request{{0.02, 0.05, 0.2}, {}, 0.1};
  const InertiaResult one_way = evaluate(solve(pores, options, request));
  const InertiaResult other_way = evaluate(solve(turned_round(pores, Axis::x), options, request));
  ASSERT_EQ(one_way.flows.points.size(), 3U) << one_way.flows.why;
  ASSERT_EQ(other_way.flows.points.size(), 3U) << other_way.flows.why;
  for (std::size_t i = 0; i < 3; ++i) {
    const double inertia = one_way.apparent(one_way.flows.points[i]).resistance - 1;
    EXPECT_NEAR((other_way.apparent(other_way.flows.points[i]).resistance - 1) / inertia, 1, 5e-6 / inertia);
  }
  ASSERT_TRUE(one_way.weak);
  EXPECT_NEAR(one_way.weak->exponent, 2, 0.03);
}

TEST(MirroredFlows, end_before_the_first_where_the_longer_creeping_flow_does_not_become_steady) {
  const PoreSpace pores = medium({16, 14, 12}, Axis::x);
  FlowOptions options = options_of(Boundary::sealed, Axis::x, 1e-6);
  SolvedFlow creeping = SteadyFlow(pores, options, estimate_run(pores, options)).run();
  const double permeability = *creeping.result().permeability_voxel2;
  options.max_steps = 40;
  const InertialFlows flows = solve_mirrored_flows(std::move(creeping), pores, options, {{0.3}, {}, 0.1});
  EXPECT_EQ(flows.end, InertiaEnd::step_limit);
  EXPECT_EQ(flows.creeping_voxel2, permeability);
  EXPECT_EQ(flows.reynolds_at_end, 0.3);
  EXPECT_TRUE(flows.points.empty());
  EXPECT_NE(flows.why.find("raise --max-steps"), std::string::npos) << flows.why;
}

TEST(MirroredFlows, are_those_of_sealed_and_mirror_and_of_no_other_faces) {
  EXPECT_TRUE(needs_mirror_image(options_of(Boundary::sealed, Axis::y, 1e-3)));
  EXPECT_TRUE(needs_mirror_image(options_of(Boundary::mirror, Axis::z, 1e-3)));
  EXPECT_FALSE(needs_mirror_image(options_of(Boundary::periodic, Axis::y, 1e-3)));
  EXPECT_FALSE(needs_mirror_image(options_of_mirrored(options_of(Boundary::sealed, Axis::y, 1e-3))));
  EXPECT_THROW(check_request({{1}, {}, 0.1}, options_of(Boundary::pressure, Axis::x, 1e-3)), UsageError);
}

}  // namespace
}  // namespace perm
