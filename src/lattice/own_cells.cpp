// SPDX-License-Identifier: Apache-2.0
#include "lattice/own_cells.hpp"

#include <algorithm>

namespace perm {

OwnCells::OwnCells(const Domain& domain, const Occupancy& occupancy) {
  std::int64_t end = -1;  // one past the last cell of the previous row
  for (std::int64_t z = 0; z < domain.own_z(); ++z)
    for (std::int64_t y = 0; y < domain.own_y(); ++y) {
      const Range cells = occupancy.cells_of_row(y, z);
      if (cells.size() == 0) continue;
      if (cells.first != end) stretches_.push_back({count_, cells.first});
      end = cells.last;
      count_ += cells.size();
    }
}

std::size_t OwnCells::stretch_of(std::int64_t cell) const {
  const auto after = std::upper_bound(stretches_.begin(), stretches_.end(), cell,
                                      [](std::int64_t c, const Stretch& stretch) { return c < stretch.own; });
  return static_cast<std::size_t>(after - stretches_.begin()) - 1;
}

std::int64_t OwnCells::in_domain(std::int64_t cell) const {
  const Stretch& stretch = stretches_[stretch_of(cell)];
  return stretch.domain + (cell - stretch.own);
}

}  // namespace perm
