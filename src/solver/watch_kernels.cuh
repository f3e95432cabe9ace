// SPDX-License-Identifier: Apache-2.0
// What a device does with the moments of a cell in a sampled step. A whole warp calls these together; `has_cell` is
// false in threads behind the last cell.
#pragma once

#include "solver/cuda_steps.hpp"
#include "solver/exact_sum.cuh"
#include "solver/flow_sample.hpp"

namespace perm {

struct NoObserver {
  template <class Real>
  __device__ void observe(const BrickIndex&, std::uint32_t, bool, const Moments<Real>&) const {}
};

/// Adds to SumView. y and z are summed over the cells of a word first, which have them in common.
struct SumsObserver {
  SumView view;
  BrickGrid grid;
  OwnRows rows;
  double unit;  ///< of the moments

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
    unsigned long long* const copy = view.limbs + blockIdx.x % SumView::copies * SumView::entries(n) * 2;
    exact_sum::add(copy, BrickGrid::word_bits * place.column + bit, quanta(static_cast<double>(moments.velocity[0])));
    const unsigned same_word = __match_any_sync(active, word);
    exact_sum::add(copy, n.nx + rows.image_y + place.y, same_word, quanta(static_cast<double>(moments.velocity[1])));
    exact_sum::add(copy, n.nx + n.ny + rows.image_z + place.z, same_word,
                   quanta(static_cast<double>(moments.velocity[2])));
    exact_sum::add(copy, n.nx + n.ny + n.nz, active, quanta(static_cast<double>(moments.density)));
  }

 private:
  __device__ long long quanta(double value) const {
    const double count = value * (view.scale * unit);
    if (fabs(count) < FlowSums::largest_quanta) return __double2ll_rn(count);
    atomicOr(view.not_finite, 1U);
    return 0;
  }
};

/// Adds half of the moments: over two steps their mean.
struct FieldsObserver {
  CellField* fields;
  float unit;  ///< of the moments

  template <class Real>
  __device__ void observe(const BrickIndex&, std::uint32_t cell, bool has_cell, const Moments<Real>& moments) const {
    if (!has_cell) return;
    CellField field = fields[cell];
    field.density += static_cast<float>(moments.density) * unit / 2;
    for (int a = 0; a < 3; ++a) field.velocity[a] += static_cast<float>(moments.velocity[a]) * unit / 2;
    fields[cell] = field;
  }
};

}  // namespace perm
