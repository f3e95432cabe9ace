// SPDX-License-Identifier: Apache-2.0
// What is done for all nodes, by all threads where there are many nodes.
#include "geometry/connectivity/periodic_union_find.hpp"

namespace perm {
namespace {

constexpr std::size_t worth_threads = 1 << 16;  // so many nodes

}  // namespace

PeriodicUnionFind::PeriodicUnionFind(std::size_t n) : nodes_(n), ends_(n) {
#pragma omp parallel for schedule(static) if (n > worth_threads)  // nothing in it throws
  for (std::size_t i = 0; i < n; ++i) nodes_[i].parent = static_cast<std::uint32_t>(i);
}

std::int64_t PeriodicUnionFind::count_components() const {
  std::int64_t components = 0;
  const std::size_t n = nodes_.size();
#pragma omp parallel for schedule(static) reduction(+ : components) if (n > worth_threads)  // nothing in it throws
  for (std::size_t i = 0; i < n; ++i) components += nodes_[i].parent == i ? 1 : 0;
  return components;
}

LargeArray<Ends> PeriodicUnionFind::take_ends() && {
  // The ends of roots stay as they are, so no thread writes what another one reads.
#pragma omp parallel for schedule(static) if (nodes_.size() > worth_threads)  // nothing in it throws
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    std::size_t root = i;
    while (nodes_[root].parent != root) root = nodes_[root].parent;
    if (root != i) ends_[i] = ends_[root];
  }
  return std::move(ends_);
}

}  // namespace perm
