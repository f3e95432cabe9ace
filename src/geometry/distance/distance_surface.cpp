// SPDX-License-Identifier: Apache-2.0
#include "geometry/distance/distance_surface.hpp"

namespace perm {

std::shared_ptr<const Surface> DistanceSurface::find_near(const Range& planes) const {
  if (distances_->processes().is_alone()) return nullptr;
  constexpr std::int64_t reach = 4;  // planes that links and their interpolation need beyond a place
  const Range wanted = planes.size() > 0 ? Range{planes.first - reach, planes.last + reach} : Range{};
  return std::make_shared<DistanceSurface>(std::make_shared<DistanceArray>(distances_->fetch(wanted)));
}

}  // namespace perm
