// SPDX-License-Identifier: Apache-2.0
// Sums on a GPU what bounds conduction from above, with the bits of the CPU (upper_bound.hpp), from the potentials at
// the corners of voxels.
#pragma once

#include "conduction/changed_middles.hpp"
#include "conduction/cuda/rows_of_block.cuh"

namespace perm::conduction_cuda {

/// Says what a falling gradient drives: 1 along one axis, 0 along the others.
struct Gradient {
  float along[3];
};

/// What voxels around ask for lies in shared memory.
inline constexpr std::size_t shared_fields = middle_changes::own_power;
inline constexpr std::size_t fields_of_own = middle_changes::fields - shared_fields;
inline constexpr std::size_t drive_bytes = rows_around * shared_fields * columns * sizeof(float);

/// Gives the place of the first column of a field.
inline __device__ unsigned drive_place(unsigned row, std::size_t field) {
  return (row * static_cast<unsigned>(shared_fields) + static_cast<unsigned>(field)) * columns;
}

/// Takes the fields of a voxel that others ask for.
struct SetSharedDrives {
  float* drives;
  unsigned row;
  unsigned column;

  __device__ void operator()(std::size_t field, float value) const {
    if (field < shared_fields) drives[drive_place(row, field) + column] = value;
  }
};

/// Takes the fields of a voxel, and keeps those that others do not ask for.
struct SetOwnDrives {
  SetSharedDrives shared;
  float (&own)[fields_of_own];

  __device__ void operator()(std::size_t field, float value) const {
    if (field < shared_fields)
      shared(field, value);
    else
      own[field - shared_fields] = value;
  }
};

/// Finds the fields of a voxel in shared memory.
template <class Corners, class Set>
__device__ void find_drives_of(const ImageView& image, const Gradient& gradient, const float* conductivity,
                               const Corners& corners_of, const Row& row, std::uint32_t tile_x, unsigned column,
                               const Set& set) {
  const Pore pore = find_pore(image, row, tile_x, column);
  if (pore.x == none) {
    PERM_UNROLL
    for (std::size_t field = 0; field < middle_changes::fields; ++field) set(field, 0);
    return;
  }
  float corners[8];
  corners_of(pore.x, row.y, row.z, corners);
  middle_changes::find_drives(corners, gradient.along, conductivity == nullptr ? 1 : conductivity[pore.cell], set);
}

/// Shows the voxels around a voxel.
struct AwayOnGpu {
  const float* drives;
  unsigned row;
  unsigned column;

  __device__ float operator()(const middle_changes::Step& step, std::size_t field) const {
    const auto there = static_cast<unsigned>(static_cast<int>(row) + step.y + static_cast<int>(side) * step.z);
    return drives[drive_place(there, field) + column + static_cast<unsigned>(step.x)];
  }
};

/// Says which faces of a voxel lie at ends of the image, at 2 axis + side.
inline __device__ unsigned ends_of_voxel(const WordsView& image, std::uint32_t x, const Row& row) {
  return (x == 0 ? 1U : 0U) | (x + 1 == image.nx ? 2U : 0U) | (row.y == 0 ? 4U : 0U) |
         (row.y + 1 == image.ny ? 8U : 0U) | (row.z == 0 ? 16U : 0U) | (row.z + 1 == image.nz ? 32U : 0U);
}

/// Says where something holds at the faces of a voxel: not at some of them, at 2 axis + side.
struct HoldsAtFaces {
  unsigned not_at;

  __device__ float operator()(std::size_t axis, std::size_t at) const {
    return (not_at >> (2 * axis + at) & 1U) != 0 ? 0.0F : 1.0F;
  }
};

/// Gives the squared gradient along faces that can be walls.
struct AlongWallsOnGpu {
  const float (&own)[fields_of_own];
  HoldsAtFaces may_be_wall;

  __device__ float operator()(std::size_t axis, std::size_t at) const {
    return own[middle_changes::along_face(axis, at) - shared_fields] * may_be_wall(axis, at);
  }
};

struct SetChangesOnGpu {
  float (&changes)[middle_changes::middles];

  __device__ void operator()(std::size_t field, float value) const {
    changes[field - middle_changes::at_face(0, 0)] = value;
  }
};

struct ChangesAtOnGpu {
  const float (&changes)[middle_changes::middles];

