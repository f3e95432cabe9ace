// SPDX-License-Identifier: Apache-2.0
#include "solver/flow_sums.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace perm {
namespace {

constexpr int quantum_exponent = 36;  // velocities are at most 2^25 forces, so 2^61 quanta: int64 holds them
constexpr int square_exponent = 18;   // their squares are at most 2^43 squared forces
// The rate of a cell is counted down to 1e-7 forces, and up to 256 of them. In a flow with inertia the force is larger
// than the one that the quanta follow from, and the rates of its end are smaller than in creeping flow.
constexpr int residual_exponent = 46;

/// Tells whether the planes of the three axes follow each other without a gap, and the entries follow the planes.
constexpr bool layout_has_no_gaps(const Extent& n) {
  std::int64_t next = 0;
  for (const Axis axis : all_axes)
    for (std::int64_t position = 0; position < n.along(axis); ++position)
      if (SumLayout::plane(n, axis, position) != next++) return false;
  for (int entry = 0; entry < static_cast<int>(SumEntry::count); ++entry)
    if (SumLayout::entry(n, static_cast<SumEntry>(entry)) != next++) return false;
  return SumLayout::size(n) == next;
}
static_assert(layout_has_no_gaps({3, 5, 2}) && layout_has_no_gaps({1, 1, 1}));

}  // namespace

FlowSums::FlowSums(const Extent& extent, double force, Equilibrium equilibrium)
    : extent_(extent),
      voxels_(static_cast<double>(extent.voxels())),
      density_share_(equilibrium == Equilibrium::quadratic ? 1 : 0),
      sums_(static_cast<std::size_t>(SumLayout::size(extent))) {
  int exponent = 0;
  std::frexp(force == 0 ? 1.0 : force, &exponent);
  scale_ = std::ldexp(1.0, quantum_exponent - exponent);
  square_scale_ = std::ldexp(1.0, square_exponent - 2 * exponent);
  residual_scale_ = std::ldexp(1.0, residual_exponent - 2 * exponent);
}

void FlowSums::add_value(std::int64_t position, double value, double scale) {
  const double quanta = value * scale;
  if (!(std::abs(quanta) < largest_quanta)) {
    finite_ = false;
    return;
  }
  add_quanta(position, static_cast<std::int64_t>(std::llrint(quanta)));
}

void FlowSums::add_saturated(std::int64_t position, double value) {
  if (!std::isfinite(value)) finite_ = false;
  add_value(position, std::min(value, largest_quanta / 2 / residual_scale_), residual_scale_);
}

void FlowSums::add(std::int64_t x, std::int64_t y, std::int64_t z, double density,
                   const std::array<double, 3>& velocity) {
  add_value(SumLayout::plane(extent_, Axis::x, x), flux_of(velocity[0], density, density_share_), scale_);
  add_value(SumLayout::plane(extent_, Axis::y, y), flux_of(velocity[1], density, density_share_), scale_);
  add_value(SumLayout::plane(extent_, Axis::z, z), flux_of(velocity[2], density, density_share_), scale_);
  add_value(SumEntry::density, density, scale_);
}

void FlowSums::add(const FlowSums& other) {
  for (std::size_t i = 0; i < sums_.size(); ++i) sums_[i] += other.sums_[i];
  finite_ = finite_ && other.finite_;
}

void FlowSums::sum_over(const Communicator& processes) {
  if (processes.is_alone()) return;
  sums_.push_back(finite_ ? 0 : 1);  // the flag travels with the sums
  processes.sum(sums_);
  finite_ = sums_.back() == 0;
  sums_.pop_back();
}

void FlowSums::clear() {
  std::fill(sums_.begin(), sums_.end(), Sum{0});
  finite_ = true;
}

FlowSample FlowSums::sample(std::int64_t cells, int steps) const {
  FlowSample result;
  result.steps = steps;
  result.finite = finite_;
  for (const Axis axis : all_axes) {
    const auto a = static_cast<std::size_t>(axis);
    Sum total = sums_[static_cast<std::size_t>(SumLayout::at_walls(extent_, axis))];
    const double plane_voxels = voxels_ / static_cast<double>(extent_.along(axis));
    for (std::int64_t position = 0; position < extent_.along(axis); ++position) {
      const Sum plane = sums_[static_cast<std::size_t>(SumLayout::plane(extent_, axis, position))];
      total += plane;
      result.plane_flux[a].push_back(static_cast<double>(plane) / scale_ / steps / plane_voxels);
    }
    result.mean_velocity[a] = static_cast<double>(total) / scale_ / steps / voxels_;
  }
  result.mass_deviation = sum_of(SumEntry::density) / scale_ / steps / static_cast<double>(cells);
  return result;
}

FlowRates FlowSums::rates(std::int64_t cells) const {
  FlowRates rates;
  rates.velocity_residual = estimate(Residual::velocity, cells) / residual_scale_ / voxels_;
  rates.pressure_residual = estimate(Residual::pressure, cells) / residual_scale_ / voxels_;
  rates.unresolved = static_cast<double>(cells) / residual_scale_ / voxels_;  // half a quantum of each
  return rates;
}

void FlowSums::expect_at_most(double largest) {
  constexpr int exponent_of_reversal = 58;  // a reversal is a few squares: below 2^61 quanta
  int exponent = 0;
  std::frexp(largest, &exponent);
  square_scale_ = std::max(square_scale_, std::ldexp(1.0, exponent_of_reversal - 2 * exponent));
}

double FlowSums::action_from_step_to_step() const { return -sum_of(SumEntry::action) / 6 / square_scale_ / voxels_; }

double FlowSums::action_rounding(std::int64_t cells) const {
  constexpr double deviations = 3;
  const double quanta = deviations * std::sqrt(2 * static_cast<double>(cells) / 12);  // each is off by up to a half
  return quanta / 6 / square_scale_ / voxels_;
}

/// Estimates a sum over all `cells` from the watched ones, and adds two standard errors where these are not all.
/// Infinite where none is watched.
double FlowSums::estimate(Residual residual, std::int64_t cells) const {
  double watched = 0;
  double sum = 0;
  for (int group = 0; group < residual_groups; ++group) {
    watched += at(SumLayout::residual(extent_, Residual::cells, group));
    sum += at(SumLayout::residual(extent_, residual, group));
  }
  const auto all = static_cast<double>(cells);
  if (watched == all) return sum;
  if (watched == 0) return std::numeric_limits<double>::infinity();
  double squares = 0;  // of what the groups differ by from the mean of all
  for (int group = 0; group < residual_groups; ++group) {
    const double of_group = at(SumLayout::residual(extent_, Residual::cells, group));
    const double difference = at(SumLayout::residual(extent_, residual, group)) - sum / watched * of_group;
    squares += difference * difference;
  }
  constexpr double correction = static_cast<double>(residual_groups) / (residual_groups - 1);
  return (sum + 2 * std::sqrt(correction * squares)) / watched * all;
}

}  // namespace perm
