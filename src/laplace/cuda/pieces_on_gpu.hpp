// SPDX-License-Identifier: Apache-2.0
// Numbers the pieces of blocks on the GPU as number_pieces and share_pieces do on the host.
#pragma once

#include <cstdint>
#include <vector>

#include "laplace/cuda/image_on_gpu.hpp"
#include "laplace/shared_pieces.hpp"

namespace perm::laplace_cuda {

class PiecesOnGpu {
 public:
  /// Collective.
  PiecesOnGpu(const ImageOnGpu& image, const DomainCells& cells, JoinedBy by = JoinedBy::faces_and_edges);

  std::size_t count() const { return count_; }  ///< own pieces
  const SharedPieces& shared() const { return shared_; }
  /// Tells which piece each cell belongs to, also those of the halo.
  const std::uint32_t* piece_of() const { return piece_of_.data(); }
  /// Gives the block that each piece lies in.
  cuda::Array<std::uint32_t> list_blocks(const ImageOnGpu& image) const;

 private:
  /// Gives the pieces of the cells of an own plane.
  std::vector<std::uint32_t> pieces_of_plane(const DomainCells& cells, std::int64_t z) const;

  cuda::Array<Pieces> of_pattern_;  ///< of a block
  cuda::Array<std::uint32_t> piece_of_;
  cuda::Array<std::uint32_t> first_;  ///< piece of each word of each row of blocks
  std::size_t count_{0};
  SharedPieces shared_;
};

}  // namespace perm::laplace_cuda
