// SPDX-License-Identifier: Apache-2.0
// The flow at one moment, as sums over the whole image. The sums are exact: every value is rounded once to a multiple
// of a quantum that belongs to the run (2^-36 to 2^-35 of the force) and added as an integer. They are therefore the
// same bits for every order of the cells: any number of threads or ranks, any cut, any tile size.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/communicator.hpp"
#include "core/extent.hpp"

namespace perm {

/// Mean of two consecutive steps, so that a staggered (-1)^t mode, which one-voxel gaps leave undamped, cancels.
struct FlowSample {
  std::int64_t step{0};                           ///< the later of the two
  std::array<double, 3> mean_velocity{};          ///< superficial: over all voxels
  std::array<std::vector<double>, 3> plane_flux;  ///< [axis]: mean over all voxels of each plane across the axis of
                                                  ///< the velocity component along it
  double mass_deviation{0};                       ///< mean over cells of density - 1
  bool finite{true};                              ///< false: a value was infinite, not a number, or absurdly large
};

/// Sums of the moments of one step over a set of cells.
class FlowSums {
 public:
  FlowSums() = default;
  /// `force` sets the quantum. Extents give the number of planes along each axis.
  FlowSums(const Extent& extent, double force);

  /// Adds one cell at (x, y, z).
  void add(std::int64_t x, std::int64_t y, std::int64_t z, double density, const std::array<double, 3>& velocity);
  void add(const FlowSums& other);
  /// Adds up what all processes have, to all; collective.
  void sum_over(const Communicator& processes);
  void clear();
  using Sum = __int128;
  /// What counts as absurdly large: below 2^62.
  static constexpr double largest_quanta = 4.0e18;
  /// Quanta in a unit of velocity or density; a device that adds quanta itself gives its sums to the following.
  double scale() const { return scale_; }
  void add_to_plane(Axis axis, std::int64_t plane, Sum quanta) {
    planes_[static_cast<std::size_t>(axis)][static_cast<std::size_t>(plane)] += quanta;
  }
  void add_to_density(Sum quanta) { density_ += quanta; }
  void set_not_finite() { finite_ = false; }
  /// `steps` is the number of steps that were added, `cells` the cells of each.
  FlowSample sample(std::int64_t cells, int steps) const;

 private:
  void add_to(Sum& sum, double value);

  Extent extent_;
  double scale_{1};
  bool finite_{true};
  Sum density_{0};
  std::array<std::vector<Sum>, 3> planes_;  ///< of the component along the axis
};

}  // namespace perm
