// SPDX-License-Identifier: Apache-2.0
// Shares out what the first of several processes knows of a whole image, for which it solves: how wide the cells of
// each process are, and which pieces the cells of its halo belong to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/large_array.hpp"
#include "core/range.hpp"
#include "laplace/block_graph.hpp"
#include "laplace/domain_cells.hpp"

namespace perm {

/// Names the pieces of the image that one process has values of, in the order in which it has them.
struct PiecesOfProcess {
  std::vector<Range> own;
  std::vector<std::uint32_t> halo;

  std::size_t count_own() const;
};

/// Holds what is known of the domain of a process.
struct SharedDomain {
  LargeArray<std::uint8_t> widths;         ///< of the cells of the domain
  std::vector<std::uint32_t> halo_pieces;  ///< of each cell of the halo: its piece among those of the halo
  std::size_t own_count{0};                ///< pieces of own cells
  std::size_t halo_count{0};               ///< and of the halo
  std::vector<PiecesOfProcess> processes;  ///< all of them, by rank; on the first one only
};

/// Shows what the first process knows: `widths` are those of all cells.
struct WholeImage {
  const DomainCells& cells;
  std::span<const std::uint8_t> widths;
  const ThreadTeam& team;
};

/// `whole` is null on other processes than the first. Collective.
SharedDomain share_pieces(const DomainCells& own, const WholeImage* whole);

}  // namespace perm
