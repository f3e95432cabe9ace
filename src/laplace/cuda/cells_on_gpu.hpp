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
  void list_filled_words(const CellGraph& graph);
  void list_edges(const CellGraph& graph);

  std::vector<std::uint32_t> filled_numbers_;  ///< there while this is made
  CellView view_{};
  cuda::Array<Word> words_;
  cuda::Array<std::uint32_t> filled_;
  cuda::Array<std::uint32_t> first_filled_;
  cuda::Array<std::uint16_t> places_;
  cuda::Array<std::uint8_t> widths_;
  cuda::Array<float> inverse_diagonal_;
  cuda::Array<Word> edge_words_;
  cuda::Array<std::uint32_t> first_edge_;
  cuda::Array<std::uint32_t> edge_neighbour_;
};

/// Gives each cell its place.
void find_places(const CellView& cells, std::uint16_t* places);

/// Gives an array with values of the host.
template <class T>
cuda::Array<T> on_gpu(const T* values, std::size_t count) {
  cuda::Array<T> array(count);
  if (count > 0) array.write(values, 0, count);
  return array;
}

}  // namespace perm::laplace_cuda
