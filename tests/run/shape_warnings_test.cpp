// SPDX-License-Identifier: Apache-2.0
// A slice is solved as two-dimensional, whatever the faces of the image do, and what no sample has is told.
#include "run/shape_warnings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "geometry/measures/open_border.hpp"
#include "geometry/resample.hpp"
#include "geometry/shapes/recipe.hpp"
#include "run/run.hpp"

namespace perm {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

constexpr std::array choices{BoundaryChoice{Boundary::periodic}, BoundaryChoice{Boundary::mirror},
                             BoundaryChoice{Boundary::sealed}, BoundaryChoice{Boundary::pressure},
                             BoundaryChoice{Boundary::pressure, Sides::mirror}};

/// Gives an image of one voxel along `thin`, with a slit of `height` voxels along `flow`, between solid.
PoreSpace slit(Axis thin, Axis flow, std::int64_t height) {
  const auto length = [&](Axis axis) -> std::int64_t { return axis == thin ? 1 : axis == flow ? 9 : height + 4; };
  const Extent n{length(Axis::x), length(Axis::y), length(Axis::z)};
  PoreSpace pores(n);
  for (std::int64_t z = 0; z < n.nz; ++z)
    for (std::int64_t y = 0; y < n.ny; ++y)
      for (std::int64_t x = 0; x < n.nx; ++x) {
        const std::array<std::int64_t, 3> place{x, y, z};
        const Axis across = next_axis(flow) == thin ? next_axis(thin) : next_axis(flow);
        const std::int64_t at = place[static_cast<std::size_t>(across)];
        if (at >= 2 && at < height + 2) pores.set_pore(x, y, z);
      }
  return pores;
}

/// The parabola summed over the nodes of the slit, H^2/12 + 1/24, over all voxels.
double exact(double height) { return height / (height + 4) * (height * height / 12 + 1.0 / 24); }

RunReport run(const PoreSlab& pores, Axis direction, const BoundaryChoice& boundary, double tolerance = 1e-5) {
  RunRequest request;
  request.directions = {direction};
  request.flow.boundary = boundary;
  request.flow.solver.precision = Precision::float64;
  request.flow.tolerance = tolerance;
  return run_flows(pores, request);
}

TEST(OneSlice, has_no_walls_before_and_behind_it) {
  for (const Axis thin : all_axes)
    for (const Axis flow : all_axes) {
      if (thin == flow) continue;
      for (const BoundaryChoice& boundary : choices) {
        SCOPED_TRACE(std::string("thin along ") + axis_letter(thin) + ", flow along " + axis_letter(flow) + ", " +
                     to_string(boundary.boundary));
        const RunReport report = run(slit(thin, flow, 6), flow, boundary);
        EXPECT_NEAR(report.flows[0].result.permeability_voxel2.value() / exact(6), 1, 1e-4);
        EXPECT_THAT(report.warnings, Contains(AllOf(StartsWith("one slice"), HasSubstr("two-dimensional"))));
      }
    }
}

TEST(OneSlice, has_none_where_its_voxels_are_smaller_either) {
  for (const BoundaryChoice& boundary : choices) {
    const PoreSlab refined = refine(slit(Axis::z, Axis::x, 6), 2);
    EXPECT_EQ(refined.image().nz, 1);
    EXPECT_NEAR(run(refined, Axis::x, boundary).flows[0].result.permeability_voxel2.value() /
                    (12.0 / 20 * (144.0 / 12 + 1.0 / 24)),
                1, 1e-4);
  }
}

TEST(OneSlice, of_a_medium_has_the_permeability_of_many_such_slices_between_mirrors) {
  Recipe recipe;
  recipe.kind = GeometryKind::overlap;
  recipe.extent = {34, 27, 12};
  recipe.radius = 4;
  recipe.porosity = 0.75;
  const PoreSpace whole = generate(recipe);
  PoreSpace slice({34, 27, 1});
  for (std::int64_t y = 0; y < 27; ++y) std::ranges::copy(whole.row(y, 7), slice.row(y, 0).begin());
  PoreSpace slices({34, 27, 5});
  for (std::int64_t z = 0; z < 5; ++z)
    for (std::int64_t y = 0; y < 27; ++y) std::ranges::copy(slice.row(y, 0), slices.row(y, z).begin());
  const double many = *run(slices, Axis::x, {Boundary::mirror}).flows[0].result.permeability_voxel2;
  ASSERT_GT(many, 0);
  EXPECT_NEAR(*run(slice, Axis::x, {Boundary::mirror}).flows[0].result.permeability_voxel2 / many, 1, 5e-5);
  EXPECT_NEAR(*run(slice, Axis::x, {Boundary::pressure, Sides::mirror}).flows[0].result.permeability_voxel2 / many, 1,
              5e-5);
}

TEST(OneSlice, warns_of_a_flow_along_its_only_voxel) {
  for (const BoundaryChoice& boundary : choices) {
    const RunReport report = run(slit(Axis::x, Axis::z, 6), Axis::x, boundary);
    EXPECT_THAT(report.warnings, Contains(AllOf(StartsWith("along x: the image has one voxel"), HasSubstr("--axes"))));
    EXPECT_THAT(report.warnings, Not(Contains(StartsWith("one slice"))));
    EXPECT_GT(*report.flows[0].result.permeability_voxel2, 0) << to_string(boundary.boundary);
  }
  const auto said = [](const Extent& extent, const std::vector<Axis>& directions) {
    PoreSpace pores(extent);
    pores.set_pore(0, 0, 0);
    std::vector<std::string> warnings = describe_shape(pores, directions, {});
    std::erase_if(warnings, [](const std::string& warning) { return warning.find("no pore") != warning.npos; });
    return warnings;
  };
  EXPECT_THAT(said({5, 6, 7}, {Axis::x}), IsEmpty());
  EXPECT_THAT(said({5, 1, 7}, {Axis::x, Axis::z}), ElementsAre(StartsWith("one slice:")));
  EXPECT_THAT(said({5, 1, 7}, {Axis::x, Axis::y, Axis::z}),
              ElementsAre(StartsWith("one slice:"), StartsWith("along y:")));
  EXPECT_THAT(said({5, 1, 7}, {Axis::y}), ElementsAre(StartsWith("along y:")));
}

/// Gives a rock of 24 planes along z, of which these are all pore or all solid.
PoreSpace rock(const std::vector<std::int64_t>& pore, const std::vector<std::int64_t>& solid) {
  Recipe recipe;
  recipe.kind = GeometryKind::overlap;
  recipe.extent = {20, 20, 24};
  recipe.radius = 3;
  recipe.porosity = 0.5;
  PoreSpace pores = generate(recipe);
  for (std::int64_t y = 0; y < 20; ++y)
    for (std::int64_t x = 0; x < 20; ++x) {
      for (const std::int64_t z : pore) pores.set_pore(x, y, z);
      for (const std::int64_t z : solid) pores.set_solid(x, y, z);
    }
  return pores;
}

TEST(BarePlanesOfARun, are_named_by_their_numbers_in_the_file) {
  const auto warnings = [](const PoreSpace& pores, Axis axis, const ImageOrigin& origin = {}) {
    return describe_shape(pores, {axis}, origin);
  };
  EXPECT_THAT(
      warnings(rock({}, {21, 22, 23}), Axis::z),
      ElementsAre("slices 21 to 23 hold no pore, so that nothing flows along z; --crop :,:,0:21 leaves out what "
                  "is at an end"));
  EXPECT_THAT(warnings(rock({}, {7}), Axis::z), ElementsAre("slice 7 holds no pore, so that nothing flows along z"));
  EXPECT_THAT(warnings(rock({0, 1, 23}, {}), Axis::z),
              ElementsAre("slices 0 to 1 and 23 are all pore, and count in K along z; --crop :,:,2:23 leaves out what "
                          "is at an end"));
  EXPECT_THAT(warnings(rock({}, {1, 3, 5, 7, 9, 11}), Axis::z), ElementsAre(StartsWith("slices 1, 3, 5, 7 and more")));
  EXPECT_THAT(warnings(rock({}, {21, 22, 23}), Axis::x), IsEmpty()) << "they do not stop it";
  EXPECT_THAT(warnings(rock({}, {0, 1, 23}), Axis::z),
              ElementsAre("slices 0 to 1 and 23 hold no pore, so that nothing flows along z"))
      << "they may be the walls of a channel";
  ImageOrigin cropped;
  cropped.first_voxel = {0, 0, 100};
  EXPECT_THAT(warnings(rock({}, {0}), Axis::z, cropped),
              ElementsAre(AllOf(StartsWith("slice 100 "), HasSubstr("--crop :,:,101:124"))));
  ImageOrigin refined;
  refined.resampling.emplace();
  EXPECT_THAT(warnings(rock({}, {0}), Axis::z, refined), ElementsAre(Not(HasSubstr("--crop"))));
}

TEST(BarePlanesOfARun, are_told_in_its_report) {
  const RunReport report = run(rock({}, {21, 22, 23}), Axis::z, {Boundary::sealed});
  EXPECT_EQ(report.flows[0].result.permeability_voxel2, 0);
  EXPECT_THAT(report.warnings, Contains(StartsWith("slices 21 to 23")));
}

/// Gives a rock of 30 planes along z in air, as a plug of this radius.
PoreSpace plug(double radius) {
  Recipe recipe;
  recipe.kind = GeometryKind::overlap;
  recipe.extent = {33, 33, 30};
  recipe.radius = 3;
  recipe.porosity = 0.35;
  PoreSpace pores = generate(recipe);
  for (std::int64_t z = 0; z < 30; ++z)
    for (std::int64_t y = 0; y < 33; ++y)
      for (std::int64_t x = 0; x < 33; ++x)
        if (std::hypot(static_cast<double>(x) - 16, static_cast<double>(y) - 16) > radius) pores.set_pore(x, y, z);
  return pores;
}

TEST(APlugInAir, is_told_with_the_share_of_the_flow_that_goes_past_it) {
  for (const Boundary boundary : {Boundary::periodic, Boundary::sealed, Boundary::mirror}) {
    const RunReport report = run(plug(14), Axis::z, {boundary}, 1e-2);
    ASSERT_THAT(report.warnings, Contains(AllOf(StartsWith("along z: 9"), HasSubstr("% of the flow goes past"))))
        << to_string(boundary);
  }
  EXPECT_THAT(run(plug(14), Axis::x, {Boundary::sealed}, 1e-2).warnings, Not(Contains(HasSubstr("goes past"))));
  EXPECT_THAT(run(plug(40), Axis::z, {Boundary::sealed}, 1e-2).warnings, Not(Contains(HasSubstr("goes past"))));
}

TEST(APlugInAir, is_no_tilted_fibre_and_no_pair_of_grains) {
  const auto image_of = [](const auto& is_pore) {
    PoreSpace pores({30, 28, 28});
    for (int z = 0; z < 28; ++z)
      for (int y = 0; y < 28; ++y)
        for (int x = 0; x < 30; ++x)
          if (is_pore(x - 14.5, y - 13.5, z - 13.5)) pores.set_pore(x, y, z);
    return pores;
  };
  const auto expect_no_plug = [&](const char* what, const auto& is_pore) {
    for (const Boundary boundary : {Boundary::periodic, Boundary::sealed})
      EXPECT_THAT(run(image_of(is_pore), Axis::x, {boundary}, 3e-2).warnings, Not(Contains(HasSubstr("goes past"))))
          << what;
  };
  for (const double slope : {0.2, 0.5, 1.0, 2.0})
    expect_no_plug("a tilted fibre", [&](double x, double y, double z) {
      return std::hypot((x - slope * y) / std::hypot(1, slope), z) > 3.5;
    });
  expect_no_plug("two spheres", [](double x, double y, double z) {
    return std::hypot(x - 6, y - 2, z) > 6 && std::hypot(x + 6, y + 2, z) > 6;
  });
  expect_no_plug("three spheres", [](double x, double y, double z) {
    return std::hypot(x - 9, y - 3, z) > 4.5 && std::hypot(x, y + 2, z - 2) > 4.5 && std::hypot(x + 9, y, z + 3) > 4.5;
  });
  expect_no_plug("a tilted disc",
                 [](double x, double y, double z) { return std::abs(x - 0.5 * y) > 3 || std::hypot(y, z) > 8; });
}

TEST(APlugInAir, is_no_generated_medium) {
  std::vector<Recipe> recipes;
  const auto add = [&](GeometryKind kind, double porosity, std::uint64_t seed) {
    Recipe& recipe = recipes.emplace_back();
    recipe.kind = kind;
    recipe.extent = {24, 24, 24};
    recipe.porosity = porosity;
    recipe.seed = seed;
    if (kind == GeometryKind::fibres) recipe.orientation = static_cast<Orientation>(seed - 1);
    if (kind == GeometryKind::sc && seed > 1) recipe.shift = {12, 12, 12};
  };
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    for (const double porosity : {0.5, 0.7, 0.95})
      for (const GeometryKind kind : {GeometryKind::sc, GeometryKind::bcc, GeometryKind::fcc, GeometryKind::overlap,
                                      GeometryKind::fibres, GeometryKind::noise})
        add(kind, porosity, seed);
    for (const double porosity : {0.4, 0.6, 0.8}) add(GeometryKind::packing, porosity, seed);
  }
  for (const Recipe& recipe : recipes)
    for (const Axis axis : all_axes) {
      const PoreSpace pores = generate(recipe);
      if (!find_open_border(pores, axis)) continue;
      RunRequest request;
      request.directions = {axis};
      request.flow.tolerance = 3e-2;
      EXPECT_THAT(run_flows(pores, request).warnings, Not(Contains(HasSubstr("goes past"))))
          << to_string(recipe.kind) << ' ' << *recipe.porosity << ' ' << recipe.seed << ' ' << axis_letter(axis);
    }
}

TEST(APlugInAir, has_the_share_that_the_flows_past_it_and_through_it_have_apart) {
  // Where the plug is solid, all of the flow goes past it; the rest of K is what goes through it, up to what both do to
  // each other at the surface of the plug.
  PoreSpace solid = plug(14);
  for (std::int64_t z = 0; z < 30; ++z)
    for (std::int64_t y = 0; y < 33; ++y)
      for (std::int64_t x = 0; x < 33; ++x)
        if (std::hypot(static_cast<double>(x) - 16, static_cast<double>(y) - 16) <= 14) solid.set_solid(x, y, z);
  const RunReport both = run(plug(14), Axis::z, {Boundary::periodic}, 1e-2);
  const double past = *run(solid, Axis::z, {Boundary::periodic}, 1e-2).flows[0].result.permeability_voxel2;
  const double share = past / *both.flows[0].result.permeability_voxel2;
  const auto warning =
      std::ranges::find_if(both.warnings, [](const std::string& w) { return w.find("goes past") != w.npos; });
  ASSERT_NE(warning, both.warnings.end());
  EXPECT_NEAR(std::stod(warning->substr(std::string("along z: ").size())) / 100, share, 0.2);
}

}  // namespace
}  // namespace perm
