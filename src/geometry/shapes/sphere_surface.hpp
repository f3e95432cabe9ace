// SPDX-License-Identifier: Apache-2.0
// The surface of spheres in a periodic box, which may touch and overlap. Lengths in voxels.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "geometry/shapes/solids/spheres.hpp"
#include "geometry/shapes/solids/vector.hpp"
#include "geometry/surface.hpp"

namespace perm {

class SphereSurface final : public Surface {
 public:
  SphereSurface(std::span<const Sphere> spheres, const Extent& box);

  bool is_pore(const Place& at) const override;
  void cut(const Place& from, std::span<const Place> links, std::span<double> places) const override;

 private:
  /// One image of a sphere, which lies so many boxes off.
  struct Image {
    std::uint32_t sphere;
    std::array<std::int16_t, 3> boxes;
  };
  std::size_t cell_of(const Place& inside) const;
  /// Calls visit(cell, image) for the cells that hold places which an image of a sphere holds, or ones at most a link
  /// away.
  template <class Visit>
  void for_each_image(const Visit& visit) const;
  /// Calls visit(way from the centre of a sphere to `place`, its radius), until it gives false, for the images of
  /// spheres that may hold this place, or one at most a link away.
  template <class Visit>
  void for_each_near(const Place& place, const Visit& visit) const;

  Vector box_;
  std::array<std::int64_t, 3> cells_{1, 1, 1};  ///< along each axis
  Vector width_{};                              ///< of a cell
  std::vector<Sphere> spheres_;                 ///< within the box
  std::vector<std::size_t> first_;              ///< image of each cell, and one behind the last
  std::vector<Image> images_;                   ///< cell by cell
};

}  // namespace perm
