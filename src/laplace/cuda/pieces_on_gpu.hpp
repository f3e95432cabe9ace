// SPDX-License-Identifier: Apache-2.0
// Numbers the pieces of blocks on the GPU as number_pieces does on the host.
#pragma once

#include <cstdint>
#include <span>

#include "laplace/cuda/image_on_gpu.hpp"

namespace perm::laplace_cuda {

class PiecesOnGpu {
 public:
  explicit PiecesOnGpu(const ImageOnGpu& image);

  std::size_t count() const { return count_; }  ///< own pieces
  /// Tells which piece each cell belongs to; those of the halo have none until they are told.
  const std::uint32_t* piece_of() const { return piece_of_.data(); }
  void tell_halo(std::span<const std::uint32_t> pieces);
  /// Gives the block that each piece lies in.
  cuda::Array<std::uint32_t> list_blocks(const ImageOnGpu& image) const;

 private:
  std::size_t own_cells_;
  cuda::Array<std::uint32_t> piece_of_;
  cuda::Array<std::uint32_t> first_;  ///< piece of each word of each row of blocks
  std::size_t count_{0};
};

}  // namespace perm::laplace_cuda
