// SPDX-License-Identifier: Apache-2.0
#include <thrust/iterator/transform_iterator.h>
#include <algorithm>
#include <cub/device/device_scan.cuh>
#include <span>

#include "core/errors.hpp"
#include "solver/cuda/index/cuda_index.hpp"
#include "solver/cuda/index/index_kernels.cuh"

namespace perm {
namespace {

constexpr int threads = 256;
constexpr std::int64_t words_behind = 128;  // kernels may fetch so many words ahead
constexpr std::uint32_t all_links_solid = (1U << (d3q19::directions - 1)) - 1U;
constexpr std::int64_t slab_words = 16 << 20;  // 64 MiB of bits go to the device at a time

unsigned blocks_for(std::int64_t items) { return static_cast<unsigned>((items + threads - 1) / threads); }

/// Gives the image's bits in brick order.
cuda::Array<std::uint32_t> copy_bits(const PoreSpace& pores, const BrickGrid& grid) {
  cuda::Array<std::uint32_t> bits(static_cast<std::size_t>(grid.words()));
  bits.clear();
  const std::int64_t plane_words = pores.words_per_row() * pores.extent().ny;
  const std::int64_t planes = std::clamp<std::int64_t>(slab_words / plane_words, 1, pores.extent().nz);
  cuda::Array<std::uint32_t> slab(static_cast<std::size_t>(planes * plane_words));
  for (std::int64_t z = 0; z < pores.extent().nz; z += planes) {
    const std::int64_t count = std::min(planes, pores.extent().nz - z) * plane_words;
    slab.write(pores.words().data() + z * plane_words, 0, static_cast<std::size_t>(count));
    put_in_brick_order<<<blocks_for(count), threads>>>(slab.data(), count, z, grid, bits.data());
    cuda::finish("putting the image into brick order");
  }
  return bits;
}

void require_numbers(std::int64_t cells, std::int64_t words) {
  if (cells >= std::int64_t{1} << 32)
    throw InputError("The image has more pore voxels than one GPU can number", "2^32 - 1 are the most",
                     "Solve a part of the image, or use more GPUs");
  if (words >= std::int64_t{1} << 31)
    throw InputError("The image has more voxels than one GPU can number", "2^36 are the most",
                     "Solve a part of the image, or use more GPUs");
}

struct CountBits {
  __device__ std::uint32_t operator()(std::uint32_t bits) const { return detail::count_bits(bits); }
};

/// Counts the cells before each of some words, of which counts[i] has so many.
template <class Counts>
cuda::Array<std::uint32_t> count_before(const Counts& counts, std::int64_t count) {
  cuda::Array<std::uint32_t> first_cells(static_cast<std::size_t>(count));
  std::size_t scratch_bytes = 0;
  cuda::check(cub::DeviceScan::ExclusiveSum(nullptr, scratch_bytes, counts, first_cells.data(), count),
              "counting cells");
  cuda::Array<unsigned char> scratch(scratch_bytes);
  cuda::check(cub::DeviceScan::ExclusiveSum(scratch.data(), scratch_bytes, counts, first_cells.data(), count),
              "counting cells");
  cuda::finish("counting cells");
  return first_cells;
}

}  // namespace

CudaIndex::CudaIndex(const PoreSpace& pores, AxisSet closed, std::int64_t own_z, std::int64_t tile_cells)
    : grid_(pores.extent(), own_z), cells_(pores.count_pores()) {
  require_numbers(cells_, grid_.words());
  const std::int64_t words = grid_.words();
  {
    const cuda::Array<std::uint32_t> bits = copy_bits(pores, grid_);
    const cuda::Array<std::uint32_t> first_cells =
        count_before(thrust::make_transform_iterator(bits.data(), CountBits{}), words);
    words_ = cuda::Array<OccupancyWord>(static_cast<std::size_t>(words + words_behind));
    words_.clear();
    join<<<blocks_for(words), threads>>>(bits.data(), first_cells.data(), words, words_.data());
    cuda::finish("joining bits and first_cells");
  }
  sides_ = cuda::Array<BrickSides>(static_cast<std::size_t>(grid_.bricks()));
  find_sides<<<blocks_for(grid_.bricks()), threads>>>(grid_, sides_.data());
  const std::int64_t padded = (cells_ + tile_cells - 1) / tile_cells * tile_cells;
  warps_ = cuda::Array<BrickSides>(static_cast<std::size_t>(padded / warp_cells));
  warps_.clear();
  find_warps<<<blocks_for(words), threads>>>(words_.data(), sides_.data(), grid_, warps_.data());
  records_ = cuda::Array<CellRecord>(static_cast<std::size_t>(padded));
  const std::vector<CellRecord> isolated(static_cast<std::size_t>(padded - cells_), CellRecord(all_links_solid, 0, 0));
  if (!isolated.empty()) records_.write(isolated.data(), static_cast<std::size_t>(cells_), isolated.size());
  find_links<<<blocks_for(words), threads>>>(words_.data(), grid_, closed, warps_.data(), records_.data());
  cuda::finish("finding links");
}

BrickIndex CudaIndex::view() const {
  return {words_.data(),
          sides_.data(),
          warps_.data(),
          records_.data(),
          static_cast<std::uint32_t>(cells_),
          static_cast<std::uint32_t>(grid_.words()),
          grid_.steps()};
}

std::int64_t CudaIndex::predict_bytes(const BrickGrid& grid, std::int64_t cells, std::int64_t tile_cells) {
  const auto size = [](std::size_t bytes) { return static_cast<std::int64_t>(bytes); };
  const std::int64_t padded = (cells + tile_cells - 1) / tile_cells * tile_cells;
  return (grid.words() + words_behind) * size(sizeof(OccupancyWord)) +
         (grid.bricks() + padded / warp_cells) * size(sizeof(BrickSides)) + padded * size(sizeof(CellRecord));
}

std::int64_t CudaIndex::bytes() const {
  return static_cast<std::int64_t>(words_.bytes() + sides_.bytes() + warps_.bytes() + records_.bytes());
}

std::vector<OccupancyWord> CudaIndex::read_words(std::int64_t first, std::int64_t count) const {
  std::vector<OccupancyWord> words(static_cast<std::size_t>(count));
  words_.read(words.data(), static_cast<std::size_t>(first), words.size());
  return words;
}

std::int64_t CudaIndex::cells_before_layer(std::int64_t k) const {
  const std::int64_t word = grid_.brick(0, 0, k) * grid_.words_per_brick();
  return word < grid_.words() ? read_words(word, 1).front().first_cell : cells_;
}

cuda::Array<std::uint32_t> CudaIndex::count_cells_before(const FirstRows& rows) const {
  const std::int64_t words = grid_.words_per_row() * rows.y * rows.z;
  cuda::Array<std::uint32_t> cells(static_cast<std::size_t>(words));
  if (words == 0) return cells;
  count_cells<<<blocks_for(words), threads>>>(words_.data(), grid_, rows, words, cells.data());
  return count_before(cells.data(), words);
}

cuda::Array<std::uint32_t> CudaIndex::brick_order(const FirstRows& rows, const cuda::Array<std::uint32_t>& cells_before,
                                                  std::int64_t first, std::int64_t count) const {
  cuda::Array<std::uint32_t> order(static_cast<std::size_t>(count));
  const auto words = static_cast<std::int64_t>(cells_before.size());
  if (count == 0) return order;
  list_cells<<<blocks_for(words), threads>>>(words_.data(), grid_, rows, cells_before.data(), words, first, count,
                                             order.data());
  cuda::check(cudaGetLastError(), "listing cells");
  return order;
}

}  // namespace perm
