// SPDX-License-Identifier: Apache-2.0
// Measures cells beside walls between voxels. Their collision takes energy in a way of its own: |f|^2 - |f'|^2 and the
// power of their share of the force, over 6 (|f|^2 = sum f_q^2/w_q; validation/WALLS.md). All of it counts as viscous.
#pragma once

#include "solver/cell/cell_energy.hpp"
#include "solver/cell/cut_update.hpp"
#include "solver/cell/wall_force.hpp"
#include "solver/measure_sums.hpp"

namespace perm {

class MeasuredWalls {
 public:
  /// Energies are in the unit of EnergyParameters.
  MeasuredWalls(const SolverSettings& settings, double unit)
      : table_(settings), parameters_(make_cut_parameters<double>(settings)) {
    for (double& force : parameters_.force) force /= unit;
  }

  /// Adds a cell with distributions f, in lattice units. `energy` is what it would be as fluid.
  void add(double (&f)[d3q19::directions], const CutLinks& links, CellEnergy energy, const EnergyParameters& parameters,
           MeasureSums& sums) const {
    const CutCell<double> cell = table_.cell(links);
    double after[d3q19::directions];
    for (int q = 0; q < d3q19::directions; ++q) after[q] = f[q] /= parameters.unit;
    const Moments<double> m = collide_cut(after, cell, parameters_);
    double lost = 0;
    for (int q = 0; q < d3q19::directions; ++q) lost += (f[q] - after[q]) * (f[q] + after[q]) * inverse_weights_[q];
    energy.speed_squared = 0;
    double power = 0;
    for (int a = 0; a < 3; ++a) {
      energy.speed_squared += m.velocity[a] * m.velocity[a];
      power += cell.force_share * parameters_.force[a] * m.velocity[a];
    }
    energy.dissipation = parameters.power_factor * (lost / 6 + power);
    energy.viscous = energy.dissipation;
    sums.add(energy, links.solid);
    sums.add_force_share(cell.force_share);
    sums.add(wall_force(f, after, links.solid), 1);
  }

 private:
  static constexpr std::array<double, d3q19::directions> inverse_weights_ = [] {
    std::array<double, d3q19::directions> inverse{};
    for (int q = 0; q < d3q19::directions; ++q) inverse[static_cast<std::size_t>(q)] = 1 / d3q19::weight(q);
    return inverse;
  }();

  CutTable<double> table_;
  CutParameters<double> parameters_;
};

}  // namespace perm
