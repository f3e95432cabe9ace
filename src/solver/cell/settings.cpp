// SPDX-License-Identifier: Apache-2.0
#include "solver/cell/settings.hpp"

#include <algorithm>
#include <cmath>

namespace perm {

double strongest_force(const SolverSettings& settings) {
  const auto& force = settings.force;
  return std::max({std::abs(force[0]), std::abs(force[1]), std::abs(force[2])});
}

}  // namespace perm
