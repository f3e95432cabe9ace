// SPDX-License-Identifier: Apache-2.0
#include "laplace/cuda/levels_on_gpu.hpp"

#include <algorithm>
#include <numeric>

#include "laplace/cuda/cells_on_gpu.hpp"
#include "laplace/shared_loops.hpp"

namespace perm::laplace_cuda {
namespace {

constexpr std::uint32_t smallest_chunk = 128;
constexpr std::uint32_t nobody = ~0U;
constexpr std::size_t most_nodes_apart = 640;  // of a level whose links are not interleaved: that takes less memory

std::uint32_t round_up(std::uint32_t count, std::uint32_t unit) { return (count + unit - 1) / unit * unit; }

}  // namespace

/// The numbers of the nodes of a level, here and on the host.
struct LevelsOnGpu::Numbers {
  std::vector<std::uint32_t> here;            ///< of each node of the host
  std::vector<std::uint32_t> on_host;         ///< of each number here; nobody where it is left over
  std::uint32_t chunk{smallest_chunk};        ///< size
  std::vector<std::uint32_t> parent;          ///< as in LevelView of the coarser level
  std::vector<std::uint32_t> first_above{0};  ///< as in LevelView; empty of the last level
};

/// The coarsest level is numbered first: its nodes keep their order, and so do the members of each node.
std::vector<LevelsOnGpu::Numbers> LevelsOnGpu::number_nodes(const Multigrid& multigrid) {
  std::vector<Numbers> numbers(multigrid.levels());
  Numbers& last = numbers.back();
  const auto last_nodes = static_cast<std::uint32_t>(multigrid.graph(multigrid.levels() - 1).nodes());
  last.here.resize(last_nodes);
  last.on_host.assign(round_up(last_nodes, smallest_chunk), nobody);
  for (std::uint32_t node = 0; node < last_nodes; ++node) last.here[node] = last.on_host[node] = node;
  for (std::size_t level = multigrid.levels() - 1; level-- > 0;)
    number_members(multigrid.graph(level).team(), multigrid.aggregation(level + 1), numbers[level + 1], numbers[level]);
  return numbers;
}

/// Numbers the members of the nodes of a coarser level.
void LevelsOnGpu::number_members(const ThreadTeam& team, const Aggregation& aggregation, const Numbers& coarser,
                                 Numbers& own) {
  std::size_t most_members = 1;
  for (std::size_t node = 0; node < aggregation.nodes(); ++node)
    most_members = std::max(most_members, aggregation.members(node).size());
  own.chunk = round_up(static_cast<std::uint32_t>(most_members), smallest_chunk);
  std::vector<std::uint32_t> first_member(coarser.on_host.size());
  std::uint32_t next = 0;
  for (std::uint32_t above = 0; above < coarser.on_host.size(); ++above) {
    if (coarser.on_host[above] == nobody) continue;
    const auto members = static_cast<std::uint32_t>(aggregation.members(coarser.on_host[above]).size());
    const std::uint32_t end = static_cast<std::uint32_t>(own.first_above.size()) * own.chunk;
    if (next + members > end) {
      next = end;
      own.first_above.push_back(above);
    }
    first_member[above] = next;
    next += members;
  }
  own.first_above.push_back(static_cast<std::uint32_t>(coarser.on_host.size()));
  own.here.resize(aggregation.parent().size());
  own.on_host.assign((own.first_above.size() - 1) * own.chunk, nobody);
  own.parent.resize(own.on_host.size());
  for_each_place(team, coarser.on_host.size(), [&](std::size_t above) {
    if (coarser.on_host[above] == nobody) return;
    std::uint32_t number = first_member[above];
    for (const std::uint32_t member : aggregation.members(coarser.on_host[above])) {
      own.here[member] = number;
      own.on_host[number++] = member;
    }
    std::size_t next_above = above + 1;
    while (next_above < coarser.on_host.size() && coarser.on_host[next_above] == nobody) ++next_above;
    const std::size_t end = next_above < coarser.on_host.size() ? first_member[next_above] : own.parent.size();
    std::fill(own.parent.begin() + first_member[above], own.parent.begin() + static_cast<std::ptrdiff_t>(end),
              static_cast<std::uint32_t>(above));
  });
}

LevelsOnGpu::LevelsOnGpu(const Multigrid& multigrid, float* room) {
  const std::vector<Numbers> numbers = number_nodes(multigrid);
  levels_.resize(multigrid.levels());
  views_.resize(multigrid.levels());
  for (std::size_t level = 0; level < levels_.size(); ++level) {
    bring_level(multigrid, numbers, level);
    views_[level].finer = level == 0 ? room : views_[level - 1].room;
  }
  gather_small();
  find_last(multigrid, numbers[0]);
}

void LevelsOnGpu::bring_level(const Multigrid& multigrid, const std::vector<Numbers>& numbers, std::size_t level) {
  const BlockGraph& graph = multigrid.graph(level);
  const Aggregation& aggregation = multigrid.aggregation(level);
  const Numbers& own = numbers[level];
  const std::size_t nodes = own.on_host.size();
  LargeArray<std::uint32_t> links_of(nodes);
  LargeArray<float> inverse_diagonal(nodes);
  LargeArray<Members> members(nodes);
  for_each_place(graph.team(), nodes, [&](std::size_t node) {
    const std::uint32_t on_host = own.on_host[node];
    if (on_host == nobody) return;
    links_of[node] = graph.first_link()[on_host + 1] - graph.first_link()[on_host];
    inverse_diagonal[node] = graph.inverse_diagonal()[on_host];
    const auto of_node = aggregation.members(on_host);
    const std::uint32_t first = level == 0 ? 0 : numbers[level - 1].here[of_node.front()];
    members[node] = {first, first + static_cast<std::uint32_t>(of_node.size())};
  });
  const std::uint32_t slice = nodes <= most_nodes_apart ? 1 : 32;
  std::vector<std::uint32_t> first_link(nodes / slice + 1);
  for (std::size_t number = 0; number + 1 < first_link.size(); ++number)
    first_link[number + 1] = first_link[number] + *std::max_element(links_of.begin() + number * slice,
                                                                    links_of.begin() + (number + 1) * slice);
  LargeArray<std::uint32_t> member_list(level == 0 ? aggregation.parent().size() : 0);
  std::uint32_t next = 0;
  for (std::size_t node = 0; node < nodes; ++node) {
    const std::uint32_t count = members[node].last - members[node].first;
    const bool has_place = level > 0 && own.on_host[node] != nobody;
    members[node] = has_place ? members[node] : Members{next, next + count};
    next = members[node].last;
  }
  LargeArray<NodeLink> links(std::size_t{first_link.back()} * slice);
  for_each_place(graph.team(), nodes, [&](std::size_t node) {
    const std::uint32_t on_host = own.on_host[node];
    if (on_host == nobody) return;
    const std::uint32_t first = graph.first_link()[on_host];
    NodeLink* const here = links.data() + std::size_t{first_link[node / slice]} * slice + node % slice;
    for (std::uint32_t i = 0; i < links_of[node]; ++i)
      here[std::size_t{i} * slice] = {own.here[graph.neighbours()[first + i]], graph.conductances()[first + i]};
    if (level == 0) std::ranges::copy(aggregation.members(on_host), member_list.begin() + members[node].first);
  });
  Level& to = levels_[level];
  to.first_link = on_gpu(first_link.data(), first_link.size());
  to.links_of = on_gpu(links_of.data(), slice == 1 ? 0 : links_of.size());
  to.links = on_gpu(links.data(), links.size());
  to.inverse_diagonal = on_gpu(inverse_diagonal.data(), inverse_diagonal.size());
  to.members = on_gpu(members.data(), members.size());
  to.member_list = on_gpu(member_list.data(), member_list.size());
  if (level > 0) to.parent = on_gpu(numbers[level - 1].parent.data(), numbers[level - 1].parent.size());
  to.first_above = on_gpu(own.first_above.data(), own.first_above.size());
  const bool twice = level < Multigrid::levels_twice;
  to.vectors = cuda::Array<float>(nodes * (twice ? 4 : 3));
  to.vectors.clear();
  float* const vectors = to.vectors.data();
  views_[level] = {.nodes = static_cast<std::uint32_t>(nodes),
                   .chunks = static_cast<std::uint32_t>(nodes / own.chunk),
                   .chunk_size = own.chunk,
                   .slice = slice,
                   .first_link = to.first_link.data(),
                   .links_of = to.links_of.data(),
                   .links = to.links.data(),
                   .inverse_diagonal = to.inverse_diagonal.data(),
                   .members = to.members.data(),
                   .member_list = to.member_list.data(),
                   .parent = to.parent.data(),
                   .first_above = to.first_above.data(),
                   .flux = vectors,
                   .room = vectors + nodes,
                   .first = twice ? vectors + 3 * nodes : nullptr,
                   .result = vectors + 2 * nodes,
                   .finer = nullptr,
                   .finer_nodes = static_cast<std::uint32_t>(level == 0 ? aggregation.parent().size()
                                                                        : numbers[level - 1].on_host.size())};
  if (level > 0) return;
  to.parent = cuda::Array<std::uint32_t>(aggregation.parent().size());
  views_[0].parent = to.parent.data();
  if (nodes > 0) find_parents(views_[0], to.parent.data());
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

void LevelsOnGpu::find_last(const Multigrid& multigrid, const Numbers& numbers) {
  const std::span<const float> to_outside = multigrid.graph(multigrid.levels() - 1).inverse_diagonal();
  std::vector<std::uint32_t> last(to_outside.size());  // of each node of a level
  std::iota(last.begin(), last.end(), 0);
  const ThreadTeam& team = multigrid.graph(0).team();
  for (std::size_t level = multigrid.levels() - 1; level > 0; --level) {
    const std::span<const std::uint32_t> parent = multigrid.aggregation(level).parent();
    std::vector<std::uint32_t> below(parent.size());
    for_each_place(team, below.size(), [&](std::size_t node) { below[node] = last[parent[node]]; });
    last = std::move(below);
  }
  std::vector<std::uint32_t> cells_of_last(to_outside.size());
  for (std::size_t node = 0; node < last.size(); ++node)
    if (to_outside[last[node]] == 0)
      cells_of_last[last[node]] += static_cast<std::uint32_t>(multigrid.aggregation(0).members(node).size());
  std::vector<std::uint32_t> last_of_number(numbers.on_host.size());
  for_each_place(team, last_of_number.size(), [&](std::size_t number) {
    if (numbers.on_host[number] != nobody) last_of_number[number] = last[numbers.on_host[number]];
  });
  last_of_node_ = on_gpu(last_of_number.data(), last_of_number.size());
  cells_of_last_ = on_gpu(cells_of_last.data(), cells_of_last.size());
}

std::int64_t LevelsOnGpu::bytes() const {
  std::size_t bytes = small_.bytes() + small_views_.bytes() + last_of_node_.bytes() + cells_of_last_.bytes();
  for (const Level& level : levels_)
    bytes += level.first_link.bytes() + level.links_of.bytes() + level.links.bytes() + level.inverse_diagonal.bytes() +
             level.members.bytes() + level.member_list.bytes() + level.parent.bytes() + level.first_above.bytes() +
             level.vectors.bytes();
  return static_cast<std::int64_t>(bytes);
}

}  // namespace perm::laplace_cuda
