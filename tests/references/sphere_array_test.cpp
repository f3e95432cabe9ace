// SPDX-License-Identifier: Apache-2.0
#include "validation/references/spheres/sphere_array.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <stdexcept>

#include "validation/references/spheres/sangani_acrivos.hpp"

namespace perm::reference {
namespace {

constexpr SphereLattice lattices[] = {SphereLattice::sc, SphereLattice::bcc, SphereLattice::fcc};

TEST(SphereArray, touches_at_the_closest_packing_of_each_lattice) {
  EXPECT_DOUBLE_EQ(closest_packing(SphereLattice::sc), std::numbers::pi / 6);
  EXPECT_DOUBLE_EQ(closest_packing(SphereLattice::bcc), std::numbers::sqrt3 * std::numbers::pi / 8);
  EXPECT_DOUBLE_EQ(closest_packing(SphereLattice::fcc), std::numbers::sqrt2 * std::numbers::pi / 6);
}

TEST(SphereArray, radius_ratio_undoes_solid_fraction) {
  for (const SphereLattice lattice : lattices)
    for (const double chi : {0.01, 0.5, 0.9, 0.999})
      EXPECT_NEAR(radius_ratio(lattice, solid_fraction(lattice, chi)), chi, 1e-14);
}

TEST(SphereArray, permeability_is_two_ninths_of_radius_squared_over_solid_fraction_and_drag) {
  for (const SphereLattice lattice : lattices) {
    const double chi = 0.7, drag = 3.5, radius = chi * touching_radius(lattice);
    EXPECT_NEAR(permeability_from_drag(lattice, chi, drag),
                2 * radius * radius / (9 * solid_fraction(lattice, chi) * drag), 1e-14);
  }
}

TEST(SphereArray, refuses_spheres_that_overlap_or_have_no_size) {
  for (const double chi : {0.0, -1.0, 1.001, std::nan("")}) {
    EXPECT_THROW(solid_fraction(SphereLattice::sc, chi), std::domain_error);
    EXPECT_THROW(permeability_from_drag(SphereLattice::sc, chi, 1), std::domain_error);
    EXPECT_THROW(sangani_acrivos_drag(SphereLattice::sc, chi), std::domain_error);
  }
  EXPECT_THROW(radius_ratio(SphereLattice::fcc, 0.75), std::domain_error);
  EXPECT_THROW(permeability_from_drag(SphereLattice::fcc, 0.5, 0), std::domain_error);
}

TEST(SanganiAcrivos, gives_nothing_where_its_truncation_matters) {
  for (const SphereLattice lattice : lattices) {
    EXPECT_FALSE(sangani_acrivos_drag(lattice, 0.76).has_value());
    EXPECT_TRUE(sangani_acrivos_drag(lattice, 0.75).has_value());
  }
}

TEST(SanganiAcrivos, agrees_with_the_dilute_expansion_of_hasimoto) {
  // The SC series is by Hasimoto (1959) and, for the higher terms, by Sangani and Acrivos (1982). Its 1.7601 has four
  // decimals, which shows at 1e-5.
  const double c = 0.01;
  const double inverse =
      1 - 1.7601 * std::cbrt(c) + c - 1.5593 * c * c + 3.9799 * std::pow(c, 8.0 / 3) - 3.0734 * std::pow(c, 10.0 / 3);
  EXPECT_NEAR(*sangani_acrivos_drag(SphereLattice::sc, radius_ratio(SphereLattice::sc, c)) * inverse, 1, 2e-5);
}

}  // namespace
}  // namespace perm::reference
