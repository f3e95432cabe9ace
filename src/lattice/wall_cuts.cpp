// SPDX-License-Identifier: Apache-2.0
#include "lattice/wall_cuts.hpp"

#include <array>
#include <bit>

namespace perm {

WallCuts::WallCuts(const Occupancy& occupancy, const Surface& surface) {
  const Extent& n = occupancy.extent();
  const auto wrapped = [](std::int64_t i, std::int64_t period) { return i < 0 ? i + period : i < period ? i : 0; };
  std::int64_t cell = 0;
  for (std::int64_t z = 0; z < n.nz; ++z)
    for (std::int64_t y = 0; y < n.ny; ++y)
      for (std::int64_t column = 0; column < occupancy.words_per_row(); ++column)
        for (std::uint32_t bits = occupancy.row(y, z)[static_cast<std::size_t>(column)].bits; bits != 0;
             bits &= bits - 1, ++cell) {
          if (cell % group_cells == 0) first_.push_back(codes_.size());
          const std::int64_t x = 32 * column + std::countr_zero(bits);
          const std::array<double, 3> centre{static_cast<double>(x) + 0.5, static_cast<double>(y) + 0.5,
                                             static_cast<double>(z) + 0.5};
          for (int q = 1; q < d3q19::directions; ++q) {
            const d3q19::Velocity c = d3q19::velocity(q);
            if (!occupancy.is_cell(wrapped(x + c.x, n.nx), wrapped(y + c.y, n.ny), wrapped(z + c.z, n.nz)))
              codes_.push_back(code_of(surface.meets(centre, c)));
          }
        }
}

}  // namespace perm
