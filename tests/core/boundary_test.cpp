// SPDX-License-Identifier: Apache-2.0
#include "core/boundary.hpp"

#include <gtest/gtest.h>

namespace perm {
namespace {

constexpr std::array choices{BoundaryChoice{Boundary::periodic}, BoundaryChoice{Boundary::mirror},
                             BoundaryChoice{Boundary::sealed}, BoundaryChoice{Boundary::pressure},
                             BoundaryChoice{Boundary::pressure, Sides::mirror}};

TEST(FaceRules, of_an_axis_of_one_voxel_have_no_walls_and_are_else_those_of_the_choice) {
  for (const BoundaryChoice& choice : choices)
    for (const Axis flow : all_axes)
      for (const Axis thin : all_axes) {
        const auto length = [&](Axis axis) -> std::int64_t { return axis == thin ? 1 : 2; };
        const FaceRules thick = face_rules(choice, flow, {2, 2, 2});
        const FaceRules rules = face_rules(choice, flow, {length(Axis::x), length(Axis::y), length(Axis::z)});
        for (const Axis axis : all_axes) {
          if (axis == thin) {
            EXPECT_NE(rules.across(axis), FaceRule::sealed);
          }
          if (axis != thin || thick.across(axis) != FaceRule::sealed) {
            EXPECT_EQ(rules.across(axis), thick.across(axis)) << to_string(choice.boundary);
          }
        }
      }
}

}  // namespace
}  // namespace perm
