// SPDX-License-Identifier: Apache-2.0
// The surface of parallel cylinders in a periodic box, solid in pores or carved out of solid. Lengths in voxels.
#pragma once

#include <vector>

#include "geometry/shapes/solids/cylinders.hpp"
#include "geometry/shapes/solids/shift.hpp"
#include "geometry/surface.hpp"

namespace perm {

/// Cylinders are filled one after another. A place lies inside when it is nearer to the centre line than the radius;
/// squared distances are compared, so that every machine decides alike. The diameter must not exceed the section.
struct FilledCylinder {
  Cylinder cylinder;
  Filling filling;
};

class CylinderSurface final : public Surface {
 public:
  /// `before` fills what no cylinder does.
  CylinderSurface(const Extent& box, Axis axis, Filling before, std::vector<FilledCylinder> cylinders,
                  const Shift& shift);

  bool is_pore(const Place& at) const override;
  double distance(const Place& at) const override;

 private:
  /// Gives the squared distance from the nearest image of the centre line.
  double square_from(const Cylinder& cylinder, const Place& at) const;

  Axis first_;  ///< across the cylinders
  Axis second_;
  std::array<double, 2> box_;
  std::array<double, 2> shift_;
  Filling before_;
  std::vector<FilledCylinder> cylinders_;
};

}  // namespace perm
