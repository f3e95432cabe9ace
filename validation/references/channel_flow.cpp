// SPDX-License-Identifier: Apache-2.0
#include "validation/references/channel_flow.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <numbers>
#include <stdexcept>

namespace perm::reference {
namespace {

void require_positive(std::initializer_list<double> lengths) {
  for (const double length : lengths)
    if (!(length > 0 && std::isfinite(length)))
      throw std::domain_error(fmt::format("length of a channel is {}, not positive", length));
}

}  // namespace

double plates_permeability(double gap) {
  require_positive({gap});
  return gap * gap / 12;
}

double plates_permeability_on_lattice(double gap) { return plates_permeability(gap) + 1.0 / 24; }

double duct_permeability(double height, double width) {
  require_positive({height, width});
  const double narrow = std::min(height, width), ratio = std::max(height, width) / narrow;
  constexpr double zeta5 = 1.0369277551433699263;  // the sum of 1/n^5 over all n (OEIS A013663)
  // The sum over odd n of tanh(n pi ratio/2)/n^5 is the sum of 1/n^5 less terms that vanish exponentially.
  double sum = 31.0 / 32 * zeta5;
  for (int n = 1; n <= 15; n += 2) sum -= 2 / ((std::exp(n * std::numbers::pi * ratio) + 1) * std::pow(n, 5));
  return narrow * narrow / 12 * (1 - 192 * sum / (std::pow(std::numbers::pi, 5) * ratio));
}

double tube_permeability(double radius) {
  require_positive({radius});
  return radius * radius / 8;
}

double annulus_permeability(double inner, double outer) {
  require_positive({inner, outer});
  if (!(inner < outer)) throw std::domain_error(fmt::format("inner radius {} is not below outer {}", inner, outer));
  const double inner2 = inner * inner, outer2 = outer * outer;
  return (outer2 + inner2 - (outer2 - inner2) / std::log(outer / inner)) / 8;
}

double ellipse_permeability(double half_width, double half_height) {
  require_positive({half_width, half_height});
  const double a2 = half_width * half_width, b2 = half_height * half_height;
  return a2 * b2 / (4 * (a2 + b2));
}

double triangle_permeability(double side) {
  require_positive({side});
  return side * side / 80;
}

}  // namespace perm::reference
