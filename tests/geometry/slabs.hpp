// SPDX-License-Identifier: Apache-2.0
// Cuts images that a test knows as a whole into slabs among its processes in several ways.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "geometry/pore_slab.hpp"

namespace perm {

/// The cuts are: equal parts; all planes on the first process; all on the last; one plane on each process but the last.
inline std::vector<PoreSlab> slabs_of(const PoreSpace& whole, const Communicator& world) {
  const std::int64_t nz = whole.extent().nz;
  const std::int64_t rank = world.rank();
  const std::int64_t last = world.size() - 1;
  const std::vector<Range> parts{even_part(nz, rank, world.size()),
                                 rank == 0 ? Range{0, nz} : Range{nz, nz},
                                 rank == last ? Range{0, nz} : Range{0, 0},
                                 {std::min(rank, nz), rank == last ? nz : std::min(rank + 1, nz)}};
  std::vector<PoreSlab> slabs;
  for (const Range& planes : parts) {
    PoreSlab& slab = slabs.emplace_back(whole.extent(), planes, world);
    for (std::int64_t z = 0; z < planes.size(); ++z)
      for (std::int64_t y = 0; y < whole.extent().ny; ++y)
        std::ranges::copy(whole.row(y, planes.first + z), slab.pores().row(y, z).begin());
  }
  return slabs;
}

/// Expects that the slab's planes are those of the whole image.
inline void expect_part_of(const PoreSlab& slab, const PoreSpace& whole) {
  EXPECT_EQ(slab.image(), whole.extent());
  for (std::int64_t z = 0; z < slab.planes().size(); ++z)
    for (std::int64_t y = 0; y < whole.extent().ny; ++y)
      EXPECT_TRUE(std::ranges::equal(slab.pores().row(y, z), whole.row(y, slab.planes().first + z)))
          << "row " << y << " of plane " << slab.planes().first + z;
}

}  // namespace perm
