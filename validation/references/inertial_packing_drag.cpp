// SPDX-License-Identifier: Apache-2.0
#include "validation/references/inertial_packing_drag.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace perm::reference {
namespace {

void require_range(double c, double reynolds) {
  if (!(c > 0 && c < 1)) throw std::domain_error(fmt::format("volume fraction is {}, not in (0, 1)", c));
  if (!(reynolds >= 0 && std::isfinite(reynolds)))
    throw std::domain_error(fmt::format("Reynolds number is {}, below 0", reynolds));
}

double drag_at_rest(double permeability, double c) { return 1 / (18 * c * permeability); }

/// Gives what Hill, Koch and Ladd's line in Re has at Re = 0.
double hill_line_at_zero(double c) {
  const double dense = 10 * c / std::pow(1 - c, 3);
  if (c >= 0.4) return dense;
  const double dilute = (1 + 3 * std::sqrt(c / 2) + 135.0 / 64 * c * std::log(c) + 17.89 * c) /
                        (1 + 0.681 * c - 11.03 * c * c + 15.41 * c * c * c);
  const double weight = std::exp(-10 * (0.4 - c) / c);
  return (1 - weight) * dilute + weight * dense;
}

}  // namespace

double beetstra_drag(double c, double reynolds) {
  require_range(c, reynolds);
  const double e = 1 - c;
  double inertia = 0;  // of the drag without the force of the mean pressure gradient
  if (reynolds > 0)
    inertia = 0.413 * reynolds / (24 * e * e) * (1 / e + 3 * c * e + 8.4 * std::pow(reynolds, -0.343)) /
              (1 + std::pow(10, 3 * c) * std::pow(reynolds, -(1 + 4 * c) / 2));
  return drag_at_rest(van_der_hoef(c), c) + inertia / e;
}

double tenneti_drag(double c, double reynolds) {
  require_range(c, reynolds);
  const double e = 1 - c;
  const double single = 0.15 * std::pow(reynolds, 0.687) / (e * e * e);
  const double c3 = c * c * c;
  return drag_at_rest(tenneti(c), c) + single + c3 * reynolds * (0.95 + 0.61 * c3 / (e * e));
}

double hill_koch_ladd_drag(double c, double reynolds) {
  require_range(c, reynolds);
  const double by_radius = reynolds / 2;
  const double at_rest = drag_at_rest(hill_koch_ladd(c), c);
  const double square = c > 0.1 ? 0.11 + 0.00051 * std::exp(11.6 * c) : std::sqrt(2 / c) / 40;
  const double line_at_zero = hill_line_at_zero(c);
  const double slope = c < 0.0953 ? 0.03667 + 0.9351 * c : 0.0673 + 0.212 * c + 0.0232 / std::pow(1 - c, 5);
  // The parabola holds up to where it cuts the line for the second time; where it never does, the line holds alone.
  const double discriminant = slope * slope - 4 * square * (at_rest - line_at_zero);
  const double crossing = discriminant > 0 ? (slope + std::sqrt(discriminant)) / (2 * square) : 0;
  return by_radius <= crossing ? at_rest + square * by_radius * by_radius : line_at_zero + slope * by_radius;
}

Band packing_drag_band(double c, double reynolds) {
  const auto [low, high] =
      std::minmax({beetstra_drag(c, reynolds), tenneti_drag(c, reynolds), hill_koch_ladd_drag(c, reynolds)});
  return {low, high};
}

}  // namespace perm::reference
