// SPDX-License-Identifier: Apache-2.0
#include "laplace/cuda/cells_on_gpu.hpp"

#include <algorithm>
#include <bit>
#include <vector>

namespace perm::laplace_cuda {

static_assert(sizeof(Word) == sizeof(OccupancyWord));

namespace {

/// Gives q of a step.
std::uint8_t direction_of(const d3q19::Velocity& step) {
  for (int q = 1; q < d3q19::directions; ++q) {
    const d3q19::Velocity v = d3q19::velocity(q);
    if (v.x == step.x && v.y == step.y && v.z == step.z) return static_cast<std::uint8_t>(q);
  }
  return 0;
}

}  // namespace

CellsOnGpu::CellsOnGpu(const CellGraph& graph) {
  const Occupancy& occupancy = graph.occupancy();
  const Extent& n = occupancy.extent();
  view_.cells = static_cast<std::uint32_t>(graph.nodes());
  view_.last_bit = static_cast<std::uint32_t>((n.nx - 1) % 32);
  view_.of_edge = static_cast<float>(graph.of_edge());
  widths_ = on_gpu(graph.widths().data(), graph.nodes());
  inverse_diagonal_ = on_gpu(graph.inverse_diagonal().data(), graph.nodes());
  view_.widths = widths_.data();
  view_.inverse_diagonal = inverse_diagonal_.data();

  const std::vector<std::uint32_t> filled = list_filled_words(graph);
  const std::vector<Word> edges = list_edges(graph, filled);
  around_ = cuda::Array<Around>(filled.size());
  places_ = cuda::Array<std::uint16_t>(graph.nodes());
  view_.around = around_.data();
  view_.places = places_.data();
  if (filled.empty()) return;
  cuda::Array<Word> words(occupancy.words().size());
  cuda::check(cudaMemcpy(words.data(), occupancy.words().data(), words.bytes(), cudaMemcpyHostToDevice),
              "copying to the device");
  const cuda::Array<std::uint32_t> filled_on_gpu = on_gpu(filled.data(), filled.size());
  const cuda::Array<Word> edges_on_gpu = on_gpu(edges.data(), edges.size());
  WordsView image{.filled_words = static_cast<std::uint32_t>(filled.size()),
                  .nx = static_cast<std::uint32_t>(n.nx),
                  .ny = static_cast<std::uint32_t>(n.ny),
                  .nz = static_cast<std::uint32_t>(n.nz),
                  .words_per_row = static_cast<std::uint32_t>(occupancy.words_per_row()),
                  .goes_on = {},
                  .is_open = {},
                  .words = words.data(),
                  .filled = filled_on_gpu.data(),
                  .edges = edges_on_gpu.data()};
  for (const Axis axis : all_axes) {
    image.goes_on[static_cast<int>(axis)] = !graph.rules().is_closed(axis) && n.along(axis) > 1;
    image.is_open[static_cast<int>(axis)] = graph.is_open(axis);
  }
  look_around(image, first_filled_.data(), around_.data(), places_.data());
  cuda::finish("looking around cells");
}

std::vector<std::uint32_t> CellsOnGpu::list_filled_words(const CellGraph& graph) {
  const std::vector<OccupancyWord>& words = graph.occupancy().words();
  std::vector<std::uint32_t> filled;
  std::vector<std::uint32_t> first_filled;
  filled.reserve(std::min(words.size(), graph.nodes()));
  std::size_t next_group = 0;  // the first cell of the next group
  for (std::size_t number = 0; number < words.size(); ++number) {
    const OccupancyWord& word = words[number];
    if (word.bits == 0) continue;
    if (word.first_cell + detail::count_bits(word.bits) > next_group) {
      first_filled.push_back(static_cast<std::uint32_t>(filled.size()));
      next_group += cells_a_group;
    }
    filled.push_back(static_cast<std::uint32_t>(number));
  }
  first_filled_ = on_gpu(first_filled.data(), first_filled.size());
  view_.first_filled = first_filled_.data();
  return filled;
}

std::vector<Word> CellsOnGpu::list_edges(const CellGraph& graph, const std::vector<std::uint32_t>& filled) {
  const std::vector<OccupancyWord>& words = graph.occupancy().words();
  struct Edge {
    CellEdge ends;
    std::uint8_t step;
  };
  std::vector<Edge> edges;
  edges.reserve(graph.edges().size());
  const Extent& n = graph.occupancy().extent();
  for (std::int64_t row = 0; row < n.ny * n.nz; ++row)
    graph.visit_links(row % n.ny, row / n.ny,
                      [&](std::uint32_t cell, std::uint32_t neighbour, Quanta, const d3q19::Velocity& step) {
                        if (is_to_edge(step)) edges.push_back({{cell, neighbour}, direction_of(step)});
                      });
  std::ranges::stable_sort(edges, {}, [](const Edge& edge) { return edge.ends.cell; });  // a cell's keep their order
  std::vector<Word> of_words;
  std::vector<std::uint32_t> first_edge;
  std::vector<std::uint32_t> neighbours;
  std::vector<std::uint8_t> steps;
  of_words.reserve(filled.size());
  neighbours.reserve(edges.size());
  auto edge = edges.begin();
  for (const std::uint32_t number : filled) {
    const std::uint32_t first = words[number].first_cell;
    const auto count = static_cast<std::uint32_t>(std::popcount(words[number].bits));
    Word of_word{0, static_cast<std::uint32_t>(first_edge.size())};
    for (; edge != edges.end() && edge->ends.cell < first + count; ++edge) {
      const std::uint32_t bit = 1U << (edge->ends.cell - first);
      if ((of_word.bits & bit) == 0) first_edge.push_back(static_cast<std::uint32_t>(neighbours.size()));
      of_word.bits |= bit;
      neighbours.push_back(edge->ends.neighbour);
      steps.push_back(edge->step);
    }
    of_words.push_back(of_word);
  }
  first_edge.push_back(static_cast<std::uint32_t>(neighbours.size()));
  first_edge_ = on_gpu(first_edge.data(), first_edge.size());
  edge_neighbour_ = on_gpu(neighbours.data(), neighbours.size());
  edge_step_ = on_gpu(steps.data(), steps.size());
  view_.first_edge = first_edge_.data();
  view_.edge_neighbour = edge_neighbour_.data();
  view_.edge_step = edge_step_.data();
  return of_words;
}

std::int64_t CellsOnGpu::bytes() const {
  return static_cast<std::int64_t>(around_.bytes() + first_filled_.bytes() + places_.bytes() + widths_.bytes() +
                                   inverse_diagonal_.bytes() + first_edge_.bytes() + edge_neighbour_.bytes() +
                                   edge_step_.bytes());
}

}  // namespace perm::laplace_cuda
