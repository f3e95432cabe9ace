// SPDX-License-Identifier: Apache-2.0
// Sums the squared speeds of all own cells in each part of the pores at an even step, when every distribution is in its
// own slot. Each warp takes one row and goes through its words; a thread takes one cell of a word, whose cells have
// consecutive numbers.
#pragma once

#include "device/exact_sum.cuh"
#include "device/gpu_runtime.hpp"
#include "solver/cell/cell_energy.hpp"
#include "solver/cuda/cuda_steps.hpp"
#include "solver/cuda/half_storage.cuh"
#include "solver/domain/part_sums.hpp"

namespace perm {

/// Walks through the runs of a row, as far as one word at a time. All threads of a warp call it together.
class RunsOfRow {
 public:
  __device__ RunsOfRow(const PartView& view, std::int64_t row)
      : cells_of_run_(view.cells_of_run), next_(view.first_run[row]), last_(view.first_run[row + 1]) {}

  /// Gives the run of the cell of this thread, for threads below `cells`: those of the next cells of the row.
  __device__ std::int64_t next(int cells) {
    const int lane = cuda::lane();
    int end = next_ + lane < last_ ? cells_of_run_[next_ + lane] : 0;  // of run next_ + lane, among these cells
    for (int step = 1; step < cuda::warp_size; step *= 2) {
      const int before = cuda::value_of_lane_before(end, step);
      if (lane >= step) end += before;
    }
    end -= done_;
    int run = 0;  // so many runs end before this thread's cell
    for (int step = cuda::warp_size / 2; step > 0; step /= 2)
      if (cuda::value_of_lane(end, run + step - 1) <= lane) run += step;
    const std::int64_t found = next_ + run;
    const int last_run = cuda::value_of_lane(run, cells - 1);
    const int last_end = cuda::value_of_lane(end, last_run);
    const int end_before = cuda::value_of_lane(end, last_run > 0 ? last_run - 1 : 0);
    const int last_start = last_run > 0 ? end_before : -done_;
    next_ += last_end == cells ? last_run + 1 : last_run;
    done_ = last_end == cells ? 0 : cells - last_start;
    return found;
  }

 private:
  const std::uint8_t* cells_of_run_;
  std::int64_t next_;  ///< the run of the next cell
  std::int64_t last_;
  int done_{0};  ///< cells of that run that have been taken
};

/// Calls visit(cell, part, threads) for every own cell of a row of the view, `threads` being those of the warp that
/// call it too.
template <class Visit>
__device__ void for_each_cell_of_row(const BrickIndex& index, const BrickGrid& grid, std::int64_t own_y,
                                     const PartView& view, std::int64_t row, const Visit& visit) {
  const int lane = cuda::lane();
  const std::int64_t own_row = view.first_row + row;
  RunsOfRow runs(view, row);
  for (std::int64_t column = 0; column < grid.words_per_row(); ++column) {
    const OccupancyWord word = index.words[grid.word(column, own_row % own_y, own_row / own_y)];
    const int cells = static_cast<int>(detail::count_bits(word.bits));
    if (cells == 0) continue;
    const std::int64_t run = runs.next(cells);
    const unsigned active = cuda::lanes_where(lane < cells);
    if (lane < cells) visit(word.first_cell + static_cast<std::uint32_t>(lane), view.part_of_run[run], active);
    cuda::wait_for_warp();
  }
}

inline __device__ std::int64_t row_of_warp() {
  return (std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x) / cuda::warp_size;
}

/// Adds a value to the sum of a part; `alike` are the lanes of the warp whose cells lie in the same one.
inline __device__ void add_to_part(const PartView& view, unsigned long long* copy, std::uint32_t part, unsigned alike,
                                   double value) {
  const double count = value * view.scale;
  const bool is_finite = fabs(count) < PartSums::largest_quanta;
  if (!is_finite) atomicOr(view.not_finite, 1U);
  exact_sum::add(copy, part, alike, is_finite ? __double2ll_rn(count) : 0);
}

/// Stored values times `to_units` are in the units of `parameters`.
template <class Storage>
__global__ void sum_part_speeds(const Storage* f, const __grid_constant__ BrickIndex index,
                                const __grid_constant__ BrickGrid grid, std::int64_t own_y, double to_units,
                                const __grid_constant__ EnergyParameters parameters,
                                const __grid_constant__ PartView view) {
  using Tiles = GpuTiles<static_cast<int>(sizeof(Storage))>;
  const std::int64_t row = row_of_warp();
  if (row >= view.rows) return;
  unsigned long long* const copy = view.limbs + row % view.copies * view.parts * 2;
  for_each_cell_of_row(index, grid, own_y, view, row, [&](std::uint32_t cell, std::uint32_t part, unsigned active) {
    const unsigned alike = cuda::lanes_with(active, part);
    if (part == 0) return;
    double values[d3q19::directions];
    for (int q = 0; q < d3q19::directions; ++q)
      values[q] = static_cast<double>(Stored<Storage>::read(f[Tiles::slot(cell, q)])) * to_units;
    add_to_part(view, copy, part, alike, measure_cell(values, parameters).speed_squared);
  });
}

}  // namespace perm
