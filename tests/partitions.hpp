// SPDX-License-Identifier: Apache-2.0
// Gives the partitions in which the processes of a test can share an image, and the slab of an image that each process
// holds.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "geometry/pore_slab.hpp"
#include "lattice/partition.hpp"

namespace perm {

/// Gives partitions with one block a process: cut across z, across y and across both, into equal and unequal parts.
inline std::vector<Partition> partitions_of(const PoreSpace& pores, const Communicator& processes) {
  const std::vector<std::int32_t> rows = count_cells_by_row(pores);
  const Extent& image = pores.extent();
  const std::int64_t parts = processes.size();
  std::vector<Partition> all;
  for (std::int64_t parts_y = 1; parts_y <= parts; ++parts_y)
    if (parts % parts_y == 0 && can_be_cut(image, parts_y, parts / parts_y))
      all.push_back(cut_evenly(image, rows, parts_y, parts / parts_y));
  if (parts <= image.nz) {  // all but the last have one plane
    std::vector<std::int64_t> cuts;
    for (std::int64_t z = 0; z < parts; ++z) cuts.push_back(z);
    cuts.push_back(image.nz);
    all.emplace_back(image, std::vector<std::int64_t>{0, image.ny}, cuts);
  }
  return all;
}

/// Gives the slab that this process holds of an image that the test has as a whole.
inline PoreSlab slab_of(const PoreSpace& pores, const Communicator& processes) {
  PoreSlab slab = PoreSlab::even(pores.extent(), processes);
  for (std::int64_t z = 0; z < slab.pores().extent().nz; ++z)
    for (std::int64_t y = 0; y < pores.extent().ny; ++y) {
      const auto from = pores.row(y, slab.planes().first + z);
      std::copy(from.begin(), from.end(), slab.pores().row(y, z).begin());
    }
  return slab;
}

}  // namespace perm
