// SPDX-License-Identifier: Apache-2.0
// Holds the kernels of the time steps. Each thread takes one cell, or one after another in an even step that is
// watched: then a thread block sums what its cells have. The odd step does not, because cells that are stepped together
// must be near each other there. The arithmetic is in cell_step.hpp.
#pragma once

#include "solver/cell/added_field.hpp"
#include "solver/cell/cell_moments.hpp"
#include "solver/cuda/cuda_steps.hpp"
#include "solver/cuda/vector_step.cuh"
#include "solver/cuda/watch_kernels.cuh"

namespace perm {

template <class Storage>
using Tiles = typename CudaSteps<Storage>::Tiles;

/// Says how many threads a thread block has, and how many thread blocks a multiprocessor should hold, which bounds the
/// registers.
template <class Storage>
struct BlockShape {
  static constexpr int threads = 256;
  static constexpr int blocks = 4;
};
template <>
struct BlockShape<double> {
  static constexpr int threads = 128;
  static constexpr int blocks = 4;
};

template <Equilibrium E, class Storage, class Observer>
__global__ void __launch_bounds__(BlockShape<Storage>::threads, BlockShape<Storage>::blocks)
    step_even(Storage* f, const __grid_constant__ BrickIndex index, const __grid_constant__ CellSpan span,
              const __grid_constant__ CollisionParameters<typename Stored<Storage>::Real> parameters,
              const __grid_constant__ Observer observer) {
  const std::uint32_t first = blockIdx.x * observer.rounds() * blockDim.x;
  const auto together = observer.begin(index, span.first + first);
  for (std::uint32_t round = 0; round < observer.rounds(); ++round) {
    const std::uint32_t position = first + round * blockDim.x + threadIdx.x;
    const std::uint32_t cell = span.first + position;
    const bool has_cell = position < span.count && cell < index.cells;
    Moments<typename Stored<Storage>::Real> moments{};
    if (has_cell) moments = CellStep<E, Storage>::even(f, cell, parameters);
    observer.observe(together, index, cell, has_cell, moments);
  }
  observer.finish(together);
}

template <Equilibrium E, class Storage, class Observer>
__global__ void __launch_bounds__(BlockShape<Storage>::threads, BlockShape<Storage>::blocks)
    step_odd(Storage* f, const __grid_constant__ BrickIndex index, const __grid_constant__ CellSpan span,
             const __grid_constant__ CollisionParameters<typename Stored<Storage>::Real> parameters,
             const __grid_constant__ Observer observer) {
  const std::uint32_t position = blockIdx.x * blockDim.x + threadIdx.x;
  const std::uint32_t cell = span.first + position;
  const bool has_cell = position < span.count && cell < index.cells;
  Moments<typename Stored<Storage>::Real> moments{};
  if (has_cell) moments = CellStep<E, Storage>::odd(f, index, cell, index.records[cell], parameters);
  observer.observe(Alone{}, index, cell, has_cell, moments);
}

inline constexpr int vector_threads = 128;

/// Makes the even step with a few cells a thread; `f` points at the tile of the first. There are slots for whole tiles.
template <Equilibrium E, class Storage>
__global__ void __launch_bounds__(vector_threads)
    step_even_vectors(Storage* f, std::uint32_t cells, const __grid_constant__ CollisionParameters<float> parameters) {
  using Step = VectorStep<E, Storage>;
  const std::uint32_t cell = Step::cells * (blockIdx.x * blockDim.x + threadIdx.x);
  if (cell < cells) Step::even(f, cell, parameters);
}

template <class Storage>
struct RestState {
  Storage of[d3q19::directions];
};

template <class Storage>
__global__ void fill(Storage* f, std::int64_t count, const __grid_constant__ RestState<Storage> rest) {
  const std::int64_t slot = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (slot < count) f[slot] = rest.of[slot / Tiles<Storage>::line % d3q19::directions];
}

template <class Storage, bool ToCells>
__global__ void exchange(Storage* f, double unit, const std::uint32_t* cells, std::int64_t count, double* values) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= count * d3q19::directions) return;
  const int q = static_cast<int>(i % d3q19::directions);
  Storage& slot = f[Tiles<Storage>::slot(cells[i / d3q19::directions], q)];
  using Real = typename Stored<Storage>::Real;
  if constexpr (ToCells) {
    slot = Stored<Storage>::write(static_cast<Real>(values[i] / unit));
  } else {
    values[i] = static_cast<double>(Stored<Storage>::read(slot)) * unit;
  }
}

