// SPDX-License-Identifier: Apache-2.0
#include "conduction/cuda/bounds_cuda.hpp"

#include "conduction/cuda/rows_of_block.cuh"

namespace perm::conduction_cuda {
namespace {

/// The turns of voxels of a tile, and of those one back: rows of the first numbers along y and z, and the first
/// columns.
constexpr unsigned turn_side = own_side + 1;
constexpr unsigned turn_rows = turn_side * turn_side;
constexpr unsigned turn_columns = tile + 1;
constexpr std::size_t squares_of = flux_turns::turns_of_voxel;  // what they lower the power by, times them
constexpr std::size_t turn_fields = squares_of + 1;

constexpr std::size_t flux_places = std::size_t{rows_around} * flux_turns::fields * columns;
constexpr std::size_t turn_places = std::size_t{turn_rows} * turn_fields * turn_columns;
constexpr std::size_t shared_bytes = (flux_places + turn_places) * sizeof(float);

/// Gives the place of the first column of a field.
__device__ unsigned flux_place(unsigned row, std::size_t field) {
  return (row * static_cast<unsigned>(flux_turns::fields) + static_cast<unsigned>(field)) * columns;
}
__device__ unsigned turn_place(unsigned row, std::size_t turn) {
  return (row * static_cast<unsigned>(turn_fields) + static_cast<unsigned>(turn)) * turn_columns;
}

/// Shows a voxel and those one on along some axes.
struct FluxesOnGpu {
  const float* fluxes;  ///< of all rows
  unsigned row;
  unsigned column;

  __device__ float operator()(unsigned axes, std::size_t field) const {
    const unsigned on = row + (axes >> 1 & 1U) + (axes >> 2) * side;
    return fluxes[flux_place(on, field) + column + (axes & 1U)];
  }
};

struct SetTurnsOnGpu {
  float* turns;
  unsigned row;
  unsigned column;

  __device__ void operator()(std::size_t turn, float value) const { turns[turn_place(row, turn) + column] = value; }
};

/// Shows the turns of a voxel and those one back along some axes.
struct TurnsBackOnGpu {
  const float* turns;
  unsigned row;
  unsigned column;

  __device__ float operator()(unsigned axes, std::size_t turn) const {
    const unsigned back = row - (axes >> 1 & 1U) - (axes >> 2) * turn_side;
    return turns[turn_place(back, turn) + column - (axes & 1U)];
  }
};

__global__ void __launch_bounds__(block_threads, 2)
    sum_flux_of_rows(const __grid_constant__ ImageView image, const float* fluxes, std::size_t cells,
                     const float* conductivity, FluxSums* of_rows) {
  extern __shared__ float shared[];
  float* const of_voxels = shared;
  float* const turns = shared + flux_places;
  __shared__ Row rows[rows_around];
  const RowsOfBlock block(image);
  if (threadIdx.x < rows_around) rows[threadIdx.x] = block.around(image, threadIdx.x);
  __syncthreads();
  double flux[3] = {};
  double power = 0;
  double squares = 0;
  double power_of_turns = 0;
  for (std::uint32_t tile_x = 0; tile_x < image.words.nx; tile_x += tile) {
    for (unsigned item = threadIdx.x; item < rows_around * columns; item += block_threads) {
      const unsigned row = item / columns;
      const unsigned column = item % columns;
      const Pore pore = find_pore(image, rows[row], tile_x, column);
      float values[flux_turns::fields] = {};
      if (pore.x != none) {
        values[flux_turns::resistance_of] = 1 / (conductivity == nullptr ? 1 : conductivity[pore.cell]);
        PERM_UNROLL
        for (std::size_t end = 0; end < 6; ++end) values[flux_turns::low_end + end] = fluxes[end * cells + pore.cell];
      }
      PERM_UNROLL
      for (std::size_t field = 0; field < flux_turns::fields; ++field)
        of_voxels[flux_place(row, field) + column] = values[field];
    }
    __syncthreads();
    for (unsigned item = threadIdx.x; item < turn_rows * turn_columns; item += block_threads) {
      const unsigned row = item / turn_columns;
      const unsigned column = item % turn_columns;
      const FluxesOnGpu on{of_voxels, row % turn_side + row / turn_side * side, column};
      const SetTurnsOnGpu set{turns, row, column};
      if (on(0U, flux_turns::resistance_of) > 0) {
        set(squares_of, flux_turns::find_turns(on, set));
      } else {
        PERM_UNROLL
        for (std::size_t turn = 0; turn < turn_fields; ++turn) set(turn, 0);
      }
    }
    __syncthreads();
    const unsigned own = RowsOfBlock::own_number();
    const unsigned column = threadIdx.x % tile + 1;
    const FluxesOnGpu at{of_voxels, own, column};
    const float resistance = at(0U, flux_turns::resistance_of);
    if (tile_x + column <= image.words.nx && resistance > 0) {
      double along[3];
      PERM_UNROLL
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const float low = at(0U, flux_turns::low_end + axis);
        const float high = at(0U, flux_turns::high_end + axis);
        flux[axis] += flux_turns::mean_flux(low, high);
        along[axis] = flux_turns::power_along(low, high);
      }
      power += flux_turns::power_of_flux(along[0], along[1], along[2], resistance);
      const TurnsBackOnGpu back{turns, own % side + own / side * turn_side, column};
      squares += static_cast<double>(back(0U, squares_of));
      power_of_turns += static_cast<double>(flux_turns::power_of_turns(back, resistance));
    }
    __syncthreads();
  }
  FluxSums sums;
  for (std::size_t axis = 0; axis < 3; ++axis) sums.flux[axis] = sum_of_warp(flux[axis]);
  sums.power = sum_of_warp(power);
  sums.squares = sum_of_warp(squares);
  sums.power_of_turns = sum_of_warp(power_of_turns);
  const Row row = block.own(image);
  if (cuda::lane() == 0 && row.y != none) of_rows[std::size_t{row.z} * image.words.ny + row.y] = sums;
}

}  // namespace

FluxSums sum_flux(const Domain& domain, const ImageOnGpu& image, const float* fluxes, const float* conductivity) {
  const ImageView view = view_of(domain, image);
  allow_shared_bytes(sum_flux_of_rows, shared_bytes);
  return sum_over_rows<FluxSums>(view.words, [&](unsigned blocks, FluxSums* of_rows) {
    sum_flux_of_rows<<<blocks, block_threads, shared_bytes, cuda::step_stream()>>>(view, fluxes, image.cells(),
                                                                                   conductivity, of_rows);
  });
}

}  // namespace perm::conduction_cuda
