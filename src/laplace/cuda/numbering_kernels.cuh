// SPDX-License-Identifier: Apache-2.0
// Gives the nodes of a level other numbers (views.hpp says which), and brings its links into their order.
#pragma once

#include "laplace/cuda/coarsening_kernels.cuh"
#include "laplace/cuda/launches.cuh"
#include "laplace/cuda/views.hpp"

namespace perm::laplace_cuda {

inline constexpr std::uint32_t nobody = ~0U;

/// The last level keeps its order; numbers that are left over stand at its end.
inline __global__ void keep_order(std::uint32_t nodes, std::uint32_t numbers, std::uint32_t* here,
                                  std::uint32_t* ordered) {
  if (item() < nodes) here[item()] = item();
  if (item() < numbers) ordered[item()] = item() < nodes ? item() : nobody;
}

/// Gives each member the number of its parent, and lists the members.
inline __global__ void list_members(std::uint32_t members, const std::uint32_t* parent, const std::uint32_t* here,
                                    std::uint32_t* parent_here, std::uint32_t* list) {
  if (item() >= members) return;
  parent_here[item()] = here[parent[item()]];
  list[item()] = item();
}

/// Finds the first member of each number, in a list that is sorted by parents; there is one more number at the end.
inline __global__ void find_first_members(const std::uint32_t* parents, std::uint32_t members, std::uint32_t numbers,
                                          std::uint32_t* first) {
  if (item() <= numbers) first[item()] = static_cast<std::uint32_t>(lower_bound(parents, members, item()));
}

/// Numbers the sorted members: those of a parent are numbered from first_number on.
inline __global__ void number_members(const std::uint32_t* parents, const std::uint32_t* list, std::uint32_t members,
                                      const std::uint32_t* first_in_list, const std::uint32_t* first_number,
                                      std::uint32_t* here, std::uint32_t* ordered) {
  if (item() >= members) return;
  const std::uint32_t above = parents[item()];
  const std::uint32_t number = first_number[above] + item() - first_in_list[above];
  here[list[item()]] = number;
  ordered[number] = list[item()];
}

/// Gives each number its parent; those left over get that of the one before. `first_number` has the numbers of all
/// parents, where those without members have that of the next one.
inline __global__ void find_parents(std::uint32_t numbers, const std::uint32_t* first_number, std::uint32_t parents,
                                    std::uint32_t* parent) {
  if (item() < numbers) parent[item()] = static_cast<std::uint32_t>(lower_bound(first_number, parents, item() + 1)) - 1;
}

inline __global__ void find_members(std::uint32_t numbers, const std::uint32_t* first_in_list,
                                    const std::uint32_t* first_number, Members* members) {
  if (item() >= numbers) return;
  const std::uint32_t count = first_in_list[item() + 1] - first_in_list[item()];
  members[item()] = {first_number[item()], first_number[item()] + count};
}

/// Brings what each node has into the order of the numbers.
inline __global__ void bring_nodes(const __grid_constant__ OrderedView level, const float* inverse_diagonal,
                                   const std::uint32_t* ordered, std::uint32_t numbers, std::uint32_t* links_of,
                                   float* inverse_here) {
  if (item() >= numbers) return;
  const std::uint32_t node = ordered[item()];
  links_of[item()] =
      node == nobody ? 0 : static_cast<std::uint32_t>(level.first_link[node + 1] - level.first_link[node]);
  inverse_here[item()] = node == nobody ? 0 : inverse_diagonal[node];
}

/// Finds how many links the nodes of each slice have at most.
inline __global__ void find_most_links(std::uint32_t slices, std::uint32_t slice, const std::uint32_t* links_of,
                                       std::uint32_t* most) {
  if (item() >= slices) return;
  std::uint32_t of_slice = 0;
  for (std::uint32_t i = 0; i < slice; ++i) of_slice = max(of_slice, links_of[item() * slice + i]);
  most[item()] = of_slice;
}

inline __global__ void bring_links(const __grid_constant__ OrderedView level, const std::uint32_t* ordered,
                                   const std::uint32_t* here, std::uint32_t numbers, std::uint32_t slice,
                                   const std::uint32_t* first_link, NodeLink* links) {
  if (item() >= numbers || ordered[item()] == nobody) return;
  const std::uint32_t node = ordered[item()];
  NodeLink* to = links + std::size_t{first_link[item() / slice]} * slice + item() % slice;
  for (std::uint64_t link = level.first_link[node]; link < level.first_link[node + 1]; ++link, to += slice)
    *to = {here[level.neighbours[link]], static_cast<float>(level.quanta[link])};
}

/// Follows the parents from a level down to the next finer one.
inline __global__ void find_last(std::uint32_t numbers, const std::uint32_t* parent,
                                 const std::uint32_t* last_of_parent, std::uint32_t* last) {
  if (item() < numbers) last[item()] = last_of_parent[parent[item()]];
}

/// Counts the pieces of each node of the last level that nothing leads from to the outside.
inline __global__ void count_pieces_of_last(std::uint32_t pieces, const std::uint32_t* number_of_piece,
                                            const std::uint32_t* last, const float* to_outside,
                                            std::uint32_t* pieces_of_last) {
  constexpr std::uint32_t none = ~0U;
  const std::uint32_t own = item() < pieces ? last[number_of_piece[item()]] : none;
  const cuda::Lanes lanes = cuda::lanes_with(cuda::all_lanes, own);
  const unsigned count = cuda::sum_over_lanes(lanes, 1U);
  if (own != none && cuda::is_first_of(lanes) && to_outside[own] == 0) atomicAdd(pieces_of_last + own, count);
}

}  // namespace perm::laplace_cuda
