// SPDX-License-Identifier: Apache-2.0
// The stored forces on cylinders in arrays are the solutions that they stand for, and so is what lies between them.
#include "validation/references/cylinders/cylinder_array_table.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <vector>

#include "long_tests.hpp"
#include "validation/references/cylinders/cylinder_array_flow.hpp"

namespace perm::reference {
namespace {

constexpr CylinderLattice lattices[] = {CylinderLattice::square, CylinderLattice::hexagonal};

void expect_agreement(CylinderLattice lattice, double solid_fraction, double aspect) {
  const CylinderArrayPermeability solution = solve_cylinder_array(lattice, solid_fraction, aspect);
  const auto stored = stored_permeability(lattice, solid_fraction, aspect);
  ASSERT_TRUE(stored) << solid_fraction << ' ' << aspect;
  const double difference = std::abs(stored->permeability_over_radius2 / solution.permeability_over_radius2 - 1);
  EXPECT_LT(difference, stored->error + solution.error) << solid_fraction << ' ' << aspect;
  EXPECT_LT(difference, 1e-8) << solid_fraction << ' ' << aspect;
  EXPECT_LT(stored->error, 1e-4) << solid_fraction << ' ' << aspect;
}

TEST(CylinderArrayTable, agrees_with_new_solutions_between_its_nodes) {
  for (const double share : {0.003, 0.1, 0.24, 0.26, 0.5, 0.8, 0.95, 0.998})
    expect_agreement(CylinderLattice::square, share * largest_solid_fraction(CylinderLattice::square), 1);
  for (const double aspect : {1.6901, 45 / 26.0, std::numbers::sqrt3, 1.75, 1.7749})
    for (const double solid : {0.003, 0.1, 0.22, 0.24, 0.6, 0.8, 0.86})
      expect_agreement(CylinderLattice::hexagonal, solid, aspect);
}

TEST(CylinderArrayTable, holds_every_digit_that_was_written) {
  std::vector<StoredForces> all;
  for (const CylinderLattice lattice : lattices)
    for (const StoredForces& range : stored_forces(lattice)) all.push_back(range);
  EXPECT_EQ(checksum(all), stored_forces_checksum);
}

TEST(CylinderArrayTable, nodes_are_solutions) {
  for (const CylinderLattice lattice : lattices)
    for (const StoredForces& stored : stored_forces(lattice)) {
      std::size_t i = 0;
      ASSERT_EQ(stored.solutions.size(), stored.places.count * stored.aspects.count);
      for (const double aspect : place_nodes(stored.aspects))
        for (const double place : place_nodes(stored.places)) {
          const StoredForce& node = stored.solutions[i++];
          if (i % 7 != 1 && !long_tests_run()) continue;  // all of them take ten seconds
          const CylinderCell cell = cylinder_cell(lattice, aspect);
          const double radius = radius_at(stored.form, cell, place);
          const double solid = std::numbers::pi * radius * radius / cell.area_for_each();
          const double solved = solve_cylinder_array(lattice, solid, aspect).permeability_over_radius2;
          EXPECT_NEAR(permeability_from_force(cell, solid, node.force) / solved, 1, 1e-8) << radius << ' ' << aspect;
          EXPECT_NEAR(interpolate(stored, cell, radius).force / node.force, 1, 1e-12) << radius << ' ' << aspect;
        }
    }
}

TEST(CylinderArrayTable, is_solved_where_nothing_is_stored) {
  const struct { double solid_fraction, aspect; } arrays[] = {{0.3, 1.6}, {0.3, 1.8}, {0.89, std::numbers::sqrt3}};
  for (const auto& array : arrays) {
    EXPECT_FALSE(stored_permeability(CylinderLattice::hexagonal, array.solid_fraction, array.aspect));
    EXPECT_DOUBLE_EQ(
        cylinder_array_permeability(CylinderLattice::hexagonal, array.solid_fraction, array.aspect)
            .permeability_over_radius2,
        solve_cylinder_array(CylinderLattice::hexagonal, array.solid_fraction, array.aspect).permeability_over_radius2);
  }
}

TEST(CylinderArrayTable, refuses_what_the_solver_refuses) {
  for (const CylinderLattice lattice : lattices)
    for (const double solid : {0.0, -0.1, 1.0001 * largest_solid_fraction(lattice), 1.0, std::nan("")})
      EXPECT_THROW(cylinder_array_permeability(lattice, solid), std::domain_error) << solid;
}

}  // namespace
}  // namespace perm::reference
