// SPDX-License-Identifier: Apache-2.0
// Longer than 300 lines: one short launch for each kernel.
// Launches the step kernels, for the files that compile them for each storage type.
#pragma once

#include <algorithm>
#include <array>
#include <type_traits>

#include "device/cuda_graph.hpp"
#include "solver/cuda/measure_kernel.cuh"
#include "solver/cuda/part_kernel.cuh"
#include "solver/cuda/staged_step.cuh"
#include "solver/cuda/step_kernels.cuh"
#include "solver/cuda/wall_kernels.cuh"

namespace perm {
namespace launches {

inline constexpr int threads = 256;  // of kernels that are not steps

/// A process computes on one device.
inline int multiprocessors() {
  static const int count = [] {
    int device = 0;
    int found = 0;
    cuda::check(cudaGetDevice(&device), "choosing a device");
    cuda::check(cudaDeviceGetAttribute(&found, cudaDevAttrMultiProcessorCount, device), "asking for multiprocessors");
    return found;
  }();
  return count;
}

inline unsigned blocks_for(std::int64_t items, int block) { return static_cast<unsigned>((items + block - 1) / block); }

/// Calls launch(whether all own cells are named, blocks of threads) for visit_own_cell.
template <class Launch>
void on_own_cells(const BrickIndex& index, const OwnWords& own, const Launch& launch) {
  if (own.are_all)
    launch(std::true_type{}, blocks_for(index.cells, threads));
  else
    launch(std::false_type{}, blocks_for(own.voxels(), threads));
}

template <class Storage>
struct Even {
  template <Equilibrium E, class Observer>
  static constexpr auto kernel = step_even<E, Storage, Observer>;
  template <class Observer>
  static std::uint32_t rounds(const Observer& observer) {
    return observer.rounds();
  }
};
template <class Storage>
struct Odd {
  template <Equilibrium E, class Observer>
  static constexpr auto kernel = step_odd<E, Storage, Observer>;
  template <class Observer>
  static std::uint32_t rounds(const Observer&) {
    return 1;
  }
};

template <class Kernels, class Storage, class Observer>
void launch(const typename CudaSteps<Storage>::Lattice& lattice,
            const typename CudaSteps<Storage>::Parameters& parameters, Equilibrium equilibrium, const Launch& where,
            const Observer& observer) {
  constexpr int block = BlockShape<Storage>::threads;
  const unsigned blocks = blocks_for(where.span.count, block * Kernels::rounds(observer));
  if (equilibrium == Equilibrium::linear)
    Kernels::template kernel<Equilibrium::linear, Observer>
        <<<blocks, block, 0, where.stream>>>(lattice.f, lattice.index, where.span, parameters.collision, observer);
  else
    Kernels::template kernel<Equilibrium::quadratic, Observer>
        <<<blocks, block, 0, where.stream>>>(lattice.f, lattice.index, where.span, parameters.collision, observer);
  cuda::check(cudaGetLastError(), "launching a step");
}

/// Gives how many cells each thread of a watched step takes: many, so that a thread block adds seldom to the sums of
/// all blocks, but no more than leave each multiprocessor some thread blocks after each other.
template <class Storage>
std::uint32_t rounds_for(std::uint32_t cells) {
  using Shape = BlockShape<Storage>;
  constexpr std::int64_t most = 64;
  constexpr std::int64_t waves = 4;
  static_assert(most * Shape::threads <= exact_sum::OfBlock<1>::most_values);
  const std::int64_t at_once = std::int64_t{multiprocessors()} * Shape::blocks * Shape::threads;
  return static_cast<std::uint32_t>(std::clamp(cells / (waves * at_once), std::int64_t{1}, most));
}

/// Calls launch(observer) with the observer that a step of so many cells needs.
template <class Storage, class Launch>
void with_observer(const typename CudaSteps<Storage>::Lattice& lattice,
                   const typename CudaSteps<Storage>::Parameters& parameters, const Watch& watch, std::uint32_t cells,
                   const Launch& launch) {
  const std::uint32_t rounds = rounds_for<Storage>(cells);
  if (watch.changes)
    launch(SumsObserver<true>{watch.sums, lattice.grid, lattice.rows, parameters.unit, rounds, *watch.changes});
  else if (watch.sums.limbs != nullptr)
    launch(SumsObserver<false>{
        watch.sums, lattice.grid, lattice.rows, parameters.unit, rounds, {nullptr, WatchedView{}, StepPairOf::first}});
  else if (watch.fields != nullptr)
    launch(FieldsObserver{{}, watch.fields, watch.field_term, static_cast<float>(parameters.unit)});
  else
    launch(NoObserver{});
}

inline bool is_watched(const Watch& watch) { return watch.sums.limbs != nullptr || watch.fields != nullptr; }

template <class Storage>
void launch_even_vectors(const typename CudaSteps<Storage>::Lattice& lattice,
                         const typename CudaSteps<Storage>::Parameters& parameters, Equilibrium equilibrium,
                         const Launch& where) {
  const auto kernel = equilibrium == Equilibrium::linear ? step_even_vectors<Equilibrium::linear, Storage>
                                                         : step_even_vectors<Equilibrium::quadratic, Storage>;
  using Tiles = typename CudaSteps<Storage>::Tiles;
  constexpr int block_cells = vector_threads * VectorStep<Equilibrium::linear, Storage>::cells;
  const unsigned blocks = blocks_for(where.span.count, block_cells);
  kernel<<<blocks, vector_threads, 0, where.stream>>>(lattice.f + Tiles::slot(where.span.first, 0), where.span.count,
                                                      parameters.collision);
  cuda::check(cudaGetLastError(), "launching a step");
}

/// Holds the cells of a launch that the odd step in shared memory steps, and those before and behind them.
struct SpanParts {
  CellSpan before;
  CellSpan staged;
  CellSpan behind;
};

inline SpanParts parts_of(const CellSpan& span, const CellSpan& may_be_staged) {
  const std::uint32_t first = std::clamp(may_be_staged.first, span.first, span.first + span.count);
  const std::uint32_t end = std::clamp(may_be_staged.first + may_be_staged.count, first, span.first + span.count);
  return {{span.first, first - span.first}, {first, end - first}, {end, span.first + span.count - end}};
}

template <class Storage, class Observer>
void launch_staged(const typename CudaSteps<Storage>::Lattice& lattice,
                   const typename CudaSteps<Storage>::Parameters& parameters, Equilibrium equilibrium,
                   const Launch& where, const Observer& observer) {
  using Staged = StagedStep<Storage>;
  constexpr int block = Staged::Shape::threads;
  const auto blocks = static_cast<unsigned>(Staged::Tiles::count(where.span.count));
  const auto at_once = static_cast<std::uint32_t>(lattice.staging.multiprocessors * Staged::Shape::blocks);
  const auto* opaque = reinterpret_cast<const typename Staged::Opaque*>(lattice.staging.address);
  const bool linear = equilibrium == Equilibrium::linear;
  if (std::is_same_v<Observer, NoObserver> && where.span.first == 0) {  // fewer arguments make float16 1 to 2 % faster
    const auto kernel = linear ? step_all_odd_staged<Equilibrium::linear, Storage>
                               : step_all_odd_staged<Equilibrium::quadratic, Storage>;
    kernel<<<blocks, block, Staged::shared_bytes, where.stream>>>(lattice.f, opaque, 0, at_once, lattice.index,
                                                                  parameters.collision);
  } else {
    const auto kernel = linear ? step_odd_staged<Equilibrium::linear, Storage, Observer>
                               : step_odd_staged<Equilibrium::quadratic, Storage, Observer>;
    const std::uint32_t first_tile = where.span.first / static_cast<std::uint32_t>(Staged::tile_cells);
    kernel<<<blocks, block, Staged::shared_bytes, where.stream>>>(lattice.f, opaque, 0, at_once, lattice.index,
                                                                  first_tile, parameters.collision, observer);
  }
  cuda::check(cudaGetLastError(), "launching a step");
}

template <bool Even, class Storage>
void launch_at_walls(const typename CudaSteps<Storage>::Lattice& lattice,
                     const typename CudaSteps<Storage>::Parameters& parameters, const Watch& watch,
                     const Launch& where) {
  constexpr int block = WallBlock<Storage>::threads;
  with_observer<Storage>(lattice, parameters, watch, where.span.count, [&](const auto& observer) {
    using Observer = std::remove_cvref_t<decltype(observer)>;
    step_at_walls<Even, Storage, Observer><<<blocks_for(where.span.count, block), block, 0, where.stream>>>(
        lattice.f, lattice.index, where.span, parameters.collision, lattice.walls, observer);
  });
  cuda::check(cudaGetLastError(), "launching a step");
}

/// Gives the kernels of the odd step in shared memory.
template <class Storage, class... Observers>
auto staged_kernels() {
  return std::array{reinterpret_cast<const void*>(step_all_odd_staged<Equilibrium::linear, Storage>),
                    reinterpret_cast<const void*>(step_all_odd_staged<Equilibrium::quadratic, Storage>),
                    reinterpret_cast<const void*>(step_odd_staged<Equilibrium::linear, Storage, Observers>)...,
                    reinterpret_cast<const void*>(step_odd_staged<Equilibrium::quadratic, Storage, Observers>)...};
}

}  // namespace launches

template <class Storage>
Staging CudaSteps<Storage>::prepare_staging(const Range& cells, const std::uint64_t* address) {
  using Staged = StagedStep<Storage>;
  for (const void* kernel :
       launches::staged_kernels<Storage, NoObserver, SumsObserver<false>, SumsObserver<true>, FieldsObserver>()) {
    cudaFuncAttributes attributes{};
    cuda::check(cudaFuncGetAttributes(&attributes, kernel), "looking at a kernel");
    if (attributes.ptxVersion < 90) return {};  // compiled for an earlier GPU
    cuda::check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, Staged::shared_bytes),
                "asking for shared memory");
  }
  return {{static_cast<std::uint32_t>(cells.first), static_cast<std::uint32_t>(cells.size())},
          launches::multiprocessors(),
          address};
}

