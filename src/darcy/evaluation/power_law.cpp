// SPDX-License-Identifier: Apache-2.0
#include "darcy/evaluation/power_law.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "core/errors.hpp"

namespace perm {
namespace {

/// Gives the probability that a number of Student's distribution lies between -t and t (Abramowitz and Stegun 1964,
/// 26.7.3 for odd and 26.7.4 for even degrees of freedom, theta = atan(t / sqrt(degrees))).
double probability_within(double t, int degrees) {
  const double theta = std::atan(t / std::sqrt(degrees));
  const double cosine = std::cos(theta);
  const bool is_odd = degrees % 2 == 1;
  double term = is_odd ? cosine : 1;
  double sum = degrees > 1 ? term : 0;
  for (int power = is_odd ? 3 : 2; power <= degrees - 2; power += 2) {
    term *= cosine * cosine * (power - 1) / power;
    sum += term;
  }
  return is_odd ? 2 / std::numbers::pi * (theta + std::sin(theta) * sum) : std::sin(theta) * sum;
}

}  // namespace

double student_quantile(double probability, int degrees) {
  const double within = 2 * probability - 1;
  double low = 0;
  double high = 1;
  while (probability_within(high, degrees) < within) high *= 2;
  for (int halving = 0; halving < 60; ++halving) {
    const double middle = (low + high) / 2;
    (probability_within(middle, degrees) < within ? low : high) = middle;
  }
  return (low + high) / 2;
}

std::optional<PowerLawFit> fit_power_law(std::span<const PowerLawPoint> points) {
  const auto count = static_cast<double>(points.size());
  double mean_x = 0;
  double mean_y = 0;
  for (const PowerLawPoint& point : points) {
    if (!(point.porosity > 0) || !(point.permeability > 0))
      throw InputError(
          fmt::format("No power law goes through porosity {} and permeability {}", point.porosity, point.permeability),
          "both are above 0 there", "Leave such points out");
    mean_x += std::log(point.porosity) / count;
    mean_y += std::log(point.permeability) / count;
  }
  if (points.size() < fewest_power_law_points) return {};
  double square_x = 0;
  double product = 0;
  for (const PowerLawPoint& point : points) {
    const double x = std::log(point.porosity) - mean_x;
    square_x += x * x;
    product += x * (std::log(point.permeability) - mean_y);
  }
  if (!(square_x > 1e-20 * count)) return {};
  PowerLawFit fit;
  fit.points = static_cast<int>(points.size());
  fit.exponent = product / square_x;
  fit.factor = std::exp(mean_y - fit.exponent * mean_x);
  double residual = 0;
  for (const PowerLawPoint& point : points) {
    const double line = mean_y + fit.exponent * (std::log(point.porosity) - mean_x);
    residual += std::pow(std::log(point.permeability) - line, 2);
  }
  const int degrees = fit.points - 2;
  fit.confidence_95 = student_quantile(0.975, degrees) * std::sqrt(residual / degrees / square_x);
  return fit;
}

}  // namespace perm
