// SPDX-License-Identifier: Apache-2.0
// Measures how fast a lattice is stepped, in turn with the memory that it lies in.
#pragma once

#include <cstdint>

#include "core/communicator.hpp"
#include "solver/backend.hpp"

namespace perm {

/// Speeds of all processes together.
struct LatticeSpeed {
  std::int64_t steps{0};
  double seconds{0};             ///< of these steps
  double updates_per_s{0};       ///< cells times steps a second, the median of batches
  double spread{0};              ///< standard deviation of the batches, in the same unit; 0 for one batch
  double bandwidth_bytes_s{0};   ///< read and written. CPU: in place; CUDA: a copy
  double fraction_of_limit{0};   ///< updates_per_s * bytes an update / bandwidth
  std::int64_t device_bytes{0};  ///< CUDA: in use on the whole device while stepping, by other programs too; CPU: 0
};

/// Steps for about `seconds`, in batches. Lattice and memory are measured in turn, and the median of each counts,
/// because other work on the machine then slows both. Collective.
LatticeSpeed measure_speed(SteppedLattice& lattice, const SolverSettings& settings, const Communicator& processes,
                           double seconds);

}  // namespace perm
