// SPDX-License-Identifier: Apache-2.0
// The pore voxels of an image, or of a slab of it, on a GPU, numbered x fastest, then y, then z. Across a periodic face
// the image goes on; beyond a closed face all is solid. A slab has one plane more on either side, the ghosts, which are
// copies of other slabs' planes. A warp takes one word of 32 voxels along x, and each of its threads one voxel.
#pragma once

#include <cstdint>

#include "core/extent.hpp"
#include "core/range.hpp"
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
  std::int64_t x, y, z;  ///< z counts the planes that are kept, ghosts too
  std::int64_t word;
  std::uint32_t cell;
};

struct PoreView {
  const std::uint32_t* words;
  const std::uint32_t* first_cell;  ///< the cells before each word
  Extent kept;                      ///< voxels, ghosts too
  Range own;                        ///< planes of these that are no ghosts
  std::int64_t first_plane;         ///< where plane 0 is in the image, which goes on periodically
  std::int64_t planes_of_image;
  std::int64_t words_per_row;
  bool closed[3];

  static constexpr std::uint32_t solid = 0xffffffff;

  __host__ __device__ std::int64_t own_rows() const { return kept.ny * own.size(); }
  /// Gives the first word of an own row, which are numbered x fastest, then y, then z.
  __device__ std::int64_t row_begin(std::int64_t row) const { return (kept.ny * own.first + row) * words_per_row; }
  /// Tells whether all neighbours of a voxel lie inside what is kept.
  __device__ bool is_inside(const Voxel& voxel) const {
    return voxel.x > 0 && voxel.x + 1 < kept.nx && voxel.y > 0 && voxel.y + 1 < kept.ny && voxel.z > 0 &&
           voxel.z + 1 < kept.nz;
  }
  /// Gives the index of a neighbour among the voxels that are kept, -1 beyond a closed face.
  __device__ std::int64_t index_at(const Voxel& voxel, const LinkStep& step) const {
    std::int64_t x = voxel.x + step.x, y = voxel.y + step.y, z = voxel.z + step.z;
    return wrap(x, y, z) ? kept.index(x, y, z) : -1;
  }
  /// Gives the plane of the image that an own plane is.
  __device__ std::int64_t plane_in_image(std::int64_t z) const {
    return (first_plane + z + planes_of_image) % planes_of_image;
  }
  /// Gives the index in the image of a voxel with that index among those that are kept.
  __device__ std::int64_t index_in_image(std::int64_t index) const {
    const std::int64_t plane = kept.nx * kept.ny;
    return plane_in_image(index / plane) * plane + index % plane;
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
      const std::int64_t row = voxel.word + (step.y + step.z * kept.ny) * words_per_row;
      return {row + (bit < 0 ? -1 : bit > 31 ? 1 : 0), 1U << (bit & 31)};
    }
    std::int64_t x = voxel.x + step.x, y = voxel.y + step.y, z = voxel.z + step.z;
    if (!wrap(x, y, z)) return {-1, 0};
    return {(z * kept.ny + y) * words_per_row + x / 32, 1U << (x % 32)};
  }
  __device__ static bool wrap(std::int64_t& at, std::int64_t extent, bool is_closed) {
    if (at >= 0 && at < extent) return true;
    at += at < 0 ? extent : -extent;
    return !is_closed;
  }
  /// Takes a position that is at most one beyond an end into the image; false where that is beyond a closed face.
  __device__ bool wrap(std::int64_t& x, std::int64_t& y, std::int64_t& z) const {
    return wrap(x, kept.nx, closed[0]) && wrap(y, kept.ny, closed[1]) && wrap(z, kept.nz, closed[2]);
  }
};

/// Calls visit(voxel) for the own pore voxel of this thread, if there is one.
template <class Visit>
__device__ void visit_own_voxel(const PoreView& pores, const Visit& visit) {
  const std::int64_t thread = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (thread / 32 >= pores.own_rows() * pores.words_per_row) return;
  const std::int64_t word = pores.row_begin(0) + thread / 32;
  const auto lane = static_cast<std::uint32_t>(thread % 32);
  const std::uint32_t bits = pores.words[word];
  if ((bits >> lane & 1U) == 0) return;
  const std::int64_t row = word / pores.words_per_row;
  const auto before = static_cast<std::uint32_t>(__popc(bits & ((1U << lane) - 1)));
  visit(Voxel{word % pores.words_per_row * 32 + lane, row % pores.kept.ny, row / pores.kept.ny, word,
              pores.first_cell[word] + before});
}

/// Some cells that follow each other.
struct Cells {
  std::uint32_t first{0};
  std::uint32_t last{0};  ///< one past the last

  __host__ __device__ std::uint32_t size() const { return last - first; }
};

/// Gives the cell of this thread; `last` or more where there is none.
inline __device__ std::uint32_t cell_of_thread(const Cells& cells) {
  return cells.first + blockIdx.x * blockDim.x + threadIdx.x;
}

}  // namespace perm::network_cuda
