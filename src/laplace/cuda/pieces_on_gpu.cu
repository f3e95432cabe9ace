// SPDX-License-Identifier: Apache-2.0
#include "laplace/cuda/pieces_on_gpu.hpp"

#include "laplace/cuda/block_kernels.cuh"

namespace perm::laplace_cuda {

PiecesOnGpu::PiecesOnGpu(const ImageOnGpu& image)
    : own_cells_(image.own_cells()), piece_of_(image.cells()), first_(count_blocks(image.view()) / blocks_a_word + 1) {
  const auto words = static_cast<std::uint32_t>(first_.size() - 1);
  const cuda::Array<Pieces> pieces = on_gpu(pieces_of.data(), pieces_of.size());
  first_.clear();
  launch(words, count_pieces, image.view(), pieces.data(), words, first_.data());
  count_ = sum_before(first_);
  launch(words, number_pieces, image.view(), pieces.data(), words, first_.data(), piece_of_.data());
  cuda::finish("numbering pieces");
}

void PiecesOnGpu::tell_halo(std::span<const std::uint32_t> pieces) {
  if (!pieces.empty()) piece_of_.write(pieces.data(), own_cells_, pieces.size());
}

cuda::Array<std::uint32_t> PiecesOnGpu::list_blocks(const ImageOnGpu& image) const {
  const auto words = static_cast<std::uint32_t>(first_.size() - 1);
  const cuda::Array<Pieces> pieces = on_gpu(pieces_of.data(), pieces_of.size());
  cuda::Array<std::uint32_t> blocks(count_);
  launch(words, laplace_cuda::list_blocks, image.view(), pieces.data(), words, first_.data(), blocks.data());
  cuda::finish("listing the blocks of pieces");
  return blocks;
}

}  // namespace perm::laplace_cuda
