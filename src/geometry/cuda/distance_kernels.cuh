// SPDX-License-Identifier: Apache-2.0
// Makes a distance map axis by axis on a GPU: every voxel looks along its line as far as a nearer solid voxel may be.
// Threads that lie side by side take neighbours along x, whose searches are about as long.
#pragma once

#include <cstdint>

#include "core/extent.hpp"
#include "geometry/measures/distance_lines.hpp"
#include "geometry/measures/distance_map.hpp"

namespace perm::distance_cuda {

/// The squares of longer ways are saturated.
constexpr std::int64_t longest_way = 255;

__host__ __device__ inline SquaredDistance saturate(std::int64_t squared) {
  return static_cast<SquaredDistance>(squared < saturated_distance ? squared : saturated_distance);
}

/// What lies beyond either end of a line; a ring has no end on either side.
struct Ends {
  LineEnds low, high;
};

/// Takes a position into a line; -1 where there is nothing, -2 where there is solid.
__device__ inline std::int64_t on_line(std::int64_t at, std::int64_t length, Ends ends) {
  if (at >= 0 && at < length) return at;
  const LineEnds beyond = at < 0 ? ends.low : ends.high;
  if (beyond == LineEnds::ring) return (at % length + length) % length;
  return beyond == LineEnds::nothing ? -1 : -2;
}

/// Finds distances along x; `bits` has whole words for each of `rows` rows.
__global__ void map_rows(const std::uint32_t* bits, std::int64_t words_per_row, std::int64_t nx, std::int64_t rows,
                         Ends ends, SquaredDistance* map) {
  const std::int64_t voxel = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (voxel >= nx * rows) return;
  const std::int64_t x = voxel % nx;
  const std::uint32_t* const row = bits + voxel / nx * words_per_row;
  const auto is_solid = [&](std::int64_t at) {
    const std::int64_t place = on_line(at, nx, ends);
    return place == -2 || (place >= 0 && (row[place / 32] >> (place % 32) & 1U) == 0);
  };
  std::int64_t way = 0;
  while (way <= longest_way && !is_solid(x - way) && !is_solid(x + way)) ++way;
  map[voxel] = saturate(way * way);
}

/// Replaces values of the lines along y or z by the least of value(q) + (q - own position)^2. `length` voxels of a line
/// are `stride` apart. `from` has whole lines; `to` gets `voxels` values, from that of voxel `first` on.
__global__ void map_lines(const SquaredDistance* from, std::int64_t first, std::int64_t voxels, std::int64_t stride,
                          std::int64_t length, Ends ends, SquaredDistance* to) {
  const std::int64_t thread = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (thread >= voxels) return;
  const std::int64_t voxel = first + thread;
  const std::int64_t at = voxel / stride % length;
  const SquaredDistance* const line = from + (voxel - at * stride);
  const auto value = [&](std::int64_t position) -> std::int64_t {
    const std::int64_t place = on_line(position, length, ends);
    return place >= 0 ? line[place * stride] : place == -2 ? 0 : saturated_distance;
  };
  std::int64_t least = from[voxel];
  for (std::int64_t way = 1; way <= longest_way && way * way < least; ++way) {
    const std::int64_t before = value(at - way);
    const std::int64_t behind = value(at + way);
    const std::int64_t here = (before < behind ? before : behind) + way * way;
    least = here < least ? here : least;
  }
  to[thread] = saturate(least);
}

/// Sets a flag where a squared distance is larger than `most`.
__global__ void find_larger(const SquaredDistance* map, std::int64_t voxels, std::int64_t most, unsigned* is_larger) {
  const std::int64_t voxel = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (voxel < voxels && map[voxel] > most) *is_larger = 1;
}

}  // namespace perm::distance_cuda
