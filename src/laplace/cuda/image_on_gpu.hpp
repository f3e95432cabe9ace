// SPDX-License-Identifier: Apache-2.0
// Brings the occupancy words of an image to the GPU, where all else is found from them.
#pragma once

#include "core/boundary.hpp"
#include "device/cuda_check.hpp"
#include "laplace/cell_graph.hpp"
#include "laplace/cuda/views.hpp"
#include "lattice/occupancy.hpp"

namespace perm::laplace_cuda {

/// Gives an array with values of the host.
template <class T>
cuda::Array<T> on_gpu(const T* values, std::size_t count) {
  cuda::Array<T> array(count);
  if (count > 0) array.write(values, 0, count);
  return array;
}

class ImageOnGpu {
 public:
  ImageOnGpu(const Occupancy& occupancy, const FaceRules& rules)
      : words_(occupancy.words().size()), cells_(static_cast<std::size_t>(occupancy.cells())) {
    static_assert(sizeof(Word) == sizeof(OccupancyWord));
    cuda::check(cudaMemcpy(words_.data(), occupancy.words().data(), words_.bytes(), cudaMemcpyHostToDevice),
                "copying to the device");
    const Extent& n = occupancy.extent();
    view_ = {.nx = static_cast<std::uint32_t>(n.nx),
             .ny = static_cast<std::uint32_t>(n.ny),
             .nz = static_cast<std::uint32_t>(n.nz),
             .words_per_row = static_cast<std::uint32_t>(occupancy.words_per_row()),
             .goes_on = {},
             .is_open = {},
             .words = words_.data()};
    for (const Axis axis : all_axes) {
      view_.goes_on[static_cast<int>(axis)] = !rules.is_closed(axis) && n.along(axis) > 1;
      view_.is_open[static_cast<int>(axis)] = leads_outside(rules, axis);
    }
  }

  const WordsView& view() const { return view_; }
  std::size_t words() const { return words_.size(); }
  std::size_t cells() const { return cells_; }

 private:
  cuda::Array<Word> words_;
  std::size_t cells_;
  WordsView view_{};
};

}  // namespace perm::laplace_cuda
