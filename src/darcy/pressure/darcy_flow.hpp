// SPDX-License-Identifier: Apache-2.0
// Finds flows by Darcy's law on the pore voxels of an image: under a force, and from what the density of each cell
// changes. darcy_flow_on.hpp does it, on the host and on a GPU. Each process has a DarcyFlow for its own cells, and all
// calls but those that add are collective.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <vector>

#include "core/processors/thread_team.hpp"
#include "core/saving/saved_list.hpp"
#include "darcy/pressure/pore_conductances.hpp"
#include "darcy/pressure/pressure_mixing.hpp"
#include "lattice/cell_field.hpp"

namespace perm {

/// Says how a flow is added to fields: so much density a unit of potential, and so much velocity a unit of flux.
struct FlowUnits {
  float density;
  float velocity;
};

/// Holds what is summed of the changes of all cells, over the whole image.
struct SumsOfChanges {
  double momentum{0};                 ///< most that their forces can do: (d^2/2.5 + friction) a^2, in squared forces
  double velocities{0};               ///< a^2, in squared forces
  double densities{0};                ///< q^2, in squared forces
  std::array<double, 3> mean_rate{};  ///< mean of a over the cells, in forces
};

/// Tells of the fluxes that carry the changes of density.
struct PowerOfFluxes {
  double most{0};  ///< that they take, at viscosity 1
  double left{0};  ///< of what they leave, in quanta; not a number where a change is not finite
};

class DarcyFlow {
 public:
  virtual ~DarcyFlow() = default;

  /// Finds the flow under a force 1 along the direction, and gives its permeability in voxel^2.
  virtual double drive() = 0;
  /// Adds this flow to the fields of the own cells.
  virtual void add_driven(const FlowUnits& units, std::span<CellField> fields) const = 0;

  /// Sums what cells change in a step. `friction` is the least length squared over which the solid in the image damps a
  /// flow, voxel^2.
  virtual SumsOfChanges sum(std::span<const CellField> changes, double force, double friction) = 0;
  /// Finds the potential that carries away what density changes in a step, in forces. The changes are read when this
  /// returns.
  virtual PowerOfFluxes carry_away(std::span<const CellField> changes, double force) = 0;
  /// Decides how much of that potential is to be made; call it once after each carry_away(). `size` is that of what is
  /// left to change, for instance the root of its power.
  virtual void mix(double size) = 0;
  /// Adds what is to be made to the fields of the own cells.
  virtual void add_change(const FlowUnits& units, std::span<CellField> fields) = 0;

  // What it keeps from one call of mix() to the next:

  virtual MixingState& state() = 0;
  /// Gives the lists of own pieces, of which each process has these rows of blocks.
  virtual std::vector<SavedList> lists(const ListRows& pieces) = 0;
  /// Is called when all lists were restored. Collective.
  virtual void end_restoring() = 0;
};

/// Shares the work on the host: on cells among the threads of each process, and on pieces among those of the node of
/// the first one; others may have none of these.
struct TeamsOfFlow {
  std::shared_ptr<const ThreadTeam> own;
  std::shared_ptr<const ThreadTeam> of_first;
};

/// Makes it on the host. Collective.
std::unique_ptr<DarcyFlow> make_darcy_flow(PoreConductances pores, Axis direction, const TeamsOfFlow& teams);

}  // namespace perm
