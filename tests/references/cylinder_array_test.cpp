// SPDX-License-Identifier: Apache-2.0
#include "validation/references/cylinders/cylinder_array.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <stdexcept>

#include "validation/references/cylinders/cylinder_array_flow.hpp"

namespace perm::reference {
namespace {

constexpr double sqrt3 = std::numbers::sqrt3;

struct Known {
  double fraction, permeability;
};

TEST(CylinderArray, touches_along_the_nearest_direction) {
  EXPECT_DOUBLE_EQ(touching_radius(cylinder_cell(CylinderLattice::square)), 0.5);
  EXPECT_NEAR(touching_radius(cylinder_cell(CylinderLattice::hexagonal)), 0.5, 1e-15);
  EXPECT_DOUBLE_EQ(touching_radius(cylinder_cell(CylinderLattice::hexagonal, 1.5)), std::hypot(1, 1.5) / 4);
  EXPECT_DOUBLE_EQ(touching_radius(cylinder_cell(CylinderLattice::hexagonal, 2)), 0.5);
}

TEST(CylinderArray, agrees_with_sangani_and_acrivos_on_the_square_lattice) {
  // Sangani and Acrivos (1982), IJMF 8, 193, table 1: solid fraction and F = force per length/(mu U). Its 0.30 is 2e-4
  // off, its 0.75 one percent.
  const struct {
    double fraction, force, tolerance;
  } table[] = {{0.05, 15.56, 3e-4},  {0.1, 24.83, 2e-4},   {0.2, 51.53, 1e-4},
               {0.3, 102.90, 3e-4},  {0.4, 217.89, 3e-5},  {0.5, 532.55, 1e-5},
               {0.6, 1.763e3, 4e-4}, {0.7, 1.352e4, 4e-4}, {0.75, 1.263e5, 1.1e-2}};
  const CylinderCell cell = cylinder_cell(CylinderLattice::square);
  for (const auto& row : table)
    EXPECT_NEAR(solve_cylinder_array(CylinderLattice::square, row.fraction).permeability_over_radius2 /
                    permeability_from_force(cell, row.fraction, row.force),
                1, row.tolerance)
        << row.fraction;
}

TEST(CylinderArray, agrees_with_an_earlier_solution_to_its_digits) {
  // Another program computed k over the radius squared from fundamental solutions on an inner circle without grading.
  const Known square[] = {{0.05, 4.038602},  {0.1, 1.265155},   {0.2, 0.3048495},   {0.3, 0.1017870},
                          {0.4, 0.03604491}, {0.5, 0.01179834}, {0.6, 0.002968966}, {0.7, 3.319728e-4}};
  const Known hexagonal[] = {{0.05, 3.992434},   {0.1, 1.250036},    {0.2, 0.3071104},
                             {0.3, 0.1081890},   {0.4, 0.04227785},  {0.5, 0.01643855},
                             {0.6, 0.005807396}, {0.7, 1.620265e-3}, {0.8, 2.419710e-4}};
  for (const Known& row : square)
    EXPECT_NEAR(
        solve_cylinder_array(CylinderLattice::square, row.fraction).permeability_over_radius2 / row.permeability, 1,
        5e-7)
        << row.fraction;
  for (const Known& row : hexagonal)
    EXPECT_NEAR(
        solve_cylinder_array(CylinderLattice::hexagonal, row.fraction).permeability_over_radius2 / row.permeability, 1,
        5e-7)
        << row.fraction;
}

TEST(CylinderArray, agrees_with_the_dilute_forms_of_drummond_and_tahir) {
  // Drummond and Tahir (1984) give k = a^2/(8 c) (-ln c - 1.476 + 2 c ...), with 1.497 for the hexagonal lattice.
  const double c = 1e-4;
  EXPECT_NEAR(solve_cylinder_array(CylinderLattice::square, c).permeability_over_radius2 * 8 * c,
              -std::log(c) - 1.476 + 2 * c, 1e-3);
  EXPECT_NEAR(solve_cylinder_array(CylinderLattice::hexagonal, c).permeability_over_radius2 * 8 * c,
              -std::log(c) - 1.497 + 2 * c, 1e-3);
}

TEST(CylinderArray, a_centred_square_cell_is_the_square_lattice_at_45_degrees) {
  // A square lattice has the same resistance in all directions.
  for (const double c : {0.1, 0.4, 0.7}) {
    const double turned = solve_cylinder_array(CylinderLattice::hexagonal, c, 1).permeability_over_radius2;
    EXPECT_NEAR(turned / solve_cylinder_array(CylinderLattice::square, c).permeability_over_radius2, 1, 1e-9);
  }
}

TEST(CylinderArray, the_hexagonal_lattice_resists_alike_along_both_axes) {
  // The cell turned by 90 degrees has the height 1/sqrt(3) for a width of 1.
  for (const double c : {0.1, 0.5, 0.8}) {
    const double across = solve_cylinder_array(CylinderLattice::hexagonal, c, 1 / sqrt3).permeability_over_radius2;
    EXPECT_NEAR(across / solve_cylinder_array(CylinderLattice::hexagonal, c).permeability_over_radius2, 1, 1e-9);
  }
}

TEST(CylinderArray, knows_its_error_up_to_nearly_touching_cylinders) {
  for (const double share : {0.01, 0.3, 0.6, 0.9, 0.97, 0.99}) {
    const CylinderArrayPermeability square =
        solve_cylinder_array(CylinderLattice::square, share * std::numbers::pi / 4);
    EXPECT_LT(square.error, 1e-6) << share;
    EXPECT_LT(square.residual, 1e-5) << share;
    const CylinderArrayPermeability hexagonal =
        solve_cylinder_array(CylinderLattice::hexagonal, share * std::numbers::pi / (2 * sqrt3));
    EXPECT_LT(hexagonal.error, 1e-6) << share;
    EXPECT_LT(hexagonal.residual, 1e-5) << share;
  }
}

TEST(CylinderArray, refuses_cylinders_that_touch_or_overlap_or_have_no_size) {
  for (const double c : {0.0, -0.1, 0.786, 0.78539, std::nan("")})
    EXPECT_THROW(solve_cylinder_array(CylinderLattice::square, c), std::domain_error);
  EXPECT_THROW(solve_cylinder_array(CylinderLattice::hexagonal, 0.91), std::domain_error);
  EXPECT_THROW(solve_cylinder_array(CylinderLattice::hexagonal, 0.1, 0), std::domain_error);
}

}  // namespace
}  // namespace perm::reference
