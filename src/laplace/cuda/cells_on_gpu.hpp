// SPDX-License-Identifier: Apache-2.0
// Joins the own cells of a domain on the GPU as CellGraph does on the host.
#pragma once

#include <span>

#include "laplace/cell_graph.hpp"
#include "laplace/cuda/image_on_gpu.hpp"

namespace perm::laplace_cuda {

class CellsOnGpu {
 public:
  CellsOnGpu(const ImageOnGpu& image, std::span<const std::uint8_t> widths, Quanta of_edge);
  /// Joins cells through faces only, which conduct as OpenFaces says; the process works alone.
  CellsOnGpu(const ImageOnGpu& image, const FaceRules& rules);

  const CellView& view() const { return view_; }
  /// Shows cells that are joined through faces only.
  OpenFacesView open_faces() const { return {view_}; }
  std::size_t edges() const { return edge_step_.size(); }
  std::int64_t bytes() const;

 private:
  CellsOnGpu(cuda::Array<std::uint8_t> widths, const ImageOnGpu& image, Quanta of_edge);
  /// Finds what is around the words that have cells, which are listed.
  void look_around(const ImageOnGpu& image, const cuda::Array<std::uint32_t>& filled, std::uint32_t count);
  void find_edges(const ImageOnGpu& image, const cuda::Array<std::uint32_t>& filled, std::uint32_t count);

  CellView view_{};
  cuda::Array<Around> around_;
  cuda::Array<std::uint32_t> first_filled_;
  cuda::Array<std::uint16_t> places_;
  cuda::Array<std::uint8_t> widths_;  ///< or open faces
  cuda::Array<std::uint32_t> first_edge_;
  cuda::Array<std::uint32_t> edge_neighbour_;
  cuda::Array<std::uint8_t> edge_step_;
};

}  // namespace perm::laplace_cuda
