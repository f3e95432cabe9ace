// SPDX-License-Identifier: Apache-2.0
// The paths of the watershed on a GPU (geometry/network/watershed.hpp). Every thread takes one cell. What is known of a
// cell follows from what is known of the next cell of its path, so the kernels that follow paths are launched until all
// is known; within a launch a value may or may not be seen already, and is the same in the end.
#pragma once

#include <cstdint>

#include "geometry/cuda/launches.cuh"
#include "geometry/cuda/pore_view.cuh"
#include "geometry/network/pore_rules.hpp"

namespace perm::network_cuda {

/// What is kept of a cell's path in one byte: the number of the step up, and whether an axis of the pore is here.
constexpr std::uint8_t no_step = link_count;
constexpr std::uint8_t step_bits = 0x1f;
constexpr std::uint8_t on_axis = 0x20;

struct PathView {
  SquaredDistance* distance;  ///< of each cell
  std::uint8_t* up;
  std::uint32_t* next;  ///< the next cell of the path; a summit has itself
};

/// Finds the first step of the path of each own cell; `map` has the distance of each voxel, 0 where it is solid.
__global__ void climb(const __grid_constant__ PoreView pores, const SquaredDistance* map,
                      const __grid_constant__ PathView paths) {
  visit_own_voxel(pores, [&](const Voxel& voxel) {
    const Extent& n = pores.kept;
    const std::int64_t own_index = n.index(voxel.x, voxel.y, voxel.z);
    const SquaredDistance own = map[own_index];
    const bool is_inside = pores.is_inside(voxel);  // the image's faces are far: no position needs to be looked at
    SquaredDistance about[link_count];
    SquaredDistance most = 0;
#pragma unroll
    for (int s = 0; s < link_count; ++s) {
      const LinkStep step = link_step(s);
      if (is_inside) {
        about[s] = map[own_index + step.x + n.nx * (step.y + n.ny * step.z)];
      } else {
        const std::int64_t index = pores.index_at(voxel, step);
        about[s] = index >= 0 ? map[index] : SquaredDistance{0};
      }
      most = about[s] > most ? about[s] : most;
    }
    bool has_axis = false;
#pragma unroll
    for (int s = 0; s < face_count; s += 2) has_axis = has_axis || (about[s] < own && about[s + 1] < own);
    int found = no_step;
    std::uint32_t farthest = 0;
#pragma unroll
    for (int s = 0; s < link_count; ++s) farthest |= (about[s] == most ? 1U : 0U) << s;
    if (most > own && __popc(farthest) == 1) {
      found = __ffs(static_cast<int>(farthest)) - 1;
    } else if (most >= own) {
      std::uint64_t mixed = most > own ? 0 : pore_rules::mix(pores.index_in_image(own_index));
      for (; farthest != 0; farthest &= farthest - 1) {
        const int s = __ffs(static_cast<int>(farthest)) - 1;
        const std::uint64_t of_next = pore_rules::mix(pores.index_in_image(pores.index_at(voxel, link_step(s))));
        if (of_next <= mixed && (found != no_step || most == own)) continue;
        mixed = of_next;
        found = s;
      }
    }
    paths.distance[voxel.cell] = own;
    paths.up[voxel.cell] = static_cast<std::uint8_t>(found | (has_axis ? on_axis : 0));
    if (found == no_step) {
      paths.next[voxel.cell] = voxel.cell;
    } else {
      paths.next[voxel.cell] = pores.cell_at(voxel, link_step(found));
    }
  });
}

/// Copies what the climb needs of ghosts: their distances. The path of a ghost goes on in another slab, so it is its
/// own next cell here.
__global__ void note_ghosts(const __grid_constant__ PoreView pores, const SquaredDistance* map, std::int64_t plane,
                            const __grid_constant__ PathView paths) {
  const std::int64_t in_plane = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::int64_t x = in_plane % pores.kept.nx, y = in_plane / pores.kept.nx;
  if (y >= pores.kept.ny) return;
  const std::int64_t word = (plane * pores.kept.ny + y) * pores.words_per_row + x / 32;
  const std::uint32_t bits = pores.words[word];
  if ((bits >> (x % 32) & 1U) == 0) return;
  const std::uint32_t cell = pores.first_cell[word] + static_cast<std::uint32_t>(__popc(bits & ((1U << (x % 32)) - 1)));
  paths.distance[cell] = map[pores.kept.index(x, y, plane)];
  paths.next[cell] = cell;
}

/// Brings `summit`, which begins as the next cell, nearer to the end of the path: half of what is left.
__global__ void jump(const __grid_constant__ Cells cells, std::uint32_t* summit, Progress* progress) {
  const std::uint32_t cell = cell_of_thread(cells);
  if (cell >= cells.last) return;
  const std::uint32_t upper = summit[cell];
  const std::uint32_t beyond = *static_cast<volatile std::uint32_t*>(&summit[upper]);
  if (beyond == upper) return;
  summit[cell] = beyond;
  note_found(progress);
  note_left(progress);
}

/// A widest sphere in 8 bytes, which a thread reads and writes at once: the radius, then ten bits for each component of
/// the way, plus 512.
using PackedSphere = unsigned long long;
constexpr PackedSphere unknown_sphere = ~0ULL;  // its radius is no number

inline __device__ PackedSphere pack(const pore_rules::WidestSphere& sphere) {
  std::uint32_t away = 0;
  for (const std::int32_t a : sphere.away) away = away << 10 | static_cast<std::uint32_t>(a + 512);
  return static_cast<PackedSphere>(__float_as_uint(sphere.radius)) << 32 | away;
}
inline __device__ pore_rules::WidestSphere unpack(PackedSphere packed) {
  const auto away = [packed](int shift) { return static_cast<std::int32_t>(packed >> shift & 1023U) - 512; };
  return {__uint_as_float(static_cast<std::uint32_t>(packed >> 32)), {away(20), away(10), away(0)}};
}

__global__ void follow_spheres(const __grid_constant__ Cells cells, const __grid_constant__ PathView paths,
                               PackedSphere* spheres, Progress* progress) {
  const std::uint32_t cell = cell_of_thread(cells);
  if (cell >= cells.last || spheres[cell] != unknown_sphere) return;
  const std::uint8_t up = paths.up[cell];
  const float radius = pore_rules::radius_at(paths.distance[cell], (up & on_axis) != 0);
  if ((up & step_bits) == no_step) {
    spheres[cell] = pack({radius, {0, 0, 0}});
    note_found(progress);
    return;
  }
  const PackedSphere upper = *static_cast<volatile PackedSphere*>(&spheres[paths.next[cell]]);
  if (upper == unknown_sphere) {
    note_left(progress);
    return;
  }
  const LinkStep step = link_step(up & step_bits);
  const int way[3] = {step.x, step.y, step.z};
  spheres[cell] = pack(pore_rules::widest_below(unpack(upper), way, radius));
  note_found(progress);
}

__global__ void take_radii(const __grid_constant__ Cells cells, const PackedSphere* spheres, float* radii) {
  const std::uint32_t cell = cell_of_thread(cells);
  if (cell < cells.last) radii[cell] = __uint_as_float(static_cast<std::uint32_t>(spheres[cell] >> 32));
}

constexpr std::uint32_t unknown_body = 0xffffffff;

/// Gives some own cells the body of the end of their path: that of a summit, which `number` counts, or of a ghost.
__global__ void take_bodies(const __grid_constant__ Cells cells, const __grid_constant__ Cells own,
                            const std::uint32_t* summit, const std::uint32_t* number, std::uint32_t first_body,
                            std::uint32_t* body) {
  const std::uint32_t cell = cell_of_thread(cells);
  if (cell >= cells.last) return;
  const std::uint32_t end = summit[cell];
  body[cell] = end >= own.first && end < own.last ? first_body + number[end - own.first] : body[end];
}

/// Sets a flag where the body of a cell is not known.
__global__ void find_unknown(const __grid_constant__ Cells cells, const std::uint32_t* body, unsigned* is_unknown) {
  const std::uint32_t cell = cell_of_thread(cells);
  if (cell < cells.last && body[cell] == unknown_body) *is_unknown = 1;
}

struct CellView {
  const SquaredDistance* distance;
  const float* radius;
  const float* shape;

  __device__ pore_rules::PoreAtCell operator[](std::uint32_t cell) const {
    return {distance[cell], radius[cell], shape[cell]};
  }
};

/// What is no number is not known yet.
__global__ void follow_resistances(const __grid_constant__ Cells cells, const std::uint8_t* up,
                                   const std::uint32_t* next, const __grid_constant__ CellView pores,
                                   float* resistances, Progress* progress) {
  const std::uint32_t cell = cell_of_thread(cells);
  if (cell >= cells.last || resistances[cell] >= 0) return;
  const int step = up[cell] & step_bits;
  if (step == no_step) {
    resistances[cell] = 0;
    note_found(progress);
    return;
  }
  const std::uint32_t upper = next[cell];
  const float of_upper = *static_cast<volatile float*>(&resistances[upper]);
  if (!(of_upper >= 0)) {
    note_left(progress);
    return;
  }
  resistances[cell] =
      of_upper + static_cast<float>(pore_rules::resistance_between(pores[upper], pores[cell], length_of(step)));
  note_found(progress);
}

}  // namespace perm::network_cuda
