// SPDX-License-Identifier: Apache-2.0
// The stored K of the scheme against tests/oracle, a slow step from the equations that shares no code with the program,
// on voxels that are drawn here by the obvious rule. What takes minutes runs with PERMEABILITY_LONG_TESTS=1 only.
#include "validation/cases/scheme_values.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "oracle/slow_lbm.hpp"
#include "validation/cases/case_list.hpp"
#include "validation/cases/scheme_table.hpp"
#include "validation/studies/study_cases.hpp"

namespace perm::validation {
namespace {

constexpr double magic = 3.0 / 16;

struct Ball {
  double x, y, z, radius;
};

/// Tells whether the centre of a voxel is inside one of the balls, which are repeated with the image.
bool is_inside(const std::vector<Ball>& balls, const std::array<double, 3>& centre, const Extent& extent) {
  const std::array<double, 3> period{static_cast<double>(extent.nx), static_cast<double>(extent.ny),
                                     static_cast<double>(extent.nz)};
  for (const Ball& ball : balls) {
    const std::array<double, 3> middle{ball.x, ball.y, ball.z};
    double square = 0;
    for (std::size_t a = 0; a < 3; ++a) {
      if (extent.along(static_cast<Axis>(a)) == 1) continue;  // along a cylinder
      const double apart = centre[a] - middle[a];
      square += std::pow(apart - period[a] * std::round(apart / period[a]), 2);
    }
    if (square < ball.radius * ball.radius) return true;
  }
  return false;
}

/// Draws the recipe of a case anew.
std::function<bool(int, int, int)> draw(const Recipe& recipe) {
  const Extent extent = recipe.extent;
  const double x = static_cast<double>(extent.nx) / 2;
  const double y = static_cast<double>(extent.ny) / 2;
  const double z = static_cast<double>(extent.nz) / 2;
  const double r = *recipe.radius;
  std::vector<Ball> solid;
  std::vector<Ball> open;
  switch (recipe.kind) {
    case GeometryKind::annulus:
      solid = {{x, y, z, *recipe.inner_radius}};
      [[fallthrough]];
    case GeometryKind::tube:
      open = {{x, y, z, r}};
      break;
    case GeometryKind::cylinders_square:
    case GeometryKind::sc:
      solid = {{x, y, z, r}};
      break;
    case GeometryKind::cylinders_hexagonal:
    case GeometryKind::bcc:
      solid = {{0, 0, 0, r}, {x, y, z, r}};
      break;
    case GeometryKind::fcc:
      solid = {{0, 0, 0, r}, {0, y, z, r}, {x, 0, z, r}, {x, y, 0, r}};
      break;
    default:
      ADD_FAILURE() << "no rule for " << to_string(recipe.kind);
  }
  const Shift shift = recipe.shift;
  return [=](int i, int j, int k) {
    const std::array<double, 3> centre{i + 0.5 - shift.x, j + 0.5 - shift.y, k + 0.5 - shift.z};
    return is_inside(solid, centre, extent) || (!open.empty() && !is_inside(open, centre, extent));
  };
}

struct SlowFlow {
  Extent extent;
  std::function<bool(int, int, int)> solid;
  double tau{3};
  double force{1e-6};
  bool quadratic{false};
};

/// Steps until K changes by less than 1e-8 in 100 steps, and gives nu <u> / g, in voxel^2.
std::array<double, 3> solve_slowly(const SlowFlow& flow, std::size_t axis) {
  ::reference::Settings settings;
  settings.tau_plus = flow.tau;
  settings.tau_minus = 0.5 + magic / (flow.tau - 0.5);
  settings.equilibrium = flow.quadratic ? ::reference::Equilibrium::quadratic : ::reference::Equilibrium::linear;
  settings.force[axis] = flow.force;
  ::reference::SlowLbm lattice(static_cast<int>(flow.extent.nx), static_cast<int>(flow.extent.ny),
                               static_cast<int>(flow.extent.nz), flow.solid, settings);
  std::array<double, 3> column{};
  for (int looks = 0; looks < 400; ++looks) {
    for (int i = 0; i < 100; ++i) lattice.step();
    const double before = column[axis];
    column = lattice.mean_mass_flux();
    for (double& component : column) component *= (flow.tau - 0.5) / 3 / flow.force;
    if (std::abs(column[axis] / before - 1) < 1e-8) return column;
  }
  ADD_FAILURE() << "not steady after 40000 steps";
  return column;
}

/// Says why the slow step is not asked; empty where it is. It shares no code with the program, which is what the
/// sanitizers are to see, and takes minutes under them.
const char* why_not_slowly(bool takes_minutes) {
#if defined(__SANITIZE_ADDRESS__)
  return "the slow step takes minutes under the sanitizers";
#endif
  const bool is_long = std::getenv("PERMEABILITY_LONG_TESTS") != nullptr;  // NOLINT(concurrency-mt-unsafe): alone
  return takes_minutes && !is_long ? "it takes long: set PERMEABILITY_LONG_TESTS=1" : "";
}

/// Compares the coarsest level of a case with the mean over its placements.
void expect_value_of_the_oracle(const Case& one) {
  const Level& level = one.levels.front();
  ASSERT_TRUE(level.of_scheme.has_value()) << one.name;
  double mean = 0;
  for (const Trial& trial : level.trials)
    mean += solve_slowly({trial.recipe.extent, draw(trial.recipe)}, static_cast<std::size_t>(trial.direction))[0] /
            level.unit_voxel2 / static_cast<double>(level.trials.size());
  EXPECT_NEAR(level.of_scheme->permeability / mean, 1, 3e-6) << one.name;
}

TEST(SchemeValues, of_channels_and_cylinders_are_those_of_a_slow_step) {
  if (const std::string why = why_not_slowly(true); !why.empty()) GTEST_SKIP() << why;
  std::vector<Case> cases = channel_cases(Thoroughness::quick, {"tube"});
  for (auto&& more :
       {channel_cases(Thoroughness::quick, {"annulus"}), cylinder_array_cases(Thoroughness::quick, {"square-0.50"}),
        cylinder_array_cases(Thoroughness::quick, {"hexagonal-0.20"})})
    cases.insert(cases.end(), more.begin(), more.end());
  ASSERT_EQ(cases.size(), 4U);
  for (const Case& one : cases) expect_value_of_the_oracle(one);
}

TEST(SchemeValues, of_spheres_are_those_of_a_slow_step) {
  if (const std::string why = why_not_slowly(true); !why.empty()) GTEST_SKIP() << why;
  for (const char* name : {"sc-0.45", "bcc-0.6802", "fcc-0.7405"})
    expect_value_of_the_oracle(sphere_array_cases(Thoroughness::quick, {name}).at(0));
}

TEST(SchemeValues, of_the_tensors_are_those_of_a_slow_step) {
  if (const std::string why = why_not_slowly(false); !why.empty()) GTEST_SKIP() << why;
  const Recipe recipe = oblique_medium();
  const PoreSpace pores = generate(recipe);
  SlowFlow flow{recipe.extent, [&](int x, int y, int z) { return !pores.is_pore(x, y, z); }};
  for (const bool with_inertia : {false, true}) {
    const TensorRows& stored = with_inertia ? inertial_tensor : creeping_tensor;
    flow.quadratic = with_inertia;
    if (with_inertia) flow.tau = inertia_of_tensor.tau;
    if (with_inertia) flow.force = inertia_of_tensor.force;
    for (std::size_t j = 0; j < 3; ++j) {
      // One flow with inertia is compared always, in all three components; the other five take half a minute.
      if (!(with_inertia && j == 0) && !std::string(why_not_slowly(true)).empty()) continue;
      const std::array<double, 3> column = solve_slowly(flow, j);
      for (std::size_t i = 0; i < 3; ++i)
        EXPECT_NEAR(column[i], stored[i][j], 1e-5 * stored[0][0])
            << (with_inertia ? "inertia " : "creeping ") << i << j;
    }
  }
}

TEST(SchemeValues, of_the_tensors_differ_in_every_component_so_that_no_exchange_of_axes_passes) {
  const auto& k = creeping_tensor;
  const double least = 0.01 * k[0][0];
  const std::array<double, 6> components{k[0][0], k[1][1], k[2][2], k[0][1], k[1][2], k[2][0]};
  for (std::size_t a = 0; a < 6; ++a) {
    EXPECT_GT(std::abs(components[a]), least) << a;
    for (std::size_t b = 0; b < a; ++b) EXPECT_GT(std::abs(components[a] - components[b]), least) << a << b;
  }
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < i; ++j) {
      EXPECT_NEAR(k[i][j], k[j][i], 1e-7 * k[0][0]);  // reciprocity
      EXPECT_GT(std::abs(inertial_tensor[i][j] - inertial_tensor[j][i]), 1e-3 * k[0][0]) << i << j;
    }
}

TEST(SchemeValues, belong_to_cases_that_exist_and_lie_below_the_exact_ones) {
  std::vector<Case> cases;
  for (auto&& group : {channel_cases(Thoroughness::full, {}), cylinder_array_cases(Thoroughness::full, {}),
                       sphere_array_cases(Thoroughness::full, {})})
    cases.insert(cases.end(), group.begin(), group.end());
  std::size_t found = 0;
  for (const Case& one : cases)
    for (const Level& level : one.levels) {
      if (level.trials.front().walls == Walls::sub_voxel) continue;  // the values are those of walls of voxels
      ASSERT_TRUE(level.of_scheme.has_value()) << one.name << level.resolution;
      EXPECT_NEAR(level.of_scheme->permeability / one.reference.permeability, 1, 0.07) << one.name;
      if (scheme_value(one.name, level.resolution)) ++found;
    }
  EXPECT_EQ(found, scheme_table().size());
}

}  // namespace
}  // namespace perm::validation
