// SPDX-License-Identifier: Apache-2.0
#include "laplace/cuda/numbering.hpp"

#include <algorithm>
#include <bit>
#include <cub/device/device_radix_sort.cuh>

#include "laplace/cuda/numbering_kernels.cuh"

namespace perm::laplace_cuda {
namespace {

constexpr std::uint32_t smallest_chunk = 128;

std::uint32_t round_up(std::uint32_t count, std::uint32_t unit) { return (count + unit - 1) / unit * unit; }
std::uint32_t size_of(const cuda::Array<std::uint32_t>& list) { return static_cast<std::uint32_t>(list.size()); }

/// Holds the members of some nodes: they are ordered by the numbers of these, and those of a node keep their order.
struct Groups {
  cuda::Array<std::uint32_t> parent;         ///< of each member
  cuda::Array<std::uint32_t> sorted_parent;  ///< of each member in the list
  cuda::Array<std::uint32_t> list;
  cuda::Array<std::uint32_t> first;  ///< place in the list for each number, and one more
};

Groups group(const OrderedLevel& level, const Numbers& numbers) {
  const std::uint32_t members = size_of(level.parent);
  const std::uint32_t above = size_of(numbers.ordered);
  Groups groups{cuda::Array<std::uint32_t>(members), cuda::Array<std::uint32_t>(members),
                cuda::Array<std::uint32_t>(members), cuda::Array<std::uint32_t>(std::size_t{above} + 1)};
  cuda::Array<std::uint32_t> unsorted(members);
  launch(members, list_members, members, level.parent.data(), numbers.here.data(), groups.parent.data(),
         unsorted.data());
  with_scratch([&](void* scratch, std::size_t& bytes) {
    return cub::DeviceRadixSort::SortPairs(scratch, bytes, groups.parent.data(), groups.sorted_parent.data(),
                                           unsorted.data(), groups.list.data(), std::size_t{members}, 0,
                                           std::bit_width(above), cuda::step_stream());
  });
  launch(above + 1, find_first_members, groups.sorted_parent.data(), members, above, groups.first.data());
  cuda::finish("grouping the members of nodes");
  return groups;
}

/// Places the members of nodes in chunks.
struct Chunks {
  std::uint32_t size{smallest_chunk};
  std::vector<std::uint32_t> first_above;
  std::vector<std::uint32_t> first_number;  ///< of each node; at the end how many numbers there are
};

/// `first` has the place in a list of the members of each node, and one more; nobody has no members.
Chunks fill_chunks(const std::vector<std::uint32_t>& first) {
  const auto nodes = static_cast<std::uint32_t>(first.size() - 1);
  Chunks chunks;
  for (std::uint32_t above = 0; above < nodes; ++above)
    chunks.size = std::max(chunks.size, first[above + 1] - first[above]);
  chunks.size = round_up(chunks.size, smallest_chunk);
  chunks.first_above = {0};
  chunks.first_number.resize(first.size());
  std::uint32_t next = 0;
  for (std::uint32_t above = 0; above < nodes; ++above) {
    const std::uint32_t members = first[above + 1] - first[above];
    const std::uint32_t end = static_cast<std::uint32_t>(chunks.first_above.size()) * chunks.size;
    if (next + members > end) {
      next = end;
      chunks.first_above.push_back(above);
    }
    chunks.first_number[above] = next;
    next += members;
  }
  chunks.first_number.back() = static_cast<std::uint32_t>(chunks.first_above.size()) * chunks.size;
  chunks.first_above.push_back(nodes);
  for (std::uint32_t above = nodes; above-- > 0;)
    if (first[above + 1] == first[above]) chunks.first_number[above] = chunks.first_number[above + 1];
  return chunks;
}

Numbers number_last(std::size_t nodes) {
  const std::uint32_t count = round_up(static_cast<std::uint32_t>(nodes), smallest_chunk);
  constexpr std::uint32_t none = 0;
  Numbers last{.here = cuda::Array<std::uint32_t>(nodes),
               .ordered = cuda::Array<std::uint32_t>(count),
               .parent = {},
               .members = {},
               .first_above = on_gpu(&none, 1),
               .chunk = smallest_chunk};
  launch(count, keep_order, static_cast<std::uint32_t>(nodes), count, last.here.data(), last.ordered.data());
  return last;
}

/// Numbers the members of the nodes of a level whose numbers are known.
Numbers number_finer(const OrderedLevel& level, const Numbers& above) {
  const Groups groups = group(level, above);
  std::vector<std::uint32_t> first(groups.first.size());
  groups.first.read(first.data(), 0, first.size());
  const Chunks chunks = fill_chunks(first);
  const std::uint32_t count = chunks.first_number.back();
  const std::uint32_t members = size_of(groups.list);
  const std::uint32_t parents = size_of(above.ordered);
  const cuda::Array<std::uint32_t> first_number = on_gpu(chunks.first_number.data(), chunks.first_number.size());
  Numbers numbers{.here = cuda::Array<std::uint32_t>(members),
                  .ordered = cuda::Array<std::uint32_t>(count),
                  .parent = cuda::Array<std::uint32_t>(count),
                  .members = cuda::Array<Members>(parents),
                  .first_above = on_gpu(chunks.first_above.data(), chunks.first_above.size()),
                  .chunk = chunks.size};
  cuda::check(cudaMemsetAsync(numbers.ordered.data(), 0xff, numbers.ordered.bytes(), cuda::step_stream()),
              "numbering nodes");
  launch(members, number_members, groups.sorted_parent.data(), groups.list.data(), members, groups.first.data(),
         first_number.data(), numbers.here.data(), numbers.ordered.data());
  launch(count, find_parents, count, first_number.data(), parents, numbers.parent.data());
  launch(parents, find_members, parents, groups.first.data(), first_number.data(), numbers.members.data());
  cuda::finish("numbering nodes");
  return numbers;
}

}  // namespace

std::vector<Numbers> number_levels(const std::vector<OrderedLevel>& levels) {
  std::vector<Numbers> numbers(levels.size());
  if (levels.empty()) return numbers;
  numbers.back() = number_last(levels.back().nodes());
  for (std::size_t level = levels.size() - 1; level-- > 0;)
    numbers[level] = number_finer(levels[level + 1], numbers[level + 1]);
  return numbers;
}

}  // namespace perm::laplace_cuda
