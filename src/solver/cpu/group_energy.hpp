// SPDX-License-Identifier: Apache-2.0
// Measures the energies of a group of cells in vectors, with the bits that measure_cell gives cell by cell. Like the
// step kernels this is compiled for each instruction set and uses no containers of the standard library.
#pragma once

#include <cstring>

#include "core/host_device.hpp"
#include "lattice/d3q19.hpp"
#include "lattice/group_masks.hpp"
#include "lattice/tiles.hpp"
#include "solver/cell/cell_energy.hpp"
#include "solver/cpu/group_vectors.hpp"

namespace perm {

/// Holds what CellEnergy has, for each cell of a group.
template <class Real>
struct GroupEnergies {
  static constexpr int cells = group_cells<Real>;
  alignas(64) double dissipation[cells];
  alignas(64) double viscous[cells];
  alignas(64) double speed_squared[cells];
  alignas(64) double density[cells];
  alignas(64) double momentum[3][cells];

  CellEnergy of(int cell) const {
    return {dissipation[cell],
            viscous[cell],
            speed_squared[cell],
            density[cell],
            {momentum[0][cell], momentum[1][cell], momentum[2][cell]}};
  }
};

/// Measures all cells of a group, whose slot of direction 0 is `own`.
template <class Real>
using MeasureFunction = void (*)(const Real* own, const EnergyParameters& parameters, GroupEnergies<Real>& energies);

template <class Lanes>
class GroupEnergy {
 public:
  using Real = typename Lanes::Scalar;

  static void measure(const Real* own, const EnergyParameters& parameters, GroupEnergies<Real>& energies) {
    constexpr std::int64_t line = CpuTiles<Real>::line;
    const double inverse_unit = 1 / parameters.unit;  // the unit is a power of two, so that this is exact
    for (int cell = 0; cell < group_cells<Real>; cell += vector_cells) {
      Doubles f[d3q19::directions];
#pragma GCC unroll 19
      for (int q = 0; q < d3q19::directions; ++q)
        f[q] = GroupVectors<Lanes>::load(own + q * line + cell) * inverse_unit;
      const EnergyOf<Doubles> energy = measure_cell(f, parameters);
      std::memcpy(energies.dissipation + cell, &energy.dissipation, sizeof(Doubles));
      std::memcpy(energies.viscous + cell, &energy.viscous, sizeof(Doubles));
      std::memcpy(energies.speed_squared + cell, &energy.speed_squared, sizeof(Doubles));
      std::memcpy(energies.density + cell, &energy.density, sizeof(Doubles));
      for (int a = 0; a < 3; ++a) std::memcpy(energies.momentum[a] + cell, &energy.momentum[a], sizeof(Doubles));
    }
  }

 private:
  static constexpr int vector_cells = GroupVectors<Lanes>::cells;
  using Doubles = typename GroupVectors<Lanes>::Doubles;
};

}  // namespace perm
