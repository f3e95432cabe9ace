// SPDX-License-Identifier: Apache-2.0
#include "solver/cell/settings.hpp"

#include <algorithm>
#include <cmath>

namespace perm {

double strongest_force(const SolverSettings& settings) {
  const auto& force = settings.force;
  return std::max({std::abs(force[0]), std::abs(force[1]), std::abs(force[2])});
}

double force_of_quanta(const SolverSettings& settings) {
  constexpr double velocity_over_force = 524288;
  double strongest = strongest_force(settings);
  for (const PrescribedFace& face : settings.faces)
    for (const double component : face.velocity)
      strongest = std::max(strongest, std::abs(component) / velocity_over_force);
  return strongest;
}

}  // namespace perm
