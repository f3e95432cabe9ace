// SPDX-License-Identifier: Apache-2.0
// Observes the moments of a cell in a sampled step. A whole warp calls an observer together; `has_cell` is false in
// threads behind the last cell.
#pragma once

#include "device/exact_sum.cuh"
#include "device/gpu_runtime.hpp"
#include "solver/cuda/cuda_steps.hpp"
#include "solver/flow_sums.hpp"

namespace perm {

/// How an observer that sums nothing in a thread block is called.
struct Alone {};

/// An observer of thread blocks that step one cell a thread and sum nothing together.
struct OneRound {
  PERM_HOST_DEVICE static constexpr std::uint32_t rounds() { return 1; }
  __device__ static Alone begin(const BrickIndex&, std::uint32_t) { return {}; }
  __device__ static void finish(Alone) {}
};

struct NoObserver : OneRound {
  template <class Real>
  __device__ void observe(Alone, const BrickIndex&, std::uint32_t, bool, const Moments<Real>&) const {}
};

/// Gives `value` as a whole number of 1/scale. Where it is not finite or too large, the flag is set.
inline __device__ long long quanta_of(double value, double scale, unsigned* not_finite) {
  const double count = value * scale;
  if (fabs(count) < FlowSums::largest_quanta) return __double2ll_rn(count);
  atomicOr(not_finite, 1U);
  return 0;
}

/// Does what FlowSums::add_saturated does.
inline __device__ long long saturated_quanta_of(double value, double scale, unsigned* not_finite) {
  if (!isfinite(value)) atomicOr(not_finite, 1U);
  return quanta_of(fmin(value, FlowSums::largest_quanta / 2 / scale), scale, not_finite);
}

/// Adds to SumView. What flows along y and z is summed first over the cells of a row, because these share it; what
/// flows along x may be summed first over the cells of a thread block, in shared memory. With `Changes` the observer
/// also writes the changes of ChangeView.
template <bool Changes>
struct SumsObserver {
  SumView view;
  BrickGrid grid;
  OwnRows rows;
  double unit;  ///< unit of the moments
  std::uint32_t rounds_of_block;
  ChangeView changes;

  /// Names the planes across x that a thread block sums together: those of bricks that begin at this column.
  struct Together {
    std::int64_t first_column;
  };

  PERM_HOST_DEVICE std::uint32_t rounds() const { return rounds_of_block; }

  /// `cell` is the first one of the thread block; the planes are those of its brick.
  __device__ Together begin(const BrickIndex& index, std::uint32_t cell) const {
    const std::uint32_t in_lattice = cell < index.cells ? cell : index.cells - 1;
    const std::uint32_t word = index.warps[in_lattice / warp_cells].first_word;
    AcrossX::clear();
    __syncthreads();
    return {grid.place(word).column & -grid.columns()};
  }

  /// `Seen` is Moments, or those with the share of the force of a cell beside a wall between voxels.
  template <class How, class Seen>
  __device__ void observe(How how, const BrickIndex& index, std::uint32_t cell, bool has_cell,
                          const Seen& moments) const {
    std::uint32_t word = 0;
    std::uint32_t bit = 0;
    if (has_cell) {
      const CellRecord record = index.records[cell];
      bit = record.bit();
      word = place_of(index, cell, record).word;
    }
    const BrickGrid::Place place = grid.place(word);
    const bool counts = has_cell && place.y < rows.own_y && place.z < rows.own_z;
    const unsigned active = cuda::lanes_where(counts);
    if (!counts) return;
    const Extent& n = rows.image;
    unsigned long long* const copy = own_copy();
    add_along_x(how, place.column, bit, flux(moments, 0));
    const unsigned same_row = cuda::lanes_with(active, static_cast<std::uint32_t>(grid.row_of(word)));
    exact_sum::add(copy, SumLayout::plane(n, Axis::y, rows.image_y + place.y), same_row, flux(moments, 1));
    exact_sum::add(copy, SumLayout::plane(n, Axis::z, rows.image_z + place.z), same_row, flux(moments, 2));
    exact_sum::add(copy, SumLayout::entry(n, SumEntry::density), active, quanta(static_cast<double>(moments.density)));
    if constexpr (requires { moments.force_share; })
      for (const Axis axis : {Axis::x, Axis::y, Axis::z}) {
        const double velocity = static_cast<double>(moments.velocity[static_cast<int>(axis)]);
        exact_sum::add(copy, SumLayout::at_walls(n, axis), active,
                       quanta((static_cast<double>(moments.force_share) - 1) * velocity));
      }
    if constexpr (Changes) {
      const int sign = static_cast<int>(changes.pair);
      const double reversal = static_cast<double>(moments.reversal) * (unit * unit * sign);
      exact_sum::add(copy, SumLayout::entry(n, SumEntry::action), active,
                     quanta_of(reversal, view.square_scale, view.not_finite));
      const std::int64_t watched = changes.words.place(place.column, rows.image_y + place.y, rows.image_z + place.z);
      if (watched < 0) return;
      CellChange& change = changes.of_cells[watched * WatchedView::word_bits + bit];
      change.density += unit * sign * static_cast<double>(moments.density);
      for (int a = 0; a < 3; ++a) change.velocity[a] += unit * sign * static_cast<double>(moments.velocity[a]);
    }
  }

