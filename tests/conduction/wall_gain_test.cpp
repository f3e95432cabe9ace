// SPDX-License-Identifier: Apache-2.0
// Lambda of Johnson, Koplik and Schwartz is that of smooth bodies for which it is known, whichever way their walls run.
#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "conduction/conduction.hpp"
#include "conduction/small_bodies.hpp"
#include "core/large_array.hpp"

namespace perm {
namespace {

template <class IsPore>
PoreSpace pores_at(const Extent& n, const IsPore& is_pore) {
  PoreSpace pores(n);
  for (std::int64_t z = 0; z < n.nz; ++z)
    for (std::int64_t y = 0; y < n.ny; ++y)
      for (std::int64_t x = 0; x < n.nx; ++x)
        if (is_pore(static_cast<double>(x) + 0.5, static_cast<double>(y) + 0.5, static_cast<double>(z) + 0.5))
          pores.set_pore(x, y, z);
  return pores;
}

double lambda_of(const Body& body, double share = 1e-7, int threads = 1) {
  return bound_conduction(body.pores, body.rules, body.along, share, team_of(threads)).lambda;
}

constexpr std::array boundaries{Boundary::periodic, Boundary::mirror, Boundary::sealed, Boundary::pressure};

TEST(Lambda, of_a_slit_along_the_voxels_is_its_width_exactly) {
  const OneThread one_thread;
  for (const int width : {1, 2, 3, 7})
    for (const Axis along : {Axis::x, Axis::z})
      for (const Boundary boundary : boundaries) {
        const Body body = body_between(
            pores_at({5, 12, 4}, [&](double, double y, double) { return y > 2 && y < 2 + width; }), boundary, along);
        EXPECT_NEAR(lambda_of(body), width, 1e-5 * width) << describe(body);
      }
}

TEST(Lambda, of_a_slit_between_voxel_steps_of_45_degrees_is_its_width_exactly) {
  const OneThread one_thread;
  // Diagonals that are one voxel row apart stand 1/sqrt 2 of an edge apart.
  const Body body = body_between(
      pores_at({24, 24, 3},
               [](double x, double y, double) { return std::fmod(x + y, 24) > 2.5 && std::fmod(x + y, 24) < 14.5; }),
      Boundary::periodic, Axis::z);
  EXPECT_NEAR(lambda_of(body), 12 / std::sqrt(2), 1e-3);
}

TEST(Lambda, of_a_tube_is_its_radius) {
  const OneThread one_thread;
  for (const double radius : {8.0, 10.3, 12.7, 16.0})
    for (const double shift : {0.17, 0.31}) {
      const auto n = static_cast<std::int64_t>(2 * radius) + 5;
      const double centre = static_cast<double>(n) / 2 + shift;
      const Body body = body_between(
          pores_at({2, n, n},
                   [&](double, double y, double z) { return std::hypot(y - centre, z - centre - 0.12) < radius; }),
          Boundary::periodic, Axis::x);
      EXPECT_NEAR(lambda_of(body) / radius, 1, 0.02) << radius << " " << shift;
    }
}

TEST(Lambda, of_a_quarter_of_a_tube_between_mirrors_is_that_of_the_tube) {
  const OneThread one_thread;
  const auto tube = [](double, double y, double z) { return std::hypot(y - 12, z - 12) < 9.3; };
  const auto quarter = [](double, double y, double z) { return std::hypot(y, z) < 9.3; };
  for (const Boundary boundary : {Boundary::mirror, Boundary::sealed}) {
    const double whole = lambda_of(body_between(pores_at({3, 24, 24}, tube), boundary, Axis::x));
    const double cut = lambda_of(body_between(pores_at({3, 12, 12}, quarter), boundary, Axis::x));
    EXPECT_NEAR(cut, whole, 1e-5 * whole);
  }
}

// 2 D over the slope of D as spheres shrink, from D of Rayleigh's multipoles at solid fractions 0.2, 0.3, 0.4, 0.45 and
// 0.5 (0.7267030, 0.6056612, 0.4901099, 0.4327176, 0.373735), with T in D = 1 - 3 f/(2 + f - T) fitted by powers of f
// from 10/3 on. Fits of four and five powers differ by 1e-4.
TEST(Lambda, of_a_simple_cubic_array_of_spheres_is_that_of_the_exact_conductivity) {
  const OneThread one_thread;
  constexpr double exact = 0.3263;  // of the cell, at solid fraction 0.4
  const double radius = std::cbrt(0.4 * 3 / (4 * 3.14159265358979));
  for (const std::int64_t n : {32, 48}) {
    const auto cells = static_cast<double>(n);
    const Body body = body_between(pores_at({n, n, n},
                                            [&](double x, double y, double z) {
                                              return std::hypot(x - 0.5137 * cells, y - 0.4931 * cells,
                                                                z - 0.5059 * cells) > radius * cells;
                                            }),
                                   Boundary::periodic, Axis::x);
    EXPECT_NEAR(lambda_of(body) / (exact * cells), 1, 0.02) << n;
  }
}

TEST(Lambda, is_absent_without_walls_and_where_conductivities_differ) {
  const OneThread one_thread;
  const PoreSpace all = pores_at({6, 5, 4}, [](auto...) { return true; });
  for (const Boundary boundary : boundaries) EXPECT_EQ(lambda_of(body_between(all, boundary, Axis::x)), 0);
  const PoreSpace slit = pores_at({4, 6, 3}, [](double, double y, double) { return y > 2; });
  LargeArray<float> conductivity(static_cast<std::size_t>(slit.count_pores()));
  for (float& value : conductivity.span()) value = 1;
  EXPECT_EQ(bound_conduction(slit, {}, Axis::x, 1e-6, team_of(1), std::move(conductivity)).lambda, 0);
}

TEST(Lambda, turns_with_the_image) {
  const OneThread one_thread;
  std::mt19937 random(3);
  const PoreSpace pores = random_pores({9, 34, 12}, 0.8, random);
  PoreSpace turned({34, 12, 9});
  for (std::int64_t z = 0; z < 12; ++z)
    for (std::int64_t y = 0; y < 34; ++y)
      for (std::int64_t x = 0; x < 9; ++x)
        if (pores.is_pore(x, y, z)) turned.set_pore(y, z, x);
  for (const Boundary boundary : {Boundary::periodic, Boundary::sealed}) {
    const double one = lambda_of(percolating(body_between(pores, boundary, Axis::y)));
    EXPECT_GT(one, 0);
    EXPECT_NEAR(lambda_of(percolating(body_between(turned, boundary, Axis::x))), one, 1e-3 * one);
  }
}

TEST(Lambda, has_the_same_bits_on_any_number_of_threads) {
  std::mt19937 random(5);
  const Body body = percolating(body_between(random_pores({40, 70, 80}, 0.6, random), Boundary::periodic, Axis::y));
  const double one = lambda_of(body, 1e-4);
  EXPECT_GT(one, 0);
  for (const int threads : {2, 3}) EXPECT_EQ(lambda_of(body, 1e-4, threads), one);
}

}  // namespace
}  // namespace perm
