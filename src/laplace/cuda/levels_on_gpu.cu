// SPDX-License-Identifier: Apache-2.0
#include "laplace/cuda/levels_on_gpu.hpp"

#include "laplace/cuda/numbering_kernels.cuh"
#include "laplace/multigrid.hpp"

namespace perm::laplace_cuda {
namespace {

constexpr std::size_t most_nodes_apart = 640;  // of a level whose links are not interleaved: that takes less memory

std::uint32_t size_of(const auto& list) { return static_cast<std::uint32_t>(list.size()); }

}  // namespace

LevelsOnGpu::LevelsOnGpu(JoinedPieces pieces) {
  std::vector<OrderedLevel> ordered = make_levels(std::move(pieces));
  std::vector<Numbers> numbers = number_levels(ordered);
  levels_.resize(ordered.size());
  views_.resize(ordered.size());
  if (ordered.empty()) return;
  for (std::size_t level = 0; level < levels_.size(); ++level) {
    bring_level(ordered[level], numbers[level], level);
    ordered[level] = {};
    if (level == 0) continue;
    Level& to = levels_[level];
    to.parent = std::move(numbers[level - 1].parent);
    to.members = std::move(numbers[level - 1].members);
    views_[level].parent = to.parent.data();
    views_[level].members = to.members.data();
    views_[level].finer = views_[level - 1].room;
    views_[level].finer_nodes = views_[level - 1].nodes;
  }
  number_of_piece_ = std::move(numbers[0].here);
  gather_small();
  find_last();
}

/// Brings what a level has into the order of its numbers.
void LevelsOnGpu::bring_level(const OrderedLevel& ordered, Numbers& numbers, std::size_t level) {
  const OrderedView from = view_of(ordered);
  const std::uint32_t nodes = size_of(numbers.ordered);
  const std::uint32_t slice = nodes <= most_nodes_apart ? 1 : 32;
  const std::uint32_t slices = nodes / slice;
  const bool twice = Multigrid::is_twice(level);
  Level& to = levels_[level];
  to.links_of = cuda::Array<std::uint32_t>(nodes);
  to.inverse_diagonal = cuda::Array<float>(nodes);
  launch(nodes, bring_nodes, from, ordered.inverse_diagonal.data(), numbers.ordered.data(), nodes, to.links_of.data(),
         to.inverse_diagonal.data());
  to.first_link = cuda::Array<std::uint32_t>(slices + 1);
  to.first_link.clear();
  launch(slices, find_most_links, slices, slice, to.links_of.data(), to.first_link.data());
  to.links = cuda::Array<NodeLink>(std::size_t{sum_before(to.first_link)} * slice);
  if (slice == 1) to.links_of = {};
  launch(nodes, bring_links, from, numbers.ordered.data(), numbers.here.data(), nodes, slice, to.first_link.data(),
         to.links.data());
  to.first_above = std::move(numbers.first_above);
  to.vectors = cuda::Array<float>(std::size_t{nodes} * (twice ? 4 : 3));
  to.vectors.clear();
  float* const vectors = to.vectors.data();
  LevelView& view = views_[level];
  view.nodes = nodes;
  view.chunks = nodes / numbers.chunk;
  view.chunk_size = numbers.chunk;
  view.slice = slice;
  view.first_link = to.first_link.data();
  view.links_of = to.links_of.data();
  view.links = to.links.data();
  view.inverse_diagonal = to.inverse_diagonal.data();
  view.first_above = to.first_above.data();
  view.flux = vectors;
  view.room = vectors + nodes;
  view.result = vectors + 2 * std::size_t{nodes};
  view.first = twice ? vectors + 3 * std::size_t{nodes} : nullptr;
  cuda::finish("bringing levels into order");
}

/// Copies as many of the last levels as fit into one piece of memory. The parents of the nodes of a level above are
/// left where they are.
void LevelsOnGpu::gather_small() {
  const auto padded = [](const auto& list) { return (list.bytes() + 15) / 16 * 16; };
  std::size_t bytes = 0;
  first_small_ = levels_.size();
  while (first_small_ > 1) {
    const Level& level = levels_[first_small_ - 1];
    std::size_t more = padded(level.first_link) + padded(level.links) + padded(level.inverse_diagonal) +
                       padded(level.members) + padded(level.vectors);
    if (first_small_ < levels_.size()) more += padded(levels_[first_small_].parent);
    if (level.links_of.size() > 0 || bytes + more > most_small_bytes) break;
    bytes += more;
    --first_small_;
  }
  small_ = cuda::Array<unsigned char>(bytes);
  std::vector<LevelView> views(views_.begin() + static_cast<std::ptrdiff_t>(first_small_), views_.end());
  std::size_t place = 0;
  const auto copy = [&](const auto& list, auto*& address) {
    cuda::check(cudaMemcpy(small_.data() + place, list.data(), list.bytes(), cudaMemcpyDeviceToDevice),
                "gathering small levels");
    address = reinterpret_cast<std::remove_reference_t<decltype(address)>>(small_.data() + place);
    place += padded(list);
  };
  for (std::size_t number = first_small_; number < levels_.size(); ++number) {
    const Level& level = levels_[number];
    LevelView& view = views[number - first_small_];
    copy(level.first_link, view.first_link);
    copy(level.links, view.links);
    copy(level.inverse_diagonal, view.inverse_diagonal);
    copy(level.members, view.members);
    copy(level.vectors, view.flux);
    view.room = view.flux + view.nodes;
    view.result = view.room + view.nodes;
    if (view.first != nullptr) view.first = view.result + view.nodes;
    if (number == first_small_) continue;
    copy(level.parent, view.parent);
    view.finer = views[number - first_small_ - 1].room;
  }
  small_views_ = on_gpu(views.data(), views.size());
}

void LevelsOnGpu::find_last() {
  pieces_of_last_ = cuda::Array<std::uint32_t>(views_.back().nodes);
  pieces_of_last_.clear();
  cuda::Array<std::uint32_t> last(views_.back().nodes);
  cuda::Array<std::uint32_t> same(last.size());
  launch(last.size(), keep_order, size_of(last), size_of(last), last.data(), same.data());
  for (std::size_t level = levels_.size() - 1; level > 0; --level) {
    cuda::Array<std::uint32_t> finer(views_[level].finer_nodes);
    launch(finer.size(), laplace_cuda::find_last, size_of(finer), views_[level].parent, last.data(), finer.data());
    last = std::move(finer);
  }
  last_of_node_ = std::move(last);
  launch(pieces(), count_pieces_of_last, static_cast<std::uint32_t>(pieces()), number_of_piece_.data(),
         last_of_node_.data(), views_.back().inverse_diagonal, pieces_of_last_.data());
  cuda::finish("counting the pieces of the last level");
}

std::int64_t LevelsOnGpu::bytes() const {
  std::size_t bytes = small_.bytes() + small_views_.bytes() + number_of_piece_.bytes() + last_of_node_.bytes() +
                      pieces_of_last_.bytes();
  for (const Level& level : levels_)
    bytes += level.first_link.bytes() + level.links_of.bytes() + level.links.bytes() + level.inverse_diagonal.bytes() +
             level.members.bytes() + level.parent.bytes() + level.first_above.bytes() + level.vectors.bytes();
  return static_cast<std::int64_t>(bytes);
}

}  // namespace perm::laplace_cuda
