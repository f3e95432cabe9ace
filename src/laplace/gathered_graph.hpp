// SPDX-License-Identifier: Apache-2.0
// Brings what joins the pieces of all processes to the first one, which solves for them.
#pragma once

#include <cstdint>
#include <vector>

#include "laplace/block_graph.hpp"
#include "laplace/shared_pieces.hpp"

namespace perm {

/// Holds what the first process knows of the pieces of all.
struct GatheredGraph {
  JoinedNodes nodes;                           ///< of the image; nothing on the other processes
  std::vector<std::uint32_t> number_in_image;  ///< of each piece among those of all processes
};

/// `own` are the pieces of this process, joined as it numbers them. Collective.
GatheredGraph gather_graph(const Domain& domain, const SharedPieces& pieces, JoinedNodes own);

}  // namespace perm