  __device__ void finish(const Together& together) const {
    __syncthreads();
    const std::int64_t first = BrickGrid::word_bits * together.first_column;
    const std::int64_t planes = BrickGrid::word_bits * grid.columns();
    for (std::int64_t x = threadIdx.x; x < planes && first + x < rows.image.nx; x += blockDim.x) {
      const exact_sum::Limbs sum = AcrossX::get(static_cast<int>(x));
      if (sum.low != 0 || sum.rest != 0)
        exact_sum::add(own_copy(), SumLayout::plane(rows.image, Axis::x, first + x), sum);
    }
  }

 private:
  using AcrossX = exact_sum::OfBlock<static_cast<int>(BrickGrid::most_columns* BrickGrid::word_bits)>;

  __device__ unsigned long long* own_copy() const {
    return view.limbs + blockIdx.x % SumView::copies * SumLayout::size(rows.image) * 2;
  }
  __device__ void add_along_x(Alone, std::int64_t column, std::uint32_t bit, long long flux) const {
    exact_sum::add(own_copy(), SumLayout::plane(rows.image, Axis::x, BrickGrid::word_bits * column + bit), flux);
  }
  __device__ void add_along_x(const Together& together, std::int64_t column, std::uint32_t bit, long long flux) const {
    const std::int64_t in_brick = column - together.first_column;
    if (in_brick >= 0 && in_brick < grid.columns())
      AcrossX::add(static_cast<int>(BrickGrid::word_bits * in_brick + bit), flux);
    else
      add_along_x(Alone{}, column, bit, flux);
  }
  __device__ long long quanta(double value) const { return quanta_of(value, view.scale * unit, view.not_finite); }
  template <class Real>
  __device__ long long flux(const Moments<Real>& moments, int axis) const {
    return quanta(FlowSums::flux_of(static_cast<double>(moments.velocity[axis]), static_cast<double>(moments.density),
                                    view.density_share * unit));
  }
};

/// Does what a FieldTerm says.
struct FieldsObserver : OneRound {
  CellField* fields;
  FieldTerm term;
  float unit;  ///< unit of the moments

  template <class Real>
  __device__ void observe(Alone, const BrickIndex&, std::uint32_t cell, bool has_cell,
                          const Moments<Real>& moments) const {
    if (!has_cell) return;
    CellField field{};
    if (!term.begins) field = fields[cell];
    field.density += term.share * (static_cast<float>(moments.density) * unit);
    for (int a = 0; a < 3; ++a) field.velocity[a] += term.share * (static_cast<float>(moments.velocity[a]) * unit);
    fields[cell] = field;
  }
};

/// Each thread takes one watched voxel.
inline __global__ void add_residual(BrickIndex index, BrickGrid grid, OwnRows rows, ChangeView changes, SumView sums) {
  const std::int64_t voxel = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::int64_t place = voxel / WatchedView::word_bits;
  bool counts = place < changes.words.count;
  if (counts) {
    const WatchedView::Place at = changes.words.word(place);
    const OccupancyWord word = index.words[grid.word(at.column, at.y - rows.image_y, at.z - rows.image_z)];
    counts = (word.bits >> (voxel % WatchedView::word_bits) & 1U) != 0;
  }
  const unsigned active = cuda::lanes_where(counts);
  if (!counts) return;
  const CellChange& change = changes.of_cells[voxel];
  const double velocity = FlowSums::velocity_residual_of(change.velocity[0], change.velocity[1], change.velocity[2]);
  const double pressure = FlowSums::pressure_residual_of(change.density);
  const Extent& n = rows.image;
  unsigned long long* const copy = sums.limbs + blockIdx.x % SumView::copies * SumLayout::size(n) * 2;
  const int group = changes.words.group(place, residual_groups);  // a warp has one word
  exact_sum::add(copy, SumLayout::residual(n, Residual::velocity, group), active,
                 saturated_quanta_of(velocity, sums.residual_scale, sums.not_finite));
  exact_sum::add(copy, SumLayout::residual(n, Residual::pressure, group), active,
                 saturated_quanta_of(pressure, sums.residual_scale, sums.not_finite));
  exact_sum::add(copy, SumLayout::residual(n, Residual::cells, group), active, 1);
}

}  // namespace perm
