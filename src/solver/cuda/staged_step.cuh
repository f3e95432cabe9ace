// SPDX-License-Identifier: Apache-2.0
// Makes the odd step of a tile in shared memory. Scattered writes make the odd step slow on a GPU: a warp's cells write
// parts of sectors all over their neighbours' lines. In the brick order most neighbours are in the same tile. So a
// thread block brings one tile into shared memory as a whole (one bulk copy), its cells read and write there, and the
// tile goes back in whole lines. Links that leave the tile go to global memory directly. A slot that belongs to a cell
// of another tile is brought along, but neither read here nor written back.
//
// Slots of other tiles are found by their distance from this tile, in 32 bits, whatever the size of the lattice. Cells
// for which that is too little take the plain step (lattice/near_cells.hpp).
//
// The bits are those of step_odd in step_kernels.cuh. This needs Hopper or later; for GPUs of AMD its kernels are
// empty, and prepare_staging() lets none of them step a cell.
#pragma once

#include <utility>

#include "solver/cell/cell_update.hpp"
#include "solver/cuda/cuda_steps.hpp"
#include "solver/cuda/index/cell_links.hpp"
#include "solver/cuda/watch_kernels.cuh"
#ifdef __CUDACC__
#include "solver/cuda/tile_slots.cuh"
#endif

namespace perm {

template <class Storage>
struct StagedShape;
template <>
struct StagedShape<float> {
  static constexpr int threads = 512;
  static constexpr int blocks = 2;  ///< thread blocks on a multiprocessor
  static constexpr bool one_branch = false;
};
template <>
struct StagedShape<__half> {
  static constexpr int threads = 128;
  static constexpr int blocks = 8;
  static constexpr bool one_branch = true;
};
template <>
struct StagedShape<double> {
  static constexpr int threads = 128;
  static constexpr int blocks = 5;  // 96 registers a thread; with 6 blocks they are 80, and some are spilled
  static constexpr bool one_branch = false;
};

template <class Storage>
class StagedStep {
 public:
  using Real = typename Stored<Storage>::Real;
  using Parameters = CollisionParameters<Real>;
  using Shape = StagedShape<Storage>;
  using Tiles = typename CudaSteps<Storage>::Tiles;
  static constexpr int tile_cells = static_cast<int>(Tiles::cells);
  static constexpr int line_bytes = tile_cells * static_cast<int>(sizeof(Storage));
  static constexpr int tile_bytes = d3q19::directions * line_bytes;
  /// A thread works on so many cells, one after the other.
  static constexpr int rounds = tile_cells / Shape::threads;
  static_assert(rounds * Shape::threads == tile_cells);
  /// The bytes hold the tile, the barrier of its copy, and which slots are foreign.
  static constexpr int shared_bytes = tile_bytes + 16 + (rounds > 1 ? 4 * tile_cells : 0);

  /// The address of the distributions and a 0 are read from this memory, so that the compiler cannot know that two
  /// values are the same.
  struct Opaque {
    Storage* f;
    std::uint64_t unused;
  };

