// SPDX-License-Identifier: Apache-2.0
// Makes the coarser levels on the GPU: the nodes, numbers and links of Multigrid.
#pragma once

#include <cstddef>
#include <vector>

#include "core/extent.hpp"
#include "laplace/cell_graph.hpp"
#include "laplace/cuda/image_on_gpu.hpp"
#include "laplace/cuda/pieces_on_gpu.hpp"

namespace perm::laplace_cuda {

/// Holds a level in the order of Multigrid (BlockGraph, Aggregation).
struct OrderedLevel {
  Extent extent;                        ///< counts blocks
  cuda::Array<std::uint32_t> parent;    ///< of each node of the finer level; level 0 has none
  cuda::Array<std::uint32_t> blocks;    ///< of each node
  cuda::Array<float> inverse_diagonal;  ///< of each node
  cuda::Array<std::uint64_t> first_link;
  cuda::Array<std::uint32_t> neighbours;
  cuda::Array<Quanta> quanta;

  std::size_t nodes() const { return inverse_diagonal.size(); }
};

/// Holds the pieces of a process, with the numbers that neighbours have among the pieces of all, or those of an image.
struct JoinedPieces {
  OrderedLevel level;
  bool is_joined{false};  ///< some piece is joined to another one
};

JoinedPieces join_pieces(const ImageOnGpu& image, const CellView& cells, const PiecesOnGpu& pieces);
JoinedPieces join_pieces(const ImageOnGpu& image, const OpenFacesView& cells, const PiecesOnGpu& pieces);

/// Makes the levels of a whole image, until no node is joined to another one; none where there are no pieces.
std::vector<OrderedLevel> make_levels(JoinedPieces pieces);

}  // namespace perm::laplace_cuda