template <class Storage>
int CudaSteps<Storage>::registers(Equilibrium equilibrium) {
  const auto most = [](auto... kernels) {
    int count = 0;
    for (const void* kernel : {reinterpret_cast<const void*>(kernels)...}) {
      cudaFuncAttributes attributes{};
      cuda::check(cudaFuncGetAttributes(&attributes, kernel), "looking at a kernel");
      count = std::max(count, attributes.numRegs);
    }
    return count;
  };
  const auto of = [&]<Equilibrium E>(std::integral_constant<Equilibrium, E>) {
    const int odd = most(step_odd<E, Storage, NoObserver>, step_all_odd_staged<E, Storage>);
    if constexpr (sizeof(Storage) < sizeof(double)) return std::max(odd, most(step_even_vectors<E, Storage>));
    return std::max(odd, most(step_even<E, Storage, NoObserver>));
  };
  return equilibrium == Equilibrium::linear ? of(std::integral_constant<Equilibrium, Equilibrium::linear>{})
                                            : of(std::integral_constant<Equilibrium, Equilibrium::quadratic>{});
}

template <class Storage>
void CudaSteps<Storage>::start_from_rest(const Lattice& lattice, const Parameters& parameters) {
  RestState<Storage> rest;
  for (int q = 0; q < d3q19::directions; ++q)
    rest.of[q] = Stored<Storage>::write(rest_distribution(q, parameters.collision.force));
  const std::int64_t count = Tiles::count(lattice.index.cells) * Tiles::values;
  if (count == 0) return;
  fill<Storage><<<launches::blocks_for(count, launches::threads), launches::threads>>>(lattice.f, count, rest);
  cuda::finish("starting from rest");
}

