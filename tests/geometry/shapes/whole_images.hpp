// SPDX-License-Identifier: Apache-2.0
// Makes geometries as images that one process holds alone, for tests that need no recipe. Lengths are in voxels.
#pragma once

#include <memory>
#include <span>
#include <utility>

#include "geometry/shapes/channels.hpp"
#include "geometry/shapes/overlap.hpp"
#include "geometry/shapes/solids/spheres.hpp"
#include "geometry/surface.hpp"

namespace perm {

/// Makes an image that is all solid and lets `draw` draw into it.
template <class Draw>
PoreSpace whole_image(const Extent& extent, Draw&& draw) {
  PoreSlab slab{PoreSpace(extent)};
  draw(slab);
  return std::move(slab.pores());
}

inline PoreSpace whole_image(const std::shared_ptr<const Surface>& surface, const Extent& extent) {
  return std::move(voxels_of(surface, extent, Communicator()).pores());
}

inline PoreSpace make_tube(const Extent& extent, Axis axis, double radius) {
  return whole_image(tube_surface(extent, axis, radius), extent);
}

inline PoreSpace make_annulus(const Extent& extent, Axis axis, const AnnulusSection& section) {
  return whole_image(annulus_surface(extent, axis, section), extent);
}

inline PoreSpace make_plates(const Extent& extent, Axis axis, double gap) {
  return whole_image(plates_surface(extent, axis, gap), extent);
}

inline PoreSpace make_duct(const Extent& extent, Axis axis, const DuctSection& section) {
  return whole_image(duct_surface(extent, axis, section), extent);
}

inline PoreSpace make_spheres(const Extent& extent, std::span<const Sphere> spheres) {
  return whole_image(extent, [&](PoreSlab& slab) { draw_spheres(slab, spheres); });
}

inline PoreSpace make_overlapping_spheres(const Extent& extent, const OverlapRequest& request) {
  return whole_image(extent, [&](PoreSlab& slab) { draw_overlapping_spheres(slab, request); });
}

}  // namespace perm
