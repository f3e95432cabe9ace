// SPDX-License-Identifier: Apache-2.0
#include "geometry/shapes/cylinder_surface.hpp"

#include <cmath>
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

bool CylinderSurface::is_pore(const Place& at) const {
  Filling filling = before_;
  for (const auto& [cylinder, its_filling] : cylinders_) {
    double a = at[static_cast<std::size_t>(first_)] - cylinder.first - shift_[0];
    double b = at[static_cast<std::size_t>(second_)] - cylinder.second - shift_[1];
    a -= box_[0] * std::round(a / box_[0]);
    b -= box_[1] * std::round(b / box_[1]);
    if (a * a + b * b < cylinder.radius * cylinder.radius) filling = its_filling;
  }
  return filling == Filling::pore;
}

}  // namespace perm
