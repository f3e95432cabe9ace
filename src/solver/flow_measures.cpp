// SPDX-License-Identifier: Apache-2.0
#include "solver/flow_measures.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace perm {

static_assert(MeasureSums::scale == static_cast<double>(std::int64_t{1} << 44));

void MeasureSums::add_to(Sum& sum, double value) {
  const double quanta = value * scale;
  if (!(std::abs(quanta) < largest_quanta)) {
    finite_ = false;
    return;
  }
  sum += static_cast<std::int64_t>(std::llrint(quanta));
}

void MeasureSums::add(const CellEnergy& cell) {
  add_to(dissipation_, cell.dissipation);
  add_to(viscous_, cell.viscous);
  add_largest(cell.speed_squared, std::abs(cell.density));
}

void MeasureSums::add(const MeasureSums& other) {
  add_quanta(other.dissipation_, other.viscous_);
  add_largest(other.speed_squared_, other.density_);
  finite_ = finite_ && other.finite_;
}

void MeasureSums::add_quanta(Sum dissipation, Sum viscous) {
  dissipation_ += dissipation;
  viscous_ += viscous;
}

void MeasureSums::add_largest(double speed_squared, double density) {
  if (!std::isfinite(speed_squared) || !std::isfinite(density)) finite_ = false;
  speed_squared_ = std::max(speed_squared_, speed_squared);
  density_ = std::max(density_, density);
}

FlowMeasures MeasureSums::over_all(const Communicator& processes, const Extent& image,
                                   const EnergyParameters& parameters) const {
  std::array<Sum, 2> sums{dissipation_, viscous_};
  processes.sum(sums);
  const auto mean = [&](Sum sum) { return static_cast<double>(sum) / scale / static_cast<double>(image.voxels()); };
  FlowMeasures measures;
  measures.dissipation_voxel2 = mean(sums[0]);
  measures.viscous_voxel2 = mean(sums[1]);
  measures.largest_speed = std::sqrt(processes.max(speed_squared_)) * parameters.unit;
  measures.largest_density_deviation = processes.max(density_) * parameters.unit;
  measures.finite = !processes.any(!finite_);
  return measures;
}

}  // namespace perm
