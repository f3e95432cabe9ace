// SPDX-License-Identifier: Apache-2.0
// The surface of spheres and of straight pieces of fibres with round ends in a periodic box, which may touch and
// overlap. Lengths in voxels.
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

/// All places nearer to a straight line than the radius. A sphere has a line of length 0.
struct Capsule {
  Vector begin;
  Vector direction;  ///< a unit vector; 0 of a sphere
  double length;     ///< of the line
  double radius;
};

class CapsuleSurface final : public Surface {
 public:
  CapsuleSurface(std::vector<Capsule> capsules, const Extent& box);
  CapsuleSurface(std::span<const Sphere> spheres, const Extent& box);

  bool is_pore(const Place& at) const override;
  void cut(const Place& from, std::span<const Place> links, std::span<double> places) const override;
  double distance(const Place& at) const override;

 private:
  /// One image of a capsule, which lies so many boxes off.
  struct Image {
    std::uint32_t capsule;
    std::array<std::int16_t, 3> boxes;
  };
  using CellPlace = std::array<std::int64_t, 3>;
  CellPlace cell_of(const Place& inside) const;
  std::size_t number_of(const CellPlace& cell) const {
    return static_cast<std::size_t>((cell[2] * cells_[1] + cell[1]) * cells_[0] + cell[0]);
  }
  /// Calls visit(cell, image) for the cells that hold places which an image of a capsule holds, or ones at most a link
  /// away.
  template <class Visit>
  void for_each_image(const Visit& visit) const;
  /// Calls visit(way from the begin of a capsule to `inside`, the capsule) until it gives false, for the images of
  /// capsules in the list of a cell.
  template <class Visit>
  void for_each_in(const CellPlace& cell, const Place& inside, const Visit& visit) const;
  /// Does so for those that may hold this place, or one at most a link away.
  template <class Visit>
  void for_each_near(const Place& place, const Visit& visit) const;

  Vector box_;
  CellPlace cells_{1, 1, 1};        ///< along each axis
  Vector width_{};                  ///< of a cell
  std::vector<Capsule> capsules_;   ///< which begin within the box
  std::vector<std::size_t> first_;  ///< image of each cell, and one behind the last
  std::vector<Image> images_;       ///< cell by cell
};

}  // namespace perm
