// SPDX-License-Identifier: Apache-2.0
#include "validation/references/channel_flow.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <stdexcept>

namespace perm::reference {
namespace {

TEST(ChannelFlow, duct_has_the_known_values) {
  // Another program summed the series of tanh to 1e-10.
  const struct {
    double ratio, permeability;
  } table[] = {{1, 0.0351442537}, {1.5, 0.04894018}, {2, 0.05717042},
               {3, 0.06582923},   {5, 0.07282919},   {10, 0.07808126}};
  for (const auto& row : table) EXPECT_NEAR(duct_permeability(1, row.ratio), row.permeability, 6e-9) << row.ratio;
}

TEST(ChannelFlow, duct_is_the_sum_of_tanh_of_any_aspect) {
  for (const double ratio : {1.0, 1.01, 1.7, 12.0}) {
    double sum = 0;
    for (int n = 2001; n > 0; n -= 2) sum += std::tanh(n * std::numbers::pi * ratio / 2) / std::pow(n, 5);
    EXPECT_NEAR(duct_permeability(ratio, 1), (1 - 192 * sum / (std::pow(std::numbers::pi, 5) * ratio)) / 12, 1e-13);
  }
}

TEST(ChannelFlow, duct_does_not_know_height_from_width_and_scales_with_area) {
  EXPECT_DOUBLE_EQ(duct_permeability(3, 7), duct_permeability(7, 3));
  EXPECT_NEAR(duct_permeability(30, 70), 100 * duct_permeability(3, 7), 1e-12);
}

TEST(ChannelFlow, wide_ducts_and_narrow_annuli_are_plates) {
  EXPECT_NEAR(duct_permeability(2, 2e6) / plates_permeability(2), 1, 1e-6);
  EXPECT_NEAR(annulus_permeability(1000, 1001) / plates_permeability(1), 1, 1e-6);
}

TEST(ChannelFlow, round_ellipses_are_tubes) { EXPECT_DOUBLE_EQ(ellipse_permeability(3, 3), tube_permeability(3)); }

TEST(ChannelFlow, annulus_has_the_known_value) {
  EXPECT_NEAR(annulus_permeability(0.5, 1), 0.0209973399, 6e-11);  // another program evaluated the formula
}

TEST(ChannelFlow, ellipse_and_triangle_are_the_means_of_their_velocity_polynomials) {
  // Ellipse: u = (1 - x^2/a^2 - y^2/b^2) a^2 b^2/(2 (a^2 + b^2)), whose mean is half the velocity at the centre.
  EXPECT_NEAR(ellipse_permeability(2, 1), 0.5 * 4 / (2 * 5), 1e-15);
  // Triangle with heights h: u = product of the distances to the sides/(2 h), whose mean is h^2/60.
  EXPECT_NEAR(triangle_permeability(2), 3.0 / 60, 1e-15);
}

TEST(ChannelFlow, plates_on_the_lattice_are_the_mean_of_the_parabola_over_the_cells) {
  for (const int gap : {1, 2, 7, 8}) {
    double sum = 0;
    for (int i = 0; i < gap; ++i) sum += (i + 0.5) * (gap - i - 0.5) / 2;
    EXPECT_NEAR(plates_permeability_on_lattice(gap), sum / gap, 1e-13);
  }
}

TEST(ChannelFlow, refuses_channels_without_width) {
  EXPECT_THROW(plates_permeability(0), std::domain_error);
  EXPECT_THROW(plates_permeability_on_lattice(-1), std::domain_error);
  EXPECT_THROW(duct_permeability(1, std::nan("")), std::domain_error);
  EXPECT_THROW(tube_permeability(-2), std::domain_error);
  EXPECT_THROW(annulus_permeability(2, 1), std::domain_error);
  EXPECT_THROW(ellipse_permeability(1, 0), std::domain_error);
  EXPECT_THROW(triangle_permeability(0), std::domain_error);
}

}  // namespace
}  // namespace perm::reference