template <class Storage>
void CudaSteps<Storage>::even(const Lattice& lattice, const Parameters& parameters, Equilibrium equilibrium,
                              const Watch& watch, const Launch& launch) {
  if (launch.span.count == 0) return;
  if (lattice.walls.codes != nullptr)
    return launches::launch_at_walls<true, Storage>(lattice, parameters, watch, launch);
  if constexpr (sizeof(Storage) < sizeof(double))
    if (!launches::is_watched(watch))
      return launches::launch_even_vectors<Storage>(lattice, parameters, equilibrium, launch);
  launches::with_observer<Storage>(lattice, parameters, watch, launch.span.count, [&](const auto& observer) {
    launches::launch<launches::Even<Storage>, Storage>(lattice, parameters, equilibrium, launch, observer);
  });
}

template <class Storage>
void CudaSteps<Storage>::odd(const Lattice& lattice, const Parameters& parameters, Equilibrium equilibrium,
                             const Watch& watch, const Launch& launch) {
  if (launch.span.count == 0) return;
  if (lattice.walls.codes != nullptr)
    return launches::launch_at_walls<false, Storage>(lattice, parameters, watch, launch);
  const launches::SpanParts parts = launches::parts_of(launch.span, lattice.staging.cells);
  launches::with_observer<Storage>(lattice, parameters, watch, launch.span.count, [&](const auto& observer) {
    for (const CellSpan& plain : {parts.before, parts.behind})
      if (plain.count > 0)
        launches::launch<launches::Odd<Storage>, Storage>(lattice, parameters, equilibrium, {plain, launch.stream},
                                                          observer);
    if (parts.staged.count > 0)
      launches::launch_staged<Storage>(lattice, parameters, equilibrium, {parts.staged, launch.stream}, observer);
  });
}

