// SPDX-License-Identifier: Apache-2.0
// Steps an image in every cut among the processes, and sets the model beside what is measured (Calore et al. 2016,
// Figs. 15 to 18, show n T(n) of every tiling).
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "geometry/pore_slab.hpp"
#include "solver/cell/settings.hpp"

namespace perm {

struct Tiling {
  int ranks{1};
  std::int64_t parts_y{1};
  std::int64_t parts_z{1};
  double imbalance{0};          ///< cells of the largest block over the mean, less 1
  double mflups{0};             ///< of all ranks together
  double step_seconds{0};       ///< T(n), measured
  double predicted_seconds{0};  ///< T(n) by the model of solver/scaling/performance_model.hpp, with the speed of one
                                ///< rank that was measured here; 0 where that is not known
  double work_seconds() const {
    return ranks * step_seconds;
  }  ///< n T(n), which is the same for all n where nothing is lost
};

/// Measures 1, 2, 4 ... ranks and all ranks, each in every cut into whole rows, for about `seconds` each; collective.
/// The ranks that do not take part wait. Calls done(tiling) on every process after each.
std::vector<Tiling> measure_tilings(const PoreSlab& pores, const SolverSettings& settings, double seconds,
                                    const std::function<void(const Tiling&)>& done);

}  // namespace perm
