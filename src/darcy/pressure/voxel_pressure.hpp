// SPDX-License-Identifier: Apache-2.0
// Finds the pressure of a creeping flow on the pore voxels, by Darcy's law with the conductance d^2/4 of each voxel, d
// its distance from solid: where a flow begins, and what pressure is still to change. Then the steps of the lattice
// only have to bring the momentum to rest, which takes as many steps in an image of any size.
//
// What a look sees also bounds the error of K to second order. With q = d rho/dt and a = d j/dt of each cell, the error
// is at most (|v| + |w| + |o|)^2 (a saddle point problem): |v|^2 is what the forces a can do, sum a.A^-1 a, A being the
// friction of the walls; |w|^2 is the least power of fluxes that carry q. Any fluxes that carry q will do, and those of
// the Darcy flow do, with a resistance for each that is too large rather than too small. |o|^2 is the power of
// OtherMoments.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>

#include "core/boundary.hpp"
#include "core/large_array.hpp"
#include "darcy/pressure/cells_on_first.hpp"
#include "darcy/pressure/pore_widths.hpp"
#include "geometry/pore_slab.hpp"
#include "lattice/cell_field.hpp"

namespace perm {

/// Holds what a look has found, over the whole image. Lattice units.
struct PressureLook {
  double error{0};                    ///< bound on what K misses to second order, voxel^2
  double velocity_residual{0};        ///< mean over all voxels of a^2, in (forces a step)^2
  double pressure_residual{0};        ///< and of q^2/3
  double share_of_pressure{0};        ///< in the bound, |w| over |v|
  std::array<double, 3> mean_rate{};  ///< mean of a over the cells, in forces a step
};

/// What a look has summed over the image.
struct WholeRates {
  double staggered_squared{0};  ///< what find_rates gives, in squared forces
  double others{0};             ///< the power of OtherMoments, in squared forces
};

/// Says what finds the pressure.
struct Workers {
  int threads{1};              ///< of the first process
  Device solver{Device::cpu};  ///< finds potentials, with the same bits
};

class VoxelPressure {
 public:
  /// Collective. The first process solves for all.
  VoxelPressure(const PoreSlab& pores, const PoreWidths& widths, const Partition& partition, const FaceRules& rules,
                Axis direction, const Workers& workers);
  ~VoxelPressure();

  /// Gives the K of the Darcy flow, voxel^2: a rough guess of that of the image.
  double permeability() const { return permeability_; }
  double largest_distance() const { return largest_distance_; }  ///< from solid, voxels
  /// Adds the Darcy flow at a viscosity, under a force, to the densities and velocities of the own cells. Collective;
  /// call it once.
  void begin(double nu, double force, std::span<CellField> own);
  /// Finds what pressure is still to change from what the own cells change in a step, and bounds the error of K, of
  /// which `permeability` is a good guess. Collective.
  PressureLook look(std::span<const CellField> changes, const WholeRates& rates, double nu, double force,
                    double permeability);
  /// Adds the change of density and velocity that the last look asks for to the own cells' values. Collective.
  void correct(double nu, double force, std::span<CellField> own);

 private:
  struct OnFirst;
  PressureLook look_at_all(std::span<const CellField> changes, const WholeRates& rates, double nu, double force,
                           double permeability);
  void add_flow(std::span<const float> potential, float force, float density_unit, float velocity_unit,
                std::span<CellField> fields) const;

  /// Calls add(all cells) on the first process, with the values of all cells, and gives every process its own back.
  template <class Add>
  void add_on_first(std::span<CellField> own, const Add& add) const;

  std::unique_ptr<OnFirst> first_;  ///< null on other processes
  std::unique_ptr<CellsOnFirst> cells_;
  Communicator processes_;
  double permeability_{0};
  double largest_distance_{0};
  double longest_period_{0};  ///< of the flow along an axis, voxels
};

}  // namespace perm