  __device__ float operator()(std::size_t field) const { return changes[field - middle_changes::at_face(0, 0)]; }
};

/// Gives the number of a row around that is not an own one, counted from 0.
inline __device__ unsigned row_at_rim(unsigned i) {
  if (i < side) return i;
  if (i < 2 * side) return side * (side - 1) + i - side;
  const unsigned beside = i - 2 * side;
  return side * (1 + beside / 2) + beside % 2 * (side - 1);
}

/// Makes the fields of the voxels of a tile and around it, but for those that this thread keeps of its own voxel.
template <class FindDrives>
__device__ void find_drives_around(float* drives, const FindDrives& find) {
  constexpr unsigned beyond_rows = (rows_around - own_rows) * tile;
  for (unsigned item = threadIdx.x; item < beyond_rows + 2 * rows_around; item += block_threads) {
    const unsigned at_end = item - beyond_rows;
    const bool is_beyond_rows = item < beyond_rows;
    const unsigned row = is_beyond_rows ? row_at_rim(item / tile) : at_end / 2;
    const unsigned column = is_beyond_rows ? item % tile + 1 : at_end % 2 * (columns - 1);
    find(row, column, SetSharedDrives{drives, row, column});
  }
}

template <class Corners>
__global__ void __launch_bounds__(block_threads, 2)
    sum_potential_of_rows(const __grid_constant__ ImageView image, const __grid_constant__ Gradient gradient,
                          const float* conductivity, const Corners corners, PotentialSums* of_rows) {
  extern __shared__ float shared[];
  __shared__ Row rows[rows_around];
  const RowsOfBlock block(image);
  if (threadIdx.x < rows_around) rows[threadIdx.x] = block.around(image, threadIdx.x);
  __syncthreads();
  const unsigned number = RowsOfBlock::own_number();
  const Row row = block.own(image);
  const unsigned own_column = threadIdx.x % tile + 1;
  unsigned open = 0;
  unsigned closed = 0;
  for (unsigned axis = 0; axis < 3; ++axis) {
    for (unsigned at = 0; at < 2; ++at) {
      const bool is_open =
          (image.words.open & laplace_cuda::bit_of_face(static_cast<Axis>(axis), static_cast<Side>(at))) != 0;
      open |= is_open ? 1U << (2 * axis + at) : 0U;
      closed |= image.is_closed[axis] ? 1U << (2 * axis + at) : 0U;
    }
  }
  double power = 0;
  double squares = 0;
  double power_of_changes = 0;
  double gain_of_walls = 0;
  for (std::uint32_t tile_x = 0; tile_x < image.words.nx; tile_x += tile) {
    const auto find = [&](unsigned of_row, unsigned column, const auto& set) {
      find_drives_of(image, gradient, conductivity, corners, rows[of_row], tile_x, column, set);
    };
    float own[fields_of_own];
    find(number, own_column, SetOwnDrives{{shared, number, own_column}, own});
    find_drives_around(shared, find);
    __syncthreads();
    const AwayOnGpu away{shared, number, own_column};
    const float weight = away(middle_changes::Step{}, middle_changes::conductivity_of);
    if (tile_x + own_column <= image.words.nx && weight > 0) {
      const unsigned ends = ends_of_voxel(image.words, tile_x + own_column - 1, row);
      float changes[middle_changes::middles];
      power += static_cast<double>(own[0]);
      squares +=
          static_cast<double>(middle_changes::find_changes(away, HoldsAtFaces{ends & open}, SetChangesOnGpu{changes}));
      power_of_changes += static_cast<double>(middle_changes::power_of_changes(ChangesAtOnGpu{changes}, weight));
      gain_of_walls += static_cast<double>(middle_changes::find_walls(away, AlongWallsOnGpu{own, {ends & closed}}));
    }
    __syncthreads();
  }
  PotentialSums sums;
  sums.power = sum_of_warp(power);
  sums.squares = sum_of_warp(squares);
  sums.power_of_changes = sum_of_warp(power_of_changes);
  sums.gain_of_walls = sum_of_warp(gain_of_walls);
  if (cuda::lane() == 0 && row.y != none) of_rows[std::size_t{row.z} * image.words.ny + row.y] = sums;
}

/// Sums for the bound of an image. corners(x, y, z, potentials) is a function on the device that gives the potentials
/// at the corners x + 2 y + 4 z of a pore voxel, and may not wait for other threads. `conductivity` is that of each
/// cell in device memory; null where all have 1. Other work of this thread on the device comes first.
template <class Corners>
PotentialSums sum_potential(const Domain& domain, const ImageOnGpu& image, Axis along, const float* conductivity,
                            const Corners& corners) {
  const ImageView view = view_of(domain, image);
  Gradient gradient{};
  gradient.along[static_cast<std::size_t>(along)] = 1;
  allow_shared_bytes(sum_potential_of_rows<Corners>, drive_bytes);
  return sum_over_rows<PotentialSums>(view.words, [&](unsigned blocks, PotentialSums* of_rows) {
    sum_potential_of_rows<<<blocks, block_threads, drive_bytes, cuda::step_stream()>>>(view, gradient, conductivity,
                                                                                       corners, of_rows);
  });
}

}  // namespace perm::conduction_cuda
