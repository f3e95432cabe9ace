// SPDX-License-Identifier: Apache-2.0
// Finds what leaves the blocks of a level, once for each instruction set: the same bits by all of them. Nodes stand in
// slices of 16, which are found together: the k-th links of all 16 follow each other (SELL, Kreutzer et al. 2014).
#pragma once

#include <cstdint>
#include <vector>

namespace perm {

/// Holds the links of slices: those of slice s are entries first[s] .. first[s + 1] - 1, 16 for each k. A node whose
/// links are fewer has links to itself that conduct nothing.
struct BlockSlices {
  static constexpr int nodes = 16;

  const std::uint64_t* first;
  const std::uint32_t* neighbours;  ///< the node itself for a link to the outside
  const float* conductances;
};

struct BlockFlux {
  /// Gives what leaves the nodes of slices first .. last - 1, all of which have 16 nodes. Terms are added in the order
  /// of the links.
  void (*find)(const BlockSlices& slices, std::int64_t first, std::int64_t last, const float* potential, float* flux);
};

/// Gives all that this processor can run, the fastest one last.
std::vector<const BlockFlux*> all_block_flux();
/// Gives the fastest one.
const BlockFlux& block_flux();

}  // namespace perm
