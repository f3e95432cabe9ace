// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "darcy/flow_options.hpp"
#include "geometry/shapes/recipe.hpp"

namespace perm {
namespace {

template <class Options>
using Changes = std::vector<std::pair<const char*, void (*)(Options&)>>;

const Changes<FlowOptions> deciding{
    {"direction", [](FlowOptions& o) { o.direction = Axis::z; }},
    {"boundary", [](FlowOptions& o) { o.boundary.boundary = Boundary::mirror; }},
    {"sides", [](FlowOptions& o) { o.boundary.sides = Sides::mirror; }},
    {"across_flow", [](FlowOptions& o) { o.boundary.across_flow = AcrossFlow::joined; }},
    {"collision", [](FlowOptions& o) { o.solver.collision = Collision::bgk; }},
    {"equilibrium", [](FlowOptions& o) { o.solver.equilibrium = Equilibrium::quadratic; }},
    {"precision", [](FlowOptions& o) { o.solver.precision = Precision::float64; }},
    {"magic", [](FlowOptions& o) { o.solver.magic = 0.25; }},
    {"tau", [](FlowOptions& o) { o.tau = 1.0; }},
    {"slip", [](FlowOptions& o) { o.solver.slip.length = 0.5; }},
    {"slip_m", [](FlowOptions& o) { o.slip_m = 1e-7; }},
    {"force", [](FlowOptions& o) { o.force = 2e-6; }},
    {"method", [](FlowOptions& o) { o.method = Method::plain; }},
    {"goal", [](FlowOptions& o) { o.goal = Goal::flow; }},
    {"tolerance", [](FlowOptions& o) { o.tolerance = 1e-3 + 1e-18; }},
    {"max_steps", [](FlowOptions& o) { o.max_steps = 1000; }},
};

const Changes<FlowOptions> without_effect{
    {"device", [](FlowOptions& o) { o.solver.device = Device::cuda; }},
    {"instructions", [](FlowOptions& o) { o.solver.instructions = InstructionSet::plain; }},
    {"solver.tau", [](FlowOptions& o) { o.solver.tau = 0.7; }},
    {"solver.force",
     [](FlowOptions& o) {
       o.solver.force = {0, 1, 0};
     }},
    {"threads", [](FlowOptions& o) { o.solver.threads = 3; }},
    {"transport", [](FlowOptions& o) { o.solver.transport = Transport::host; }},
};

const Changes<Recipe> of_the_image{
    {"kind", [](Recipe& r) { r.kind = GeometryKind::bcc; }},
    {"extent", [](Recipe& r) { r.extent.nz = 65; }},
    {"porosity", [](Recipe& r) { r.porosity = 0.5; }},
    {"radius", [](Recipe& r) { r.radius = 0.5; }},
    {"inner_radius", [](Recipe& r) { r.inner_radius = 0.5; }},
    {"radius_spread", [](Recipe& r) { r.radius_spread = 0.5; }},
    {"gap", [](Recipe& r) { r.gap = 0.5; }},
    {"width", [](Recipe& r) { r.width = 0.5; }},
    {"axis", [](Recipe& r) { r.axis = Axis::y; }},
    {"shift x", [](Recipe& r) { r.shift.x = 0.5; }},
    {"shift y", [](Recipe& r) { r.shift.y = 0.5; }},
    {"shift z", [](Recipe& r) { r.shift.z = 0.5; }},
    {"seed", [](Recipe& r) { r.seed = 2; }},
    {"moves", [](Recipe& r) { r.moves = 10; }},
    {"centres", [](Recipe& r) { r.centres = "spheres.txt"; }},
    {"centres_hold_diameters", [](Recipe& r) { r.centres_hold_diameters = true; }},
    {"box", [](Recipe& r) { r.box = 2; }},
    {"orientation", [](Recipe& r) { r.orientation = Orientation::planar; }},
    {"length", [](Recipe& r) { r.length = 0.5; }},
    {"persistence_length", [](Recipe& r) { r.persistence_length = 0.5; }},
    {"second_radius", [](Recipe& r) { r.second_radius = 0.5; }},
    {"second_share", [](Recipe& r) { r.second_share = 0.5; }},
    {"overlap", [](Recipe& r) { r.overlap = FibreOverlap::no; }},
};

TEST(KeyOfAFlow, differs_with_every_option_that_can_change_a_number) {
  for (const auto& [name, change] : deciding) {
    FlowOptions options;
    change(options);
    EXPECT_NE(key_of(options), key_of(FlowOptions{})) << name;
  }
}

TEST(KeyOfAFlow, is_the_same_for_options_that_change_no_number) {
  for (const auto& [name, change] : without_effect) {
    FlowOptions options;
    change(options);
    EXPECT_EQ(key_of(options), key_of(FlowOptions{})) << name;
  }
}

TEST(KeyOfARecipe, differs_with_every_part_of_it) {
  for (const auto& [name, change] : of_the_image) {
    Recipe recipe;
    change(recipe);
    EXPECT_NE(key_of(recipe), key_of(Recipe{})) << name;
  }
}

TEST(KeyOfARecipe, tells_two_changes_of_the_same_kind_apart) {
  Recipe gap;
  gap.gap = 4;
  Recipe width;
  width.width = 4;
  EXPECT_NE(key_of(gap), key_of(width));
}

}  // namespace
}  // namespace perm
