// SPDX-License-Identifier: Apache-2.0
// The shapes of pores and the throats between bodies on a GPU (geometry/network/pore_shapes.hpp, pore_network.cpp). All
// sums are of whole numbers, so their order does not matter.
#pragma once

#include <cstdint>

#include "geometry/cuda/pore_view.cuh"
#include "geometry/cuda/watershed_kernels.cuh"
#include "geometry/network/pore_rules.hpp"

namespace perm::network_cuda {

using Count = unsigned long long;

using pore_rules::Octaves;
constexpr std::uint32_t octave_count = Octaves::last + 1;

/// Of each body and octave: cells, and faces between a cell and solid.
struct MeasureView {
  Count* cells;
  Count* walls;
};

__global__ void measure_octaves(const __grid_constant__ PoreView pores, const std::uint32_t* body, const float* radius,
                                const __grid_constant__ Octaves octaves, const __grid_constant__ MeasureView measures) {
  visit_own_voxel(pores, [&](const Voxel& voxel) {
    int walls = 0;
#pragma unroll
    for (int s = 0; s < face_count; ++s) walls += pores.is_pore(voxel, link_step(s)) ? 0 : 1;
    const std::int64_t place = std::int64_t{body[voxel.cell]} * octave_count + octaves.of(radius[voxel.cell]);
    atomicAdd(&measures.cells[place], Count{1});
    if (walls > 0) atomicAdd(&measures.walls[place], static_cast<Count>(walls));
  });
}

/// Of all cells, ghosts too.
__global__ void find_shapes(const __grid_constant__ Cells cells, const std::uint32_t* body, const float* radius,
                            const __grid_constant__ Octaves octaves, const __grid_constant__ MeasureView measures,
                            float* shapes) {
  const std::uint32_t cell = cell_of_thread(cells);
  if (cell >= cells.last) return;
  const std::int64_t place = std::int64_t{body[cell]} * octave_count + octaves.of(radius[cell]);
  shapes[cell] = static_cast<float>(pore_rules::shape_of(static_cast<std::int64_t>(measures.cells[place]),
                                                         static_cast<std::int64_t>(measures.walls[place]),
                                                         static_cast<double>(radius[cell])));
}

__global__ void sum_octaves(std::uint32_t bodies, const Count* cells_of_octaves, Count* cells) {
  const std::uint32_t body = blockIdx.x * blockDim.x + threadIdx.x;
  if (body >= bodies) return;
  Count sum = 0;
  for (std::uint32_t octave = 0; octave < octave_count; ++octave)
    sum += cells_of_octaves[std::int64_t{body} * octave_count + octave];
  cells[body] = sum;
}

/// What one process has found of one octave of a body.
struct BodyMeasure {
  std::uint32_t body;
  std::uint32_t octave;
  Count cells;
  Count walls;
};

/// Marks the bodies of some cells.
__global__ void mark_bodies(const __grid_constant__ Cells cells, const std::uint32_t* body, std::uint8_t* marks) {
  const std::uint32_t cell = cell_of_thread(cells);
  if (cell < cells.last) marks[body[cell]] = 1;
}

/// Counts the octaves of the marked bodies. Where there is a list they are written there, and begin at nothing again.
__global__ void take_measures(std::uint32_t bodies, const std::uint8_t* marks,
                              const __grid_constant__ MeasureView measures, BodyMeasure* list, Count* count) {
  const std::uint32_t body = blockIdx.x * blockDim.x + threadIdx.x;
  if (body >= bodies || marks[body] == 0) return;
  for (std::uint32_t octave = 0; octave < octave_count; ++octave) {
    const std::int64_t place = std::int64_t{body} * octave_count + octave;
    if (measures.cells[place] == 0) continue;
    const Count at = atomicAdd(count, Count{1});
    if (list == nullptr) continue;
    list[at] = {body, octave, measures.cells[place], measures.walls[place]};
    measures.cells[place] = 0;
    measures.walls[place] = 0;
  }
}

/// Adds what was found of the marked bodies.
__global__ void add_measures(std::int64_t count, const BodyMeasure* found, const std::uint8_t* marks,
                             const __grid_constant__ MeasureView measures) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= count || marks[found[i].body] == 0) return;
  const std::int64_t place = std::int64_t{found[i].body} * octave_count + found[i].octave;
  atomicAdd(&measures.cells[place], found[i].cells);
  atomicAdd(&measures.walls[place], found[i].walls);
}

/// Sums what passes between bodies, in a table with open places. A place is free while its key is 0.
struct PassageTable {
  Count* keys;
  Count* quanta;
  Count places;  ///< a power of two
  unsigned* is_full;

  __device__ void add(std::uint32_t a, std::uint32_t b, double conductance) const {
    const Count key = static_cast<Count>(a < b ? a : b) << 32 | (a < b ? b : a);
    const auto sum = static_cast<Count>(__double2ll_rn(conductance * pore_rules::quanta_of_conductance));
    Count at = key * 0x9e3779b97f4a7c15U >> 20 & (places - 1);
    for (int probe = 0; probe < most_probes; ++probe, at = (at + 1) & (places - 1)) {
      Count found = *static_cast<volatile Count*>(&keys[at]);
      if (found == 0) found = atomicCAS(&keys[at], Count{0}, key);
      if (found != 0 && found != key) continue;
      atomicAdd(&quanta[at], sum);
      return;
    }
    *is_full = 1;
  }
  static constexpr int most_probes = 64;
};

struct ThroatView {
  const std::uint32_t* body;
  CellView cells;
  const float* to_summit;
  bool holds_density[3];  ///< whether the faces across an axis do
};

__global__ void find_passages(const __grid_constant__ PoreView pores, const __grid_constant__ ThroatView throats,
                              const __grid_constant__ PassageTable table) {
  constexpr std::uint32_t outside = 0xffffffff;
  visit_own_voxel(pores, [&](const Voxel& voxel) {
    const std::uint32_t own = throats.body[voxel.cell];
#pragma unroll
    for (int s = 0; s < link_count; s += 2) {
      const std::uint32_t other = pores.cell_at(voxel, link_step(s));
      if (other == PoreView::solid || throats.body[other] == own) continue;
      const double whole =
          static_cast<double>(throats.to_summit[voxel.cell]) +
          pore_rules::resistance_between(throats.cells[voxel.cell], throats.cells[other], length_of(s)) +
          static_cast<double>(throats.to_summit[other]);
      table.add(own, throats.body[other], (s < face_count ? 1 : pore_rules::edge_share) / whole);
    }
    const std::int64_t at[3] = {voxel.x, voxel.y, pores.plane_in_image(voxel.z)};
    const std::int64_t extents[3] = {pores.kept.nx, pores.kept.ny, pores.planes_of_image};
    for (int axis = 0; axis < 3; ++axis) {
      if (!throats.holds_density[axis]) continue;
      const double whole =
          static_cast<double>(throats.to_summit[voxel.cell]) + pore_rules::resistance(throats.cells[voxel.cell]) / 2;
      if (at[axis] == 0) table.add(own, outside, 1 / whole);
      if (at[axis] == extents[axis] - 1) table.add(own, outside, 1 / whole);
    }
  });
}

/// Lists the places of a table that are taken.
__global__ void list_passages(const __grid_constant__ PassageTable table, Count* keys, Count* quanta, Count* count) {
  const Count at = Count{blockIdx.x} * blockDim.x + threadIdx.x;
  if (at >= table.places || table.keys[at] == 0) return;
  const Count place = atomicAdd(count, Count{1});
  keys[place] = table.keys[at];
  quanta[place] = table.quanta[at];
}

}  // namespace perm::network_cuda
