// SPDX-License-Identifier: Apache-2.0
// Makes the collision of a vector of cells of a group: as fluid, or that of fluid first and that of cells beside walls
// between voxels again.
#pragma once

#include <cstdint>

#include "solver/cell/cell_update.hpp"
#include "solver/cpu/lattice_data.hpp"

namespace perm {

/// Says where walls stand.
enum class WallPlaces { halfway, anywhere };

template <class Lanes, Equilibrium E, WallPlaces Walls>
class CollideVector {
 public:
  using Real = typename Lanes::Scalar;
  using Vector = typename Lanes::Vector;
  static constexpr int lanes = static_cast<int>(sizeof(Vector) / sizeof(Real));

  /// The vector begins at lane `first` of the group.
  static PERM_ALWAYS_INLINE Moments<Vector> collide_all(Vector (&f)[d3q19::directions], const LatticeData<Real>& data,
                                                        const CollisionParameters<Real>& parameters, std::int64_t group,
                                                        int first) {
    if constexpr (Walls == WallPlaces::anywhere) return collide_beside_walls(f, data, parameters, group, first);
    return collide<E>(f, parameters);
  }

 private:
  static __attribute__((noinline)) Moments<Vector> collide_beside_walls(Vector (&f)[d3q19::directions],
                                                                        const LatticeData<Real>& data,
                                                                        const CollisionParameters<Real>& parameters,
                                                                        std::int64_t group, int first) {
    alignas(64) Real before[d3q19::directions * lanes];
    alignas(64) Real after[d3q19::directions * lanes];
    alignas(64) Real moments[5 * lanes];
    for (int q = 0; q < d3q19::directions; ++q) vector_at(before, q) = f[q];
    Moments<Vector> m = collide<E>(f, parameters);
    for (int q = 0; q < d3q19::directions; ++q) vector_at(after, q) = f[q];
    vector_at(moments, 0) = m.density;
    for (int a = 0; a < 3; ++a) vector_at(moments, a + 1) = m.velocity[a];
    vector_at(moments, 4) = m.reversal;
    const std::int64_t left = data.cells - group * group_cells<Real> - first;
    collide_walls(*data.walls, data.masks[group],
                  {group, first, lanes, left < lanes ? static_cast<int>(left) : lanes, before, after, moments});
    for (int q = 0; q < d3q19::directions; ++q) f[q] = vector_at(after, q);
    m.density = vector_at(moments, 0);
    for (int a = 0; a < 3; ++a) m.velocity[a] = vector_at(moments, a + 1);
    m.reversal = vector_at(moments, 4);
    return m;
  }

  static Vector& vector_at(Real* values, int number) {
    typedef Vector Aliased __attribute__((may_alias));
    return *reinterpret_cast<Aliased*>(values + number * lanes);
  }
};

}  // namespace perm
