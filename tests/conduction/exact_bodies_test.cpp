// SPDX-License-Identifier: Apache-2.0
// Bodies of which it is known what they conduct, and the same bits for any number of threads.
#include <gtest/gtest.h>

#include <cmath>
#include <utility>
#include <vector>

#include "conduction/conduction.hpp"
#include "conduction/small_bodies.hpp"

namespace perm {
namespace {

constexpr std::array all_boundaries{Boundary::periodic, Boundary::mirror, Boundary::sealed, Boundary::pressure};

template <class IsPore>
PoreSpace pores_where(const Extent& n, const IsPore& is_pore) {
  PoreSpace pores(n);
  for (std::int64_t z = 0; z < n.nz; ++z)
    for (std::int64_t y = 0; y < n.ny; ++y)
      for (std::int64_t x = 0; x < n.nx; ++x)
        if (is_pore(x, y, z)) pores.set_pore(x, y, z);
  return pores;
}

ConductionBounds bounds_of(const Body& body, double share = 1e-8, int threads = 1) {
  return bound_conduction(body.pores, body.rules, body.along, share, team_of(threads));
}

TEST(ExactBodies, bare_fluid_conducts_1_exactly) {
  for (const Extent& n : {Extent{1, 1, 1}, Extent{2, 1, 1}, Extent{1, 2, 1}, Extent{1, 1, 2}, Extent{2, 2, 2},
                          Extent{7, 1, 5}, Extent{1, 9, 8}, Extent{6, 5, 1}, Extent{33, 5, 3}, Extent{3, 4, 40}})
    for (const Boundary boundary : all_boundaries)
      for (const Axis along : all_axes) {
        const Body body = body_between(pores_where(n, [](auto...) { return true; }), boundary, along);
        const ConductionBounds bounds = bounds_of(body);
        EXPECT_EQ(bounds.lower, 1) << describe(body);
        EXPECT_NEAR(bounds.upper, 1, 1e-14) << describe(body);
        EXPECT_TRUE(bounds.is_done);
        for (const Axis axis : all_axes)
          EXPECT_EQ(bounds.flux[static_cast<std::size_t>(axis)], axis == along ? 1 : 0) << describe(body);
        if (boundary == Boundary::periodic) {
          EXPECT_EQ(bounds.gain_of_walls, 0);
        }
      }
}

TEST(ExactBodies, parallel_slabs_conduct_their_porosity_along_them) {
  for (const Extent& n : {Extent{5, 7, 4}, Extent{8, 9, 1}, Extent{1, 6, 3}, Extent{34, 5, 2}})
    for (const Boundary boundary : all_boundaries)
      for (const Axis along : {Axis::x, Axis::z}) {
        const Body body = body_between(
            pores_where(n, [](auto, std::int64_t y, auto) { return y == 1 || y == 3 || y == 4; }), boundary, along);
        const ConductionBounds bounds = bounds_of(body);
        EXPECT_NEAR(bounds.lower, body.pores.porosity(), 1e-6) << describe(body);
        EXPECT_NEAR(bounds.upper, body.pores.porosity(), 1e-6) << describe(body);
      }
}

TEST(ExactBodies, a_duct_of_one_voxel_conducts_its_share) {
  for (const std::int64_t length : {1, 2, 5, 40})
    for (const Boundary boundary : all_boundaries) {
      const Body body = body_between(
          pores_where({length, 3, 4}, [](auto, std::int64_t y, std::int64_t z) { return y == 1 && z == 2; }), boundary,
          Axis::x);
      const ConductionBounds bounds = bounds_of(body);
      EXPECT_NEAR(bounds.lower, 1.0 / 12, 1e-8) << describe(body);
      EXPECT_NEAR(bounds.upper, 1.0 / 12, 1e-8) << describe(body);
      EXPECT_NEAR(bounds.gain_of_walls, 4.0 / 12, 1e-6) << "the squared gradient 1 at its four walls";
    }
}

TEST(ExactBodies, dead_ends_beside_a_duct_add_nothing_but_what_the_current_bulges_into) {
  const auto bounds = [](std::int64_t depth) {
    return bounds_of(
        {pores_where({8, depth + 1, 1}, [](std::int64_t x, std::int64_t y, auto) { return y == 0 || x == 3; }),
         face_rules({Boundary::mirror}, Axis::x, {8, depth + 1, 1}), Axis::x});
  };
  for (const std::int64_t depth : {1, 3, 6}) {
    const double share = 1.0 / static_cast<double>(depth + 1);
    EXPECT_GT(bounds(depth).lower, share * (1 + 1e-4)) << depth;
    EXPECT_LT(bounds(depth).upper, share * 8 / 7) << depth << ": less than without any resistance beside the dead end";
  }
}

TEST(ExactBodies, a_plate_with_a_hole_lies_between_its_bounds_in_all_voxel_sizes) {
  for (const Boundary boundary : all_boundaries) {
    double lower = 0;
    double upper = 1;
    for (const std::int64_t factor : {1, 2, 4, 8}) {
      const Body body =
          refined(body_between(pores_where({4, 4, 4}, [](std::int64_t x, std::int64_t y,
                                                         std::int64_t z) { return x != 1 || (y == 1 && z == 2); }),
                               boundary, Axis::x),
                  factor);
      const ConductionBounds bounds = bounds_of(body, 1e-7);
      EXPECT_GE(bounds.lower, lower - 1e-7) << describe(body);
      EXPECT_LE(bounds.upper, upper + 1e-7) << describe(body);
      EXPECT_LE(bounds.lower, bounds.upper) << describe(body);
      lower = bounds.lower;
      upper = bounds.upper;
    }
    EXPECT_LT(upper - lower, 0.03 * lower) << "at 32 voxels";
  }
}

TEST(ExactBodies, a_checkerboard_of_columns_conducts_along_them_only) {
  const PoreSpace pores = pores_where({6, 6, 5}, [](std::int64_t x, std::int64_t y, auto) { return (x + y) % 2 == 0; });
  const ConductionBounds bounds = bounds_of({pores, {}, Axis::z});
  EXPECT_NEAR(bounds.lower, 0.5, 1e-8);
  EXPECT_NEAR(bounds.upper, 0.5, 1e-8) << "a contact by an edge carries nothing";
  EXPECT_EQ(percolating({pores, {}, Axis::x}).pores.count_pores(), 0);
}

TEST(ExactBodies, have_the_same_bits_on_any_number_of_threads) {
  std::mt19937 random(5);
  const PoreSpace pores = random_pores({40, 40, 40}, 0.6, random);
  for (const Boundary boundary : {Boundary::periodic, Boundary::sealed}) {
    const Body body = percolating(body_between(pores, boundary, Axis::y));
    const ConductionBounds one = bounds_of(body, 1e-5, 1);
    EXPECT_GT(one.lower, 0);
    EXPECT_LT(one.lower, one.upper);
    for (const int threads : {2, 3}) {
      const ConductionBounds more = bounds_of(body, 1e-5, threads);
      EXPECT_EQ(more.lower, one.lower) << threads;
      EXPECT_EQ(more.upper, one.upper) << threads;
      EXPECT_EQ(more.gain_of_walls, one.gain_of_walls) << threads;
      EXPECT_EQ(more.flux, one.flux) << threads;
      EXPECT_EQ(more.iterations, one.iterations) << threads;
    }
  }
}

}  // namespace
}  // namespace perm
