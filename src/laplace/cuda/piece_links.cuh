// SPDX-License-Identifier: Apache-2.0
// Joins the pieces of blocks: a thread goes through what is joined to the cells of a block, and sums it for each piece.
#pragma once

#include "laplace/cuda/block_kernels.cuh"
#include "laplace/cuda/cell_links.cuh"

namespace perm::laplace_cuda {

/// Holds what joins one piece to others, or to the outside, in the order of their numbers.
struct LinksOfPiece {
  static constexpr int most = 96;  // each of eight voxels has three faces and nine edges to other blocks

  int count{0};
  std::uint32_t neighbour[most];
  std::uint32_t quanta[most];

  __device__ void add(std::uint32_t to, std::uint32_t more) {
    int place = count;
    while (place > 0 && neighbour[place - 1] > to) --place;
    if (place > 0 && neighbour[place - 1] == to) {
      quanta[place - 1] += more;
      return;
    }
    for (int i = count; i > place; --i) {
      neighbour[i] = neighbour[i - 1];
      quanta[i] = quanta[i - 1];
    }
    neighbour[place] = to;
    quanta[place] = more;
    ++count;
  }
};

/// Shows which pieces cells have, and which numbers these have among all (SharedPieces).
struct PiecesAround {
  const std::uint32_t* piece_of;
  std::uint32_t first;
  std::uint32_t own;
  const std::uint32_t* halo;

  __device__ std::uint32_t among_all(std::uint32_t piece) const {
    return piece < own ? first + piece : halo[piece - own];
  }
};

/// Calls visit(piece, links) for the pieces of a block; neighbours have their numbers among all.
template <class View, class Visit>
__device__ void for_each_piece(const WordsView& image, const View& cells, const PiecesAround& around,
                               std::uint32_t number, const Visit& visit) {
  const std::uint32_t* const piece_of = around.piece_of;
  const BlockOnGpu block(image, number);
  for (unsigned left = block.pattern; left != 0;) {
    const std::uint32_t piece = piece_of[block.cell_of(__ffs(static_cast<int>(left)) - 1)];
    LinksOfPiece links;
    for (unsigned more = left; more != 0; more &= more - 1) {
      const int voxel = __ffs(static_cast<int>(more)) - 1;
      const std::uint32_t cell = block.cell_of(voxel);
      if (piece_of[cell] != piece) continue;
      left &= ~(1U << voxel);
      for_each_link(cells, cell, [&](std::uint32_t neighbour, Quanta quanta, const d3q19::Velocity&) {
        const std::uint32_t other = piece_of[neighbour];
        if (neighbour == cell || other != piece) links.add(around.among_all(other), static_cast<std::uint32_t>(quanta));
      });
    }
    visit(piece, links);
  }
}

template <class View>
__global__ void __launch_bounds__(threads)
    count_links(const __grid_constant__ WordsView image, const __grid_constant__ View cells,
                const __grid_constant__ PiecesAround around, std::size_t blocks, std::uint64_t* counts) {
  if (item() >= blocks) return;
  for_each_piece(image, cells, around, item(), [&](std::uint32_t piece, const LinksOfPiece& links) {
    counts[piece] = static_cast<std::uint64_t>(links.count);
  });
}

/// Writes the links of the pieces, and notes whether any is joined to another one.
template <class View>
__global__ void __launch_bounds__(threads)
    write_links(const __grid_constant__ WordsView image, const __grid_constant__ View cells,
                const __grid_constant__ PiecesAround around, std::size_t blocks, const std::uint64_t* first_link,
                std::uint32_t* neighbours, Quanta* quanta, float* inverse_diagonal, unsigned long long* joined) {
  if (item() >= blocks) return;
  for_each_piece(image, cells, around, item(), [&](std::uint32_t piece, const LinksOfPiece& links) {
    const std::uint64_t first = first_link[piece];
    Quanta all = 0;
    for (int i = 0; i < links.count; ++i) {
      neighbours[first + static_cast<unsigned>(i)] = links.neighbour[i];
      quanta[first + static_cast<unsigned>(i)] = links.quanta[i];
      if (links.neighbour[i] != around.among_all(piece)) *joined = 1;
      all += links.quanta[i];
    }
    inverse_diagonal[piece] = all > 0 ? 1 / static_cast<float>(all) : 0;
  });
}

}  // namespace perm::laplace_cuda
