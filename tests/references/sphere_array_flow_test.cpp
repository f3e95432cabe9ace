// SPDX-License-Identifier: Apache-2.0
// The drag on spheres in cubic arrays agrees with published and computed values of others.
#include "validation/references/spheres/sphere_array_flow.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "long_tests.hpp"
#include "validation/references/spheres/sangani_acrivos.hpp"
#include "validation/references/spheres/sphere_array_table.hpp"

namespace perm::reference {
namespace {

struct Known {
  double chi, drag;
};

/// Gives the solution, which takes up to some seconds: tests that ask for the same one share it.
const SphereArrayDrag& solve_once(SphereLattice lattice, double chi) {
  static std::map<std::pair<SphereLattice, double>, SphereArrayDrag> solutions;
  const auto [at, is_new] = solutions.try_emplace({lattice, chi});
  if (is_new) at->second = solve_sphere_array(lattice, chi);
  return at->second;
}

TEST(SphereArrayFlow, agrees_with_the_series_of_sangani_and_acrivos) {
  for (const SphereLattice lattice : {SphereLattice::sc, SphereLattice::bcc, SphereLattice::fcc}) {
    for (const double chi : {0.05, 0.1, 0.2, 0.3, 0.4, 0.5})
      EXPECT_NEAR(solve_once(lattice, chi).drag / *sangani_acrivos_drag(lattice, chi), 1, 1e-8) << chi;
    EXPECT_NEAR(solve_once(lattice, 0.6).drag / *sangani_acrivos_drag(lattice, 0.6), 1, 1e-6);
  }
}

TEST(SphereArrayFlow, leaves_the_series_only_where_the_missing_terms_count) {
  EXPECT_NEAR(solve_once(SphereLattice::sc, 0.75).drag / *sangani_acrivos_drag(SphereLattice::sc, 0.75), 1, 3e-4);
  EXPECT_NEAR(solve_once(SphereLattice::bcc, 0.75).drag / *sangani_acrivos_drag(SphereLattice::bcc, 0.75), 1, 1e-4);
  EXPECT_NEAR(solve_once(SphereLattice::fcc, 0.75).drag / *sangani_acrivos_drag(SphereLattice::fcc, 0.75), 1, 6e-4);
}

TEST(SphereArrayFlow, agrees_with_the_simple_cubic_table_of_zick_and_homsy) {
  // Zick and Homsy (1982), JFM 115, 13, table 2, give solid fraction and K; their digits set the tolerance.
  const struct {
    double fraction, drag, tolerance;
  } table[] = {{0.000125, 1.096, 6e-4}, {0.001, 1.212, 6e-4}, {0.008, 1.525, 6e-4},
               {0.027, 2.008, 6e-4},    {0.064, 2.810, 6e-4}, {0.125, 4.292, 6e-4},
               {0.216, 7.442, 6e-4},    {0.343, 15.4, 0.06},  {0.45, 28.1, 0.06}};
  for (const auto& row : table)
    EXPECT_NEAR(solve_once(SphereLattice::sc, radius_ratio(SphereLattice::sc, row.fraction)).drag, row.drag,
                row.tolerance);
}

TEST(SphereArrayFlow, agrees_with_zick_and_homsy_where_simple_cubic_spheres_touch) {
  const SphereArrayDrag touching = solve_once(SphereLattice::sc, 1);
  EXPECT_NEAR(touching.drag, 42.1, 0.05);                     // table 2
  EXPECT_NEAR(touching.drag / 42.100475, 1, touching.error);  // by this method with fineness 0.17, smallest angle 0.05
  EXPECT_LT(touching.error, 1e-4);
}

TEST(SphereArrayFlow, agrees_with_zick_and_homsy_where_body_centred_spheres_touch) {
  const SphereArrayDrag touching = solve_once(SphereLattice::bcc, 1);
  EXPECT_NEAR(touching.drag / 162.9, 1, 1e-2);                // from memory, hence the tolerance
  EXPECT_NEAR(touching.drag / 162.77926, 1, touching.error);  // by this method with fineness 0.17, smallest angle 0.05
  EXPECT_LT(touching.error, 1e-4);
}

TEST(SphereArrayFlow, agrees_with_zick_and_homsy_where_face_centred_spheres_touch) {
  const SphereArrayDrag touching = solve_once(SphereLattice::fcc, 1);
  EXPECT_NEAR(touching.drag / 435, 1, 1e-2);                  // from memory, hence the tolerance
  EXPECT_NEAR(touching.drag / 432.13532, 1, touching.error);  // by this method with fineness 0.17, smallest angle 0.05
  EXPECT_LT(touching.error, 1e-4);
}

TEST(SphereArrayFlow, is_stored_for_touching_spheres) {
  for (const SphereLattice lattice : {SphereLattice::sc, SphereLattice::bcc, SphereLattice::fcc}) {
    const InterpolatedDrag stored = sphere_array_drag(lattice, 1);
    EXPECT_NEAR(stored.drag / solve_once(lattice, 1).drag, 1, 1e-8);  // instruction sets round differently
    EXPECT_GE(stored.error, solve_once(lattice, 1).error * 0.95);
  }
}

TEST(SphereArrayFlow, agrees_with_an_earlier_solution_on_uniform_sources) {
  // Another program computed these values from fundamental solutions on an inner sphere without grading. Its velocity
  // on the sphere is 2e-8 to 2e-6, and the drag is as good.
  const std::map<SphereLattice, std::vector<Known>> earlier = {
      {SphereLattice::sc, {{0.3, 1.69988435}, {0.6, 3.97378141}, {0.85, 13.63698367}, {0.9, 19.16107944}}},
      {SphereLattice::bcc, {{0.3, 1.83314288}, {0.6, 5.10833351}, {0.85, 25.80862289}, {0.9, 42.81626969}}},
      {SphereLattice::fcc, {{0.3, 1.87413231}, {0.6, 5.53758963}, {0.85, 34.61558146}, {0.9, 65.12772288}}}};
  for (const auto& [lattice, rows] : earlier)
    for (const Known& row : rows) EXPECT_NEAR(solve_once(lattice, row.chi).drag / row.drag, 1, 2e-6);
}

TEST(SphereArrayFlow, agrees_with_every_row_of_the_earlier_solution_within_both_errors) {
  const std::filesystem::path table = std::filesystem::path(PERM_SHARED_DIR) / "reference" / "spheres.csv";
  if (!std::filesystem::exists(table)) GTEST_SKIP() << "no table at ../shared/reference/spheres.csv";
  const std::map<std::string, SphereLattice> names = {
      {"SC", SphereLattice::sc}, {"BCC", SphereLattice::bcc}, {"FCC", SphereLattice::fcc}};
  if (!long_tests_run()) GTEST_SKIP() << "39 arrays take long: set PERMEABILITY_LONG_TESTS=1";
  std::ifstream file(table);
  std::string lattice, chi, fraction, drag, residual, rest;
  std::getline(file, rest);
  int rows = 0;
  while (std::getline(file, lattice, ',') && std::getline(file, chi, ',') && std::getline(file, fraction, ',') &&
         std::getline(file, drag, ',') && std::getline(file, residual, ',') && std::getline(file, rest)) {
    const SphereArrayDrag solution = solve_once(names.at(lattice), std::stod(chi));
    const double difference = std::abs(solution.drag / std::stod(drag) - 1);
    EXPECT_LT(difference, std::stod(residual) + solution.error + 1e-8) << lattice << ' ' << chi;
    EXPECT_LT(difference, 1e-6) << lattice << ' ' << chi;
    ++rows;
  }
  EXPECT_EQ(rows, 39);
}

TEST(SphereArrayFlow, is_as_accurate_as_promised_up_to_nearly_touching_spheres) {
  for (const SphereLattice lattice : {SphereLattice::sc, SphereLattice::bcc, SphereLattice::fcc})
    for (const double chi : {0.001, 0.2, 0.6, 0.8, 0.9, 0.95, 0.98}) {
      if (chi != 0.6 && chi != 0.98 && !long_tests_run()) continue;  // each takes half a second
      const SphereArrayDrag solution = solve_once(lattice, chi);
      EXPECT_LT(solution.error, 1e-4) << chi;
      EXPECT_LT(solution.residual, 1e-3) << chi;
      EXPECT_GE(solution.error, 1e-10) << chi;
    }
}

TEST(SphereArrayFlow, touching_is_the_limit_of_nearly_touching) {
  // The grading changes with the gap, but the drag is smooth.
  const double touching = solve_once(SphereLattice::sc, 1).drag;
  const double near = solve_once(SphereLattice::sc, 0.9999).drag;
  const double less_near = solve_once(SphereLattice::sc, 0.999).drag;
  EXPECT_NEAR((touching - near) / 1e-4 / ((near - less_near) / 9e-4), 1, 0.02);
}

TEST(SphereArrayFlow, drag_rises_with_the_size_of_the_spheres) {
  double last = 1;
  for (const double chi : {0.01, 0.3, 0.6, 0.9, 0.96, 0.99}) {
    const double drag = solve_once(SphereLattice::sc, chi).drag;
    EXPECT_GT(drag, last);
    last = drag;
  }
}

TEST(SphereArrayFlow, refuses_spheres_that_overlap_or_have_no_size) {
  for (const double chi : {0.0, -0.5, 1.0001, std::nan("")})
    EXPECT_THROW(solve_sphere_array(SphereLattice::bcc, chi), std::domain_error);
}

}  // namespace
}  // namespace perm::reference
