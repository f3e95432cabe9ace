// SPDX-License-Identifier: Apache-2.0
#include "geometry/shapes/packing_neighbours.hpp"

#include <algorithm>
#include <cmath>

namespace perm {

NeighbourList::NeighbourList(const Vector& box, const std::vector<double>& radii, double skin)
    : box_(box), radii_(radii), skin_(skin), cell_of_(radii.size()) {
  const double cutoff = 2 * *std::max_element(radii.begin(), radii.end()) + skin;
  std::int64_t most = 1;  // cells along an axis: about 8 a sphere in all, so that dilute packings take little memory
  while (most * most * most < 8 * static_cast<std::int64_t>(radii.size())) ++most;
  for (std::size_t a = 0; a < 3; ++a)
    cells_[a] = std::clamp(static_cast<std::int64_t>(std::floor(box[a] / cutoff)), std::int64_t{1}, most);
}

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
  const auto count = static_cast<std::size_t>(cells_[0] * cells_[1] * cells_[2]);
  cell_start_.assign(count + 1, 0);
  const auto number = [&](const std::array<std::int64_t, 3>& c) {
    return static_cast<std::size_t>((c[2] * cells_[1] + c[1]) * cells_[0] + c[0]);
  };
  for (std::size_t i = 0; i < centres.size(); ++i) {
    for (std::size_t a = 0; a < 3; ++a) {
      double& x = centres[i][a];
      x -= box_[a] * std::floor(x / box_[a]);
      if (!(x >= 0 && x < box_[a])) x = 0;  // rounding
      const double position = x / box_[a] * static_cast<double>(cells_[a]);
      cell_of_[i][a] = std::min(static_cast<std::int64_t>(position), cells_[a] - 1);
    }
    ++cell_start_[number(cell_of_[i]) + 1];
  }
  for (std::size_t c = 0; c < count; ++c) cell_start_[c + 1] += cell_start_[c];
  members_.resize(centres.size());
  std::vector<std::uint32_t> next(cell_start_.begin(), cell_start_.end() - 1);
  for (std::size_t i = 0; i < centres.size(); ++i)
    members_[next[number(cell_of_[i])]++] = static_cast<std::uint32_t>(i);
}

int NeighbourList::cells_around(int axis, std::int64_t cell, std::array<std::int64_t, 3>& around) const {
  const std::int64_t cells = cells_[static_cast<std::size_t>(axis)];
  around = {cell, (cell + 1) % cells, (cell + cells - 1) % cells};
  return static_cast<int>(std::min<std::int64_t>(cells, 3));
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
  std::array<std::int64_t, 3> xs{};
  std::array<std::int64_t, 3> ys{};
  std::array<std::int64_t, 3> zs{};
  for (std::uint32_t i = 0; i < centres.size(); ++i) {
    const int x_count = cells_around(0, cell_of_[i][0], xs);
    const int y_count = cells_around(1, cell_of_[i][1], ys);
    const int z_count = cells_around(2, cell_of_[i][2], zs);
    for (int n = 0; n < x_count * y_count * z_count; ++n) {
      const std::int64_t x = xs[static_cast<std::size_t>(n % x_count)];
      const std::int64_t y = ys[static_cast<std::size_t>(n / x_count % y_count)];
      const std::int64_t z = zs[static_cast<std::size_t>(n / x_count / y_count)];
      const auto cell = static_cast<std::size_t>((z * cells_[1] + y) * cells_[0] + x);
      for (std::uint32_t m = cell_start_[cell]; m < cell_start_[cell + 1]; ++m) {
        const std::uint32_t j = members_[m];
        if (j > i) list_images(i, j, centres);
      }
    }
  }
  listed_at_ = centres;
}

}  // namespace perm
