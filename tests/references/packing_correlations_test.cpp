// SPDX-License-Identifier: Apache-2.0
#include "validation/references/packing_correlations.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace perm::reference {
namespace {

TEST(PackingCorrelations, have_the_values_of_a_second_implementation) {
  // Another program evaluated these solid fractions of three packings of spheres to five digits.
  const struct {
    double c, van_der_hoef, hill_koch_ladd, tenneti, kozeny_carman;
  } table[] = {{0.498836, 2.7390e-3, 2.8103e-3, 3.0097e-3, 2.8103e-3},
               {0.540749, 1.8090e-3, 1.8403e-3, 1.9930e-3, 1.8403e-3},
               {0.64, 6.2918e-4, 6.3281e-4, 6.9025e-4, 6.3281e-4}};
  for (const auto& row : table) {
    EXPECT_NEAR(van_der_hoef(row.c) / row.van_der_hoef, 1, 3e-5);
    EXPECT_NEAR(hill_koch_ladd(row.c) / row.hill_koch_ladd, 1, 3e-5);
    EXPECT_NEAR(tenneti(row.c) / row.tenneti, 1, 3e-5);
    EXPECT_NEAR(kozeny_carman(row.c) / row.kozeny_carman, 1, 3e-5);
  }
}

TEST(PackingCorrelations, become_the_drag_of_stokes_for_a_single_sphere) {
  const double c = 1e-7;
  EXPECT_NEAR(van_der_hoef(c) * 18 * c, 1, 1e-3);
  EXPECT_NEAR(hill_koch_ladd(c) * 18 * c, 1, 1e-3);
  EXPECT_NEAR(tenneti(c) * 18 * c, 1, 5e-3);
}

TEST(PackingCorrelations, hill_koch_ladd_is_nearly_continuous_at_its_seam) {
  EXPECT_NEAR(hill_koch_ladd(0.4 - 1e-9) / hill_koch_ladd(0.4), 1, 1e-6);
}

TEST(PackingCorrelations, ergun_is_kozeny_carman_with_150) {
  EXPECT_DOUBLE_EQ(ergun(0.6), kozeny_carman(0.6, 150));
  EXPECT_DOUBLE_EQ(ergun(0.6) * 150, kozeny_carman(0.6) * 180);
}

TEST(PackingCorrelations, spheres_have_six_over_their_diameter_as_surface) {
  const double c = 0.6, diameter = 7;
  EXPECT_NEAR(kozeny_carman_from_surface(1 - c, 6 * c / diameter), kozeny_carman(c) * diameter * diameter, 1e-12);
}

TEST(PackingCorrelations, the_band_holds_the_three_correlations) {
  for (const double c : {0.1, 0.3, 0.45, 0.6}) {
    const Band band = packing_band(c);
    for (const double value : {van_der_hoef(c), hill_koch_ladd(c), tenneti(c)}) {
      EXPECT_LE(band.low, value);
      EXPECT_GE(band.high, value);
    }
    EXPECT_LT(band.high / band.low, 1.25);
  }
}

TEST(PackingCorrelations, refuse_fractions_that_are_none) {
  for (const double c : {0.0, 1.0, -0.1}) {
    EXPECT_THROW(van_der_hoef(c), std::domain_error);
    EXPECT_THROW(hill_koch_ladd(c), std::domain_error);
    EXPECT_THROW(tenneti(c), std::domain_error);
    EXPECT_THROW(kozeny_carman(c), std::domain_error);
    EXPECT_THROW(kozeny_carman_from_surface(c, 1), std::domain_error);
  }
  EXPECT_THROW(kozeny_carman(0.5, 0), std::domain_error);
  EXPECT_THROW(kozeny_carman_from_surface(0.5, 0), std::domain_error);
}

}  // namespace
}  // namespace perm::reference
