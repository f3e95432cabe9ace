// SPDX-License-Identifier: Apache-2.0
#include "solver/measure_sums.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "solver/wall_repeats.hpp"

namespace perm {

static_assert(MeasureSums::scale == static_cast<double>(std::int64_t{1} << 44));
static_assert(MeasureSums::force_scale == static_cast<double>(std::int64_t{1} << 36));

MeasureSums::Sum MeasureSums::quanta_of(double value, double scale_of_value) {
  const double quanta = value * scale_of_value;
  if (std::abs(quanta) < most_in_int64) return std::llrint(quanta);
  if (std::abs(quanta) < largest_quanta) return static_cast<Sum>(quanta);  // so large a double is whole
  finite_ = false;
  return 0;
}

void MeasureSums::add(const CellEnergy& cell, SolidLinks solid) {
  const Sum viscous = quanta_of(cell.viscous);
  add_quanta(measure_index(MeasureEntry::dissipation), quanta_of(cell.dissipation));
  add_quanta(measure_index(MeasureEntry::viscous), viscous);
  if (solid != 0) {
    add_quanta(measure_index(is_stepped(solid) ? MeasureEntry::stepped_wall : MeasureEntry::plane_wall), viscous);
    add_quanta(measure_index(MeasureEntry::faces, 0), solid_faces<Axis::x>(solid));
    add_quanta(measure_index(MeasureEntry::faces, 1), solid_faces<Axis::y>(solid));
    add_quanta(measure_index(MeasureEntry::faces, 2), solid_faces<Axis::z>(solid));
    add_quanta(measure_index(MeasureEntry::wall_power), quanta_of(cell.viscous * std::sqrt(cell.viscous), power_scale));
    add_normal(wall_normal(solid), 1);
  }
  add_quanta(measure_index(MeasureEntry::speed_squared), quanta_of(cell.speed_squared));
  add_quanta(measure_index(MeasureEntry::density_squared), quanta_of(cell.density * cell.density));
  add_largest(cell.speed_squared, std::abs(cell.density));
  for (int a = 0; a < 3; ++a)
    add_quanta(measure_index(MeasureEntry::momentum, a), quanta_of(cell.momentum[a], force_scale));
}

void MeasureSums::add(const WallForce& force, double unit) {
  for (int a = 0; a < 3; ++a) {
    add_quanta(measure_index(MeasureEntry::wall_force, a), quanta_of(force.before[a], force_scale / unit));
    add_quanta(measure_index(MeasureEntry::next_wall_force, a), quanta_of(force.next[a], force_scale / unit));
  }
}

void MeasureSums::add(const MeasureSums& other) {
  for (std::size_t place = 0; place < quanta_.size(); ++place) quanta_[place] += other.quanta_[place];
  for (std::size_t normal = 0; normal < normals_.size(); ++normal) normals_[normal] += other.normals_[normal];
  add_largest(other.speed_squared_, other.density_);
  finite_ = finite_ && other.finite_;
}

void MeasureSums::add_largest(double speed_squared, double density) {
  if (!std::isfinite(speed_squared) || !std::isfinite(density)) finite_ = false;
  speed_squared_ = std::max(speed_squared_, speed_squared);
  density_ = std::max(density_, density);
}

FlowMeasures MeasureSums::over_all(const Communicator& processes, std::int64_t voxels,
                                   const EnergyParameters& parameters) const {
  std::array<Sum, measure_entries> sums = quanta_;
  processes.sum(sums);
  std::array<Sum, wall_normal_count> normals = normals_;
  processes.sum(normals);
  const auto sum_of = [&](MeasureEntry entry, int axis = 0) {
    return sums[static_cast<std::size_t>(measure_index(entry, axis))];
  };
  const auto mean = [&](MeasureEntry entry) {
    return static_cast<double>(sum_of(entry)) / scale / static_cast<double>(voxels);
  };
  const auto in_lattice_units = [&](Sum sum) { return static_cast<double>(sum) / force_scale * parameters.unit; };
  FlowMeasures measures;
  measures.dissipation_voxel2 = mean(MeasureEntry::dissipation);
  measures.viscous_voxel2 = mean(MeasureEntry::viscous);
  measures.stepped_wall_voxel2 = mean(MeasureEntry::stepped_wall);
  measures.plane_wall_voxel2 = mean(MeasureEntry::plane_wall);
  measures.mean_speed_squared = mean(MeasureEntry::speed_squared) * parameters.unit * parameters.unit;
  measures.mean_density_squared = mean(MeasureEntry::density_squared) * parameters.unit * parameters.unit;
  measures.forced_cells_at_walls = static_cast<double>(sum_of(MeasureEntry::force_shares)) / scale;
  for (int axis = 0; axis < 3; ++axis) {
    const auto a = static_cast<std::size_t>(axis);
    const Sum next = sum_of(MeasureEntry::next_wall_force, axis);
    measures.wall_faces[a] = static_cast<std::int64_t>(sum_of(MeasureEntry::faces, axis));
    measures.momentum[a] = in_lattice_units(sum_of(MeasureEntry::momentum, axis));
    measures.wall_force[a] = in_lattice_units(sum_of(MeasureEntry::wall_force, axis) + next) / 2;
    measures.next_wall_force[a] = in_lattice_units(next);
  }
  const double in_walls =
      static_cast<double>(sum_of(MeasureEntry::stepped_wall) + sum_of(MeasureEntry::plane_wall)) / scale;
  const double power = static_cast<double>(sum_of(MeasureEntry::wall_power)) / power_scale;
  if (power > 0) measures.wall_pieces = in_walls * in_walls * in_walls / (power * power) / count_wall_repeats(normals);
  measures.largest_speed = std::sqrt(processes.max(speed_squared_)) * parameters.unit;
  measures.largest_density_deviation = processes.max(density_) * parameters.unit;
  measures.finite = !processes.any(!finite_);
  return measures;
}

}  // namespace perm
