// SPDX-License-Identifier: Apache-2.0
// Numbers the nodes of the coarser levels as views.hpp says, the coarsest level first.
#pragma once

#include <vector>

#include "laplace/cuda/coarsening.hpp"

namespace perm::laplace_cuda {

/// The numbers of the nodes of a level.
struct Numbers {
  cuda::Array<std::uint32_t> here;         ///< of each node of the OrderedLevel
  cuda::Array<std::uint32_t> ordered;      ///< the other way round; ~0 where a number is left over
  cuda::Array<std::uint32_t> parent;       ///< as in LevelView of the coarser level
  cuda::Array<Members> members;            ///< of the numbers of the coarser level, as in its LevelView
  cuda::Array<std::uint32_t> first_above;  ///< as in LevelView
  std::uint32_t chunk;                     ///< size
};

std::vector<Numbers> number_levels(const std::vector<OrderedLevel>& levels);

}  // namespace perm::laplace_cuda
