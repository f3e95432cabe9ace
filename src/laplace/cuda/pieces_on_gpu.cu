// SPDX-License-Identifier: Apache-2.0
#include "laplace/cuda/pieces_on_gpu.hpp"

#include "laplace/cuda/block_kernels.cuh"

namespace perm::laplace_cuda {

PiecesOnGpu::PiecesOnGpu(const ImageOnGpu& image, const DomainCells& cells, JoinedBy by)
    : of_pattern_(by == JoinedBy::faces ? on_gpu(pieces_by_faces.data(), pieces_by_faces.size())
                                        : on_gpu(pieces_of.data(), pieces_of.size())),
      piece_of_(image.cells()),
      first_(count_blocks(image.view()) / blocks_a_word + 1) {
  const auto words = static_cast<std::uint32_t>(first_.size() - 1);
  first_.clear();
  launch(words, count_pieces, image.view(), of_pattern_.data(), words, first_.data());
  count_ = sum_before(first_);
  launch(words, number_pieces, image.view(), of_pattern_.data(), words, first_.data(), piece_of_.data());
  cuda::finish("numbering pieces");
  const std::int64_t last_z = cells.domain().own_z() - 1;
  const std::vector<std::uint32_t> low = pieces_of_plane(cells, 0);
  const std::vector<std::uint32_t> high = pieces_of_plane(cells, last_z);
  const std::size_t first_high = image.own_cells() - high.size();
  std::vector<std::uint32_t> of_halo(image.cells() - image.own_cells());
  shared_ = share_pieces(
      cells, count_, [&](std::size_t cell) { return cell < low.size() ? low[cell] : high[cell - first_high]; },
      [&](std::size_t cell, std::uint32_t piece) { of_halo[cell - image.own_cells()] = piece; });
  if (!of_halo.empty()) piece_of_.write(of_halo.data(), image.own_cells(), of_halo.size());
}

std::vector<std::uint32_t> PiecesOnGpu::pieces_of_plane(const DomainCells& cells, std::int64_t z) const {
  if (cells.domain().processes().is_alone()) return {};
  const std::int64_t first = cells.cells_of_row(0, z).first;
  std::vector<std::uint32_t> pieces(
      static_cast<std::size_t>(cells.cells_of_row(cells.domain().own_y() - 1, z).last - first));
  if (!pieces.empty()) piece_of_.read(pieces.data(), static_cast<std::size_t>(first), pieces.size());
  return pieces;
}

cuda::Array<std::uint32_t> PiecesOnGpu::list_blocks(const ImageOnGpu& image) const {
  const auto words = static_cast<std::uint32_t>(first_.size() - 1);
  cuda::Array<std::uint32_t> blocks(count_);
  launch(words, laplace_cuda::list_blocks, image.view(), of_pattern_.data(), words, first_.data(), blocks.data());
  cuda::finish("listing the blocks of pieces");
  return blocks;
}

}  // namespace perm::laplace_cuda