  template <Equilibrium E, class Observer>
  __device__ __forceinline__ static void run(Storage* f, const Opaque* opaque, std::uint32_t zero,
                                             std::uint32_t blocks_at_once, const BrickIndex& index,
                                             std::uint32_t first_tile, const Parameters& parameters,
                                             const Observer& observer) {
#ifdef __CUDACC__
    extern __shared__ __align__(128) unsigned char shared[];
    const auto base = static_cast<std::uint32_t>(__cvta_generic_to_shared(shared));
    const std::uint32_t barrier = base + tile_bytes;
    const std::uint32_t masks = barrier + 16;
    const std::uint32_t number = first_tile + blockIdx.x;
    const std::uint32_t first_cell = number * static_cast<std::uint32_t>(tile_cells);
    Storage* const tile = f + std::int64_t{number} * Tiles::values;
    const std::uint32_t ahead = blockIdx.x + blocks_at_once;
    if (threadIdx.x == 0) {
      bring(base, tile, barrier);
      if (ahead < gridDim.x) prefetch_records(index, first_tile + ahead);
    }
    std::uint32_t foreign = 0;
#pragma unroll 1
    for (int round = 0; round < rounds; ++round) {
      const std::uint32_t own = round * Shape::threads + threadIdx.x;
      foreign = 0;
      const Moments<Real> moments = update<E>(index, first_cell, own, base, barrier, round == 0, opaque, zero, foreign,
                                              parameters, links{}, all{});
      observer.observe(Alone{}, index, first_cell + own, first_cell + own < index.cells, moments);
      if (rounds > 1) asm volatile("st.shared.b32 [%0], %1;" ::"r"(masks + own * 4), "r"(foreign) : "memory");
    }
    if (threadIdx.x == 32 && ahead < gridDim.x) prefetch_words(index, first_tile + ahead);
    __syncthreads();
#pragma unroll 1
    for (int round = 0; round < rounds; ++round) {
      const std::uint32_t own = round * Shape::threads + threadIdx.x;
      if (rounds > 1) asm volatile("ld.shared.b32 %0, [%1];" : "=r"(foreign) : "r"(masks + own * 4));
      take_back(tile + own, base + own * sizeof(Storage), foreign, all{});
    }
#endif
  }

#ifdef __CUDACC__
 private:
  using Slots = TileSlots<Storage, tile_cells>;
  using Value = typename Slots::Value;
  using Bits = TravellingBits<Storage>;
  using all = std::make_integer_sequence<int, d3q19::directions>;
  using links = std::make_integer_sequence<int, d3q19::directions - 1>;  // element Q - 1 stands for direction Q
  template <int Q>
  static constexpr int opposite = d3q19::opposite(Q);

  template <Equilibrium E, int... Link, int... Q>
  __device__ __forceinline__ static Moments<Real> update(const BrickIndex& index, std::uint32_t first_cell,
                                                         std::uint32_t own, std::uint32_t base, std::uint32_t barrier,
                                                         bool first_round, const Opaque* opaque, std::uint32_t zero,
                                                         std::uint32_t& foreign, const Parameters& parameters,
                                                         std::integer_sequence<int, Link...>,
                                                         std::integer_sequence<int, Q...>) {
    constexpr std::uint32_t bytes = sizeof(Storage);
    const std::uint32_t cell = first_cell + own;
    const std::uint32_t record = __ldg(reinterpret_cast<const std::uint32_t*>(index.records) + cell);
    const std::int64_t tile = std::int64_t{first_cell / tile_cells} * Tiles::values;
    LinkedCells linked = linked_cells<Shape::one_branch>(index, cell, CellRecord(record));
    Value value[d3q19::directions];
    if (rounds > 1) ((value[Q] = 0), ...);  // else the loop carries the old values along
    {
      const Storage* const from = read(opaque) + tile;
      ((linked.of[Link + 1] -= first_cell), ...);
      ((Slots::template gather<Link + 1>(
           value[opposite<Link + 1>], linked.of[Link + 1], foreign, record, linked.of[Link + 1] * bytes,
           own * bytes + static_cast<std::uint32_t>((opposite<Link + 1> - (Link + 1)) * line_bytes), from)),
       ...);
    }
    if (first_round) {
      __syncthreads();  // makes the barrier visible to all threads; behind the gather this costs less than before it
      wait_for(barrier);
    }
    const std::uint32_t not_here = foreign ^ zero;
    Slots::template load<0>(value[0], base + own * bytes);
    ((Slots::template load_unless<Link + 1>(value[opposite<Link + 1>], base + linked.of[Link + 1], not_here)), ...);
    Real number[d3q19::directions] = {Bits::number(value[Q])...};
    const Moments<Real> moments = collide<E>(number, parameters);
    ((value[Q] = Bits::bits(number[Q])), ...);
    const std::uint32_t elsewhere = foreign ^ zero;
    Storage* const to = read(opaque) + tile;
    Slots::template store<0>(value[0], base + own * bytes);
    ((Slots::template put<Link + 1>(value[Link + 1], linked.of[Link + 1], base + linked.of[Link + 1], elsewhere, to)),
     ...);
    return moments;
  }

  template <int... Q>
  __device__ __forceinline__ static void take_back(Storage* to, std::uint32_t place, std::uint32_t foreign,
                                                   std::integer_sequence<int, Q...>) {
    Value value[d3q19::directions];
    ((Slots::template load<Q>(value[Q], place)), ...);
    ((Slots::template flush<Q>(value[Q], foreign, to)), ...);
  }

