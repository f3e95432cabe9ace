// SPDX-License-Identifier: Apache-2.0
#include "geometry/shapes/hard_spheres.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "core/stop_check.hpp"

namespace perm {
namespace {

constexpr double wanted_share = 0.4;

/// Gives the width of cells that hold spheres which touch in neighbouring ones.
double width_of_cells(std::span<const Sphere> spheres) {
  double largest = 0;
  for (const Sphere& sphere : spheres) largest = std::max(largest, sphere.radius);
  return 2 * least_distance * largest;
}

/// Gives the square of the distance to the nearest image along an axis.
double nearest2(double d, double edge) {
  d = std::abs(d);
  d = std::min(d, edge - d);
  return d * d;
}

}  // namespace

HardSpheres::HardSpheres(const Vector& box, std::vector<Sphere> spheres)
    : box_(box),
      spheres_(std::move(spheres)),
      cells_(box, width_of_cells(spheres_), spheres_.size()),
      members_(cells_.count()) {
  for (std::size_t i = 0; i < spheres_.size(); ++i) members_at(spheres_[i]).push_back(static_cast<std::uint32_t>(i));
}

std::vector<std::uint32_t>& HardSpheres::members_at(const Sphere& sphere) {
  return members_[cells_.number_of(cells_.place_of({sphere.x, sphere.y, sphere.z}))];
}

bool HardSpheres::is_free(const Sphere& place, std::size_t mover) const {
  for (const std::size_t cell : cells_.around(cells_.place_of({place.x, place.y, place.z})))
    for (const std::uint32_t other : members_[cell]) {
      if (other == mover) continue;
      const Sphere& sphere = spheres_[other];
      const double least = least_distance * (place.radius + sphere.radius);
      if (nearest2(place.x - sphere.x, box_[0]) + nearest2(place.y - sphere.y, box_[1]) +
              nearest2(place.z - sphere.z, box_[2]) <
          least * least)
        return false;
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
    std::vector<std::uint32_t>& left = members_at(spheres_[mover]);
    left.erase(std::ranges::find(left, static_cast<std::uint32_t>(mover)));
    members_at(place).push_back(static_cast<std::uint32_t>(mover));
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
