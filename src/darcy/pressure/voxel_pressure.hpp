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
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "core/boundary.hpp"
#include "darcy/pressure/cell_rates.hpp"
#include "darcy/pressure/darcy_flow.hpp"
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

/// Makes the Darcy flow of an image along the direction in which it is driven. Collective.
using MakeDarcyFlow = std::function<std::unique_ptr<DarcyFlow>(PoreConductances)>;

class VoxelPressure {
 public:
  /// `pores` are those of the domain, with its halo, and `widths` those of the slab of the process. Collective.
  VoxelPressure(const PoreSlab& slab, const PoreWidths& widths, const Domain& domain, const PoreSpace& pores,
                const MakeDarcyFlow& make_flow);

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

  // What it keeps from one look to the next: see DarcyFlow.
  MixingState& state() { return flow_->state(); }
  std::vector<SavedList> lists(const ListRows& pieces) { return flow_->lists(pieces); }
  void end_restoring() { flow_->end_restoring(); }

 private:
  double bound_momentum(const SumsOfChanges& sums, double friction) const;

  std::unique_ptr<DarcyFlow> flow_;
  double quantum_{0};  ///< of conductance, voxel^2
  double voxels_{0};   ///< of the image
  double porosity_{0};
  double permeability_{0};
  double largest_distance_;
  double longest_period_{0};  ///< of the flow along an axis, voxels
};

}  // namespace perm
