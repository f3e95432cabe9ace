// SPDX-License-Identifier: Apache-2.0
#include "validation/references/cylinders/circle_grading.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace perm::reference {
namespace {

constexpr int steps = 20000;
constexpr double step = std::numbers::pi / 2 / steps;

double spacing_at(double angle, const std::vector<CircleNeighbour>& neighbours, double fineness) {
  double width = 1;
  for (const CircleNeighbour& neighbour : neighbours) {
    const double turn = angle - neighbour.angle;
    width = std::min(width, std::sqrt(turn * turn + neighbour.gap));
  }
  return fineness * width;
}

}  // namespace

std::vector<CirclePoint> grade_quarter(const std::vector<CircleNeighbour>& neighbours, double fineness) {
  // The number of points up to an angle is the integral of 1/spacing; a point lies where this is a whole number and a
  // half.
  std::vector<double> numbers = {0};
  for (int i = 0; i < steps; ++i)
    numbers.push_back(numbers.back() + step / spacing_at((i + 0.5) * step, neighbours, fineness));
  const auto angle_at = [&](double number) {
    const auto above = std::upper_bound(numbers.begin() + 1, numbers.end() - 1, number);
    const double below = *(above - 1);
    return (static_cast<double>(above - 1 - numbers.begin()) + (number - below) / (*above - below)) * step;
  };
  const int count = static_cast<int>(std::ceil(numbers.back()));
  std::vector<CirclePoint> points;
  for (int i = 0; i < count; ++i) {
    const double each = numbers.back() / count;
    const double angle = angle_at(each * (i + 0.5));
    points.push_back({angle, spacing_at(angle, neighbours, fineness), angle_at(each * (i + 1)) - angle_at(each * i)});
  }
  return points;
}

}  // namespace perm::reference
