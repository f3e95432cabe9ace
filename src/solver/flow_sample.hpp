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
#include "core/host_device.hpp"

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

/// How fast a flow still changes, from two pairs of steps one after the other.
struct FlowRates {
  /// -1/6 d/dt of the reversals, mean over all voxels; d/dt of u^2/2 - c_s^2 drho^2/2 where the flow is smooth. What
  /// <u> g is off by, to first order (darcy/residual_bound.hpp).
  double action{0};
  // Means over all voxels, from some of the cells (solver/watched_words.hpp):
  double velocity_residual{0};  ///< (du/dt)^2
  double pressure_residual{0};  ///< c_s^2 (drho/dt)^2
};

/// The mean flow of four steps, and its rates.
struct ChangingFlow {
  FlowSample sample;
  FlowRates rates;
};

/// Which of the two pairs of steps between which a flow changes.
enum class StepPairOf : int { first = -1, second = 1 };

/// Sums of the moments of one step over a set of cells.
class FlowSums {
 public:
  FlowSums() = default;
  /// `force` sets the quantum. Extents give the number of planes along each axis.
  FlowSums(const Extent& extent, double force);

  /// Adds one cell at (x, y, z).
  void add(std::int64_t x, std::int64_t y, std::int64_t z, double density, const std::array<double, 3>& velocity);
  void add(const FlowSums& other);
  /// Adds the reversal (Moments) of one cell, of one step of a pair.
  void add_to_action(double reversal, StepPairOf pair) {
    add_to(action_, reversal * static_cast<int>(pair), square_scale_);
  }
  /// Adds a watched cell, of which the moments of the first pair of steps less those of the second are given.
  void add_to_residual(const std::array<double, 4>& change) {
    add_to(velocity_residual_, velocity_residual_of(change[1], change[2], change[3]), residual_scale_);
    add_to(pressure_residual_, pressure_residual_of(change[0]), residual_scale_);
    ++watched_;
  }
  /// Of sums over two steps each, two steps apart.
  PERM_HOST_DEVICE static double velocity_residual_of(double x, double y, double z) {
    return (x * x + y * y + z * z) / 16;
  }
  PERM_HOST_DEVICE static double pressure_residual_of(double density) { return density * density / 48; }
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
  double square_scale() const { return square_scale_; }      ///< quanta in a unit of velocity squared
  double residual_scale() const { return residual_scale_; }  ///< the same of a rate squared, which is far smaller
  void add_to_action(Sum quanta) { action_ += quanta; }
  void add_to_residuals(Sum velocity, Sum pressure, Sum cells) {
    velocity_residual_ += velocity;
    pressure_residual_ += pressure;
    watched_ += cells;
  }
  void set_not_finite() { finite_ = false; }
  /// `steps` is the number of steps that were added, `cells` the cells of each.
  FlowSample sample(std::int64_t cells, int steps) const;
  /// Of two pairs of steps, of `cells` cells each.
  FlowRates rates(std::int64_t cells) const;

 private:
  void add_to(Sum& sum, double value) { add_to(sum, value, scale_); }
  void add_to(Sum& sum, double value, double scale);

  Extent extent_;
  double scale_{1};
  double square_scale_{1};
  double residual_scale_{1};
  bool finite_{true};
  Sum density_{0};
  Sum action_{0};
  Sum velocity_residual_{0};
  Sum pressure_residual_{0};
  Sum watched_{0};                          ///< cells
  std::array<std::vector<Sum>, 3> planes_;  ///< of the component along the axis
};

}  // namespace perm
