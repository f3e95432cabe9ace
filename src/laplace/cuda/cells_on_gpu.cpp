// SPDX-License-Identifier: Apache-2.0
#include "laplace/cuda/cells_on_gpu.hpp"

#include <algorithm>
#include <bit>
#include <vector>

namespace perm::laplace_cuda {

static_assert(sizeof(Word) == sizeof(OccupancyWord));

CellsOnGpu::CellsOnGpu(const CellGraph& graph) {
  const Occupancy& occupancy = graph.occupancy();
  const Extent& n = occupancy.extent();
  view_.cells = static_cast<std::uint32_t>(graph.nodes());
  view_.nx = static_cast<std::uint32_t>(n.nx);
  view_.ny = static_cast<std::uint32_t>(n.ny);
  view_.nz = static_cast<std::uint32_t>(n.nz);
  view_.words_per_row = static_cast<std::uint32_t>(occupancy.words_per_row());
  for (const Axis axis : all_axes) {
    view_.goes_on[static_cast<int>(axis)] = !graph.rules().is_closed(axis) && n.along(axis) > 1;
    view_.is_open[static_cast<int>(axis)] = graph.is_open(axis);
  }
  view_.of_edge = static_cast<float>(graph.of_edge());
  words_ = cuda::Array<Word>(occupancy.words().size());
  cuda::check(cudaMemcpy(words_.data(), occupancy.words().data(), words_.bytes(), cudaMemcpyHostToDevice),
              "copying to the device");
  widths_ = on_gpu(graph.widths().data(), graph.nodes());
  inverse_diagonal_ = on_gpu(graph.inverse_diagonal().data(), graph.nodes());
  view_.words = words_.data();
  view_.widths = widths_.data();
  view_.inverse_diagonal = inverse_diagonal_.data();
  list_filled_words(graph);
  list_edges(graph);
}

void CellsOnGpu::list_filled_words(const CellGraph& graph) {
  const std::vector<OccupancyWord>& words = graph.occupancy().words();
  std::vector<std::uint32_t> first_filled;
  std::size_t next_group = 0;  // the first cell of the next group
  for (std::size_t number = 0; number < words.size(); ++number) {
    const OccupancyWord& word = words[number];
    if (word.bits == 0) continue;
    if (word.first_cell + detail::count_bits(word.bits) > next_group) {
      first_filled.push_back(static_cast<std::uint32_t>(filled_numbers_.size()));
      next_group += cells_a_group;
    }
    filled_numbers_.push_back(static_cast<std::uint32_t>(number));
  }
  first_filled.push_back(filled_numbers_.empty() ? 0 : static_cast<std::uint32_t>(filled_numbers_.size() - 1));
  view_.filled_words = static_cast<std::uint32_t>(filled_numbers_.size());
  filled_ = on_gpu(filled_numbers_.data(), filled_numbers_.size());
  first_filled_ = on_gpu(first_filled.data(), first_filled.size());
  view_.filled = filled_.data();
  view_.first_filled = first_filled_.data();
  places_ = cuda::Array<std::uint16_t>(graph.nodes());
  view_.places = places_.data();
  if (view_.cells > 0) find_places(view_, places_.data());
}

/// Orders the edges by cell; those of a cell keep their order.
void CellsOnGpu::list_edges(const CellGraph& graph) {
  const std::vector<OccupancyWord>& words = graph.occupancy().words();
  std::vector<CellEdge> edges(graph.edges().begin(), graph.edges().end());
  std::ranges::stable_sort(edges, {}, &CellEdge::cell);
  std::vector<Word> edge_words;
  std::vector<std::uint32_t> first_edge;
  std::vector<std::uint32_t> neighbours;
  edge_words.reserve(filled_numbers_.size());
  neighbours.reserve(edges.size());
  auto edge = edges.begin();
  for (const std::uint32_t number : filled_numbers_) {
    const std::uint32_t first = words[number].first_cell;
    const std::uint32_t count = static_cast<std::uint32_t>(std::popcount(words[number].bits));
    Word has_edges{0, static_cast<std::uint32_t>(first_edge.size())};
    for (; edge != edges.end() && edge->cell < first + count; ++edge) {
      const std::uint32_t bit = 1U << (edge->cell - first);
      if ((has_edges.bits & bit) == 0) first_edge.push_back(static_cast<std::uint32_t>(neighbours.size()));
      has_edges.bits |= bit;
      neighbours.push_back(edge->neighbour);
    }
    edge_words.push_back(has_edges);
  }
  first_edge.push_back(static_cast<std::uint32_t>(neighbours.size()));
  edge_words_ = on_gpu(edge_words.data(), edge_words.size());
  first_edge_ = on_gpu(first_edge.data(), first_edge.size());
  edge_neighbour_ = on_gpu(neighbours.data(), neighbours.size());
  view_.edge_words = edge_words_.data();
  view_.first_edge = first_edge_.data();
  view_.edge_neighbour = edge_neighbour_.data();
  filled_numbers_ = {};
}

std::int64_t CellsOnGpu::bytes() const {
  return static_cast<std::int64_t>(words_.bytes() + filled_.bytes() + first_filled_.bytes() + places_.bytes() +
                                   widths_.bytes() + inverse_diagonal_.bytes() + edge_words_.bytes() +
                                   first_edge_.bytes() + edge_neighbour_.bytes());
}

}  // namespace perm::laplace_cuda
