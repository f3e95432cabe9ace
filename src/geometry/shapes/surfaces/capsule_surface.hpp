// SPDX-License-Identifier: Apache-2.0
// The surface of spheres and of straight pieces of fibres with round ends in a periodic box, which may touch and
// overlap. Lengths in voxels.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "geometry/shapes/solids/spheres.hpp"
#include "geometry/shapes/surfaces/capsule_grid.hpp"
#include "geometry/surface.hpp"

namespace perm {

class CapsuleSurface final : public Surface {
 public:
  CapsuleSurface(std::vector<Capsule> capsules, const Extent& box);
  CapsuleSurface(std::span<const Sphere> spheres, const Extent& box);

  bool is_pore(const Place& at) const override;
  void cut(const Place& from, std::span<const Place> links, std::span<double> places) const override;
  double distance(const Place& at) const override;
  double near_distance(const Place& at) const override;

  // What a GPU needs to do the same.
  CapsuleGrid grid() const;  ///< with the arrays below
  std::span<const Capsule> capsules() const { return capsules_; }
  std::span<const std::size_t> first() const { return first_; }
  std::span<const CapsuleImage> images() const { return images_; }

 protected:
  std::shared_ptr<const Surface> make_finer(int factor) const override;

 private:
  /// Calls visit(cell, image) for the cells that hold places which an image of a capsule holds, or ones at most a link
  /// away.
  template <class Visit>
  void for_each_image(const Visit& visit) const;

  Extent extent_;
  CapsuleGrid grid_;                ///< without arrays
  std::vector<Capsule> capsules_;   ///< which begin within the box
  std::vector<std::size_t> first_;  ///< image of each cell, and one behind the last
  std::vector<CapsuleImage> images_;
};

}  // namespace perm
