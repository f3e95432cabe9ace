// SPDX-License-Identifier: Apache-2.0
// Measures the whole flow at one moment: besides its mean velocity, the energy that it dissipates, its largest speed
// and its largest density deviation, its momentum and the force on its walls. The sums are exact, like those of
// flow_sums.hpp, and a largest value does not depend on an order. So the bits are the same for any number of threads or
// processes and any cut.
#pragma once

#include <array>
#include <cstdint>

#include "core/communicator.hpp"
#include "core/extent.hpp"
#include "solver/cell/cell_energy.hpp"
#include "solver/cell/wall_force.hpp"
#include "solver/cell/wall_links.hpp"

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
  /// How many patterns the walls have (wall_pattern), those that are rare counted little: (sum n)^2 / sum n^2 over the
  /// n cells of each. A plane wall has one, one at 45 degrees two, a sphere of many voxels about ten. 0 without walls.
  double wall_patterns{0};
  std::array<std::int64_t, 3> wall_faces{};  ///< faces of cells that are solid: those normal to x, to y and to z
  /// The force of the fluid on all walls by momentum exchange (solver/cell/wall_force.hpp), as a sum over the image and
  /// the mean of the steps before and behind this moment. Pressure counts as its deviation from that at density 1.
  /// Closed faces count as walls; where one of them is a mirror or has a prescribed density, this is no force.
  std::array<double, 3> wall_force{};
  std::array<double, 3> next_wall_force{};  ///< that of the step behind this moment
  std::array<double, 3> momentum{};         ///< of all cells at this moment, the half force left out
};

/// Holds sums over a set of cells.
class MeasureSums {
 public:
  using Sum = __int128;
  /// A cell's permeability is a multiple of 2^-44 voxel^2. In a gap of half width y it is up to y^2; beside the only
  /// solid of an open image it is that of all voxels together, which int64 may not hold.
  static constexpr double scale = 17592186044416.0;
  /// Momentum and force of a cell are multiples of 2^-36 units. Velocities are at most 2^25 forces (FlowSums), and
  /// densities 2^26 in an image of 2^24 voxels along the force, so int64 holds them.
  static constexpr double force_scale = 68719476736.0;
  static constexpr double most_in_int64 = 4.0e18;   ///< quanta, below 2^62
  static constexpr double largest_quanta = 1.0e24;  ///< what counts as absurdly large, below 2^80

  void add(const CellEnergy& cell, SolidLinks solid);
  void add(const WallForce& force, double unit);
  void add(const MeasureSums& other);
  /// Adds what a device has summed itself: quanta, and largest values in units.
  void add_quanta(Sum dissipation, Sum viscous, Sum stepped, Sum plane);
  void add_pattern(int pattern, Sum cells) { patterns_[static_cast<std::size_t>(pattern)] += cells; }
  void add_faces(const std::array<Sum, 3>& faces);
  void add_momentum(const std::array<Sum, 3>& momentum);
  void add_wall_force(const std::array<Sum, 3>& before, const std::array<Sum, 3>& next);
  void add_largest(double speed_squared, double density);
  void set_not_finite() { finite_ = false; }
  /// Gives the measures of all processes together; collective.
  FlowMeasures over_all(const Communicator& processes, const Extent& image, const EnergyParameters& parameters) const;

 private:
  Sum quanta_of(double value, double scale_of_value = scale);

  Sum dissipation_{0};
  Sum viscous_{0};
  Sum stepped_{0};
  Sum plane_{0};
  std::array<Sum, 3> faces_{};
  std::array<Sum, 3> momentum_{};
  std::array<Sum, 3> wall_force_{};
  std::array<Sum, 3> next_wall_force_{};
  std::array<Sum, wall_pattern_count> patterns_{};
  double speed_squared_{0};
  double density_{0};
  bool finite_{true};
};

}  // namespace perm
