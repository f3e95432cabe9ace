// SPDX-License-Identifier: Apache-2.0
// Says which part of an image each process gets.
#pragma once

#include <cstdint>
#include <vector>

#include "darcy/flow_options.hpp"
#include "lattice/domain.hpp"
#include "lattice/partition.hpp"

namespace perm {

struct Share {
  Partition partition;
  std::vector<std::int64_t> cells;  ///< in every block, by the rank of its process
  Domain domain;                    ///< the block of this process with its halo
};

/// Shares an image out among the processes that hold it, by its cells and by the speed of the device. The same pores
/// and options always give the same share. Collective. Throws InputError when the image is too small for so many
/// processes.
Share share_out(const PoreSlab& pores, const FlowOptions& options);

}  // namespace perm
