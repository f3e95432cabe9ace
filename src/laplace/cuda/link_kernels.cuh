// SPDX-License-Identifier: Apache-2.0
// Lists what joins the nodes of a coarser level, link by link of the finer one, so that it can be sorted and summed.
#pragma once

#include "laplace/cuda/coarsening_kernels.cuh"

namespace perm::laplace_cuda {

/// Visits what joins the nodes of a level to others than those of their parent.
struct LinksOfNodes {
  OrderedView level;
  const std::uint32_t* parent;

  template <class Visit>
  __device__ void visit(std::uint32_t node, const Visit& visit) const {
    if (node >= level.nodes) return;
    const std::uint32_t own = parent[node];
    for (std::uint64_t link = level.first_link[node]; link < level.first_link[node + 1]; ++link) {
      const std::uint32_t neighbour = level.neighbours[link];
      if (neighbour == node || parent[neighbour] != own) visit(own, parent[neighbour], level.quanta[link]);
    }
  }
};

/// Shows a list of links: a key has the node before the `bits` of the neighbour.
struct LinkList {
  int bits;
  unsigned long long* count;
  std::uint64_t* keys;  ///< or null, to count only
  Quanta* quanta;
};

inline __global__ void list_links(const __grid_constant__ LinksOfNodes links, const LinkList list) {
  unsigned own = 0;
  links.visit(item(), [&](std::uint32_t, std::uint32_t, Quanta) { ++own; });
  unsigned long long place = reserve(own, list.count);
  if (list.keys == nullptr) return;
  links.visit(item(), [&](std::uint32_t node, std::uint32_t neighbour, Quanta quanta) {
    list.keys[place] = std::uint64_t{node} << list.bits | neighbour;
    list.quanta[place++] = quanta;
  });
}

/// Finds the first link of each node; there is one more number at the end.
inline __global__ void find_first_links(const std::uint64_t* keys, std::size_t links, int bits, std::uint32_t nodes,
                                        std::uint64_t* first_link) {
  if (item() <= nodes) first_link[item()] = lower_bound(keys, links, std::uint64_t{item()} << bits);
}

/// Takes the neighbours out of the keys, sums what each node conducts, and notes whether any is joined to another one.
inline __global__ void finish_nodes(const std::uint64_t* keys, int bits, std::uint32_t nodes,
                                    const std::uint64_t* first_link, const Quanta* quanta, std::uint32_t* neighbours,
                                    float* inverse_diagonal, unsigned long long* joined) {
  if (item() >= nodes) return;
  Quanta all = 0;
  for (std::uint64_t link = first_link[item()]; link < first_link[item() + 1]; ++link) {
    neighbours[link] = static_cast<std::uint32_t>(keys[link] & ((std::uint64_t{1} << bits) - 1));
    if (neighbours[link] != item()) *joined = 1;
    all += quanta[link];
  }
  inverse_diagonal[item()] = all > 0 ? 1 / static_cast<float>(all) : 0;
}

}  // namespace perm::laplace_cuda
