// SPDX-License-Identifier: Apache-2.0
// The pore voxels of an image on a GPU, numbered x fastest, then y, then z. Across a periodic face the image goes on;
// beyond a closed face all is solid. A warp takes one word of 32 voxels along x, and each of its threads one voxel.
#pragma once

#include <cstdint>

#include "core/extent.hpp"
#include "geometry/network/watershed.hpp"

namespace perm::network_cuda {

/// Packs one component of link_steps (geometry/network/watershed.hpp), plus 1, into two bits a step.
constexpr std::uint64_t pack_component(int LinkStep::*component) {
  std::uint64_t packed = 0;
  for (std::size_t s = 0; s < link_steps.size(); ++s)
    packed |= static_cast<std::uint64_t>(link_steps[s].*component + 1) << (2 * s);
  return packed;
}

/// Gives a step of link_steps by its number, without a table in memory.
__host__ __device__ constexpr LinkStep link_step(int s) {
  constexpr std::uint64_t x = pack_component(&LinkStep::x);
  constexpr std::uint64_t y = pack_component(&LinkStep::y);
  constexpr std::uint64_t z = pack_component(&LinkStep::z);
  return {static_cast<int>(x >> (2 * s) & 3) - 1, static_cast<int>(y >> (2 * s) & 3) - 1,
          static_cast<int>(z >> (2 * s) & 3) - 1};
}
constexpr int link_count = link_steps.size();
constexpr int face_count = link_faces;

struct Voxel {
  std::int64_t x, y, z;
  std::int64_t word;
  std::uint32_t cell;
};

struct PoreView {
  const std::uint32_t* words;
  const std::uint32_t* first_cell;  ///< the cells before each word
  Extent image;
  std::int64_t words_per_row;
  bool closed[3];

  static constexpr std::uint32_t solid = 0xffffffff;

  __device__ std::int64_t count_words() const { return words_per_row * image.ny * image.nz; }
  /// Tells whether all neighbours of a voxel lie inside the image.
  __device__ bool is_inside(const Voxel& voxel) const {
    return voxel.x > 0 && voxel.x + 1 < image.nx && voxel.y > 0 && voxel.y + 1 < image.ny && voxel.z > 0 &&
           voxel.z + 1 < image.nz;
  }
  /// Gives the index of a neighbour in the image, -1 beyond a closed face.
  __device__ std::int64_t index_at(const Voxel& voxel, const LinkStep& step) const {
    std::int64_t x = voxel.x + step.x, y = voxel.y + step.y, z = voxel.z + step.z;
    return wrap(x, y, z) ? image.index(x, y, z) : -1;
  }
  /// Gives the cell of a neighbour.
  __device__ std::uint32_t cell_at(const Voxel& voxel, const LinkStep& step) const {
    const Bit at = bit_at(voxel, step);
    if (at.word < 0) return solid;
    const std::uint32_t bits = words[at.word];
    if ((bits & at.mask) == 0) return solid;
    return first_cell[at.word] + static_cast<std::uint32_t>(__popc(bits & (at.mask - 1)));
  }
  __device__ bool is_pore(const Voxel& voxel, const LinkStep& step) const {
    const Bit at = bit_at(voxel, step);
    return at.word >= 0 && (words[at.word] & at.mask) != 0;
  }

 private:
  struct Bit {
    std::int64_t word;  ///< -1 beyond a closed face
    std::uint32_t mask;
  };
  __device__ Bit bit_at(const Voxel& voxel, const LinkStep& step) const {
    if (is_inside(voxel)) {
      const int bit = static_cast<int>(voxel.x % 32) + step.x;
      const std::int64_t row = voxel.word + (step.y + step.z * image.ny) * words_per_row;
      return {row + (bit < 0 ? -1 : bit > 31 ? 1 : 0), 1U << (bit & 31)};
    }
    std::int64_t x = voxel.x + step.x, y = voxel.y + step.y, z = voxel.z + step.z;
    if (!wrap(x, y, z)) return {-1, 0};
    return {(z * image.ny + y) * words_per_row + x / 32, 1U << (x % 32)};
  }
  __device__ static bool wrap(std::int64_t& at, std::int64_t extent, bool is_closed) {
    if (at >= 0 && at < extent) return true;
    at += at < 0 ? extent : -extent;
    return !is_closed;
  }
  /// Takes a position that is at most one beyond an end into the image; false where that is beyond a closed face.
  __device__ bool wrap(std::int64_t& x, std::int64_t& y, std::int64_t& z) const {
    return wrap(x, image.nx, closed[0]) && wrap(y, image.ny, closed[1]) && wrap(z, image.nz, closed[2]);
  }
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
  visit(Voxel{word % pores.words_per_row * 32 + lane, row % pores.image.ny, row / pores.image.ny, word,
              pores.first_cell[word] + before});
}

}  // namespace perm::network_cuda