  /// Begins the copy of a tile to shared memory; `barrier` tells when the tile is there.
  __device__ __forceinline__ static void bring(std::uint32_t to, const Storage* tile, std::uint32_t barrier) {
#if __CUDA_ARCH__ >= 900
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(barrier) : "memory");
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(tile_bytes) : "memory");
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(to),
                 "l"(tile), "r"(tile_bytes), "r"(barrier)
                 : "memory");
#endif
  }
  __device__ __forceinline__ static void wait_for(std::uint32_t barrier) {
#if __CUDA_ARCH__ >= 900
    asm volatile(
        "{.reg .pred p;\nwait_%=: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0;\n@!p bra wait_%=;\n}" ::"r"(
            barrier)
        : "memory");
#endif
  }
  /// Fetches memory into the second-level cache, for the thread block that starts on this multiprocessor next.
  __device__ __forceinline__ static void prefetch(const void* from, std::uint32_t bytes) {
#if __CUDA_ARCH__ >= 900
    asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" ::"l"(from), "r"(bytes) : "memory");
#endif
  }
  __device__ __forceinline__ static void prefetch_records(const BrickIndex& index, std::uint32_t tile) {
    constexpr std::uint32_t warps = tile_cells / warp_cells;
    prefetch(index.records + std::int64_t{tile} * tile_cells, tile_cells * sizeof(CellRecord));
    prefetch(index.warps + std::int64_t{tile} * warps, warps * sizeof(BrickSides));
  }
  /// Fetches the occupancy words from the first cell of a tile to that of the next, as far as they are few. In small
  /// tiles finding out how many there are costs more than fetching some in vain.
  __device__ __forceinline__ static void prefetch_words(const BrickIndex& index, std::uint32_t tile) {
    constexpr std::uint32_t most = tile_cells / 4;
    const auto first_word = [&](std::uint32_t of_tile) {
      return index.warps[std::int64_t{of_tile} * (tile_cells / warp_cells)].first_word & ~1U;  // 16-byte steps
    };
    const std::uint32_t first = first_word(tile);
    std::uint32_t count = most;
    if (tile_cells > 128 && (tile + 1) * tile_cells < index.cells) {
      const std::uint32_t all_words = first_word(tile + 1) + 2 - first;
      if (all_words < most) count = all_words;
    }
    prefetch(index.words + first, count * sizeof(OccupancyWord));
  }
  __device__ __forceinline__ static Storage* read(const Opaque* opaque) {
    Storage* f;
    asm volatile("ld.global.b64 %0, [%1];" : "=l"(f) : "l"(opaque));
    return f;
  }
#endif
};

/// Each thread block takes one tile, from the first one on or from tile `first_tile` on. `zero` is 0; opaque->f is f.
template <Equilibrium E, class Storage>
__global__ void __launch_bounds__(StagedShape<Storage>::threads, StagedShape<Storage>::blocks)
    step_all_odd_staged(Storage* f, const typename StagedStep<Storage>::Opaque* opaque, std::uint32_t zero,
                        std::uint32_t blocks_at_once, const __grid_constant__ BrickIndex index,
                        const __grid_constant__ typename StagedStep<Storage>::Parameters parameters) {
  StagedStep<Storage>::template run<E>(f, opaque, zero, blocks_at_once, index, 0, parameters, NoObserver{});
}
template <Equilibrium E, class Storage, class Observer>
__global__ void __launch_bounds__(StagedShape<Storage>::threads, StagedShape<Storage>::blocks)
    step_odd_staged(Storage* f, const typename StagedStep<Storage>::Opaque* opaque, std::uint32_t zero,
                    std::uint32_t blocks_at_once, const __grid_constant__ BrickIndex index, std::uint32_t first_tile,
                    const __grid_constant__ typename StagedStep<Storage>::Parameters parameters,
                    const __grid_constant__ Observer observer) {
  StagedStep<Storage>::template run<E>(f, opaque, zero, blocks_at_once, index, first_tile, parameters, observer);
}

}  // namespace perm
