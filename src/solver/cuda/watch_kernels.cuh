// SPDX-License-Identifier: Apache-2.0
// Observes the moments of a cell in a sampled step. A whole warp calls an observer together; `has_cell` is false in
// threads behind the last cell.
#pragma once

#include "solver/cuda/cuda_steps.hpp"
#include "solver/cuda/exact_sum.cuh"
#include "solver/flow_sums.hpp"

namespace perm {

struct NoObserver {
  template <class Real>
  __device__ void observe(const BrickIndex&, std::uint32_t, bool, const Moments<Real>&) const {}
};

/// Gives `value` as a whole number of 1/scale. Where it is not finite or too large, the flag is set.
inline __device__ long long quanta_of(double value, double scale, unsigned* not_finite) {
  const double count = value * scale;
  if (fabs(count) < FlowSums::largest_quanta) return __double2ll_rn(count);
  atomicOr(not_finite, 1U);
  return 0;
}

/// Adds to SumView. y and z are summed first over the cells of a word, because these share them. With `Changes` the
/// observer also writes the changes of ChangeView.
template <bool Changes>
struct SumsObserver {
  SumView view;
  BrickGrid grid;
  OwnRows rows;
  double unit;  ///< unit of the moments
  ChangeView changes;

  template <class Real>
  __device__ void observe(const BrickIndex& index, std::uint32_t cell, bool has_cell,
                          const Moments<Real>& moments) const {
    std::uint32_t word = 0;
    std::uint32_t bit = 0;
    if (has_cell) {
      const CellRecord record = index.records[cell];
      bit = record.bit();
      word = place_of(index, cell, record).word;
    }
    const BrickGrid::Place place = grid.place(word);
    const bool counts = has_cell && place.y < rows.own_y && place.z < rows.own_z;
    const unsigned active = __ballot_sync(~0U, counts);
    if (!counts) return;
    const Extent& n = rows.image;
    unsigned long long* const copy = view.limbs + blockIdx.x % SumView::copies * SumLayout::size(n) * 2;
    exact_sum::add(copy, SumLayout::plane(n, Axis::x, BrickGrid::word_bits * place.column + bit), flux(moments, 0));
    const unsigned same_word = __match_any_sync(active, word);
    exact_sum::add(copy, SumLayout::plane(n, Axis::y, rows.image_y + place.y), same_word, flux(moments, 1));
    exact_sum::add(copy, SumLayout::plane(n, Axis::z, rows.image_z + place.z), same_word, flux(moments, 2));
    exact_sum::add(copy, SumLayout::entry(n, SumEntry::density), active, quanta(static_cast<double>(moments.density)));
    if constexpr (Changes) {
      const int sign = static_cast<int>(changes.pair);
      const double reversal = static_cast<double>(moments.reversal) * (unit * unit * sign);
      exact_sum::add(copy, SumLayout::entry(n, SumEntry::action), active,
                     quanta_of(reversal, view.square_scale, view.not_finite));
      const std::int64_t watched = changes.words.place(place.column, rows.image_y + place.y, rows.image_z + place.z);
      if (watched < 0) return;
      CellField& field = changes.fields[watched * WatchedView::word_bits + bit];
      const auto share = static_cast<float>(unit) * static_cast<float>(sign);
      field.density += share * static_cast<float>(moments.density);
      for (int a = 0; a < 3; ++a) field.velocity[a] += share * static_cast<float>(moments.velocity[a]);
    }
  }

 private:
  __device__ long long quanta(double value) const { return quanta_of(value, view.scale * unit, view.not_finite); }
  template <class Real>
  __device__ long long flux(const Moments<Real>& moments, int axis) const {
    return quanta(FlowSums::flux_of(static_cast<double>(moments.velocity[axis]), static_cast<double>(moments.density),
                                    view.density_share * unit));
  }
};

/// Adds half of the moments; over two steps this gives their mean.
struct FieldsObserver {
  CellField* fields;
  float unit;  ///< unit of the moments

  template <class Real>
  __device__ void observe(const BrickIndex&, std::uint32_t cell, bool has_cell, const Moments<Real>& moments) const {
    if (!has_cell) return;
    CellField field = fields[cell];
    field.density += static_cast<float>(moments.density) * unit / 2;
    for (int a = 0; a < 3; ++a) field.velocity[a] += static_cast<float>(moments.velocity[a]) * unit / 2;
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
  const unsigned active = __ballot_sync(~0U, counts);
  if (!counts) return;
  const CellField& change = changes.fields[voxel];
  const double velocity =
      FlowSums::velocity_residual_of(static_cast<double>(change.velocity[0]), static_cast<double>(change.velocity[1]),
                                     static_cast<double>(change.velocity[2]));
  const double pressure = FlowSums::pressure_residual_of(static_cast<double>(change.density));
  const Extent& n = rows.image;
  unsigned long long* const copy = sums.limbs + blockIdx.x % SumView::copies * SumLayout::size(n) * 2;
  const int group = changes.words.group(place, residual_groups);  // a warp has one word
  exact_sum::add(copy, SumLayout::residual(n, Residual::velocity, group), active,
                 quanta_of(velocity, sums.residual_scale, sums.not_finite));
  exact_sum::add(copy, SumLayout::residual(n, Residual::pressure, group), active,
                 quanta_of(pressure, sums.residual_scale, sums.not_finite));
  exact_sum::add(copy, SumLayout::residual(n, Residual::cells, group), active, 1);
}

}  // namespace perm
