// SPDX-License-Identifier: Apache-2.0
// Pore spaces without any structure, the same on every machine: each voxel is pore with the same probability.
#pragma once

#include <cstdint>
#include <random>

#include "geometry/pore_space.hpp"

namespace perm {

/// This function uses the generator's own numbers, because the standard distributions differ between libraries.
inline PoreSpace random_pores(const Extent& extent, double porosity, std::mt19937& random) {
  PoreSpace pores(extent);
  const auto limit = static_cast<std::uint32_t>(porosity * 4294967295.0);
  for (std::int64_t z = 0; z < extent.nz; ++z)
    for (std::int64_t y = 0; y < extent.ny; ++y)
      for (std::int64_t x = 0; x < extent.nx; ++x)
        if (random() <= limit) pores.set_pore(x, y, z);
  return pores;
}

}  // namespace perm
