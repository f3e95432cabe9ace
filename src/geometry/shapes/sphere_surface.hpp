// SPDX-License-Identifier: Apache-2.0
// The surface of spheres in a periodic box, which may touch and overlap. Lengths in voxels.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "geometry/shapes/periodic_cells.hpp"
#include "geometry/shapes/solids/spheres.hpp"
#include "geometry/surface.hpp"

namespace perm {

class SphereSurface final : public Surface {
 public:
  SphereSurface(std::span<const Sphere> spheres, const Extent& box);

  double meets(const std::array<double, 3>& centre, const d3q19::Velocity& step) const override;

 private:
  Vector box_;
  PeriodicCells cells_;
  std::vector<std::size_t> first_;  ///< sphere of each cell, and one behind the last
  std::vector<Sphere> spheres_;     ///< cell by cell, within the box
};

}  // namespace perm
