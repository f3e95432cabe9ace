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

  bool is_pore(const Place& at) const override;
  void cut(const Place& from, std::span<const Place> links, std::span<double> places) const override;

 private:
  /// Calls visit(sphere, way from its centre to `place`), until it gives false, for the images of spheres that may hold
  /// this place, or one at most a link away.
  template <class Visit>
  void for_each_near(const Place& place, const Visit& visit) const;

  Vector box_;
  PeriodicCells cells_;
  std::vector<std::size_t> first_;  ///< sphere of each cell, and one behind the last
  std::vector<Sphere> spheres_;     ///< cell by cell, within the box
};

}  // namespace perm
