// SPDX-License-Identifier: Apache-2.0
// What each process gets of an image.
#pragma once

#include <cstdint>
#include <vector>

#include "darcy/flow_options.hpp"
#include "lattice/domain.hpp"
#include "lattice/partition.hpp"

namespace perm {

struct Share {
  Partition partition;
  std::vector<std::int64_t> cells;  ///< of every block
  Domain domain;                    ///< of this process
};

/// Shares an image out among the processes that hold it, by its cells and by what the device is like; the same for the
/// same pores and options. Collective. Throws InputError when the image is too small for so many.
Share share_out(const PoreSlab& pores, const FlowOptions& options);

}  // namespace perm
