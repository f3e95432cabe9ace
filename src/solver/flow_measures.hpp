// SPDX-License-Identifier: Apache-2.0
// What is measured of a whole flow at one moment: besides its mean velocity, the energy that it dissipates, its largest
// speed and its largest density deviation, its momentum and the force on its walls.
#pragma once

#include <array>
#include <cstdint>

namespace perm {

struct FlowMeasures {
  /// nu/g^2 times the energy that collisions dissipate, as a mean over all voxels. In a steady flow the force does as
  /// much work, so this is then the permeability. For the linear equilibrium only.
  double dissipation_voxel2{0};
  double viscous_voxel2{0};             ///< the part of it that is 2 nu S:S, S being the strain rate
  double largest_speed{0};              ///< of a cell, voxels a step
  double largest_density_deviation{0};  ///< of a cell, from 1, without its sign
  bool finite{true};                    ///< false: a value was infinite, not a number, or absurdly large
  double stepped_wall_voxel2{0};        ///< the part of viscous_voxel2 in cells beside stepped walls (is_stepped)
  double plane_wall_voxel2{0};          ///< that in the other cells beside walls
  /// How many cells beside walls differ, those that dissipate little counted little: (sum v)^3 / (sum v^(3/2))^2 of the
  /// viscous dissipation v of a cell (Renyi 1961), over how often the walls repeat themselves
  /// (solver/wall_repeats.hpp).
  double wall_pieces{0};
  std::array<std::int64_t, 3> wall_faces{};  ///< faces of cells that are solid: those normal to x, to y and to z
  /// The force of the fluid on all walls by momentum exchange (solver/cell/wall_force.hpp), as a sum over the image and
  /// the mean of the steps before and behind this moment. Pressure counts as its deviation from that at density 1.
  /// Closed faces count as walls; where one of them is a mirror or has a prescribed density, this is no force.
  std::array<double, 3> wall_force{};
  std::array<double, 3> next_wall_force{};  ///< that of the step behind this moment
  std::array<double, 3> momentum{};         ///< of all cells at this moment, the half force left out
  double mean_speed_squared{0};             ///< over all voxels, (voxels a step)^2
  double mean_density_squared{0};           ///< of the deviations from 1, over all voxels
  /// What walls between voxels add to the number of cells that the force drives: the sum of their shares of it, less 1
  /// each (validation/WALLS.md).
  double forced_cells_at_walls{0};
};

}  // namespace perm
