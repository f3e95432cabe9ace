// SPDX-License-Identifier: Apache-2.0
// Joins the nodes in each block of a coarser level that are linked, and numbers what they become.
#pragma once

#include "laplace/block_pieces.hpp"
#include "laplace/cuda/coarsening.hpp"
#include "laplace/cuda/launches.cuh"
#include "laplace/cuda/views.hpp"

namespace perm::laplace_cuda {

/// Shows an OrderedLevel, and the size of the level above it.
struct OrderedView {
  std::uint32_t nodes;
  std::uint32_t nx, ny;  ///< blocks
  std::uint32_t above_nx, above_ny;
  const std::uint32_t* blocks;
  const std::uint64_t* first_link;
  const std::uint32_t* neighbours;
  const Quanta* quanta;

  /// Gives the block of the level above that a node lies in.
  __device__ std::uint32_t block_above(std::uint32_t node) const {
    const std::uint32_t block = blocks[node];
    const std::uint32_t row = block / nx;
    return (row / ny / 2 * above_ny + row % ny / 2) * above_nx + (block - row * nx) / 2;
  }
};

inline OrderedView view_of(const OrderedLevel& level) {
  const Extent above = halved(level.extent);
  return {.nodes = static_cast<std::uint32_t>(level.nodes()),
          .nx = static_cast<std::uint32_t>(level.extent.nx),
          .ny = static_cast<std::uint32_t>(level.extent.ny),
          .above_nx = static_cast<std::uint32_t>(above.nx),
          .above_ny = static_cast<std::uint32_t>(above.ny),
          .blocks = level.blocks.data(),
          .first_link = level.first_link.data(),
          .neighbours = level.neighbours.data(),
          .quanta = level.quanta.data()};
}

/// Gives the root of a node, which other threads may join to another one meanwhile.
inline __device__ std::uint32_t find_root(const volatile std::uint32_t* root, std::uint32_t node) {
  for (std::uint32_t next = root[node]; next != node; next = root[node]) node = next;
  return node;
}

/// Joins two nodes: the root of what is joined is the lowest of its nodes.
inline __device__ void join(std::uint32_t* root, std::uint32_t a, std::uint32_t b) {
  a = find_root(root, a);
  b = find_root(root, b);
  while (a != b) {
    const std::uint32_t high = max(a, b);
    const std::uint32_t low = min(a, b);
    const std::uint32_t before = atomicCAS(root + high, high, low);
    if (before == high) return;
    a = find_root(root, before);
    b = find_root(root, low);
  }
}

inline __global__ void begin_roots(std::uint32_t nodes, std::uint32_t* root) {
  if (item() < nodes) root[item()] = item();
}

/// Joins the nodes of a block that are linked.
inline __global__ void join_linked(const __grid_constant__ OrderedView level, std::uint32_t* root) {
  if (item() >= level.nodes) return;
  const std::uint32_t block = level.block_above(item());
  for (std::uint64_t link = level.first_link[item()]; link < level.first_link[item() + 1]; ++link) {
    const std::uint32_t neighbour = level.neighbours[link];
    if (neighbour < item() && level.block_above(neighbour) == block) join(root, item(), neighbour);
  }
}

/// Lists the roots in any order, each with its block before the `bits` of its number.
inline __global__ void list_roots(const __grid_constant__ OrderedView level, const std::uint32_t* root, int bits,
                                  std::uint64_t* roots, unsigned long long* count) {
  const bool is_root = item() < level.nodes && root[item()] == item();
  const unsigned long long place = reserve(is_root ? 1 : 0, count);
  if (is_root) roots[place] = std::uint64_t{level.block_above(item())} << bits | item();
}

/// Numbers the roots as they are ordered.
inline __global__ void number_roots(const std::uint64_t* roots, std::uint32_t count, int bits,
                                    std::uint32_t* number_of_root, std::uint32_t* blocks) {
  if (item() >= count) return;
  number_of_root[roots[item()] & ((std::uint64_t{1} << bits) - 1)] = item();
  blocks[item()] = static_cast<std::uint32_t>(roots[item()] >> bits);
}

inline __global__ void find_numbers(std::uint32_t nodes, const std::uint32_t* root, const std::uint32_t* number_of_root,
                                    std::uint32_t* parent) {
  if (item() < nodes) parent[item()] = number_of_root[find_root(root, item())];
}

}  // namespace perm::laplace_cuda
