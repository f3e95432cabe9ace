// SPDX-License-Identifier: Apache-2.0
// Sums of what is measured of a flow (flow_measures.hpp). They are exact, like those of flow_sums.hpp, and a largest
// value does not depend on an order. So the bits are the same for any number of threads or processes and any cut.
#pragma once

#include <array>
#include <cstdint>

#include "core/communicator.hpp"
#include "core/extent.hpp"
#include "core/host_device.hpp"
#include "solver/cell/cell_energy.hpp"
#include "solver/cell/measured_walls.hpp"
#include "solver/cell/wall_force.hpp"
#include "solver/cell/wall_links.hpp"
#include "solver/flow_measures.hpp"

namespace perm {

/// What is summed, in the order in which every device keeps it; from `faces` on there are three sums, for x, y and z.
enum class MeasureEntry : int {
  dissipation,
  viscous,       ///< its viscous part
  stepped_wall,  ///< that in cells beside stepped walls
  plane_wall,    ///< that in other cells beside walls
  wall_power,    ///< the viscous part of cells beside walls to the power 3/2; its scale is power_scale
  speed_squared,
  density_squared,
  force_shares,               ///< of cells beside walls between voxels, less 1 each
  faces,                      ///< solid faces of cells
  momentum = faces + 3,       ///< of cells
  wall_force = momentum + 3,  ///< in the step before
  next_wall_force = wall_force + 3,
  count = next_wall_force + 3
};
inline constexpr int measure_entries = static_cast<int>(MeasureEntry::count);
PERM_HOST_DEVICE constexpr int measure_index(MeasureEntry entry, int axis = 0) {
  return static_cast<int>(entry) + axis;
}

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
  /// Powers 3/2 of what a cell dissipates, itself at most largest_quanta over scale, stay below largest_quanta.
  static constexpr double power_scale = 16777216.0;
  static constexpr double most_in_int64 = 4.0e18;   ///< quanta, below 2^62
  static constexpr double largest_quanta = 1.0e24;  ///< what counts as absurdly large, below 2^80

  void add(const CellEnergy& cell, SolidLinks solid);
  void add(const MeasuredAtWall& cell, SolidLinks solid) {
    add(cell.energy, solid);
    add(cell.force, 1);
    add_quanta(measure_index(MeasureEntry::force_shares), quanta_of(cell.force_share - 1));
  }
  void add(const WallForce& force, double unit);
  void add(const MeasureSums& other);
  /// Adds what a device has summed itself: quanta, and largest values in units.
  void add_quanta(int place, Sum quanta) { quanta_[static_cast<std::size_t>(place)] += quanta; }
  void add_normal(int normal, Sum cells) { normals_[static_cast<std::size_t>(normal)] += cells; }
  void add_largest(double speed_squared, double density);
  void set_not_finite() { finite_ = false; }
  /// Gives the measures of all processes together; collective.
  FlowMeasures over_all(const Communicator& processes, std::int64_t voxels, const EnergyParameters& parameters) const;

 private:
  Sum quanta_of(double value, double scale_of_value = scale);

  std::array<Sum, measure_entries> quanta_{};
  std::array<Sum, wall_normal_count> normals_{};  ///< cells beside walls of each wall_normal
  double speed_squared_{0};
  double density_{0};
  bool finite_{true};
};

}  // namespace perm
