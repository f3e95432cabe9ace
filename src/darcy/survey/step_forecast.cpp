// SPDX-License-Identifier: Apache-2.0
// The clocks of relaxation_time.hpp say how long the slowest mode takes. Its time T is the longest of them and of the
// time in which friction stops a dilute flow.
#include "darcy/survey/step_forecast.hpp"

#include <algorithm>
#include <cmath>

#include "darcy/survey/dilute_medium.hpp"
#include "solver/cell/settings.hpp"

namespace perm {

double forecast_plain_steps(const PoreStructure& pores, const RelaxationEstimate& relaxation, double tolerance) {
  constexpr double decay_times = 1.2;  // for each factor e of the tolerance
  constexpr double fewest_steps = 50;
  const double clocks = relaxation.clocks.slowest(relaxation.tau, relaxation.permeability_voxel2);
  const double permeability = std::min(dilute_permeability(pores), relaxation.permeability_voxel2);
  const double time = std::max(clocks, permeability / (viscosity(relaxation.tau) * pores.porosity));
  return decay_times * time * std::log(1 / tolerance) + fewest_steps;
}

}  // namespace perm
