// SPDX-License-Identifier: Apache-2.0
// Numbers the corners of pore voxels on a GPU as CornerNodes does.
#pragma once

#include <cstdint>

#include "conduction/corner_nodes.hpp"
#include "laplace/block_pieces.hpp"
#include "laplace/cuda/cell_loops_cuda.cuh"
#include "laplace/cuda/image_on_gpu.hpp"
#include "laplace/cuda/launches.cuh"
#include "laplace/cuda/views.hpp"

namespace perm::conduction_cuda {

using laplace_cuda::Word;
using laplace_cuda::WordsView;

inline constexpr std::uint32_t most_nodes = 4;  ///< of a corner

/// Shows the nodes at the corners of voxels. Corner c of a voxel is at its high end along x (bit 0), y (bit 1) and z
/// (bit 2); seen from there, the voxel has bit 7 - c among the eight around.
struct CornersView {
  std::uint32_t nx, ny, nz;  ///< corners along each axis
  std::uint32_t words_per_row;
  const Word* words;  ///< of each row of corners: those of first nodes, of second ones, ...
  WordsView voxels;
  const Pieces* pieces;  ///< of each pattern of pores around a corner

  __device__ const Word* row(std::uint32_t y, std::uint32_t z) const {
    return words + std::size_t{z * ny + y} * most_nodes * words_per_row;
  }
  static __device__ std::uint32_t numbered(const Word& word, std::uint32_t x) {
    return word.first + __popc(word.bits & ((1U << x % 32) - 1));
  }
  /// Gives the voxel `back` steps (0 or 1) before a corner, or ~0 where it is beyond a closed face.
  static __device__ std::uint32_t beside(std::uint32_t corner, std::uint32_t back, std::uint32_t corners,
                                         std::uint32_t voxels_there) {
    if (back == 0) return corner < voxels_there ? corner : ~0U;
    if (corner > 0) return corner - 1;
    return corners == voxels_there ? voxels_there - 1 : ~0U;
  }
  __device__ const Word& word_of_voxel(std::uint32_t x, std::uint32_t y, std::uint32_t z) const {
    return voxels.words[std::size_t{z * voxels.ny + y} * voxels.words_per_row + x / 32];
  }
  __device__ unsigned pattern(std::uint32_t x, std::uint32_t y, std::uint32_t z) const {
    unsigned found = 0;
#pragma unroll
    for (unsigned voxel = 0; voxel < 8; ++voxel) {
      const std::uint32_t of_x = beside(x, 1 - (voxel & 1U), nx, voxels.nx);
      const std::uint32_t of_y = beside(y, 1 - (voxel >> 1 & 1U), ny, voxels.ny);
      const std::uint32_t of_z = beside(z, 1 - (voxel >> 2), nz, voxels.nz);
      if (of_x == ~0U || of_y == ~0U || of_z == ~0U) continue;
      found |= (word_of_voxel(of_x, of_y, of_z).bits >> of_x % 32 & 1U) << voxel;
    }
    return found;
  }
  /// Gives the node of a corner for the voxel around it that has this bit in pattern().
  __device__ std::uint32_t node(std::uint32_t x, std::uint32_t y, std::uint32_t z, unsigned voxel) const {
    const Word* const words_here = row(y, z) + x / 32;
    if ((words_here[words_per_row].bits >> x % 32 & 1U) == 0) return numbered(words_here[0], x);
    return numbered(words_here[pieces[pattern(x, y, z)].of_voxel[voxel] * words_per_row], x);
  }
  /// Gives the node of corner `other` of the voxel that has corner `c` at (x, y, z).
  __device__ std::uint32_t node_of_same_voxel(std::uint32_t x, std::uint32_t y, std::uint32_t z, unsigned c,
                                              unsigned other) const {
    const auto moved = [&](std::uint32_t at, unsigned bit, std::uint32_t corners) {
      const unsigned from = c >> bit & 1U;
      const unsigned to = other >> bit & 1U;
      if (to > from) return at + 1 == corners ? 0 : at + 1;
      if (to < from) return at == 0 ? corners - 1 : at - 1;
      return at;
    };
    return node(moved(x, 0, nx), moved(y, 1, ny), moved(z, 2, nz), 7 - other);
  }
  /// Gives the cell of the voxel that has corner `c` at (x, y, z).
  __device__ std::uint32_t cell(std::uint32_t x, std::uint32_t y, std::uint32_t z, unsigned c) const {
    const std::uint32_t of_x = beside(x, c & 1U, nx, voxels.nx);
    return numbered(word_of_voxel(of_x, beside(y, c >> 1 & 1U, ny, voxels.ny), beside(z, c >> 2, nz, voxels.nz)), of_x);
  }
};

/// Finds which corners of a word have one node, two nodes, ... A thread has a word of a row of corners.
inline __global__ void __launch_bounds__(laplace_cuda::threads)
    count_nodes(const __grid_constant__ CornersView corners, std::uint32_t all, Word* words) {
  const std::uint32_t number = laplace_cuda::item();
  if (number >= all) return;
  const std::uint32_t row = number / corners.words_per_row;
  const std::uint32_t word = number % corners.words_per_row;
  std::uint32_t bits[most_nodes] = {};
  for (unsigned bit = 0; bit < 32 && 32 * word + bit < corners.nx; ++bit) {
    const unsigned pattern = corners.pattern(32 * word + bit, row % corners.ny, row / corners.ny);
    const unsigned count = corners.pieces[pattern].count;
#pragma unroll
    for (unsigned k = 0; k < most_nodes; ++k) bits[k] |= (k < count ? 1U : 0U) << bit;
  }
  Word* const own = words + std::size_t{row} * most_nodes * corners.words_per_row + word;
#pragma unroll
  for (unsigned k = 0; k < most_nodes; ++k) own[k * corners.words_per_row] = {bits[k], 0};
}

struct CountsOfWords {
  const Word* words;
  __device__ long long operator()(std::size_t i) const { return __popc(words[i].bits); }
};
struct ListCounts {
  const Word* words;
  std::uint32_t* counts;
  __device__ void operator()(std::uint32_t i) const { counts[i] = static_cast<std::uint32_t>(__popc(words[i].bits)); }
};
struct SetFirst {
  Word* words;
  const std::uint32_t* before;
  __device__ void operator()(std::uint32_t i) const { words[i].first = before[i]; }
};

class CornerNodesCuda {
 public:
  CornerNodesCuda(const laplace_cuda::ImageOnGpu& image, const FaceRules& rules)
      : pieces_(laplace_cuda::on_gpu(pieces_by_faces.data(), pieces_by_faces.size())) {
    const WordsView& voxels = image.view();
    const auto corners = [&](Axis axis, std::uint32_t n) { return n + (rules.is_closed(axis) ? 1 : 0); };
    view_.nx = corners(Axis::x, voxels.nx);
    view_.ny = corners(Axis::y, voxels.ny);
    view_.nz = corners(Axis::z, voxels.nz);
    view_.words_per_row = (view_.nx + 31) / 32;
    view_.voxels = voxels;
    view_.pieces = pieces_.data();
    words_ = cuda::Array<Word>(std::size_t{view_.ny} * view_.nz * view_.words_per_row * most_nodes);
    view_.words = words_.data();
    laplace_cuda::launch(words(), count_nodes, view_, static_cast<std::uint32_t>(words()), words_.data());
    require_numbers(static_cast<std::int64_t>(laplace_cuda::sum_quanta(words_.size(), CountsOfWords{words_.data()})),
                    "corners of pore voxels");
    cuda::Array<std::uint32_t> before(words_.size() + 1);
    before.clear();
    laplace_cuda::for_each(words_.size(), ListCounts{words_.data(), before.data()});
    nodes_ = laplace_cuda::sum_before(before);
    laplace_cuda::for_each(words_.size(), SetFirst{words_.data(), before.data()});
    cuda::finish("numbering corners");
  }

  const CornersView& view() const { return view_; }
  std::size_t nodes() const { return nodes_; }
  /// Counts the words of all rows of corners, for nodes of one kind.
  std::size_t words() const { return words_.size() / most_nodes; }

 private:
  cuda::Array<Pieces> pieces_;
  cuda::Array<Word> words_;
  CornersView view_{};
  std::size_t nodes_{0};
};

}  // namespace perm::conduction_cuda
