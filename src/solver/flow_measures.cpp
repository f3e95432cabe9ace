// SPDX-License-Identifier: Apache-2.0
#include "solver/flow_measures.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace perm {

static_assert(MeasureSums::scale == static_cast<double>(std::int64_t{1} << 44));

std::int64_t MeasureSums::quanta_of(double value) {
  const double quanta = value * scale;
  if (std::abs(quanta) < largest_quanta) return std::llrint(quanta);
  finite_ = false;
  return 0;
}

void MeasureSums::add(const CellEnergy& cell, SolidLinks solid) {
  const std::int64_t viscous = quanta_of(cell.viscous);
  add_quanta(quanta_of(cell.dissipation), viscous, is_stepped(solid) ? viscous : 0);
  if (solid != 0) add_faces({solid_faces<Axis::x>(solid), solid_faces<Axis::y>(solid), solid_faces<Axis::z>(solid)});
  add_largest(cell.speed_squared, std::abs(cell.density));
}

void MeasureSums::add(const MeasureSums& other) {
  add_quanta(other.dissipation_, other.viscous_, other.stepped_);
  add_faces(other.faces_);
  add_largest(other.speed_squared_, other.density_);
  finite_ = finite_ && other.finite_;
}

void MeasureSums::add_quanta(Sum dissipation, Sum viscous, Sum stepped) {
  dissipation_ += dissipation;
  viscous_ += viscous;
  stepped_ += stepped;
}

void MeasureSums::add_faces(const std::array<Sum, 3>& faces) {
  for (std::size_t axis = 0; axis < faces.size(); ++axis) faces_[axis] += faces[axis];
}

void MeasureSums::add_largest(double speed_squared, double density) {
  if (!std::isfinite(speed_squared) || !std::isfinite(density)) finite_ = false;
  speed_squared_ = std::max(speed_squared_, speed_squared);
  density_ = std::max(density_, density);
}

FlowMeasures MeasureSums::over_all(const Communicator& processes, const Extent& image,
                                   const EnergyParameters& parameters) const {
  std::array<Sum, 6> sums{dissipation_, viscous_, stepped_, faces_[0], faces_[1], faces_[2]};
  processes.sum(sums);
  const auto mean = [&](Sum sum) { return static_cast<double>(sum) / scale / static_cast<double>(image.voxels()); };
  FlowMeasures measures;
  measures.dissipation_voxel2 = mean(sums[0]);
  measures.viscous_voxel2 = mean(sums[1]);
  measures.stepped_wall_voxel2 = mean(sums[2]);
  for (std::size_t axis = 0; axis < 3; ++axis) measures.wall_faces[axis] = static_cast<std::int64_t>(sums[3 + axis]);
  measures.largest_speed = std::sqrt(processes.max(speed_squared_)) * parameters.unit;
  measures.largest_density_deviation = processes.max(density_) * parameters.unit;
  measures.finite = !processes.any(!finite_);
  return measures;
}

}  // namespace perm
