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

Multigrid::Multigrid(BlockGraph pieces) : team_(&pieces.team()) {
  CoarserLevel next{{}, std::move(pieces)};
  while (true) {
    const std::size_t number = levels_.size();
    const std::size_t nodes = next.graph.nodes();
    const bool is_last = !has_links(next.graph);
    const std::size_t own = number == 0 ? 0 : nodes;
    levels_.push_back({std::move(next.aggregation), std::move(next.graph), LargeArray<float>(own),
                       LargeArray<float>(own), LargeArray<float>(nodes),
                       LargeArray<float>(is_twice(number) ? nodes : 0)});
    if (is_last) break;
    next = coarsen(levels_.back().graph);
    levels_.back().graph.forget_quanta();
  }
  levels_.back().graph.forget_quanta();
  find_components();
}

void Multigrid::solve_roughly(std::span<const float> flux, std::span<float> potential) { cycle(0, flux, potential); }

/// One sweep before, a correction by the coarser level, one sweep after.
void Multigrid::cycle(std::size_t number, std::span<const float> flux, std::span<float> potential) {
  const BlockGraph& graph = levels_[number].graph;
  const std::span<const float> inverse_diagonal = graph.inverse_diagonal();
  if (number + 1 == levels_.size())  // no node is joined to another one
    return for_each_place(*team_, flux.size(), [&](std::size_t i) { potential[i] = inverse_diagonal[i] * flux[i]; });
  const std::span<float> room = levels_[number].room.span();
  Level& coarser = levels_[number + 1];
  for_each_place(*team_, flux.size(), [&](std::size_t i) { room[i] = damping * inverse_diagonal[i] * flux[i]; });
  graph.for_each_flux(room, [&](const Range& nodes, const float* leaves) {
    for (std::int64_t node = nodes.first; node < nodes.last; ++node) {
      const auto i = static_cast<std::size_t>(node);
      potential[i] = flux[i] - leaves[node - nodes.first];
    }
  });
  coarser.aggregation.sum_members(
      *team_, [&](std::size_t i) { return potential[i]; }, coarser.flux.span());
  correct(number + 1);
  const std::span<const std::uint32_t> parent = coarser.aggregation.parent();
  for_each_place(*team_, flux.size(), [&](std::size_t i) { room[i] += coarser.potential[parent[i]]; });
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
  cycle(number, flux, potential);
  if (!is_twice(number) || number + 1 == levels_.size()) return;
  for_each_place(*team_, potential.size(), [&](std::size_t i) { level.first[i] = potential[i]; });
  level.graph.for_each_flux(potential, [&](const Range& nodes, const float* leaves) {
    for (std::int64_t node = nodes.first; node < nodes.last; ++node)
      flux[static_cast<std::size_t>(node)] -= over * leaves[node - nodes.first];
  });
  cycle(number, flux, potential);
  for_each_place(*team_, flux.size(), [&](std::size_t i) { potential[i] = over * (level.first[i] + potential[i]); });
}

double Multigrid::quanta_of_one(double size) {
  int exponent = 0;
  std::frexp(size, &exponent);
  constexpr int quantum_exponent = 30;  // 2^32 values of that size still fit
  return std::ldexp(1.0, quantum_exponent - exponent);
}

void Multigrid::find_components() {
  component_ = LargeArray<std::uint32_t>(levels_.front().graph.nodes());
  for_each_place(*team_, component_.size(), [&](std::size_t node) {
    auto of_node = static_cast<std::uint32_t>(node);
    for (std::size_t level = 1; level < levels_.size(); ++level) of_node = levels_[level].aggregation.parent()[of_node];
    component_[node] = of_node;
  });
  pieces_of_component_.resize(levels_.back().graph.nodes());
  for (const std::uint32_t component : component_) ++pieces_of_component_[component];
}

void Multigrid::take_means_out(std::span<float> values, double size) const {
  const double scale = quanta_of_one(size);
  const std::span<const float> to_outside = levels_.back().graph.inverse_diagonal();
  if (std::ranges::all_of(to_outside, [](float inverse) { return inverse != 0; })) return;
  std::vector<std::int64_t> quanta(to_outside.size());
  for_each_range(*team_, static_cast<std::int64_t>(values.size()), [&](const Range& range) {
    std::uint32_t component = 0;
    std::int64_t own = 0;
    for (auto i = static_cast<std::size_t>(range.first); i < static_cast<std::size_t>(range.last); ++i) {
      const std::uint32_t next = component_[i];
      if (next != component) std::atomic_ref(quanta[std::exchange(component, next)]) += std::exchange(own, 0);
      own += std::llrint(values[i] * scale);
    }
    std::atomic_ref(quanta[component]) += own;
  });
  std::vector<float> means(to_outside.size());
  for (std::size_t i = 0; i < means.size(); ++i)
    if (to_outside[i] == 0)
      means[i] = static_cast<float>(static_cast<double>(quanta[i]) / scale / pieces_of_component_[i]);
  for_each_place(*team_, values.size(), [&](std::size_t i) { values[i] -= means[component_[i]]; });
}

}  // namespace perm
