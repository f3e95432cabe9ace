// SPDX-License-Identifier: Apache-2.0
// Makes the exact sums behind a FlowSample. Every value is rounded once to a multiple of a quantum that belongs to the
// run (2^-36 to 2^-35 of the force) and added as an integer. The sums are therefore the same bits for every order of
// the cells: for any number of threads or processes, any cut, any tile size. The host and a GPU keep them in one
// layout.
//
// What flows through a plane is rho u, which is the same in every plane of a steady flow. The linear equilibrium is
// that of creeping flow, in which rho is 1 there; with the quadratic one the density is a factor. The mean velocity is
// that of all planes; a cell beside a wall between voxels counts in it by its share of the force (validation/WALLS.md).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/communicator.hpp"
#include "core/extent.hpp"
#include "core/host_device.hpp"
#include "solver/cell/settings.hpp"
#include "solver/flow_sample.hpp"

namespace perm {

/// Names the sums that are made once for an image. They stand behind the sums of the planes. A new sum needs one line
/// here.
enum class SumEntry : int {
  density,   ///< density deviations of all cells
  action,    ///< reversals (Moments), those of StepPairOf::first with a minus sign
  at_walls,  ///< velocities that count in K beyond what flows through planes, along x, y and z
  at_walls_y,
  at_walls_z,
  residuals,  ///< the first of the sums of the groups of watched cells
  count = residuals + 24
};

/// Names what is summed for each group of watched cells.
enum class Residual : int { velocity, pressure, cells, count };  ///< squared changes, and the number of cells
inline constexpr int residual_groups =
    (static_cast<int>(SumEntry::count) - static_cast<int>(SumEntry::residuals)) / static_cast<int>(Residual::count);

/// Lays out all sums as one flat list: one sum for each plane across x, then y, then z (of the flux along that axis),
/// then the sums of SumEntry. Every access, on the host and on a device, goes through these functions.
struct SumLayout {
  PERM_HOST_DEVICE static constexpr std::int64_t plane(const Extent& n, Axis axis, std::int64_t position) {
    return (axis == Axis::x ? 0 : axis == Axis::y ? n.nx : n.nx + n.ny) + position;
  }
  PERM_HOST_DEVICE static constexpr std::int64_t entry(const Extent& n, SumEntry entry) {
    return n.nx + n.ny + n.nz + static_cast<int>(entry);
  }
  PERM_HOST_DEVICE static constexpr std::int64_t at_walls(const Extent& n, Axis axis) {
    return entry(n, SumEntry::at_walls) + static_cast<int>(axis);
  }
  PERM_HOST_DEVICE static constexpr std::int64_t residual(const Extent& n, Residual residual, int group) {
    return entry(n, SumEntry::residuals) + group * static_cast<int>(Residual::count) + static_cast<int>(residual);
  }
  PERM_HOST_DEVICE static constexpr std::int64_t size(const Extent& n) { return entry(n, SumEntry::count); }
};

/// Holds the sums of the moments of some steps over a set of cells.
class FlowSums {
 public:
  using Sum = __int128;
  /// A value of this many quanta or more is absurdly large. The number is below 2^62.
  static constexpr double largest_quanta = 4.0e18;

  FlowSums() = default;
  /// `force` sets the quantum, `extent` the number of planes along each axis, `equilibrium` what the flux is.
  FlowSums(const Extent& extent, double force, Equilibrium equilibrium = Equilibrium::linear);

  /// Says how many voxels means are over, where these are not all of the image.
  void average_over(std::int64_t voxels) { voxels_ = static_cast<double>(voxels); }

