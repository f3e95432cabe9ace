// SPDX-License-Identifier: Apache-2.0
// Measures the parts of a step of a gas (Calore et al. 2016, tables 3 and 4, figures 2, 5, 6 and 15 to 18).
#pragma once

#include <functional>
#include <vector>

#include "streaming/thermal/rayleigh_taylor.hpp"

namespace perm::thermal {

/// One way to step a box.
struct GasSpeed {
  GasLayout layout{GasLayout::soa};
  GasPasses passes{GasPasses::fused};
  int block{0};
  int tiles_x{1};
  int tiles_y{1};
  GasTimes parts;               ///< seconds a step, of the slowest process, each part waited for
  double step_seconds{0};       ///< T(n): a step in which messages travel beside the work
  double predicted_seconds{0};  ///< by the model, from the speed of one process here; 0 where that is not known
  double bandwidth_bytes_s{0};  ///< a copy in the memory of one process, read and written

  int ranks() const { return tiles_x * tiles_y; }
};

/// What is measured: each layout with each way of passes and each number of threads a block on one process; and on
/// several the first of each, in all cuts among 1, 2, 4 ... and all of them.
struct GasStudy {
  RayleighTaylor flow;
  GasChoice machine;  ///< device, transport, threads, processes
  std::vector<GasLayout> layouts{GasLayout::soa};
  std::vector<GasPasses> passes{GasPasses::fused, GasPasses::apart};
  std::vector<int> blocks{128};
  double seconds{2};  ///< of each measurement
};

/// Calls done(row) on every process after each; on one that had no tile the row is empty. Collective. Throws what
/// make_gas throws.
std::vector<GasSpeed> measure_gas(const GasStudy& study, const std::function<void(const GasSpeed&)>& done);

}  // namespace perm::thermal
