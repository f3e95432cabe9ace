// SPDX-License-Identifier: Apache-2.0
#include "input/look/turned_over.hpp"

#include <cstddef>
#include <cstdint>

namespace perm {

PoreSlab turned_over(const PoreSlab& slab) {
  PoreSlab turned = slab.all_solid();
  const Extent& n = slab.pores().extent();
  turned.pores().fill_with_pore();
  for (std::int64_t z = 0; z < n.nz; ++z)
    for (std::int64_t y = 0; y < n.ny; ++y) {
      const auto from = slab.pores().row(y, z);
      const auto to = turned.pores().row(y, z);
      for (std::size_t word = 0; word < to.size(); ++word) to[word] &= ~from[word];
    }
  return turned;
}

}  // namespace perm
