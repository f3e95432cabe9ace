// SPDX-License-Identifier: Apache-2.0
#include "solver/flow_measures.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace perm {

static_assert(MeasureSums::scale == static_cast<double>(std::int64_t{1} << 44));
static_assert(MeasureSums::force_scale == static_cast<double>(std::int64_t{1} << 36));

namespace {

/// Gives (sum n)^2 / sum n^2, from whole numbers, so that every device rounds once.
double effective_count(std::span<const __int128> counts) {
  __int128 all = 0, squares = 0;
  for (const __int128 count : counts) {
    all += count;
    squares += count * count;
  }
  return squares == 0 ? 0 : static_cast<double>(all * all) / static_cast<double>(squares);
}

}  // namespace

MeasureSums::Sum MeasureSums::quanta_of(double value, double scale_of_value) {
  const double quanta = value * scale_of_value;
  if (std::abs(quanta) < most_in_int64) return std::llrint(quanta);
  if (std::abs(quanta) < largest_quanta) return static_cast<Sum>(quanta);  // so large a double is whole
  finite_ = false;
  return 0;
}

void MeasureSums::add(const CellEnergy& cell, SolidLinks solid) {
  const Sum viscous = quanta_of(cell.viscous);
  const bool has_steps = is_stepped(solid);
  add_quanta(quanta_of(cell.dissipation), viscous, has_steps ? viscous : 0, solid != 0 && !has_steps ? viscous : 0);
  if (solid != 0) {
    add_faces({solid_faces<Axis::x>(solid), solid_faces<Axis::y>(solid), solid_faces<Axis::z>(solid)});
    add_pattern(wall_pattern(solid), 1);
  }
  add_largest(cell.speed_squared, std::abs(cell.density));
  for (std::size_t a = 0; a < 3; ++a) momentum_[a] += quanta_of(cell.momentum[a], force_scale);
}

void MeasureSums::add(const WallForce& force, double unit) {
  for (std::size_t a = 0; a < 3; ++a) {
    wall_force_[a] += quanta_of(force.before[a], force_scale / unit);
    next_wall_force_[a] += quanta_of(force.next[a], force_scale / unit);
  }
}

void MeasureSums::add(const MeasureSums& other) {
  add_quanta(other.dissipation_, other.viscous_, other.stepped_, other.plane_);
  add_faces(other.faces_);
  add_momentum(other.momentum_);
  add_wall_force(other.wall_force_, other.next_wall_force_);
  for (int pattern = 0; pattern < wall_pattern_count; ++pattern)
    add_pattern(pattern, other.patterns_[static_cast<std::size_t>(pattern)]);
  add_largest(other.speed_squared_, other.density_);
  finite_ = finite_ && other.finite_;
}

void MeasureSums::add_quanta(Sum dissipation, Sum viscous, Sum stepped, Sum plane) {
  dissipation_ += dissipation;
  viscous_ += viscous;
  stepped_ += stepped;
  plane_ += plane;
}

void MeasureSums::add_faces(const std::array<Sum, 3>& faces) {
  for (std::size_t axis = 0; axis < faces.size(); ++axis) faces_[axis] += faces[axis];
}

void MeasureSums::add_momentum(const std::array<Sum, 3>& momentum) {
  for (std::size_t a = 0; a < momentum.size(); ++a) momentum_[a] += momentum[a];
}

void MeasureSums::add_wall_force(const std::array<Sum, 3>& before, const std::array<Sum, 3>& next) {
  for (std::size_t a = 0; a < before.size(); ++a) {
    wall_force_[a] += before[a];
    next_wall_force_[a] += next[a];
  }
}

void MeasureSums::add_largest(double speed_squared, double density) {
  if (!std::isfinite(speed_squared) || !std::isfinite(density)) finite_ = false;
  speed_squared_ = std::max(speed_squared_, speed_squared);
  density_ = std::max(density_, density);
}

FlowMeasures MeasureSums::over_all(const Communicator& processes, const Extent& image,
                                   const EnergyParameters& parameters) const {
  std::array<Sum, 16> sums{dissipation_, viscous_, stepped_, plane_};
  for (std::size_t a = 0; a < 3; ++a) {
    sums[4 + a] = faces_[a];
    sums[7 + a] = momentum_[a];
    sums[10 + a] = wall_force_[a];
    sums[13 + a] = next_wall_force_[a];
  }
  processes.sum(sums);
  std::array<Sum, wall_pattern_count> patterns = patterns_;
  processes.sum(patterns);
  const auto mean = [&](Sum sum) { return static_cast<double>(sum) / scale / static_cast<double>(image.voxels()); };
  FlowMeasures measures;
  measures.dissipation_voxel2 = mean(sums[0]);
  measures.viscous_voxel2 = mean(sums[1]);
  measures.stepped_wall_voxel2 = mean(sums[2]);
  measures.plane_wall_voxel2 = mean(sums[3]);
  for (std::size_t axis = 0; axis < 3; ++axis) measures.wall_faces[axis] = static_cast<std::int64_t>(sums[4 + axis]);
  const auto in_lattice_units = [&](Sum sum) { return static_cast<double>(sum) / force_scale * parameters.unit; };
  for (std::size_t a = 0; a < 3; ++a) {
    measures.momentum[a] = in_lattice_units(sums[7 + a]);
    measures.wall_force[a] = in_lattice_units(sums[10 + a] + sums[13 + a]) / 2;
    measures.next_wall_force[a] = in_lattice_units(sums[13 + a]);
  }
  measures.wall_patterns = effective_count(patterns);
  measures.largest_speed = std::sqrt(processes.max(speed_squared_)) * parameters.unit;
  measures.largest_density_deviation = processes.max(density_) * parameters.unit;
  measures.finite = !processes.any(!finite_);
  return measures;
}

}  // namespace perm
