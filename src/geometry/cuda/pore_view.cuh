// SPDX-License-Identifier: Apache-2.0
// The pore voxels of an image on a GPU, numbered x fastest, then y, then z. Across a periodic face the image goes on;
// beyond a closed face all is solid. A warp takes one word of 32 voxels along x, and each of its threads one voxel.
#pragma once

#include <cstdint>

#include "core/extent.hpp"
#include "geometry/measures/distance_map.hpp"

namespace perm::network_cuda {

struct Step {
  int x, y, z;
};

/// Gives a step of link_steps (geometry/network/watershed.hpp) by its number.
__host__ __device__ constexpr Step link_step(int s) {
  constexpr Step steps[18] = {{1, 0, 0},  {-1, 0, 0},  {0, 1, 0},  {0, -1, 0},  {0, 0, 1},  {0, 0, -1},
                              {1, 1, 0},  {-1, -1, 0}, {1, -1, 0}, {-1, 1, 0},  {1, 0, 1},  {-1, 0, -1},
                              {1, 0, -1}, {-1, 0, 1},  {0, 1, 1},  {0, -1, -1}, {0, 1, -1}, {0, -1, 1}};
  return steps[s];
}
constexpr int link_count = 18;
constexpr int face_count = 6;

struct PoreView {
  const std::uint32_t* words;
  const std::uint32_t* first_cell;  ///< the cells before each word
  Extent image;
  std::int64_t words_per_row;
  bool closed[3];

  __device__ std::int64_t count_words() const { return words_per_row * image.ny * image.nz; }
  __device__ static bool wrap(std::int64_t& at, std::int64_t extent, bool is_closed) {
    if (at >= 0 && at < extent) return true;
    at += at < 0 ? extent : -extent;
    return !is_closed;
  }
  /// Takes a position that is at most one beyond an end into the image; false where that is beyond a closed face.
  __device__ bool wrap(std::int64_t& x, std::int64_t& y, std::int64_t& z) const {
    return wrap(x, image.nx, closed[0]) && wrap(y, image.ny, closed[1]) && wrap(z, image.nz, closed[2]);
  }
  __device__ std::int64_t word_at(std::int64_t x, std::int64_t y, std::int64_t z) const {
    return (z * image.ny + y) * words_per_row + x / 32;
  }
  __device__ bool is_pore(std::int64_t x, std::int64_t y, std::int64_t z) const {
    return wrap(x, y, z) && (words[word_at(x, y, z)] >> (x % 32) & 1U) != 0;
  }
  static constexpr std::uint32_t solid = 0xffffffff;
  __device__ std::uint32_t cell_at(std::int64_t x, std::int64_t y, std::int64_t z) const {
    if (!wrap(x, y, z)) return solid;
    const std::int64_t word = word_at(x, y, z);
    const std::uint32_t bit = 1U << (x % 32);
    const std::uint32_t bits = words[word];
    return (bits & bit) == 0 ? solid : first_cell[word] + static_cast<std::uint32_t>(__popc(bits & (bit - 1)));
  }
};

struct Voxel {
  std::int64_t x, y, z;
  std::uint32_t cell;
};

/// Calls visit(voxel) for the pore voxel of this thread, if there is one.
template <class Visit>
__device__ void visit_own_voxel(const PoreView& pores, const Visit& visit) {
  const std::int64_t thread = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::int64_t word = thread / 32;
  const auto lane = static_cast<std::uint32_t>(thread % 32);
  if (word >= pores.count_words()) return;
  const std::uint32_t bits = pores.words[word];
  if ((bits >> lane & 1U) == 0) return;
  const std::int64_t row = word / pores.words_per_row;
  const auto before = static_cast<std::uint32_t>(__popc(bits & ((1U << lane) - 1)));
  visit(Voxel{word % pores.words_per_row * 32 + lane, row % pores.image.ny, row / pores.image.ny,
              pores.first_cell[word] + before});
}

}  // namespace perm::network_cuda
