// SPDX-License-Identifier: Apache-2.0
// Gives the settings of a flow for which no axis is special.
#pragma once

#include "solver/cell/settings.hpp"

namespace perm {

inline SolverSettings slanted_flow(Precision precision) {
  SolverSettings settings;
  settings.precision = precision;
  settings.tau = 0.8;
  settings.force = {2e-3, -8e-4, 6e-4};
  settings.threads = 2;
  return settings;
}

}  // namespace perm
