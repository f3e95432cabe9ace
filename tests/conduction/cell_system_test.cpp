// SPDX-License-Identifier: Apache-2.0
// What joins the potentials of voxels is that of explicit links: a voxel resists a half as far as its flux goes on, and
// a third where the face behind it is closed.
#include "conduction/cell_system.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "conduction/known_systems.hpp"

namespace perm {
namespace {

void expect_same_links(const Body& body, unsigned seed, int threads) {
  const CellSystem cells(cells_of(body), team_of(threads));
  const SlowFluxes slow(body);
  ASSERT_EQ(cells.graph().nodes(), slow.voxels.places.size());
  const std::vector<float> x = draw_values(cells.graph().nodes(), seed);
  const auto driven_by = [&](bool by_gradient, const std::vector<float>& potential) {
    Values flux = slow_flux(slow, potential);
    const Values without = slow_flux(slow, std::vector<float>(potential.size()));
    for (std::size_t i = 0; i < flux.size(); ++i) flux[i] = by_gradient ? without[i] : flux[i] - without[i];
    return slow.leaves(flux);
  };
  std::vector<float> y(x.size(), 7);
  const auto expect_all = [&](const Values& expected, double factor, const char* what) {
    double most = 0;
    for (std::size_t i = 0; i < y.size(); ++i) most = std::max(most, std::abs(double{y[i]} - factor * expected[i]));
    EXPECT_LE(most, 2e-5) << what;
  };
  constexpr double unit = 10;  // quanta
  cells.apply(x, y);
  expect_all(driven_by(false, x), unit, "apply");
  cells.drive(body.along, y);
  expect_all(driven_by(true, x), -unit, "drive");
  double power = 0;
  for (const SlowFace& face : slow.faces) {
    const double fall = face.below < 0 || face.above < 0 ? 0.5 : 1;
    if (face.axis == static_cast<std::size_t>(body.along)) power += fall * fall * slow_conductance(slow, face);
  }
  EXPECT_NEAR(cells.driven_power(body.along), unit * power, 1e-5 * power);
}

TEST(CellSystem, is_that_of_explicit_links) {
  for_each_small_body(50, [](const Body& body, unsigned seed) { expect_same_links(body, seed, 1); });
}

TEST(CellSystem, of_long_rows_is_that_of_explicit_links) {
  for_each_long_body([](const Body& body, unsigned seed) { expect_same_links(body, seed, 2); });
}

TEST(CellSystem, conducts_between_two_voxels_by_what_is_behind_them) {
  const auto leaves_first = [](std::int64_t voxels) {  // a row of voxels between walls: what 1 at its low end drives
    PoreSpace pores({voxels + 1, 1, 1});
    for (std::int64_t x = 0; x < voxels; ++x) pores.set_pore(x, 0, 0);
    const CellSystem cells(cells_of({pores, {}, Axis::x}), team_of(1));
    std::vector<float> x(cells.graph().nodes());
    std::vector<float> y(x.size());
    x[0] = 1;
    cells.apply(x, y);
    return y[0];
  };
  EXPECT_EQ(leaves_first(2), 15) << "a third and a third of a voxel in a row";
  EXPECT_EQ(leaves_first(3), 12) << "a third and a half";
}

TEST(CellSystem, has_a_preconditioner_that_is_symmetric_and_positive) {
  for_each_small_body(25, [](const Body& body, unsigned seed) {
    CellSystem cells(cells_of(body), team_of(1));
    const auto residual = [&](unsigned of) {
      std::vector<float> r(cells.graph().nodes());
      cells.apply(draw_values(r.size(), of), r);
      return r;
    };
    const auto apply = [&](const std::vector<float>& r) {
      std::vector<float> z(r.size());
      cells.precondition(r, z);
      return z;
    };
    const auto dot = [](const std::vector<float>& a, const std::vector<float>& b) {
      return slow_dot({a.begin(), a.end()}, {b.begin(), b.end()});
    };
    const std::vector<float> a = residual(seed);
    const std::vector<float> b = residual(seed + 1);
    const std::vector<float> of_a = apply(a);
    const std::vector<float> of_b = apply(b);
    if (dot(a, a) > 1e-6) {
      EXPECT_GT(dot(a, of_a), 0);
    }
    EXPECT_NEAR(dot(a, of_b), dot(b, of_a), 1e-4 * std::sqrt(dot(a, of_a) * dot(b, of_b)) + 1e-7);
  });
}

}  // namespace
}  // namespace perm
