// SPDX-License-Identifier: Apache-2.0
#include "laplace/multigrid.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <utility>

#include "laplace/shared_loops.hpp"

namespace perm {
namespace {

bool has_links(const BlockGraph& graph) {
  for (std::size_t node = 0; node < graph.nodes(); ++node)
    for (const BlockLink& link : graph.links(node))
      if (link.neighbour != node) return true;
  return false;
}

}  // namespace

Multigrid::Multigrid(const CellGraph& graph) : graph_(&graph) {
  CoarserLevel next = coarsen(graph);
  while (true) {
    const std::size_t nodes = next.graph.nodes();
    const bool is_last = !has_links(next.graph);
    levels_.push_back({std::move(next.aggregation), std::move(next.graph), LargeArray<float>(nodes),
                       LargeArray<float>(nodes), LargeArray<float>(nodes),
                       LargeArray<float>(levels_.size() < levels_twice ? nodes : 0)});
    if (is_last) break;
    next = coarsen(levels_.back().graph);
    levels_.back().graph.forget_quanta();
  }
  levels_.back().graph.forget_quanta();
  find_components();
}

void Multigrid::solve_roughly(std::span<const float> flux, std::span<float> potential, std::span<float> room) {
  cycle(*graph_, 0, flux, potential, room);
}

/// One sweep before, a correction by the coarser level, one sweep after.
template <class Graph>
void Multigrid::cycle(const Graph& graph, std::size_t coarser, std::span<const float> flux, std::span<float> potential,
                      std::span<float> room) {
  const std::span<const float> inverse_diagonal = graph.inverse_diagonal();
  if (coarser == levels_.size())  // no node is joined to another one
    return for_each_place(graph_->team(), flux.size(),
                          [&](std::size_t i) { potential[i] = inverse_diagonal[i] * flux[i]; });
  Level& level = levels_[coarser];
  for_each_place(graph_->team(), flux.size(),
                 [&](std::size_t i) { room[i] = damping * inverse_diagonal[i] * flux[i]; });
  graph.for_each_flux(room, [&](const Range& nodes, const float* leaves) {
    for (std::int64_t node = nodes.first; node < nodes.last; ++node) {
      const auto i = static_cast<std::size_t>(node);
      potential[i] = flux[i] - leaves[node - nodes.first];
    }
  });
  level.aggregation.sum_members(graph_->team(), potential, level.flux.span());
  correct(coarser);
  const std::span<const std::uint32_t> parent = level.aggregation.parent();
  for_each_place(graph_->team(), flux.size(), [&](std::size_t i) { room[i] += level.potential[parent[i]]; });
  graph.for_each_flux(room, [&](const Range& nodes, const float* leaves) {
    for (std::int64_t node = nodes.first; node < nodes.last; ++node) {
      const auto i = static_cast<std::size_t>(node);
      potential[i] = room[i] + damping * inverse_diagonal[i] * (flux[i] - leaves[node - nodes.first]);
    }
  });
}

/// Solves a level for its flux, which is changed.
void Multigrid::correct(std::size_t number) {
  Level& level = levels_[number];
  const std::span<float> flux = level.flux.span();
  const std::span<float> potential = level.potential.span();
  cycle(level.graph, number + 1, flux, potential, level.room.span());
  if (number >= levels_twice || number + 1 == levels_.size()) return;
  for_each_place(graph_->team(), potential.size(), [&](std::size_t i) { level.first[i] = potential[i]; });
  level.graph.for_each_flux(potential, [&](const Range& nodes, const float* leaves) {
    for (std::int64_t node = nodes.first; node < nodes.last; ++node)
      flux[static_cast<std::size_t>(node)] -= over * leaves[node - nodes.first];
  });
  cycle(level.graph, number + 1, flux, potential, level.room.span());
  for_each_place(graph_->team(), flux.size(),
                 [&](std::size_t i) { potential[i] = over * (level.first[i] + potential[i]); });
}

double Multigrid::quanta_of_one(double size) {
  int exponent = 0;
  std::frexp(size, &exponent);
  constexpr int quantum_exponent = 30;  // 2^32 values of that size still fit
  return std::ldexp(1.0, quantum_exponent - exponent);
}

void Multigrid::find_components() {
  const auto components = levels_.back().graph.nodes();
  component_ = LargeArray<std::uint32_t>(levels_.front().graph.nodes());
  for_each_place(graph_->team(), component_.size(), [&](std::size_t node) {
    auto of_node = static_cast<std::uint32_t>(node);
    for (std::size_t level = 1; level < levels_.size(); ++level) of_node = levels_[level].aggregation.parent()[of_node];
    component_[node] = of_node;
  });
  cells_of_component_.resize(components);
  for (const std::uint32_t node : levels_.front().aggregation.parent()) ++cells_of_component_[component_[node]];
}

void Multigrid::take_means_out(std::span<float> values, double size) const {
  const double scale = quanta_of_one(size);
  const std::span<const std::uint32_t> parent = levels_.front().aggregation.parent();
  const std::span<const float> to_outside = levels_.back().graph.inverse_diagonal();
  if (std::ranges::all_of(to_outside, [](float inverse) { return inverse != 0; })) return;
  std::vector<std::int64_t> quanta(to_outside.size());
  for_each_range(graph_->team(), static_cast<std::int64_t>(values.size()), [&](const Range& range) {
    std::uint32_t component = 0;
    std::int64_t own = 0;
    for (auto i = static_cast<std::size_t>(range.first); i < static_cast<std::size_t>(range.last); ++i) {
      const std::uint32_t next = component_[parent[i]];
      if (next != component) std::atomic_ref(quanta[std::exchange(component, next)]) += std::exchange(own, 0);
      own += std::llrint(values[i] * scale);
    }
    std::atomic_ref(quanta[component]) += own;
  });
  std::vector<float> means(to_outside.size());
  for (std::size_t i = 0; i < means.size(); ++i)
    if (to_outside[i] == 0)
      means[i] = static_cast<float>(static_cast<double>(quanta[i]) / scale / cells_of_component_[i]);
  for_each_place(graph_->team(), values.size(), [&](std::size_t i) { values[i] -= means[component_[parent[i]]]; });
}

}  // namespace perm
