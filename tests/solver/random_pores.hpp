// SPDX-License-Identifier: Apache-2.0
// Pore spaces for tests: every voxel pore with a probability, from a fixed sequence.
#pragma once

#include <cstdint>
#include <random>

#include "geometry/pore_space.hpp"

namespace perm {

inline PoreSpace random_pores(const Extent& extent, double porosity, std::uint64_t seed) {
  PoreSpace pores(extent);
  std::mt19937_64 random(seed);
  const auto threshold = static_cast<std::uint64_t>(porosity * 18446744073709549568.0);
  for (std::int64_t z = 0; z < extent.nz; ++z)
    for (std::int64_t y = 0; y < extent.ny; ++y)
      for (std::int64_t x = 0; x < extent.nx; ++x)
        if (random() <= threshold) pores.set_pore(x, y, z);
  return pores;
}

}  // namespace perm
