// SPDX-License-Identifier: Apache-2.0
#include "solver/flow_sample.hpp"

#include <algorithm>
#include <cmath>

namespace perm {
namespace {

constexpr int quantum_exponent = 36;  // velocities are at most 2^25 forces, so 2^61 quanta: int64 holds them
constexpr int square_exponent = 18;   // their squares at most 2^43 squared forces
constexpr int residual_exponent = 40;

}  // namespace

FlowSums::FlowSums(const Extent& extent, double force) : extent_(extent) {
  int exponent = 0;
  std::frexp(force == 0 ? 1.0 : force, &exponent);
  scale_ = std::ldexp(1.0, quantum_exponent - exponent);
  square_scale_ = std::ldexp(1.0, square_exponent - 2 * exponent);
  residual_scale_ = std::ldexp(1.0, residual_exponent - 2 * exponent);
  for (const Axis axis : all_axes)
    planes_[static_cast<std::size_t>(axis)].assign(static_cast<std::size_t>(extent.along(axis)), 0);
}

void FlowSums::add_to(Sum& sum, double value, double scale) {
  const double quanta = value * scale;
  if (!(std::abs(quanta) < largest_quanta)) {
    finite_ = false;
    return;
  }
  sum += static_cast<std::int64_t>(std::llrint(quanta));
}

void FlowSums::add(std::int64_t x, std::int64_t y, std::int64_t z, double density,
                   const std::array<double, 3>& velocity) {
  const std::array<std::int64_t, 3> position{x, y, z};
  for (std::size_t a = 0; a < 3; ++a) add_to(planes_[a][static_cast<std::size_t>(position[a])], velocity[a]);
  add_to(density_, density);
}

void FlowSums::add(const FlowSums& other) {
  for (std::size_t a = 0; a < 3; ++a)
    for (std::size_t i = 0; i < planes_[a].size(); ++i) planes_[a][i] += other.planes_[a][i];
  density_ += other.density_;
  action_ += other.action_;
  velocity_residual_ += other.velocity_residual_;
  pressure_residual_ += other.pressure_residual_;
  watched_ += other.watched_;
  finite_ = finite_ && other.finite_;
}

void FlowSums::sum_over(const Communicator& processes) {
  if (processes.is_alone()) return;
  std::vector<Sum> all{density_, action_, velocity_residual_, pressure_residual_, watched_, finite_ ? Sum{0} : Sum{1}};
  for (const auto& planes : planes_) all.insert(all.end(), planes.begin(), planes.end());
  processes.sum(all);
  density_ = all[0];
  action_ = all[1];
  velocity_residual_ = all[2];
  pressure_residual_ = all[3];
  watched_ = all[4];
  finite_ = all[5] == 0;
  auto next = all.cbegin() + 6;
  for (auto& planes : planes_)
    for (Sum& plane : planes) plane = *next++;
}

void FlowSums::clear() {
  for (auto& planes : planes_) std::fill(planes.begin(), planes.end(), Sum{0});
  density_ = action_ = velocity_residual_ = pressure_residual_ = watched_ = 0;
  finite_ = true;
}

FlowSample FlowSums::sample(std::int64_t cells, int steps) const {
  FlowSample result;
  result.finite = finite_;
  for (const Axis axis : all_axes) {
    const auto a = static_cast<std::size_t>(axis);
    Sum total = 0;
    const double plane_voxels = static_cast<double>(extent_.voxels()) / static_cast<double>(extent_.along(axis));
    for (const Sum plane : planes_[a]) {
      total += plane;
      result.plane_flux[a].push_back(static_cast<double>(plane) / scale_ / steps / plane_voxels);
    }
    result.mean_velocity[a] = static_cast<double>(total) / scale_ / steps / static_cast<double>(extent_.voxels());
  }
  result.mass_deviation = static_cast<double>(density_) / scale_ / steps / static_cast<double>(cells);
  return result;
}

FlowRates FlowSums::rates(std::int64_t cells) const {
  const auto voxels = static_cast<double>(extent_.voxels());
  constexpr double steps_a_pair = 2;
  constexpr double steps_apart = 2;
  FlowRates rates;
  rates.action = -static_cast<double>(action_) / 6 / square_scale_ / steps_a_pair / steps_apart / voxels;
  if (watched_ == 0) return rates;
  const double share = static_cast<double>(cells) / static_cast<double>(watched_) / residual_scale_ / voxels;
  rates.velocity_residual = static_cast<double>(velocity_residual_) * share;
  rates.pressure_residual = static_cast<double>(pressure_residual_) * share;
  return rates;
}

}  // namespace perm
