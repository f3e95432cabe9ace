// SPDX-License-Identifier: Apache-2.0
#include "geometry/shapes/packing_neighbours.hpp"

#include <algorithm>
#include <array>

namespace perm {

NeighbourList::NeighbourList(const Vector& box, const std::vector<double>& radii, double skin)
    : box_(box),
      radii_(radii),
      skin_(skin),
      cells_(box, 2 * *std::max_element(radii.begin(), radii.end()) + skin, radii.size()),
      cell_of_(radii.size()) {}

void NeighbourList::update(std::vector<Vector>& centres) {
  const double farthest = 0.45 * skin_;  // way of each of two spheres: a tenth of the skin is left between them
  bool moved_far = listed_at_.empty();
  for (std::size_t i = 0; i < listed_at_.size() && !moved_far; ++i) {
    const Vector& now = centres[i];
    const Vector& then = listed_at_[i];
    moved_far = square({now[0] - then[0], now[1] - then[1], now[2] - then[2]}) > farthest * farthest;
  }
  if (moved_far) rebuild(centres);
}

void NeighbourList::sort_into_cells(std::vector<Vector>& centres) {
  cell_start_.assign(cells_.count() + 1, 0);
  for (std::size_t i = 0; i < centres.size(); ++i) {
    for (std::size_t a = 0; a < 3; ++a) centres[i][a] = wrapped(centres[i][a], box_[a]);
    cell_of_[i] = cells_.place_of(centres[i]);
    ++cell_start_[cells_.number_of(cell_of_[i]) + 1];
  }
  for (std::size_t c = 0; c < cells_.count(); ++c) cell_start_[c + 1] += cell_start_[c];
  members_.resize(centres.size());
  std::vector<std::uint32_t> next(cell_start_.begin(), cell_start_.end() - 1);
  for (std::size_t i = 0; i < centres.size(); ++i)
    members_[next[cells_.number_of(cell_of_[i])]++] = static_cast<std::uint32_t>(i);
}

void NeighbourList::list_images(std::uint32_t i, std::uint32_t j, const std::vector<Vector>& centres) {
  const double reach = radii_[i] + radii_[j];
  const double cutoff2 = (reach + skin_) * (reach + skin_);
  std::array<std::array<double, 2>, 3> shifts{};  // along each axis to the nearest image and to the next
  for (std::size_t a = 0; a < 3; ++a) {
    const double d = centres[j][a] - centres[i][a];
    shifts[a][0] = d > box_[a] / 2 ? -box_[a] : d < -box_[a] / 2 ? box_[a] : 0;
    shifts[a][1] = shifts[a][0] + (d + shifts[a][0] > 0 ? -box_[a] : box_[a]);
  }
  const auto distance2 = [&](const Vector& shift) {
    Vector d{};
    for (std::size_t a = 0; a < 3; ++a) d[a] = centres[j][a] - centres[i][a] + shift[a];
    return square(d);
  };
  if (distance2({shifts[0][0], shifts[1][0], shifts[2][0]}) >= cutoff2) return;
  for (std::size_t image = 0; image < 8; ++image) {
    const Vector shift{shifts[0][image & 1U], shifts[1][image >> 1U & 1U], shifts[2][image >> 2U]};
    if (distance2(shift) < cutoff2) pairs_.push_back({i, j, reach, shift});
  }
}

void NeighbourList::rebuild(std::vector<Vector>& centres) {
  sort_into_cells(centres);
  pairs_.clear();
  for (std::uint32_t i = 0; i < centres.size(); ++i)
    for (const std::size_t cell : cells_.around(cell_of_[i]))
      for (std::uint32_t m = cell_start_[cell]; m < cell_start_[cell + 1]; ++m) {
        const std::uint32_t j = members_[m];
        if (j > i) list_images(i, j, centres);
      }
  listed_at_ = centres;
}

}  // namespace perm