template <class Storage>
void CudaSteps<Storage>::measure(const Lattice& lattice, const Parameters& parameters, const EnergyParameters& energy,
                                 const MeasuredCollisions& collisions, const MeasureView& view) {
  if (lattice.index.cells == 0) return;
  const auto kernel = lattice.walls.codes != nullptr ? measure_energy<Storage, true> : measure_energy<Storage, false>;
  kernel<<<launches::blocks_for(lattice.index.cells, launches::threads), launches::threads>>>(
      lattice.f, lattice.index, lattice.grid, lattice.rows, parameters.unit / energy.unit, energy, collisions,
      lattice.walls, view);
  cuda::finish("measuring the flow");
}

template <class Storage>
void CudaSteps<Storage>::gather(const Lattice& lattice, const Parameters& parameters, const std::uint32_t* cells,
                                std::int64_t count, double* values) {
  if (count == 0) return;
  exchange<Storage, false><<<launches::blocks_for(count * d3q19::directions, launches::threads), launches::threads>>>(
      lattice.f, parameters.unit, cells, count, values);
  cuda::finish("reading distributions");
}

template <class Storage>
void CudaSteps<Storage>::sum_part_speeds(const Lattice& lattice, const Parameters& parameters,
                                         const EnergyParameters& energy, const PartView& view) {
  if (view.rows == 0) return;
  perm::sum_part_speeds<Storage>
      <<<launches::blocks_for(view.rows * warp_cells, launches::threads), launches::threads>>>(
          lattice.f, lattice.index, lattice.grid, lattice.rows.own_y, parameters.unit / energy.unit, energy, view);
  cuda::check(cudaGetLastError(), "summing speeds");
}

template <class Storage>
void CudaSteps<Storage>::scatter(const Lattice& lattice, const Parameters& parameters, const std::uint32_t* cells,
                                 std::int64_t count, const double* values) {
  if (count == 0) return;
  exchange<Storage, true><<<launches::blocks_for(count * d3q19::directions, launches::threads), launches::threads>>>(
      lattice.f, parameters.unit, cells, count, const_cast<double*>(values));
  cuda::finish("writing distributions");
}

template <class Storage>
void CudaSteps<Storage>::add_to_cells(const Lattice& lattice, const Parameters& parameters, const OwnWords& own,
                                      const CellField* change) {
  if (own.words.size() == 0) return;
  launches::on_own_cells(lattice.index, own, [&](auto all, unsigned blocks) {
    add_to_own<Storage, decltype(all)::value>
        <<<blocks, launches::threads>>>(lattice.f, lattice.index, lattice.grid, parameters.unit, own, change);
  });
  cuda::finish("adding to cells");
}

template <class Storage>
void CudaSteps<Storage>::read_moments(const Lattice& lattice, const Parameters& parameters, const OwnWords& own,
                                      CellField* moments) {
  if (own.words.size() == 0) return;
  launches::on_own_cells(lattice.index, own, [&](auto all, unsigned blocks) {
    gather_moments<Storage, decltype(all)::value>
        <<<blocks, launches::threads>>>(lattice.f, lattice.index, lattice.grid, parameters.unit, own, moments);
  });
  cuda::finish("reading moments");
}

template <class Storage>
void CudaSteps<Storage>::rescale_cells(const Lattice& lattice, const Rescaling<Real>& rescaling) {
  const std::uint32_t cells = lattice.index.cells;
  if (cells == 0) return;
  rescale_all<Storage>
      <<<launches::blocks_for(cells, launches::threads), launches::threads>>>(lattice.f, cells, rescaling);
  cuda::finish("rescaling a flow");
}

}  // namespace perm