  /// Adds one cell at (x, y, z).
  void add(std::int64_t x, std::int64_t y, std::int64_t z, double density, const std::array<double, 3>& velocity);
  /// Adds the reversal (Moments) that one cell has in one step.
  void add_to_action(double reversal, StepPairOf pair) {
    add_value(SumEntry::action, reversal * static_cast<int>(pair), square_scale_);
  }
  /// Adds what the velocity of a cell counts more than once, at its share of the force.
  void add_beside_wall(const std::array<double, 3>& velocity, double force_share) {
    for (const Axis axis : all_axes)
      add_value(SumLayout::at_walls(extent_, axis), (force_share - 1) * velocity[static_cast<std::size_t>(axis)],
                scale_);
  }
  /// Adds a watched cell of a group. `change` is the density and velocity of the second pair of steps less those of the
  /// first.
  void add_to_residual(int group, const std::array<double, 4>& change) {
    add_saturated(SumLayout::residual(extent_, Residual::velocity, group),
                  velocity_residual_of(change[1], change[2], change[3]));
    add_saturated(SumLayout::residual(extent_, Residual::pressure, group), pressure_residual_of(change[0]));
    add_quanta(SumLayout::residual(extent_, Residual::cells, group), 1);
  }
  /// Gives the flux of one cell along an axis, from its velocity there and its density deviation. `density_share` is 0
  /// with the linear equilibrium, so that the flux is the velocity, bit by bit; else it is 1.
  /// A number may be a vector of them.
  template <class Number>
  PERM_HOST_DEVICE static PERM_ALWAYS_INLINE Number flux_of(Number velocity, Number density, double density_share) {
    return velocity * (1 + density_share * density);
  }
  /// Gives the residuals of one cell, from changes that are sums over two steps, two steps apart.
  PERM_HOST_DEVICE static double velocity_residual_of(double x, double y, double z) {
    return (x * x + y * y + z * z) / 16;
  }
  PERM_HOST_DEVICE static double pressure_residual_of(double density) { return density * density / 48; }

  /// Makes quanta of squares as small as velocities and densities up to `largest` allow, or leaves them as they are.
  /// Nothing may have been added yet.
  void expect_at_most(double largest);
  /// Adds other sums with the same quanta and extent.
  void add(const FlowSums& other);
  /// Adds up what all processes have and gives the result to all; collective.
  void sum_over(const Communicator& processes);
  void clear();

  // A device that counts quanta itself rounds by these scales and gives its sums to add_quanta().
  double scale() const { return scale_; }                    ///< quanta in a unit of velocity or density
  double square_scale() const { return square_scale_; }      ///< quanta in a unit of velocity squared
  double residual_scale() const { return residual_scale_; }  ///< quanta in a unit of squared rate, which is far smaller
  double density_share() const { return density_share_; }    ///< see flux_of
  std::int64_t size() const { return static_cast<std::int64_t>(sums_.size()); }
  /// Adds quanta to the sum at `position` of the layout.
  void add_quanta(std::int64_t position, Sum quanta) { sums_[static_cast<std::size_t>(position)] += quanta; }
  void set_not_finite() { finite_ = false; }

  /// Gives the means over `steps` steps that were added, of `cells` cells each.
  FlowSample sample(std::int64_t cells, int steps) const;
  /// Gives the rates but the action, from two pairs of steps of `cells` cells each.
  FlowRates rates(std::int64_t cells) const;
  /// Gives the action of FlowRates from two steps, where the reversals of the first one have the minus sign. In the
  /// words of darcy/pressure_search.hpp, an error e of the flow becomes e', and S^-1 e' = Ce. Times R both sides
  /// are symmetric, so e and e' change the difference of the reversals by -<Rb, e + e'>: by as much as the momentum of
  /// both steps, with the other sign. The error of K has no part of first order, however fast e changes. Linear
  /// equilibrium only.
  double action_from_step_to_step() const;
  /// Gives FlowRates::action_rounding, of an image with so many cells.
  double action_rounding(std::int64_t cells) const;

 private:
  void add_value(std::int64_t position, double value, double scale);
  /// Adds a squared rate; one that is absurdly large counts as the largest that is not. A flow that has just begun has
  /// rates beyond what quanta of the rates of a flow near its end can count.
  void add_saturated(std::int64_t position, double value);
  void add_value(SumEntry entry, double value, double scale) {
    add_value(SumLayout::entry(extent_, entry), value, scale);
  }
  double at(std::int64_t position) const { return static_cast<double>(sums_[static_cast<std::size_t>(position)]); }
  double sum_of(SumEntry entry) const { return at(SumLayout::entry(extent_, entry)); }
  double estimate(Residual residual, std::int64_t cells) const;

  Extent extent_;
  double voxels_{0};
  double scale_{1};
  double square_scale_{1};
  double residual_scale_{1};
  double density_share_{0};
  bool finite_{true};
  std::vector<Sum> sums_;  ///< laid out as SumLayout says
};

}  // namespace perm
