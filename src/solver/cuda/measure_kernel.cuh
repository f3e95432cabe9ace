// SPDX-License-Identifier: Apache-2.0
// Measures the energies, the momentum and the force on walls of all cells at an even step, when every distribution is
// in its own slot. Each thread takes one cell; the kernel writes no distribution. The arithmetic is that of
// cell_energy.hpp.
#pragma once

#include "device/exact_sum.cuh"
#include "device/gpu_runtime.hpp"
#include "solver/cell/cell_energy.hpp"
#include "solver/cuda/cuda_steps.hpp"
#include "solver/cuda/wall_kernels.cuh"
#include "solver/measure_sums.hpp"

namespace perm {

/// Adds to a sum what the threads of `active` measured. The few values that int64 does not hold are added by
/// themselves.
inline __device__ void add_measured(const MeasureView& view, int place, unsigned active, double value, double scale) {
  unsigned long long* const copy = view.limbs + blockIdx.x % SumView::copies * measure_entries * 2;
  const double count = value * scale;
  long long quanta = 0;
  if (fabs(count) < MeasureSums::most_in_int64) {
    quanta = __double2ll_rn(count);
  } else if (fabs(count) < MeasureSums::largest_quanta) {
    const double high = floor(count * 0x1p-32);
    exact_sum::add(
        copy, place,
        exact_sum::Limbs{static_cast<unsigned long long>(count - high * 0x1p32), static_cast<long long>(high)});
  } else {
    atomicOr(view.not_finite, 1U);
  }
  exact_sum::add(copy, place, active, quanta);
}

/// Few values are larger than all before them, and only these wait for their turn to be written. The bits of numbers
/// that are not negative are ordered as they are.
inline __device__ void note_largest(unsigned long long* largest, double value) {
  const auto bits = static_cast<unsigned long long>(__double_as_longlong(value));
  if (bits > *static_cast<volatile unsigned long long*>(largest)) atomicMax(largest, bits);
}

/// Stored values times `to_units` are in the units of `parameters`.
template <class Storage, bool AtCuts>
__global__ void measure_energy(const Storage* f, const __grid_constant__ BrickIndex index,
                               const __grid_constant__ BrickGrid grid, const __grid_constant__ OwnRows rows,
                               double to_units, const __grid_constant__ EnergyParameters parameters,
                               const __grid_constant__ MeasuredCollisions collisions,
                               const __grid_constant__ WallView<typename Stored<Storage>::Real> walls,
                               const __grid_constant__ MeasureView view) {
  using Tiles = GpuTiles<static_cast<int>(sizeof(Storage))>;
  const std::uint32_t cell = blockIdx.x * blockDim.x + threadIdx.x;
  bool counts = cell < index.cells;
  CellRecord record{};
  if (counts) {
    record = index.records[cell];
    const BrickGrid::Place place = grid.place(place_of(index, cell, record).word);
    counts = place.y < rows.own_y && place.z < rows.own_z;
  }
  CutLinks links{};
  if constexpr (AtCuts) links = cut_links_of(walls, cell < index.cells ? cell : 0, record.solid());
  const unsigned active = cuda::lanes_where(counts);
  if (!counts) return;
  double values[d3q19::directions];
  for (int q = 0; q < d3q19::directions; ++q)
    values[q] = static_cast<double>(Stored<Storage>::read(f[Tiles::slot(cell, q)])) * to_units;
  CellEnergy energy = measure_cell(values, parameters);
  const SolidLinks solid = record.solid();
  MeasuredAtWall at_wall{energy, {}, 1};
  if (AtCuts && solid != 0) {
    at_wall = measure_at_wall(values, solid, walls.exact->cell(links), collisions.at_cuts, energy, parameters);
    energy = at_wall.energy;
  }
  add_measured(view, measure_index(MeasureEntry::dissipation), active, energy.dissipation, MeasureSums::scale);
  add_measured(view, measure_index(MeasureEntry::viscous), active, energy.viscous, MeasureSums::scale);
  add_measured(view, measure_index(MeasureEntry::speed_squared), active, energy.speed_squared, MeasureSums::scale);
  add_measured(view, measure_index(MeasureEntry::density_squared), active, energy.density * energy.density,
               MeasureSums::scale);
  for (int a = 0; a < 3; ++a)
    add_measured(view, measure_index(MeasureEntry::momentum, a), active, energy.momentum[a], MeasureSums::force_scale);
  if (cuda::is_anywhere(active, solid != 0)) {
    const bool has_steps = is_stepped(solid);
    add_measured(view, measure_index(MeasureEntry::stepped_wall), active, has_steps ? energy.viscous : 0,
                 MeasureSums::scale);
    add_measured(view, measure_index(MeasureEntry::plane_wall), active, solid != 0 && !has_steps ? energy.viscous : 0,
                 MeasureSums::scale);
    add_measured(view, measure_index(MeasureEntry::wall_power), active,
                 solid != 0 ? energy.viscous * sqrt(energy.viscous) : 0, MeasureSums::power_scale);
    unsigned long long* const copy = view.limbs + blockIdx.x % SumView::copies * measure_entries * 2;
    exact_sum::add(copy, measure_index(MeasureEntry::faces, 0), active, solid_faces<Axis::x>(solid));
    exact_sum::add(copy, measure_index(MeasureEntry::faces, 1), active, solid_faces<Axis::y>(solid));
    exact_sum::add(copy, measure_index(MeasureEntry::faces, 2), active, solid_faces<Axis::z>(solid));
    WallForce force = at_wall.force;  // in units
    double force_scale = MeasureSums::force_scale;
    if constexpr (AtCuts) {
      add_measured(view, measure_index(MeasureEntry::force_shares), active, at_wall.force_share - 1,
                   MeasureSums::scale);
    } else {
      for (double& value : values) value *= parameters.unit;
      force = wall_force(values, solid, collisions.halfway);
      force_scale /= parameters.unit;
    }
    for (int a = 0; a < 3; ++a) {
      add_measured(view, measure_index(MeasureEntry::wall_force, a), active, force.before[a], force_scale);
      add_measured(view, measure_index(MeasureEntry::next_wall_force, a), active, force.next[a], force_scale);
    }
    if (solid != 0)
      atomicAdd(view.normals + blockIdx.x % SumView::copies * wall_normal_count + wall_normal(solid), 1ULL);
  }
  note_largest(view.largest, energy.speed_squared);
  note_largest(view.largest + 1, fabs(energy.density));
}

}  // namespace perm
