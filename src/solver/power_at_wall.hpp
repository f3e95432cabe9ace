// SPDX-License-Identifier: Apache-2.0
// Gives the power of what changes in a cell beside a wall between voxels and is neither density nor momentum: sum over
// q of delta_q (Y^-1 delta)_q / w_q, with the conductances Y of the cell (validation/WALLS.md), which are far below
// those of fluid along links that a wall cuts short.
//
// The collision is (1 - Y)/(1 + Y), and Y is a constant over tau - 1/2. So the collision at a tau next to 1/2, where Y
// is large, gives Y^-1 as (1 + Y)^-1, to a part in 1 / Y.
#pragma once

#include <utility>

#include "core/host_device.hpp"
#include "lattice/d3q19.hpp"
#include "solver/cell/cut_update.hpp"

namespace perm {

struct StiffCollision {
  static constexpr double length = 1e-5;  ///< tau - 1/2

  static CutTable<double> make_table(const SolverSettings& of_lattice) {
    SolverSettings settings = without_force();
    settings.magic = of_lattice.magic;
    settings.slip = of_lattice.slip;
    return CutTable<double>(settings);
  }
  static CutParameters<double> make_parameters() { return make_cut_parameters<double>(without_force()); }
  static SolverSettings without_force() {
    SolverSettings settings;
    settings.tau = 0.5 + length;
    settings.force = {0, 0, 0};
    return settings;
  }

  const CutTable<double>* table;
  CutParameters<double> parameters;
  double per_length;  ///< tau - 1/2 of the lattice, over that above
};

/// `delta` has neither density nor momentum.
template <int... Q>
PERM_HOST_DEVICE double power_at_wall(const double (&delta)[d3q19::directions], const CutLinks& links,
                                      const StiffCollision& stiff, std::integer_sequence<int, Q...>) {
  double after[d3q19::directions] = {delta[Q]...};
  collide_cut(after, stiff.table->cell(links), stiff.parameters);
  double power = 0;
  ((power += delta[d3q19::opposite(Q)] * (delta[d3q19::opposite(Q)] + after[Q]) * (1 / d3q19::weight(Q))), ...);
  return power / 2 * stiff.per_length;
}

}  // namespace perm
