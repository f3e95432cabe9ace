// SPDX-License-Identifier: Apache-2.0
#include "laplace/cuda/cells_on_gpu.hpp"

#include <thrust/iterator/counting_iterator.h>
#include <cub/device/device_select.cuh>

#include "laplace/cuda/around_kernels.cuh"
#include "laplace/cuda/cell_links.cuh"
#include "laplace/cuda/edge_kernels.cuh"
#include "laplace/cuda/launches.cuh"

namespace perm::laplace_cuda {
namespace {

struct IsFilled {
  const Word* words;
  __device__ bool operator()(std::uint32_t number) const { return words[number].bits != 0; }
};

/// Lists the numbers of the own words that have cells, and gives how many there are.
std::uint32_t list_filled_words(const ImageOnGpu& image, std::uint32_t* list) {
  cuda::Array<std::uint32_t> count(1);
  with_scratch([&](void* scratch, std::size_t& bytes) {
    return cub::DeviceSelect::If(scratch, bytes, thrust::make_counting_iterator(std::uint32_t{0}), list, count.data(),
                                 static_cast<std::int64_t>(image.own_words()), IsFilled{image.view().words},
                                 cuda::step_stream());
  });
  std::uint32_t filled = 0;
  count.read(&filled, 0, 1);
  return filled;
}

/// Finds the open faces of each cell from what is around it.
__global__ void __launch_bounds__(threads)
    find_open_faces(const __grid_constant__ CellView cells, std::uint8_t to_itself, std::uint8_t* open) {
  const std::uint32_t cell = item();
  if (cell >= cells.cells) return;
  std::uint8_t faces = to_itself;
  for_each_step(cells, cell, [&](std::uint32_t, const d3q19::Velocity& step) { faces |= OpenFaces::bit(step); });
  open[cell] = faces;
}

}  // namespace

CellsOnGpu::CellsOnGpu(cuda::Array<std::uint8_t> widths, const ImageOnGpu& image, Quanta of_edge)
    : first_filled_(blocks_for(image.own_cells())), places_(image.own_cells()), widths_(std::move(widths)) {
  view_.cells = static_cast<std::uint32_t>(image.own_cells());
  view_.last_bit = (image.view().nx - 1) % 32;
  view_.of_edge = static_cast<float>(of_edge);
  view_.first_filled = first_filled_.data();
  view_.places = places_.data();
  view_.widths = widths_.data();
}

CellsOnGpu::CellsOnGpu(const ImageOnGpu& image, std::span<const std::uint8_t> widths, Quanta of_edge)
    : CellsOnGpu(on_gpu(widths.data(), widths.size()), image, of_edge) {
  if (view_.cells == 0) return;
  cuda::Array<std::uint32_t> filled(image.own_words());
  const std::uint32_t count = list_filled_words(image, filled.data());
  look_around(image, filled, count);
  find_edges(image, filled, count);
  cuda::finish("looking around cells");
}

CellsOnGpu::CellsOnGpu(const ImageOnGpu& image, const FaceRules& rules)
    : CellsOnGpu(cuda::Array<std::uint8_t>(image.own_cells()), image, 0) {
  if (view_.cells == 0) return;
  {
    cuda::Array<std::uint32_t> filled(image.own_words());
    look_around(image, filled, list_filled_words(image, filled.data()));
  }
  const std::uint32_t extent[] = {image.view().nx, image.view().ny, image.view().own_nz};
  std::uint8_t to_itself = 0;
  for (const Axis axis : all_axes)
    if (extent[static_cast<int>(axis)] == 1 && !rules.is_closed(axis))
      to_itself |= static_cast<std::uint8_t>(3U << (2 * static_cast<int>(axis)));
  launch(view_.cells, find_open_faces, view_, to_itself, widths_.data());
  cuda::finish("looking around cells");
}

void CellsOnGpu::look_around(const ImageOnGpu& image, const cuda::Array<std::uint32_t>& filled, std::uint32_t count) {
  around_ = cuda::Array<Around>(count);
  launch(count, find_first_filled, image.view(), filled.data(), count, first_filled_.data());
  launch(count, find_around, image.view(), filled.data(), count, first_filled_.data(), around_.data(), places_.data());
  view_.around = around_.data();
}

void CellsOnGpu::find_edges(const ImageOnGpu& image, const cuda::Array<std::uint32_t>& filled, std::uint32_t count) {
  cuda::Array<std::uint64_t> edges_before(std::size_t{count} + 1);
  launch(count + 1, count_edges, image.view(), filled.data(), count, edges_before.data());
  const EdgeCounts all = split(sum_before(edges_before));
  first_edge_ = cuda::Array<std::uint32_t>(std::size_t{all.cells} + 1);
  edge_neighbour_ = cuda::Array<std::uint32_t>(all.edges);
  edge_step_ = cuda::Array<std::uint8_t>(all.edges);
  first_edge_.write(&all.edges, all.cells, 1);
  launch(count, list_edges, image.view(), filled.data(), count, edges_before.data(), around_.data(),
         EdgeLists{first_edge_.data(), edge_neighbour_.data(), edge_step_.data()});
  view_.first_edge = first_edge_.data();
  view_.edge_neighbour = edge_neighbour_.data();
  view_.edge_step = edge_step_.data();
  cuda::finish("listing edges");
}

std::int64_t CellsOnGpu::bytes() const {
  return static_cast<std::int64_t>(around_.bytes() + first_filled_.bytes() + places_.bytes() + widths_.bytes() +
                                   first_edge_.bytes() + edge_neighbour_.bytes() + edge_step_.bytes());
}

}  // namespace perm::laplace_cuda
