// SPDX-License-Identifier: Apache-2.0
// Brings the occupancy words of a domain to the GPU, where all else is found from them.
#pragma once

#include "device/cuda_check.hpp"
#include "laplace/cell_graph.hpp"
#include "laplace/cuda/views.hpp"

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
  /// The domain is one that is not cut across y.
  explicit ImageOnGpu(const DomainCells& cells)
      : words_(cells.words().size()), cells_(cells.cells()), own_cells_(cells.own_cells()) {
    static_assert(sizeof(Word) == sizeof(OccupancyWord));
    cuda::check(cudaMemcpy(words_.data(), cells.words().data(), words_.bytes(), cudaMemcpyHostToDevice),
                "copying to the device");
    const Domain& domain = cells.domain();
    const Extent& n = domain.extent();
    view_ = {.nx = static_cast<std::uint32_t>(n.nx),
             .ny = static_cast<std::uint32_t>(n.ny),
             .nz = static_cast<std::uint32_t>(n.nz),
             .own_nz = static_cast<std::uint32_t>(domain.own_z()),
             .words_per_row = static_cast<std::uint32_t>(cells.words_per_row()),
             .goes_on = {},
             .open = 0,
             .words = words_.data()};
    for (const Axis axis : all_axes) {
      view_.goes_on[static_cast<int>(axis)] = !domain.closed().contains(axis) && n.along(axis) > 1;
      for (const Side side : {Side::low, Side::high})
        if (leads_outside(domain, axis, side)) view_.open |= bit_of_face(axis, side);
    }
  }

  const WordsView& view() const { return view_; }
  std::size_t own_words() const { return std::size_t{view_.words_per_row} * view_.ny * view_.own_nz; }
  std::size_t cells() const { return cells_; }  ///< with the halo
  std::size_t own_cells() const { return own_cells_; }

 private:
  cuda::Array<Word> words_;
  std::size_t cells_;
  std::size_t own_cells_;
  WordsView view_{};
};

}  // namespace perm::laplace_cuda
