// SPDX-License-Identifier: Apache-2.0
// The stored drags on spheres in cubic arrays are the solutions that they stand for, and so is what lies between them.
#include "validation/references/spheres/sphere_array_table.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <stdexcept>

#include "validation/references/spheres/sphere_array_flow.hpp"

namespace perm::reference {
namespace {

constexpr SphereLattice lattices[] = {SphereLattice::sc, SphereLattice::bcc, SphereLattice::fcc};

bool long_tests_are_wanted() { return std::getenv("PERMEABILITY_LONG_TESTS") != nullptr; }

TEST(SphereArrayTable, agrees_with_new_solutions_between_its_nodes_within_the_error_of_either) {
  for (const SphereLattice lattice : lattices) {
    const double dense = radius_ratio(lattice, 0.85 * closest_packing(lattice));
    for (const double chi : {0.02, 0.21, 0.33, 0.45, 0.62, 0.8, dense}) {
      const SphereArrayDrag solution = solve_sphere_array(lattice, chi);
      const InterpolatedDrag stored = sphere_array_drag(lattice, chi);
      const double difference = std::abs(stored.drag / solution.drag - 1);
      EXPECT_LT(difference, 0.3 * solution.error) << chi;
      EXPECT_LT(difference, stored.error) << chi;
      EXPECT_LT(difference, chi < 0.4 ? 1e-11 : 2e-6) << chi;
    }
  }
}

TEST(SphereArrayTable, holds_every_digit_that_was_written) {
  const StoredRanges all[] = {stored_drags(SphereLattice::sc), stored_drags(SphereLattice::bcc),
                              stored_drags(SphereLattice::fcc)};
  EXPECT_EQ(checksum(all), stored_checksum);
}

TEST(SphereArrayTable, gives_its_nodes_back_from_a_lone_sphere_to_touching_ones) {
  for (const SphereLattice lattice : lattices) {
    const auto& [lower, upper] = stored_drags(lattice);
    EXPECT_EQ(lower.nodes.front().chi, 0);
    EXPECT_EQ(lower.nodes.front().drag, 1);
    EXPECT_EQ(upper.nodes.back().chi, 1);
    EXPECT_EQ(lower.nodes.back().chi, upper.nodes.front().chi);
    EXPECT_EQ(lower.nodes.back().drag, upper.nodes.front().drag);
    for (const StoredRange& range : {lower, upper})
      for (const StoredDrag& node : range.nodes) {
        EXPECT_DOUBLE_EQ(interpolate(range, node.chi).drag, node.drag);
        EXPECT_DOUBLE_EQ(interpolate(range, node.chi).error, node.error * (1 + range.between));
      }
  }
}

TEST(SphereArrayTable, drag_rises_with_the_size_of_the_spheres) {
  for (const SphereLattice lattice : lattices) {
    double last = 1;
    for (int i = 1; i <= 4000; ++i) {
      const double drag = sphere_array_drag(lattice, i / 4000.0).drag;
      EXPECT_GT(drag, last) << i;
      last = drag;
    }
  }
}

TEST(SphereArrayTable, states_an_error_below_1e_4_everywhere_and_below_1e_9_for_small_spheres) {
  for (const SphereLattice lattice : lattices)
    for (int i = 1; i <= 1000; ++i) {
      const double chi = i / 1000.0;
      EXPECT_LT(sphere_array_drag(lattice, chi).error, chi <= 0.2 ? 1e-9 : 1e-4) << chi;
      EXPECT_GE(sphere_array_drag(lattice, chi).error, i < 10 ? 0 : 1e-12) << chi;
    }
}

TEST(SphereArrayTable, refuses_spheres_that_overlap_or_have_no_size) {
  for (const double chi : {0.0, -0.5, 1.0001, std::nan("")})
    EXPECT_THROW(sphere_array_drag(SphereLattice::fcc, chi), std::domain_error);
}

TEST(SphereArrayTable, nodes_are_solutions) {
  if (!long_tests_are_wanted()) GTEST_SKIP() << "takes a minute: set PERMEABILITY_LONG_TESTS=1";
  // Instruction sets differ in the rounding, which changes the drag by up to 2e-9 where spheres are close.
  for (const SphereLattice lattice : lattices)
    for (const StoredRange& range : stored_drags(lattice))
      for (const StoredDrag& node : range.nodes) {
        if (node.chi == 0) continue;
        const SphereArrayDrag solution = solve_sphere_array(lattice, node.chi);
        EXPECT_NEAR(node.drag / solution.drag, 1, node.chi <= 0.4 ? 1e-11 : 1e-8) << node.chi;
        EXPECT_NEAR(node.error / solution.error, 1, 0.05) << node.chi;
      }
}

TEST(SphereArrayTable, lies_halfway_between_its_nodes_as_near_to_solutions_as_it_says) {
  if (!long_tests_are_wanted()) GTEST_SKIP() << "takes a minute: set PERMEABILITY_LONG_TESTS=1";
  for (const SphereLattice lattice : lattices)
    for (const StoredRange& range : stored_drags(lattice))
      for (std::size_t j = 1; j < range.nodes.size(); ++j) {
        const double chi = (range.nodes[j - 1].chi + range.nodes[j].chi) / 2;
        const SphereArrayDrag solution = solve_sphere_array(lattice, chi);
        const InterpolatedDrag stored = interpolate(range, chi);
        const double difference = std::abs(stored.drag / solution.drag - 1);
        const double from_nodes = stored.error / (1 + range.between);
        EXPECT_LT(difference, range.between * from_nodes + (chi < 0.4 ? 1e-11 : 1e-8)) << chi;
        EXPECT_LT(difference, solution.error / 3) << chi;
      }
}

}  // namespace
}  // namespace perm::reference
