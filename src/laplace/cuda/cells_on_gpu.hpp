// SPDX-License-Identifier: Apache-2.0
// Brings a graph of cells to the GPU.
#pragma once

#include <vector>

#include "device/cuda_check.hpp"
#include "laplace/cell_graph.hpp"
#include "laplace/cuda/views.hpp"

namespace perm::laplace_cuda {

class CellsOnGpu {
 public:
  explicit CellsOnGpu(const CellGraph& graph);

  const CellView& view() const { return view_; }
  std::int64_t bytes() const;

 private:
  /// Lists the words that have cells, and the first of each group of cells.
  std::vector<std::uint32_t> list_filled_words(const CellGraph& graph);
  /// Orders the edges by cell; gives which cells of each filled word have some.
  std::vector<Word> list_edges(const CellGraph& graph, const std::vector<std::uint32_t>& filled);

  CellView view_{};
  cuda::Array<Around> around_;
  cuda::Array<std::uint32_t> first_filled_;
  cuda::Array<std::uint16_t> places_;
  cuda::Array<std::uint8_t> widths_;
  cuda::Array<float> inverse_diagonal_;
  cuda::Array<std::uint32_t> first_edge_;
  cuda::Array<std::uint32_t> edge_neighbour_;
  cuda::Array<std::uint8_t> edge_step_;
};

/// Finds what is around each filled word, and the place of each cell.
void look_around(const WordsView& image, const std::uint32_t* first_filled, Around* around, std::uint16_t* places);

/// Gives an array with values of the host.
template <class T>
cuda::Array<T> on_gpu(const T* values, std::size_t count) {
  cuda::Array<T> array(count);
  if (count > 0) array.write(values, 0, count);
  return array;
}

}  // namespace perm::laplace_cuda
