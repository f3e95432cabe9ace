// SPDX-License-Identifier: Apache-2.0
#include "geometry/shapes/hard_spheres.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/stop_check.hpp"

namespace perm {
namespace {

constexpr double safety = 1 + 1e-9;  // least distance of two spheres over the sum of their radii
constexpr double wanted_share = 0.4;

/// Gives a coordinate's place in the box.
double wrapped(double x, double edge) {
  x -= edge * std::floor(x / edge);
  return x >= 0 && x < edge ? x : 0;  // rounding
}

/// Gives the square of the distance to the nearest image along an axis.
double nearest2(double d, double edge) {
  d = std::abs(d);
  d = std::min(d, edge - d);
  return d * d;
}

}  // namespace

HardSpheres::HardSpheres(const Vector& box, std::vector<Sphere> spheres) : box_(box), spheres_(std::move(spheres)) {
  double largest = 0;
  for (const Sphere& sphere : spheres_) largest = std::max(largest, sphere.radius);
  // No more cells than a few for each sphere, so that few spheres in a large box take little memory.
  const auto most = 2 * static_cast<std::int64_t>(std::cbrt(static_cast<double>(spheres_.size()))) + 1;
  for (std::size_t a = 0; a < 3; ++a)
    cells_[a] = std::clamp(static_cast<std::int64_t>(box_[a] / (2 * safety * largest)), std::int64_t{1}, most);
  members_.resize(static_cast<std::size_t>(cells_[0] * cells_[1] * cells_[2]));
  for (std::size_t i = 0; i < spheres_.size(); ++i)
    members_[static_cast<std::size_t>(cell_at(spheres_[i]))].push_back(static_cast<std::uint32_t>(i));
}

std::array<std::int64_t, 3> HardSpheres::place_of_cell(const Sphere& sphere) const {
  const std::array centre{sphere.x, sphere.y, sphere.z};
  std::array<std::int64_t, 3> place{};
  for (std::size_t a = 0; a < 3; ++a)
    place[a] = std::min(cells_[a] - 1, static_cast<std::int64_t>(centre[a] / box_[a] * static_cast<double>(cells_[a])));
  return place;
}

std::int64_t HardSpheres::cell_at(const Sphere& sphere) const {
  const auto [x, y, z] = place_of_cell(sphere);
  return x + cells_[0] * (y + cells_[1] * z);
}

int HardSpheres::cells_around(std::size_t axis, std::int64_t cell, std::array<std::int64_t, 3>& around) const {
  const std::int64_t count = cells_[axis];
  around = {cell, (cell + 1) % count, (cell + count - 1) % count};
  return static_cast<int>(std::min<std::int64_t>(count, 3));
}

bool HardSpheres::is_free(const Sphere& place, std::size_t mover) const {
  const auto cell = place_of_cell(place);
  std::array<std::array<std::int64_t, 3>, 3> around{};
  std::array<int, 3> counts{};
  for (std::size_t a = 0; a < 3; ++a) counts[a] = cells_around(a, cell[a], around[a]);
  for (int k = 0; k < counts[2]; ++k)
    for (int j = 0; j < counts[1]; ++j)
      for (int i = 0; i < counts[0]; ++i) {
        const std::int64_t near = around[0][i] + cells_[0] * (around[1][j] + cells_[1] * around[2][k]);
        for (const std::uint32_t other : members_[static_cast<std::size_t>(near)]) {
          if (other == mover) continue;
          const Sphere& sphere = spheres_[other];
          const double least = safety * (place.radius + sphere.radius);
          if (nearest2(place.x - sphere.x, box_[0]) + nearest2(place.y - sphere.y, box_[1]) +
                  nearest2(place.z - sphere.z, box_[2]) <
              least * least)
            return false;
        }
      }
  return true;
}

std::int64_t HardSpheres::move_each(RandomNumbers& random, double reach) {
  std::int64_t made = 0;
  for (std::size_t mover = 0; mover < spheres_.size(); ++mover) {
    Sphere place = spheres_[mover];
    place.x = wrapped(place.x + reach * (2 * random.uniform() - 1), box_[0]);
    place.y = wrapped(place.y + reach * (2 * random.uniform() - 1), box_[1]);
    place.z = wrapped(place.z + reach * (2 * random.uniform() - 1), box_[2]);
    if (!is_free(place, mover)) continue;
    std::vector<std::uint32_t>& left = members_[static_cast<std::size_t>(cell_at(spheres_[mover]))];
    left.erase(std::ranges::find(left, static_cast<std::uint32_t>(mover)));
    members_[static_cast<std::size_t>(cell_at(place))].push_back(static_cast<std::uint32_t>(mover));
    spheres_[mover] = place;
    ++made;
  }
  return made;
}

std::vector<Sphere> move_hard_spheres(const Vector& box, std::vector<Sphere> spheres, std::int64_t moves,
                                      RandomNumbers& random) {
  if (moves == 0 || spheres.empty()) return spheres;
  const double farthest = *std::ranges::min_element(box) / 2;
  double reach = std::min(spheres.front().radius, farthest);
  const auto count = static_cast<double>(spheres.size());
  HardSpheres gas(box, std::move(spheres));
  for (std::int64_t move = 0; move < moves; ++move) {
    check_for_stop();
    const double share = static_cast<double>(gas.move_each(random, reach)) / count;
    const double factor = share > wanted_share ? 1.05 : share > wanted_share / 4 ? 0.95 : 0.5;
    reach = std::min(reach * factor, farthest);
  }
  return gas.spheres();
}

}  // namespace perm
