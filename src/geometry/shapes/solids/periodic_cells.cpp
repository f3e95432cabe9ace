// SPDX-License-Identifier: Apache-2.0
#include "geometry/shapes/solids/periodic_cells.hpp"

#include <algorithm>

namespace perm {

PeriodicCells::PeriodicCells(const Vector& box, double least_width, std::size_t points) : box_(box) {
  std::int64_t most = 1;  // cells along an axis
  while (most * most * most < 8 * static_cast<std::int64_t>(points)) ++most;
  for (std::size_t a = 0; a < 3; ++a)
    cells_[a] = std::clamp(static_cast<std::int64_t>(std::floor(box[a] / least_width)), std::int64_t{1}, most);
}

PeriodicCells::Place PeriodicCells::place_of(const Vector& point) const {
  Place place{};
  for (std::size_t a = 0; a < 3; ++a) {
    const double position = point[a] / box_[a] * static_cast<double>(cells_[a]);
    place[a] = std::min(static_cast<std::int64_t>(position), cells_[a] - 1);
  }
  return place;
}

PeriodicCells::Cells PeriodicCells::around(const Place& place) const {
  std::array<std::array<std::int64_t, 3>, 3> near{};
  std::array<std::size_t, 3> counts{};  // different ones along each axis
  for (std::size_t a = 0; a < 3; ++a) {
    near[a] = {place[a], (place[a] + 1) % cells_[a], (place[a] + cells_[a] - 1) % cells_[a]};
    counts[a] = static_cast<std::size_t>(std::min<std::int64_t>(cells_[a], 3));
  }
  Cells cells;
  for (std::size_t k = 0; k < counts[2]; ++k)
    for (std::size_t j = 0; j < counts[1]; ++j)
      for (std::size_t i = 0; i < counts[0]; ++i) cells.add(number_of({near[0][i], near[1][j], near[2][k]}));
  return cells;
}

}  // namespace perm