/// Each thread takes one cell.
template <class Storage>
__global__ void rescale_all(Storage* f, std::uint32_t cells,
                            const __grid_constant__ Rescaling<typename Stored<Storage>::Real> rescaling) {
  const std::uint32_t cell = blockIdx.x * blockDim.x + threadIdx.x;
  if (cell >= cells) return;
  typename Stored<Storage>::Real values[d3q19::directions];
#pragma unroll
  for (int q = 0; q < d3q19::directions; ++q) values[q] = Stored<Storage>::read(f[Tiles<Storage>::slot(cell, q)]);
  rescale(values, rescaling);
#pragma unroll
  for (int q = 0; q < d3q19::directions; ++q) f[Tiles<Storage>::slot(cell, q)] = Stored<Storage>::write(values[q]);
}

/// Adds a field to a cell at equilibrium, without the velocity across a gap of one voxel.
template <class Storage>
__device__ void add_at_equilibrium(Storage* f, std::uint32_t cell, CellRecord record, double unit, CellField field) {
  stop_in_gaps(field, [record](int q) { return record.is_solid(q); });
  using Real = typename Stored<Storage>::Real;
  Real values[d3q19::directions];  // all are read first: a write between would make each wait for the one before
#pragma unroll
  for (int q = 0; q < d3q19::directions; ++q) values[q] = Stored<Storage>::read(f[Tiles<Storage>::slot(cell, q)]);
  for_each_equilibrium(field,
                       [&](int q, float share) { values[q] += static_cast<Real>(static_cast<double>(share) / unit); });
#pragma unroll
  for (int q = 0; q < d3q19::directions; ++q) f[Tiles<Storage>::slot(cell, q)] = Stored<Storage>::write(values[q]);
}

/// Calls visit(place, cell) for the own cell of a thread, if it has one: `place` is that in memory order. Where all own
/// cells are named each thread takes a cell in the order of the lattice, so that threads side by side read values side
/// by side; else each takes a voxel of the words.
template <bool all, class Visit>
__device__ void visit_own_cell(const BrickIndex& index, const BrickGrid& grid, const OwnWords& own,
                               const Visit& visit) {
  const std::uint64_t thread = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const auto words_per_row = static_cast<std::uint32_t>(grid.words_per_row());
  const auto rows_y = static_cast<std::uint32_t>(own.rows_y);
  if constexpr (all) {
    const auto cell = static_cast<std::uint32_t>(thread);
    if (thread >= index.cells) return;
    const auto word = place_of(index, cell, index.records[cell]).word;
    const BrickGrid::Place place = grid.place(word);
    const std::int64_t number = (place.z * own.rows_y + place.y) * words_per_row + place.column;
    if (place.y >= own.rows_y || number >= own.words.last) return;
    visit(own.cells_before[number] + (cell - index.words[word].first_cell), cell);
  } else {
    constexpr unsigned bits = BrickGrid::word_bits;
    const auto number = static_cast<std::uint32_t>(thread / bits + static_cast<std::uint64_t>(own.words.first));
    if (number >= own.words.last) return;
    const std::uint32_t row = number / words_per_row;
    const OccupancyWord word = index.words[grid.word(number % words_per_row, row % rows_y, row / rows_y)];
    const std::uint32_t bit = 1U << (thread % bits);
    if ((word.bits & bit) == 0) return;
    const std::uint32_t rank = detail::count_bits(word.bits & (bit - 1U));
    visit(own.cells_before[number] - own.first_cell + rank, word.first_cell + rank);
  }
}

