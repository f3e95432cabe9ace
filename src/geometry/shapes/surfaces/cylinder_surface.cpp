// SPDX-License-Identifier: Apache-2.0
#include "geometry/shapes/surfaces/cylinder_surface.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace perm {

CylinderSurface::CylinderSurface(const Extent& box, Axis axis, Filling before, std::vector<FilledCylinder> cylinders,
                                 const Shift& shift)
    : first_(next_axis(axis)),
      second_(next_axis(first_)),
      box_{static_cast<double>(box.along(first_)), static_cast<double>(box.along(second_))},
      shift_{shift.along(first_), shift.along(second_)},
      before_(before),
      cylinders_(std::move(cylinders)) {}

double CylinderSurface::square_from(const Cylinder& cylinder, const Place& at) const {
  double a = at[static_cast<std::size_t>(first_)] - cylinder.first - shift_[0];
  double b = at[static_cast<std::size_t>(second_)] - cylinder.second - shift_[1];
  a -= box_[0] * std::round(a / box_[0]);
  b -= box_[1] * std::round(b / box_[1]);
  return a * a + b * b;
}

bool CylinderSurface::is_pore(const Place& at) const {
  Filling filling = before_;
  for (const auto& [cylinder, its_filling] : cylinders_)
    if (square_from(cylinder, at) < cylinder.radius * cylinder.radius) filling = its_filling;
  return filling == Filling::pore;
}

double CylinderSurface::distance(const Place& at) const {
  constexpr double far = std::numeric_limits<double>::infinity();
  double distance = before_ == Filling::pore ? far : -far;
  for (const auto& [cylinder, filling] : cylinders_) {
    const double outside = std::sqrt(square_from(cylinder, at)) - cylinder.radius;
    distance = filling == Filling::solid ? std::min(distance, outside) : std::max(distance, -outside);
  }
  return distance;
}

}  // namespace perm
