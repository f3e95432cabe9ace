// SPDX-License-Identifier: Apache-2.0
// Gives the size of a lattice on a GPU, and the unit of what it stores.
#pragma once

#include <algorithm>
#include <cstdint>

#include "solver/cuda/cuda_steps.hpp"

namespace perm {

/// The index has records for whole tiles of this size, so that every storage can use it.
inline constexpr std::int64_t most_tile_cells =
    std::max({CudaSteps<float>::Tiles::cells, CudaSteps<double>::Tiles::cells, CudaSteps<__half>::Tiles::cells});

/// Gives the number of values that the distributions of so many cells take, in whole tiles.
template <class Storage>
std::int64_t count_values(std::int64_t cells) {
  using Tiles = typename CudaSteps<Storage>::Tiles;
  return Tiles::count(cells) * Tiles::values;
}

/// Gives the unit of float16 values. The largest deviation from rest is about the density that the force builds up over
/// the image, 3 g L w. In this unit it is a few thousand, 16 times below what float16 holds.
double float16_unit(const SolverSettings& settings, const Extent& extent);

}  // namespace perm
