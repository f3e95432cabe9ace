// SPDX-License-Identifier: Apache-2.0
#include "validation/references/packing_correlations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace perm::reference {
namespace {

double require_fraction(double fraction) {
  if (!(fraction > 0 && fraction < 1))
    throw std::domain_error(fmt::format("volume fraction is {}, not in (0, 1)", fraction));
  return fraction;
}

double permeability_from_drag(double c, double drag) { return 1 / (18 * c * drag); }

}  // namespace

double van_der_hoef(double c) {
  const double e = 1 - require_fraction(c);
  const double without_pressure_gradient = 10 * c / (e * e) + e * e * (1 + 1.5 * std::sqrt(c));
  return permeability_from_drag(c, without_pressure_gradient / e);
}

double hill_koch_ladd(double c) {
  const double dense = 10 * c / std::pow(1 - require_fraction(c), 3);
  if (c >= 0.4) return permeability_from_drag(c, dense);
  const double dilute = (1 + 3 * std::sqrt(c / 2) + 135.0 / 64 * c * std::log(c) + 17.14 * c) /
                        (1 + 0.681 * c - 8.48 * c * c + 8.16 * c * c * c);
  const double weight = std::exp(-10 * (0.4 - c) / c);
  return permeability_from_drag(c, (1 - weight) * dilute + weight * dense);
}

double tenneti(double c) {
  const double e = 1 - require_fraction(c);
  return permeability_from_drag(c, (1 + 5.81 * c) / std::pow(e, 3) + 0.48 * std::cbrt(c) / std::pow(e, 4));
}

double kozeny_carman(double c, double constant) {
  if (!(constant > 0)) throw std::domain_error(fmt::format("Kozeny-Carman constant is {}, not positive", constant));
  return std::pow(1 - require_fraction(c), 3) / (constant * c * c);
}

double ergun(double c) { return kozeny_carman(c, 150); }

double kozeny_carman_from_surface(double porosity, double specific_surface) {
  if (!(specific_surface > 0))
    throw std::domain_error(fmt::format("specific surface is {}, not positive", specific_surface));
  return std::pow(require_fraction(porosity), 3) / (5 * specific_surface * specific_surface);
}

Band packing_band(double c) {
  const auto [low, high] = std::minmax({van_der_hoef(c), hill_koch_ladd(c), tenneti(c)});
  return {low, high};
}

}  // namespace perm::reference