template <class Storage, bool all>
__global__ void add_to_own(Storage* f, const __grid_constant__ BrickIndex index, const __grid_constant__ BrickGrid grid,
                           double unit, const __grid_constant__ OwnWords own, const CellField* change) {
  visit_own_cell<all>(index, grid, own, [&](std::uint32_t place, std::uint32_t cell) {
    add_at_equilibrium(f, cell, index.records[cell], unit, change[place]);
  });
}

template <class Storage, bool all>
__global__ void gather_moments(const Storage* f, const __grid_constant__ BrickIndex index,
                               const __grid_constant__ BrickGrid grid, double unit,
                               const __grid_constant__ OwnWords own, CellField* moments) {
  visit_own_cell<all>(index, grid, own, [&](std::uint32_t place, std::uint32_t cell) {
    typename Stored<Storage>::Real values[d3q19::directions];
#pragma unroll
    for (int q = 0; q < d3q19::directions; ++q) values[q] = Stored<Storage>::read(f[Tiles<Storage>::slot(cell, q)]);
    moments[place] = moments_of(values, unit);
  });
}

inline __global__ void convert(const __half* from, double unit, float* to, std::int64_t count) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const auto cell = static_cast<std::uint32_t>(i / d3q19::directions);
  const int q = static_cast<int>(i % d3q19::directions);
  to[Tiles<float>::slot(cell, q)] =
      static_cast<float>(static_cast<double>(Stored<__half>::read(from[Tiles<__half>::slot(cell, q)])) * unit);
}

/// Each thread takes one voxel of the own rows of planes from z on.
inline __global__ void gather_flow(BrickIndex index, BrickGrid grid, const CellField* fields, std::int64_t own_y,
                                   std::int64_t z, std::int64_t voxels, CellField* values) {
  const std::int64_t voxel = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::int64_t nx = grid.extent().nx;
  if (voxel >= voxels) return;
  const std::int64_t x = voxel % nx;
  const std::int64_t row = voxel / nx;
  const OccupancyWord word = index.words[grid.word(x / BrickGrid::word_bits, row % own_y, z + row / own_y)];
  const std::uint32_t bit = 1U << (x % BrickGrid::word_bits);
  CellField field{no_density, {0, 0, 0}};
  if ((word.bits & bit) != 0) field = fields[word.first_cell + detail::count_bits(word.bits & (bit - 1U))];
  values[voxel] = field;
}

template <bool all>
__global__ void gather_fields(const __grid_constant__ BrickIndex index, const __grid_constant__ BrickGrid grid,
                              const CellField* fields, const __grid_constant__ OwnWords own, CellField* values) {
  visit_own_cell<all>(index, grid, own, [&](std::uint32_t place, std::uint32_t cell) { values[place] = fields[cell]; });
}

inline __global__ void gather_plane(BrickIndex index, BrickGrid grid, const CellField* fields, std::int64_t own_y,
                                    std::int64_t z, float* velocity, float* density) {
  const std::int64_t voxel = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const Extent& n = grid.extent();
  if (voxel >= n.nx * own_y) return;
  const std::int64_t x = voxel % n.nx;
  const OccupancyWord word = index.words[grid.word(x / BrickGrid::word_bits, voxel / n.nx, z)];
  const std::uint32_t bit = 1U << (x % BrickGrid::word_bits);
  CellField field{};
  if ((word.bits & bit) != 0) {
    field = fields[word.first_cell + detail::count_bits(word.bits & (bit - 1U))];
    field.density += 1;
  }
  density[voxel] = field.density;
  for (int a = 0; a < 3; ++a) velocity[3 * voxel + a] = field.velocity[a];
}

}  // namespace perm
