// SPDX-License-Identifier: Apache-2.0
// Measures a cell beside a wall between voxels. Its collision takes energy in a way of its own: |f|^2 - |f'|^2 and the
// power of its share of the force, over 6 (|f|^2 = sum f_q^2/w_q; validation/WALLS.md). All of it counts as viscous.
// Written once for host and device.
#pragma once

#include <cstddef>
#include <utility>

#include "core/host_device.hpp"
#include "solver/cell/cell_energy.hpp"
#include "solver/cell/cut_update.hpp"
#include "solver/cell/wall_force.hpp"

namespace perm {

/// Numbers are in units of EnergyParameters.
struct MeasuredAtWall {
  CellEnergy energy;
  WallForce force;
  double force_share;
};

/// Makes parameters of such a collision in those units.
inline CutParameters<double> make_measured_parameters(const SolverSettings& settings, double unit) {
  CutParameters<double> parameters = make_cut_parameters<double>(settings);
  for (double& force : parameters.force) force /= unit;
  return parameters;
}

namespace detail {

/// Gives |f|^2 - |g|^2.
template <int... Q>
PERM_HOST_DEVICE PERM_ALWAYS_INLINE double energy_lost(const double (&f)[d3q19::directions],
                                                       const double (&g)[d3q19::directions],
                                                       std::integer_sequence<int, Q...>) {
  double lost = 0;
  ((lost += (f[Q] - g[Q]) * (f[Q] + g[Q]) * (1 / d3q19::weight(Q))), ...);
  return lost;
}

}  // namespace detail

/// Measures a cell with distributions f. `as_fluid` is what it would be without walls.
PERM_HOST_DEVICE PERM_ALWAYS_INLINE MeasuredAtWall measure_at_wall(const double (&f)[d3q19::directions],
                                                                   SolidLinks solid, const CutCell<double>& cell,
                                                                   const CutParameters<double>& collision,
                                                                   const CellEnergy& as_fluid,
                                                                   const EnergyParameters& parameters) {
  double after[d3q19::directions];
  for (int q = 0; q < d3q19::directions; ++q) after[q] = f[q];
  const Moments<double> m = collide_cut(after, cell, collision);
  MeasuredAtWall measured{as_fluid, wall_force(f, after, solid), cell.force_share};
  double power = 0;
  measured.energy.speed_squared = 0;
  for (int a = 0; a < 3; ++a) {
    measured.energy.speed_squared += m.velocity[a] * m.velocity[a];
    power += cell.force_share * collision.force[a] * m.velocity[a];
  }
  const double lost = detail::energy_lost(f, after, std::make_integer_sequence<int, d3q19::directions>{});
  measured.energy.dissipation = parameters.power_factor * (lost / 6 + power);
  measured.energy.viscous = measured.energy.dissipation;
  return measured;
}

}  // namespace perm
