// SPDX-License-Identifier: Apache-2.0
// Finds the steady creeping flow of the lattice Boltzmann scheme without stepping: it solves the linear equations that
// the steady distributions obey. It shares nothing with the solver of the program, and knows neither its steps nor its
// bounds. Two relaxation times, magic parameter 3/16, linear equilibrium, half-way bounce-back; every face is periodic.
#pragma once

#include <cstdint>

#include "geometry/pore_space.hpp"

namespace perm::families {

/// Says how near to the steady state the answer must be.
struct SteadyStateRequest {
  double tau{1};          ///< of the even moments, above 0.5
  double residual{1e-8};  ///< of the equations, over that of rest; the error of K goes with its square
  std::int64_t most_iterations{1'000'000};
};

struct SteadyState {
  double permeability_voxel2{0};
  double residual{0};  ///< computed from the answer itself, not carried along
  std::int64_t iterations{0};
};

/// Gives K along x. `pores` has pore from face to face; what the flow cannot reach is left out. It takes 1.2 kB a pore
/// voxel. Throws std::runtime_error when the residual is not met after `most_iterations`.
SteadyState find_steady_state(const PoreSpace& pores, const SteadyStateRequest& request);

}  // namespace perm::families
