// SPDX-License-Identifier: Apache-2.0
// Does on a GPU what gain_of_moved_walls does, with the same bits.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "conduction/corner_normals.hpp"
#include "conduction/cuda/node_system_cuda.cuh"
#include "conduction/cuda/rows_of_block.cuh"
#include "conduction/moved_voxel.hpp"

namespace perm::conduction_cuda {

/// What a filter makes of the voxels along x around a corner, for each pattern of them: bit i is the i-th voxel.
template <unsigned reach>
struct FilteredRows {
  static constexpr unsigned patterns = 1U << (2 * reach);
  float pores[patterns];
  float slope[patterns];
  float weight[reach];
  float by[reach];  ///< weights of the slope
};

template <unsigned reach>
FilteredRows<reach> filter_rows(const FilteredGradient::Filter& filter) {
  FilteredRows<reach> rows{};
  for (unsigned i = 0; i < reach; ++i) {
    rows.weight[i] = filter.weight[i];
    rows.by[i] = filter.slope[i];
  }
  for (unsigned pattern = 0; pattern < FilteredRows<reach>::patterns; ++pattern)
    for (unsigned i = 0; i < reach; ++i) {
      const auto low = static_cast<float>(pattern >> (reach - 1 - i) & 1U);
      const auto high = static_cast<float>(pattern >> (reach + i) & 1U);
      rows.pores[pattern] += rows.weight[i] * (high + low);
      rows.slope[pattern] += rows.by[i] * (high - low);
    }
  return rows;
}

/// Gives a place in the image of what is beyond its faces: a mirror where they are closed.
inline __device__ std::uint32_t mirrored(std::int64_t place, std::uint32_t n, bool is_closed) {
  const std::int64_t period = is_closed ? 2 * std::int64_t{n} : n;
  const std::int64_t within = (place % period + period) % period;
  return static_cast<std::uint32_t>(within < n ? within : period - 1 - within);
}

struct FilteredCorner {
  float gradient[3];
  float pores;
};

/// Filters the pores around a corner, along x, y and z.
template <unsigned reach>
__device__ FilteredCorner filter(const ImageView& image, const FilteredRows<reach>& rows, const AtNode& at) {
  const std::int64_t first_x = std::int64_t{at.x} - reach;
  const bool is_inside = first_x >= 0 && at.x + reach <= image.words.nx;
  const auto pattern_of = [&](const Word* words) {
    if (is_inside) {
      const auto first = static_cast<std::uint32_t>(first_x);
      const std::uint32_t low = words[first / 32].bits >> first % 32;
      const bool goes_on = first % 32 + 2 * reach > 32;
      return (low | (goes_on ? words[first / 32 + 1].bits << (32 - first % 32) : 0)) &
             (FilteredRows<reach>::patterns - 1);
    }
    std::uint32_t pattern = 0;
    for (unsigned i = 0; i < 2 * reach; ++i) {
      const std::uint32_t x = mirrored(first_x + i, image.words.nx, image.is_closed[0]);
      pattern |= (words[x / 32].bits >> x % 32 & 1U) << i;
    }
    return pattern;
  };
  struct Plane {
    float along_x, along_y, pores;
  };
  const auto filter_plane = [&](std::int64_t z) {
    const Word* const plane = image.words.words + std::size_t{mirrored(z, image.words.nz, image.is_closed[2])} *
                                                      image.words.ny * image.words.words_per_row;
    const auto row = [&](std::int64_t y) {
      return pattern_of(plane +
                        std::size_t{mirrored(y, image.words.ny, image.is_closed[1])} * image.words.words_per_row);
    };
    Plane sums{0, 0, 0};
    for (unsigned i = 0; i < reach; ++i) {
      const std::uint32_t low = row(std::int64_t{at.y} - 1 - i);
      const std::uint32_t high = row(std::int64_t{at.y} + i);
      sums.along_x += rows.weight[i] * (rows.slope[high] + rows.slope[low]);
      sums.along_y += rows.by[i] * (rows.pores[high] - rows.pores[low]);
      sums.pores += rows.weight[i] * (rows.pores[high] + rows.pores[low]);
    }
    return sums;
  };
  FilteredCorner corner{};
  for (unsigned i = 0; i < reach; ++i) {
    const Plane low = filter_plane(std::int64_t{at.z} - 1 - i);
    const Plane high = filter_plane(std::int64_t{at.z} + i);
    corner.gradient[0] += -rows.weight[i] * (high.along_x + low.along_x);
    corner.gradient[1] += -rows.weight[i] * (high.along_y + low.along_y);
    corner.gradient[2] += -rows.by[i] * (high.pores - low.pores);
    corner.pores += rows.weight[i] * (high.pores + low.pores);
  }
  return corner;
}

inline __device__ float square_of(const float (&v)[3]) { return v[0] * v[0] + v[1] * v[1] + v[2] * v[2]; }

using WideRows = FilteredRows<normal_reach>;
using NarrowRows = FilteredRows<1>;

/// Finds the normals at nodes on walls, component by component; 0 at others. A warp has a word of a row of corners, a
/// thread a corner.
inline __global__ void __launch_bounds__(laplace_cuda::threads)
    find_normals(const __grid_constant__ CornersView corners, const __grid_constant__ ImageView image,
                 std::uint64_t words, const WideRows* wide_rows, const NarrowRows* narrow_rows, std::size_t nodes,
                 float* normals) {
  __shared__ WideRows wide_of_block;
  {
    const auto* const from = reinterpret_cast<const float*>(wide_rows);
    auto* const to = reinterpret_cast<float*>(&wide_of_block);
    for (unsigned i = threadIdx.x; i < sizeof(WideRows) / sizeof(float); i += laplace_cuda::threads) to[i] = from[i];
  }
  __syncthreads();
  const std::uint64_t number = (std::uint64_t{blockIdx.x} * laplace_cuda::threads + threadIdx.x) / 32;
  if (number >= words) return;
  const auto row = static_cast<std::uint32_t>(number / corners.words_per_row);
  const auto word = static_cast<std::uint32_t>(number % corners.words_per_row);
  const Word* const own = corners.words + std::size_t{row} * most_nodes * corners.words_per_row + word;
  const AtNode at{32 * word + threadIdx.x % 32, row % corners.ny, row / corners.ny, 0};
  if ((own[0].bits >> at.x % 32 & 1U) == 0) return;
  const FilteredCorner narrow = filter(image, *narrow_rows, at);
  float normal[3] = {};
  if (narrow.pores > 0 && narrow.pores < 1) {
    const FilteredCorner wide = filter(image, wide_of_block, at);
    const float of_wide = square_of(wide.gradient);
    const bool is_sure = of_wide >= least_square_of_wide;
    const float square = is_sure ? of_wide : square_of(narrow.gradient);
    const float scale = square > 0 ? 1 / sqrtf(square) : 0;
    for (int axis = 0; axis < 3; ++axis) normal[axis] = scale * (is_sure ? wide : narrow).gradient[axis];
  }
  for (std::uint32_t k = 0; k < most_nodes; ++k) {
    const Word& of_kind = own[k * corners.words_per_row];
    if ((of_kind.bits >> at.x % 32 & 1U) == 0) break;
    for (std::size_t axis = 0; axis < 3; ++axis)
      normals[axis * nodes + CornersView::numbered(of_kind, at.x)] = normal[axis];
  }
}

struct GainSum {
  double gain{0};
  void add(const GainSum& other) { gain += other.gain; }
};

/// Gives each row of voxels what their power gains. A warp has a row.
inline __global__ void __launch_bounds__(block_threads)
    sum_gains_of_rows(const __grid_constant__ ImageView image, const __grid_constant__ CornersView corners,
                      unsigned along, const float* potential, const float* normals, std::size_t nodes,
                      GainSum* of_rows) {
  const RowsOfBlock block(image);
  const Row row = block.own(image);
  double gain = 0;
  for (std::uint32_t tile_x = 0; tile_x < image.words.nx; tile_x += tile) {
    const Pore pore = find_pore(image, row, tile_x, threadIdx.x % tile + 1);
    if (pore.x == none || tile_x + threadIdx.x % tile >= image.words.nx) continue;
    float at_corners[8];
    float moved[3][8];
    bool is_moved = false;
#pragma unroll
    for (unsigned c = 0; c < 8; ++c) {
      const std::uint32_t node = corners.node_of_same_voxel(pore.x, row.y, row.z, 0, c);
      at_corners[c] = potential[node] - static_cast<float>(c >> along & 1U);
#pragma unroll
      for (unsigned axis = 0; axis < 3; ++axis) {
        moved[axis][c] = normals[axis * nodes + node];
        is_moved = is_moved || moved[axis][c] != 0;
      }
    }
    if (is_moved) gain += static_cast<double>(gain_of_voxel(at_corners, moved));
  }
  const GainSum sum{sum_of_warp(gain)};
  if (cuda::lane() == 0 && row.y != none) of_rows[std::size_t{row.z} * image.words.ny + row.y] = sum;
}

/// Gives dD/dh by the potential at nodes in device memory.
inline double gain_of_moved_walls(const Domain& domain, const ImageOnGpu& image, const CornerNodesCuda& nodes,
                                  Axis along, const float* potential) {
  const ImageView view = view_of(domain, image);
  const WideRows wide = filter_rows<normal_reach>(gaussian_filter(normal_reach));
  const NarrowRows narrow = filter_rows<1>(narrow_filter());
  const cuda::Array<WideRows> wide_on_gpu = laplace_cuda::on_gpu(&wide, 1);
  const cuda::Array<NarrowRows> narrow_on_gpu = laplace_cuda::on_gpu(&narrow, 1);
  cuda::Array<float> normals(3 * nodes.nodes());
  laplace_cuda::launch(32 * nodes.words(), find_normals, nodes.view(), view, std::uint64_t{nodes.words()},
                       static_cast<const WideRows*>(wide_on_gpu.data()),
                       static_cast<const NarrowRows*>(narrow_on_gpu.data()), nodes.nodes(), normals.data());
  const GainSum sum = sum_over_rows<GainSum>(view.words, [&](unsigned blocks, GainSum* of_rows) {
    sum_gains_of_rows<<<blocks, block_threads, 0, cuda::step_stream()>>>(
        view, nodes.view(), static_cast<unsigned>(along), potential, normals.data(), nodes.nodes(), of_rows);
  });
  return sum.gain / static_cast<double>(domain.image().voxels());
}

}  // namespace perm::conduction_cuda
