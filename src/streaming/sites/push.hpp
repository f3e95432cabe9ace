// SPDX-License-Identifier: Apache-2.0
// The scheme of Huang et al. 2015: two arrays, and a voxel writes each distribution to the neighbour that it flows to,
// or back to itself where that is solid (Eq. 3.1). The layout is [z][direction][y][x], with the directions in order of
// their z component (Eq. 3.2), and a layer of ghost voxels below and above: what leaves a slab lies together, and one
// copy a face takes it to the next slab.
#pragma once

#include "solver/cell/cell_update.hpp"
#include "streaming/sites/box.hpp"

namespace perm::streaming {

inline constexpr int directions_across = 5;  ///< that leave a plane upwards, and as many downwards

/// Gives the place of a direction among the planes of a layer: 0 to 4 lead down, 14 to 18 lead up.
PERM_HOST_DEVICE constexpr int layer_slot(int q) {
  int slot = 0;
  for (int p = 0; p < d3q19::directions; ++p) {
    const int zp = d3q19::velocity(p).z;
    const int zq = d3q19::velocity(q).z;
    slot += zp < zq || (zp == zq && p < q) ? 1 : 0;
  }
  return slot;
}

struct PushPlaces {
  Box box;

  /// Gives the place of direction q at (x, y) in layer z, which is -1 or nz in a ghost layer.
  PERM_HOST_DEVICE std::int64_t place(std::int64_t x, std::int64_t y, std::int64_t z, int slot) const {
    return x + box.extent.nx * (y + box.extent.ny * (slot + d3q19::directions * (z + 1)));
  }
  PERM_HOST_DEVICE std::int64_t arrival(std::int64_t voxel, int q) const {
    const Voxel at = box.at(voxel);
    return place(at.x, at.y, at.z, layer_slot(q));
  }
  std::int64_t size() const { return box.extent.nx * box.extent.ny * (box.extent.nz + 2) * d3q19::directions; }
  /// Gives the place of the five planes that have left the box downwards, and of those that have left it upwards.
  std::int64_t left_downwards() const { return place(0, 0, -1, 0); }
  std::int64_t left_upwards() const { return place(0, 0, box.extent.nz, d3q19::directions - directions_across); }
  std::int64_t face_values() const { return directions_across * box.extent.nx * box.extent.ny; }
};

template <Equilibrium E, class Real>
struct PushStep {
  PushPlaces places;
  CollisionParameters<Real> parameters;
  const Real* from;
  Real* to;

  PERM_HOST_DEVICE void operator()(std::int64_t voxel) const {
    const Box& box = places.box;
    const std::uint32_t flags = box.flags[voxel];
    if (is_solid(flags)) return;
    const Voxel at = box.at(voxel);
    const std::int64_t row = box.extent.nx * box.extent.ny;
    const std::int64_t first = places.place(at.x, at.y, at.z, 0);
    const Reach reach = box.reach(at);
    Real f[d3q19::directions];
    constexpr int rest_slot = layer_slot(0);
    f[0] = from[first + rest_slot * row];
    for_each_link([&](auto direction) {
      constexpr int q = decltype(direction)::value;
      constexpr int slot = layer_slot(q);
      f[q] = from[first + slot * row];
    });
    collide<E>(f, parameters);
    to[first + rest_slot * row] = f[0];
    for_each_link([&](auto direction) {
      constexpr int q = decltype(direction)::value;
      constexpr d3q19::Velocity c = d3q19::velocity(q);
      constexpr int slot = layer_slot(q);
      constexpr int opposite_slot = layer_slot(d3q19::opposite(q));
      const std::int64_t sent = first + reach.in_plane(c) + (slot + c.z * d3q19::directions) * row;
      const std::int64_t thrown_back = first + opposite_slot * row;
      to[sent + ends_in_solid(flags, q) * (thrown_back - sent)] = f[q];
    });
  }
};

/// Takes over what has come through the faces below and above: five planes each. Where the sender is solid nothing was
/// sent, and the voxel has written there itself.
template <class Real>
struct GhostLayerPass {
  PushPlaces places;
  Real* f;
  const Real* from_below;
  const Real* from_above;

  std::int64_t items() const { return 2 * directions_across * places.box.extent.nx * places.box.extent.ny; }
  PERM_HOST_DEVICE void operator()(std::int64_t item) const {
    const Extent& n = places.box.extent;
    const std::int64_t x = item % n.nx;
    const std::int64_t y = item / n.nx % n.ny;
    const auto which = static_cast<int>(item / n.nx / n.ny);
    const bool upwards = which >= directions_across;
    const int slot = upwards ? d3q19::directions - 2 * directions_across + which : which;
    const std::int64_t z = upwards ? 0 : n.nz - 1;
    const std::int64_t voxel = places.box.index({x, y, z});
    const std::uint32_t flags = places.box.flags[voxel];
    if (is_solid(flags) || comes_from_solid(flags, slot)) return;
    const std::int64_t in_face = x + n.nx * (y + n.ny * (which % directions_across));
    f[places.place(x, y, z, slot)] = upwards ? from_below[in_face] : from_above[in_face];
  }

 private:
  PERM_HOST_DEVICE static bool comes_from_solid(std::uint32_t flags, int slot) {
    bool comes = false;
    for_each_link([&](auto direction) {
      constexpr int q = decltype(direction)::value;
      constexpr int own_slot = layer_slot(q);
      if (slot == own_slot) comes = ends_in_solid(flags, d3q19::opposite(q)) != 0;
    });
    return comes;
  }
};

}  // namespace perm::streaming
