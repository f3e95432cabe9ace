// SPDX-License-Identifier: Apache-2.0
// Holds the flow of a lattice on a GPU after the lattice is gone: the occupancy words in memory order, with some rows
// more at each end of the periodic image, and the fields of its cells in brick order.
#pragma once

#include "device/cuda_check.hpp"
#include "lattice/bricks.hpp"
#include "solver/backend.hpp"
#include "solver/cell/coarse_flow.hpp"
#include "solver/cuda/cuda_steps.hpp"

namespace perm {

class KeptFlowCuda final : public KeptFlow {
 public:
  static constexpr std::int64_t factor = 2;

  KeptFlowCuda(const BrickIndex& index, const BrickGrid& grid, cuda::Array<CellField> fields)
      : extent_(grid.extent()),
        y_(coarse_rows_around({0, factor * (extent_.ny + 1)}, factor)),
        z_(coarse_rows_around({0, factor * (extent_.nz + 1)}, factor)),
        words_(static_cast<std::size_t>(y_.size() * z_.size() * grid.words_per_row())),
        fields_(std::move(fields)) {
    launch_words(index, grid, y_, z_, words_.data());
  }

  /// The first value of a word is that of its first cell, in whatever order the cells are.
  CoarseFlowView view(double velocity_unit) const {
    return {words_.data(), fields_.data(), 0, extent_, y_, z_, factor, static_cast<float>(velocity_unit)};
  }

 private:
  Extent extent_;
  Range y_;
  Range z_;
  cuda::Array<OccupancyWord> words_;
  cuda::Array<CellField> fields_;
};

}  // namespace perm
