// SPDX-License-Identifier: Apache-2.0
#include "geometry/shapes/noise.hpp"

#include <fmt/format.h>

#include "core/errors.hpp"
#include "core/hashes.hpp"
#include "geometry/shapes/recipe_checks.hpp"

namespace perm {

void draw_noise(PoreSlab& slab, const Recipe& recipe) {
  const double porosity = require_given(recipe, recipe.porosity, "porosity", "0.5");
  if (!(porosity > 0 && porosity <= 1))
    throw InputError(fmt::format("The porosity {} is out of range", porosity), "it is pore volume over volume",
                     "Give a porosity above 0 and up to 1");
  if (porosity == 1) return slab.pores().fill_with_pore();
  const auto limit = static_cast<std::uint64_t>(porosity * 18446744073709551616.0);  // 2^64
  const std::uint64_t stream = mix_bits(recipe.seed);
  const Extent& image = slab.image();
#pragma omp parallel for schedule(static)  // nothing in it throws
  for (std::int64_t z = slab.planes().first; z < slab.planes().last; ++z)
    for (std::int64_t y = 0; y < image.ny; ++y) {
      const std::span<std::uint32_t> row = slab.pores().row(y, z - slab.planes().first);
      for (std::int64_t x = 0; x < image.nx; ++x)
        if (mix_bits(stream + static_cast<std::uint64_t>(image.index(x, y, z))) < limit)
          row[static_cast<std::size_t>(x / PoreSpace::word_bits)] |= 1U << (x % PoreSpace::word_bits);
    }
}

}  // namespace perm
