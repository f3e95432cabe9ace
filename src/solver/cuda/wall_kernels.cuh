// SPDX-License-Identifier: Apache-2.0
// Holds the kernels of the time steps beside walls between voxels: those of step_kernels.cuh, in which a cell that a
// wall cuts collides by solver/cell/cut_update.hpp. Each thread takes one cell.
#pragma once

#include "solver/cell/cut_update.hpp"
#include "solver/cuda/cuda_steps.hpp"
#include "solver/cuda/walls_cuda.hpp"
#include "solver/cuda/watch_kernels.cuh"

namespace perm {

/// Gives the first code of the cell of each thread. A whole warp calls this together; `solid` are the links of the cell
/// that end in solid.
template <class Real>
__device__ const std::uint8_t* first_code(const WallView<Real>& walls, std::uint32_t cell, std::uint32_t solid) {
  const int own = __popc(solid);
  int sum = own;  // of this cell and those before it
  for (int step = 1; step < static_cast<int>(warp_cells); step *= 2) {
    const int before = cuda::value_of_lane_before(sum, step);
    if (cuda::lane() >= step) sum += before;
  }
  return walls.codes + walls.first[cell / warp_cells] + (sum - own);
}

/// Finds the cut links of these cells.
template <class Real>
__device__ CutLinks cut_links_of(const WallView<Real>& walls, std::uint32_t cell, std::uint32_t solid) {
  CutLinks links{solid, {}};
  const std::uint8_t* code = first_code(walls, cell, solid);
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

template <class Storage>
struct WallBlock {
  static constexpr int threads = 256;
  static constexpr int blocks = sizeof(Storage) == sizeof(double) ? 2 : 3;  ///< on a multiprocessor, by registers
};

/// Names a cell to step.
struct CellToStep {
  std::uint32_t cell;
  bool is_there;
  CellRecord record;
  const std::uint8_t* code;  ///< of its first cut link
};

/// Holds what the threads of a block share: the tables and the codes of their cut links, which they read at places that
/// differ, and the order of their cells. Cells with walls come first, so that few warps have both kinds, which would
/// take turns.
template <class Real, int threads>
struct WallsOfBlock {
  static constexpr int warps = threads / cuda::warp_size;
  static constexpr int links = d3q19::directions - 1;
  static constexpr std::uint8_t no_conductor = WallCoding::middle;

  alignas(16) unsigned char table[sizeof(CutTable<Real>)];
  std::uint8_t codes[links][threads];
  std::uint32_t records[threads];
  std::uint32_t order[threads];  ///< place of the cell among those of the block, and where its codes begin, from bit 16
  int walls_of_warp[warps];

  /// Fetches the tables, and gives a thread its cell. All threads call this together.
  __device__ __forceinline__ CellToStep share_out(const BrickIndex& index, const CellSpan& span,
                                                  const WallView<Real>& walls) {
    constexpr int words = sizeof(CutTable<Real>) / sizeof(std::uint32_t);
    static_assert(sizeof(CutTable<Real>) % sizeof(std::uint32_t) == 0);
    const auto* source = reinterpret_cast<const std::uint32_t*>(walls.table);
    const auto thread = static_cast<int>(threadIdx.x);
    for (int word = thread; word < words; word += threads) reinterpret_cast<std::uint32_t*>(table)[word] = source[word];

    const std::uint32_t first = span.first + blockIdx.x * threads;
    const auto is_there = [&](std::uint32_t cell) { return cell < span.first + span.count && cell < index.cells; };
    const std::uint32_t known = is_there(first) ? first : 0;
    const bool has_cell = is_there(first + threadIdx.x);
    const CellRecord record = has_cell ? index.records[first + threadIdx.x] : CellRecord(0);
    const std::uint8_t* const code = first_code(walls, has_cell ? first + threadIdx.x : known, record.solid());
    const std::uint8_t* const codes_of_block = walls.codes + walls.first[known / warp_cells];
    const bool has_wall = record.solid() != 0;
    const unsigned with_walls = cuda::lanes_where(has_wall);
    if (cuda::lane() == 0) walls_of_warp[thread / cuda::warp_size] = __popc(with_walls);
    __syncthreads();
    int before = __popc(with_walls & ((1U << cuda::lane()) - 1U));
    int all = 0;
    for (int warp = 0; warp < warps; ++warp) {
      before += warp < thread / cuda::warp_size ? walls_of_warp[warp] : 0;
      all += walls_of_warp[warp];
    }
    const int place = has_wall ? before : all + thread - before;
    records[place] = record.value();
    order[place] = threadIdx.x | static_cast<std::uint32_t>(code - codes_of_block) << 16U;
    __syncthreads();
    const std::uint32_t cell = first + (order[thread] & 0xffffU);
    return {cell, is_there(cell), CellRecord(records[thread]), codes_of_block + (order[thread] >> 16U)};
  }

  /// Finds the numbers of a cell, whose codes begin at `code`. Links without a wall are taken out of `solid`.
  __device__ __forceinline__ CutCell<Real> numbers_of(const std::uint8_t* code, std::uint32_t& solid) {
    const auto& numbers = *reinterpret_cast<const CutTable<Real>*>(table);
    typename CutTable<Real>::CutsOfCell cuts;
#pragma unroll
    for (int link = 0; link < links; ++link) codes[link][threadIdx.x] = no_conductor;
    for (std::uint32_t bits = solid; bits != 0; bits &= bits - 1, ++code) {
      const int link = __ffs(static_cast<int>(bits)) - 1;
      if (*code == WallCoding::no_wall) {
        solid &= ~(1U << link);
      } else {
        cuts.add(numbers, link + 1, *code);
        codes[link][threadIdx.x] = *code;
      }
    }
    CutCell<Real> cell;
    const Real(&by_code)[256] = numbers.conductances(cuts);
#pragma unroll
    for (int link = 0; link < links; ++link) cell.conductance[link + 1] = by_code[codes[link][threadIdx.x]];
    numbers.write_whole(solid, cuts, cell);
    return cell;
  }
};

template <bool Even, class Storage, class Observer>
__global__ void __launch_bounds__(WallBlock<Storage>::threads, WallBlock<Storage>::blocks)
    step_at_walls(Storage* f, const __grid_constant__ BrickIndex index, const __grid_constant__ CellSpan span,
                  const __grid_constant__ CollisionParameters<typename Stored<Storage>::Real> parameters,
                  const __grid_constant__ WallView<typename Stored<Storage>::Real> walls,
                  const __grid_constant__ Observer observer) {
  using Real = typename Stored<Storage>::Real;
  using Step = CellStep<Equilibrium::linear, Storage>;
  __shared__ WallsOfBlock<Real, WallBlock<Storage>::threads> of_block;
  const CellToStep own = of_block.share_out(index, span, walls);
  MomentsAtWalls<Real> seen{{}, 1};
  const auto collision = [&](Real(&values)[d3q19::directions]) {
    std::uint32_t solid = own.record.solid();
    if (solid != 0) {
      const CutCell<Real> at_wall = of_block.numbers_of(own.code, solid);
      seen.force_share = at_wall.force_share;
      if (solid != 0) return collide_cut(values, at_wall, walls.parameters);
    }
    return collide<Equilibrium::linear>(values, parameters);
  };
  if (own.is_there) {
    if constexpr (Even)
      static_cast<Moments<Real>&>(seen) = Step::even(f, own.cell, collision);
    else
      static_cast<Moments<Real>&>(seen) = Step::odd(f, index, own.cell, own.record, collision);
  }
  observer.observe(Alone{}, index, own.cell, own.is_there, seen);
}

}  // namespace perm
