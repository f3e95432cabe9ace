// SPDX-License-Identifier: Apache-2.0
// What bodies with walls between voxels conduct: exact ones, arrays of spheres whose values are known, and hard places.
#include "conduction/body_conduction.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "conduction/known_surfaces.hpp"
#include "conduction/small_bodies.hpp"

namespace perm {
namespace {

constexpr std::array boundaries_of_body{Boundary::periodic, Boundary::mirror, Boundary::sealed, Boundary::pressure};

BodyConduction conduct_between(const Surface& surface, const Extent& n, const Extent& cells, Boundary boundary,
                               Axis along, int threads = 1) {
  const FaceRules rules = face_rules({boundary}, along, n);
  const auto team = team_of(threads);
  return conduct_body(BodyCells(surface, n, cells, rules.closed(), *team), rules, along, 1e-9, team);
}
BodyConduction conduct_periodic(const Surface& surface, const Extent& n, Axis along = Axis::x) {
  return conduct_between(surface, n, n, Boundary::periodic, along);
}

TEST(BodyConduction, of_an_open_box_is_1_exactly_in_cells_of_any_edge) {
  const UniformSurface all_pore(true);
  for (const Extent& n : {Extent{1, 1, 1}, Extent{2, 1, 1}, Extent{1, 2, 1}, Extent{5, 1, 3}, Extent{7, 9, 8}})
    for (const Extent& cells : {n, doubled_cells(n)})
      for (const Boundary boundary : boundaries_of_body)
        for (const Axis along : all_axes) {
          const BodyConduction found = conduct_between(all_pore, n, cells, boundary, along);
          EXPECT_DOUBLE_EQ(found.conductivity, 1) << to_string(n) << " in " << to_string(cells);
          EXPECT_DOUBLE_EQ(found.connected, 1);
          EXPECT_TRUE(found.is_done);
          for (const Axis axis : all_axes)
            EXPECT_NEAR(found.flux[static_cast<std::size_t>(axis)], axis == along ? 1 : 0, 1e-7);
        }
}

TEST(BodyConduction, of_solid_is_nothing) {
  const UniformSurface all_solid(false);
  for (const Boundary boundary : boundaries_of_body) {
    const BodyConduction found = conduct_between(all_solid, {4, 3, 2}, {4, 3, 2}, boundary, Axis::y);
    EXPECT_EQ(found.cells, 0);
    EXPECT_EQ(found.conductivity, 0);
  }
}

TEST(BodyConduction, along_slabs_is_their_share_wherever_they_stand_and_nothing_across_them) {
  for (const auto& [low, high] : {std::pair{1.0, 3.0}, {1.3, 3.9}, {0.25, 0.75}, {2.2, 2.3}, {4.6, 6.1}, {0.5, 5.5}})
    for (const Axis across : all_axes) {
      const Extent n{6, 6, 6};
      const SlabSurface slab(across, 6, {low, high});
      for (const Extent& cells : {n, Extent{6, 6, 3}, Extent{5, 4, 3}})
        for (const Axis along : all_axes) {
          const BodyConduction found = conduct_between(slab, n, cells, Boundary::periodic, along);
          const double share = (high - low) / 6;
          EXPECT_NEAR(found.conductivity, along == across ? 0 : share, 2e-5) << low << ' ' << high;
          EXPECT_NEAR(found.connected, along == across ? 0 : share, 3e-3) << low << ' ' << high;
          EXPECT_EQ(found.cells == 0, along == across);
        }
    }
}

TEST(BodyConduction, of_closed_slabs_stands_between_held_potentials) {
  const Extent n{6, 6, 6};
  const SlabSurface slab(Axis::z, 6, {1.3, 3.9});
  for (const Boundary boundary : boundaries_of_body) {
    EXPECT_NEAR(conduct_between(slab, n, n, boundary, Axis::x).conductivity, 2.6 / 6, 2e-5);
    EXPECT_EQ(conduct_between(slab, n, n, boundary, Axis::z).cells, 0);
  }
}

/// Spheres of arrays in a cell of n voxels, as shares of it.
std::vector<Sphere> array_of(const std::vector<std::array<double, 3>>& places, double solid, double n,
                             const std::array<double, 3>& shift) {
  const double radius = n * std::cbrt(3 * solid / (4 * std::numbers::pi * static_cast<double>(places.size())));
  std::vector<Sphere> spheres;
  for (const auto& place : places)
    spheres.push_back({std::fmod(n * place[0] + shift[0], n), std::fmod(n * place[1] + shift[1], n),
                       std::fmod(n * place[2] + shift[2], n), radius});
  return spheres;
}
const std::vector<std::array<double, 3>> sc{{0, 0, 0}};
const std::vector<std::array<double, 3>> fcc{{0, 0, 0}, {0.5, 0.5, 0}, {0.5, 0, 0.5}, {0, 0.5, 0.5}};

/// Exact values: Rayleigh's multipoles to order 25 (tools/conduction_table).
TEST(BodyConduction, of_arrays_of_spheres_is_near_the_exact_value_in_any_place) {
  const Extent n{32, 32, 32};
  for (const std::array<double, 3>& shift : {std::array{0.0, 0.0, 0.0}, {0.5, 0.5, 0.5}, {0.3, 0.71, 0.17}}) {
    EXPECT_NEAR(conduct_periodic(*balls(array_of(sc, 0.4, 32, shift), n), n).conductivity / 0.4901099, 1, 8e-4);
    EXPECT_NEAR(conduct_periodic(*balls(array_of(fcc, 0.7, 32, shift), n), n).conductivity / 0.202492, 1, 6e-3);
  }
}

TEST(BodyConduction, falls_to_the_exact_value_with_the_square_of_the_edge) {
  double before = 0;
  for (const std::int64_t size : {12, 24, 48}) {
    const Extent n{size, size, size};
    const auto s = static_cast<double>(size);
    const double error =
        conduct_periodic(*balls(array_of(fcc, 0.6, s, {0.3, 0.71, 0.17}), n), n).conductivity / 0.2991676 - 1;
    if (before > 0) {
      EXPECT_GT(before / error, 3.2) << size;
    }
    before = error;
  }
}

TEST(BodyConduction, of_spheres_that_touch_faces_and_each_other_goes_on) {
  const Extent n{16, 16, 16};
  const auto touching = balls({{8, 8, 8, 8}}, n);  // tangent to its own images, in the middle of faces of the image
  const double at_contact = conduct_periodic(*touching, n).conductivity;
  EXPECT_GT(at_contact, 0.34);  // SC at solid 0.5 has 0.374, and 0.5236 here
  EXPECT_LT(at_contact, 0.374);
  const auto within_voxels = balls({{8, 8, 8, 4}}, n);
  const double solid = std::numbers::pi / 48;
  EXPECT_NEAR(conduct_periodic(*within_voxels, n).conductivity, 1 - 3 * solid / (2 + solid), 1e-3)
      << "a dilute array (Maxwell 1873)";
}

TEST(BodyConduction, finds_throats_that_are_thinner_than_a_cell) {
  const Extent n{10, 10, 1};
  for (const double low : {3.0, 3.02, 3.48, 3.95}) {
    const SlabSurface slit(Axis::y, 10, {low, low + 0.05});
    EXPECT_NEAR(conduct_periodic(slit, n).conductivity, 0.005, 7e-4) << low << ": a wall is off by a 200th of a cell";
  }
}

TEST(BodyConduction, in_cells_of_which_each_is_eight_is_that_of_cells_cut_so_large) {
  const Extent n{16, 12, 1};
  const auto surface = balls({{4, 5, 0.5, 3.4}, {12, 9, 0.5, 2.8}}, n);
  const auto team = team_of(2);
  for (const Boundary boundary : boundaries_of_body) {
    const FaceRules rules = face_rules({boundary}, Axis::x, n);
    const BodyCells cells(*surface, n, n, rules.closed(), *team);
    ASSERT_TRUE(cells.has_doubled());
    const BodyCells cut(*surface, n, doubled_cells(n), rules.closed(), *team);
    const BodyConduction found = conduct_body(cells.doubled(), rules, Axis::x, 1e-9, team);
    EXPECT_NEAR(found.conductivity / conduct_body(cut, rules, Axis::x, 1e-9, team).conductivity, 1, 2e-3);
    EXPECT_NEAR(found.connected, cells.share_of_pores(), 1e-4);
  }
  EXPECT_FALSE(BodyCells(*surface, n, {15, 12, 1}, {}, *team).has_doubled());
}

TEST(BodyConduction, leaves_out_pores_that_lead_nowhere) {
  const Extent n{12, 12, 12};
  std::vector<Sphere> shell;  // pores outside a ball of solid, whose images overlap: they are closed corners
  shell.push_back({6, 6, 6, 8.7});
  const BodyConduction found = conduct_periodic(*balls(shell, n), n);
  EXPECT_EQ(found.cells, 0);
  EXPECT_EQ(found.conductivity, 0);
}

TEST(BodyConduction, has_the_same_bits_on_any_number_of_threads) {
  const Extent n{20, 17, 15};
  const auto surface = balls({{4, 5, 6, 4.4}, {13, 11, 3, 5.1}, {7, 14, 12, 3.3}}, n);
  for (const Boundary boundary : boundaries_of_body) {
    const BodyConduction one = conduct_between(*surface, n, n, boundary, Axis::y, 1);
    const BodyConduction three = conduct_between(*surface, n, n, boundary, Axis::y, 3);
    EXPECT_EQ(one.conductivity, three.conductivity);
    EXPECT_EQ(one.flux, three.flux);
  }
}

TEST(BodyConduction, of_a_surface_that_does_not_know_its_distance_is_nearly_the_same) {
  const Extent n{12, 12, 12};
  const auto known = balls({{4, 5, 6, 4.4}}, n);
  const double exact = conduct_periodic(*known, n).conductivity;
  EXPECT_NEAR(conduct_periodic(UnmeasuredSurface(known), n).conductivity / exact, 1, 3e-3);
}

}  // namespace
}  // namespace perm
