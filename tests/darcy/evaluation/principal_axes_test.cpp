// SPDX-License-Identifier: Apache-2.0
// Principal values and axes put a tensor together again, whatever its symmetric part is.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "darcy/evaluation/permeability_tensor.hpp"

namespace perm {
namespace {

void expect_made_of(const PrincipalAxes& found, const Matrix3& tensor) {
  double size = 0;
  for (const auto& row : tensor)
    for (const double value : row) size = std::max(size, std::abs(value));
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) {
      double sum = 0;
      double product = 0;  // of axes i and j
      for (std::size_t k = 0; k < 3; ++k) {
        sum += found.principal[k] * found.axes[k][i] * found.axes[k][j];
        product += found.axes[i][k] * found.axes[j][k];
      }
      EXPECT_NEAR(sum, (tensor[i][j] + tensor[j][i]) / 2, 1e-13 * size) << i << j;
      EXPECT_NEAR(product, i == j ? 1 : 0, 1e-13) << i << j;
    }
  EXPECT_GE(found.principal[0], found.principal[1]);
  EXPECT_GE(found.principal[1], found.principal[2]);
  const auto& a = found.axes;
  EXPECT_NEAR(a[0][0] * (a[1][1] * a[2][2] - a[1][2] * a[2][1]) - a[0][1] * (a[1][0] * a[2][2] - a[1][2] * a[2][0]) +
                  a[0][2] * (a[1][0] * a[2][1] - a[1][1] * a[2][0]),
              1, 1e-13)
      << "the axes are right-handed";
}

TEST(PrincipalAxes, put_the_symmetric_part_of_any_tensor_together) {
  std::mt19937 random(4);
  for (int tensor = 0; tensor < 500; ++tensor) {
    Matrix3 of{};
    for (auto& row : of)
      for (double& value : row)
        value = (static_cast<double>(random() % 2001) - 1000) * (tensor % 2 == 0 ? 1e-3 : 1e-17);
    expect_made_of(find_principal_axes(of), of);
  }
}

TEST(PrincipalAxes, of_a_diagonal_are_those_of_the_image_by_size) {
  const PrincipalAxes found = find_principal_axes({{{2, 0, 0}, {0, 5, 0}, {0, 0, 3}}});
  EXPECT_EQ(found.principal, (std::array<double, 3>{5, 3, 2}));
  EXPECT_EQ(found.axes[0], (std::array<double, 3>{0, 1, 0}));
  EXPECT_EQ(found.axes[1], (std::array<double, 3>{0, 0, 1}));
  EXPECT_EQ(found.axes[2], (std::array<double, 3>{1, 0, 0})) << "(y, z, x) is right-handed";
}

TEST(PrincipalAxes, leave_out_what_a_tensor_turns) {
  const Matrix3 symmetric{{{0.5, 0.1, 0}, {0.1, 0.4, 0}, {0, 0, 0.2}}};
  const Matrix3 turning{{{0.5, 0.3, 0.1}, {-0.1, 0.4, -0.2}, {-0.1, 0.2, 0.2}}};
  const PrincipalAxes one = find_principal_axes(symmetric);
  const PrincipalAxes other = find_principal_axes(turning);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(one.principal[k], other.principal[k], 1e-15);
}

TEST(PrincipalAxes, point_along_the_axis_that_they_follow_most_and_have_no_negative_zero) {
  std::mt19937 random(9);
  for (int tensor = 0; tensor < 100; ++tensor) {
    Matrix3 of{};
    for (std::size_t i = 0; i < 3; ++i) of[i][i] = 1 + static_cast<double>(random() % 100);
    of[0][1] = of[1][0] = static_cast<double>(random() % 3) - 1;
    const PrincipalAxes found = find_principal_axes(of);
    for (std::size_t k = 0; k < 3; ++k) {
      for (const double value : found.axes[k]) EXPECT_FALSE(value == 0 && std::signbit(value));
      if (k == 2) continue;  // it follows from the others
      double most = 0;
      for (const double value : found.axes[k])
        if (std::abs(value) > std::abs(most) + 1e-12) most = value;
      EXPECT_GT(most, 0) << "axis " << k;
    }
  }
}

TEST(PrincipalAxes, of_nothing_are_0_and_of_alike_values_a_frame) {
  EXPECT_EQ(find_principal_axes({}).principal, (std::array<double, 3>{0, 0, 0}));
  expect_made_of(find_principal_axes({}), {});
  const Matrix3 alike{{{0.3, 0, 0}, {0, 0.3, 0}, {0, 0, 0.3}}};
  expect_made_of(find_principal_axes(alike), alike);
}

}  // namespace
}  // namespace perm
