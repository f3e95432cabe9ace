// SPDX-License-Identifier: Apache-2.0
#include "validation/references/sphere_drag.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

namespace perm::reference {

double schiller_naumann(double reynolds) {
  if (!(reynolds > 0 && reynolds <= 1000))
    throw std::domain_error(fmt::format("Reynolds number is {}, not above 0 and up to 1000", reynolds));
  return 24 / reynolds * (1 + 0.15 * std::pow(reynolds, 0.687));
}

std::span<const SphereDrag> roos_willmarth() {
  static constexpr std::array<SphereDrag, 4> table{{{20, 2.85}, {50, 1.58}, {100, 1.08}, {200, 0.78}}};
  return table;
}

Band sphere_drag_band(double reynolds) {
  const auto table = roos_willmarth();
  const auto measured = std::ranges::find(table, reynolds, &SphereDrag::reynolds);
  if (measured == table.end()) throw std::domain_error(fmt::format("nothing is measured at Re {}", reynolds));
  const auto [low, high] = std::minmax({measured->coefficient, schiller_naumann(reynolds)});
  return {low, high};
}

}  // namespace perm::reference
