// SPDX-License-Identifier: Apache-2.0
// Holds the kernels of the time steps beside walls between voxels: those of step_kernels.cuh, in which a cell that a
// wall cuts collides by solver/cell/cut_update.hpp. Each thread takes one cell, and the threads of a warp the cells of
// a warp of the index.
#pragma once

#include "solver/cell/cut_update.hpp"
#include "solver/cuda/cuda_steps.hpp"
#include "solver/cuda/walls_cuda.hpp"
#include "solver/cuda/watch_kernels.cuh"

namespace perm {

/// Finds the cut links of the cell of each thread. A whole warp calls this together; `solid` are the links of the cell
/// that end in solid.
template <class Real>
__device__ CutLinks cut_links_of(const WallView<Real>& walls, std::uint32_t cell, std::uint32_t solid) {
  const int own = __popc(solid);
  int sum = own;  // of this cell and those before it
  for (int step = 1; step < static_cast<int>(warp_cells); step *= 2) {
    const int before = cuda::value_of_lane_before(sum, step);
    if (cuda::lane() >= step) sum += before;
  }
  CutLinks links{solid, {}};
  const std::uint8_t* code = walls.codes + walls.first[cell / warp_cells] + (sum - own);
#pragma unroll
  for (int q = 1; q < d3q19::directions; ++q)
    if ((solid >> (q - 1) & 1U) != 0) links.note(q, *code++);
  return links;
}

/// What is seen of a cell: its moments before the collision, and how often its velocity counts.
template <class Real>
struct MomentsAtWalls : Moments<Real> {
  Real force_share;
};

/// Steps one cell of each thread of a warp; `step(collision)` gathers, collides and scatters.
template <class Real, class Step>
__device__ MomentsAtWalls<Real> step_beside_walls(const WallView<Real>& walls,
                                                  const CollisionParameters<Real>& parameters, std::uint32_t cell,
                                                  bool has_cell, std::uint32_t solid, const Step& step) {
  const CutLinks links = cut_links_of(walls, has_cell ? cell : 0, solid);
  MomentsAtWalls<Real> seen{{}, 1};
  if (!has_cell) return seen;
  static_cast<Moments<Real>&>(seen) = step([&](Real(&values)[d3q19::directions]) {
    if (links.solid == 0) return collide<Equilibrium::linear>(values, parameters);
    const CutCell<Real> at_wall = walls.table->cell(links);
    seen.force_share = at_wall.force_share;
    return collide_cut(values, at_wall, walls.parameters);
  });
  return seen;
}

template <class Storage>
struct WallBlock {
  static constexpr int threads = 128;
  static constexpr int blocks = 4;
};

template <bool Even, class Storage, class Observer>
__global__ void __launch_bounds__(WallBlock<Storage>::threads, WallBlock<Storage>::blocks)
    step_at_walls(Storage* f, const __grid_constant__ BrickIndex index, const __grid_constant__ CellSpan span,
                  const __grid_constant__ CollisionParameters<typename Stored<Storage>::Real> parameters,
                  const __grid_constant__ WallView<typename Stored<Storage>::Real> walls,
                  const __grid_constant__ Observer observer) {
  using Step = CellStep<Equilibrium::linear, Storage>;
  const std::uint32_t position = blockIdx.x * blockDim.x + threadIdx.x;
  const std::uint32_t cell = span.first + position;
  const bool has_cell = position < span.count && cell < index.cells;
  const CellRecord record = has_cell ? index.records[cell] : CellRecord(0);
  const auto seen = step_beside_walls(walls, parameters, cell, has_cell, record.solid(), [&](const auto& collision) {
    if constexpr (Even)
      return Step::even(f, cell, collision);
    else
      return Step::odd(f, index, cell, record, collision);
  });
  observer.observe(Alone{}, index, cell, has_cell, seen);
}

}  // namespace perm
