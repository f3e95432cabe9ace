// SPDX-License-Identifier: Apache-2.0
// Makes the collision of a vector of cells of a group: as fluid, or that of fluid first and that of cells beside walls
// between voxels again.
#pragma once

#include <cstdint>
#include <type_traits>

#include "solver/cell/cell_update.hpp"
#include "solver/cell/cut_update.hpp"
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
    alignas(64) CutLanes<Real> found{};
    const std::int64_t left = data.cells - group * group_cells<Real> - first;
    const std::uint32_t with_walls = find_walls(*data.walls, data.masks[group],
                                                {group, first, left < lanes ? static_cast<int>(left) : lanes}, found);
    Vector cut[d3q19::directions];
    for (int q = 0; q < d3q19::directions; ++q) cut[q] = f[q];
    Moments<Vector> m = collide<E>(f, parameters);
    if (with_walls == 0) return m;
    const CutCell<Vector> cells = vectors_of(found);
    Moments<Vector> beside = collide_cut(cut, cells, data.walls->parameters);
    for (int a = 0; a < 3; ++a) beside.velocity[a] *= cells.force_share;  // what counts in a flow
    const Chosen chosen = choose(with_walls);
    for (int q = 0; q < d3q19::directions; ++q) f[q] = chosen ? cut[q] : f[q];
    m.density = chosen ? beside.density : m.density;
    for (int a = 0; a < 3; ++a) m.velocity[a] = chosen ? beside.velocity[a] : m.velocity[a];
    m.reversal = chosen ? beside.reversal : m.reversal;
    return m;
  }

  static CutCell<Vector> vectors_of(CutLanes<Real>& found) {
    CutCell<Vector> cells;
    for (int q = 1; q < d3q19::directions; ++q) cells.conductance[q] = vector_at(found.conductance[q]);
    for (std::size_t i = 0; i < d3q19::pairs.size(); ++i) cells.open[i] = vector_at(found.open[i]);
    cells.odd = vector_at(found.odd);
    cells.between = vector_at(found.between);
    cells.seen_all = vector_at(found.seen_all);
    cells.seen_open = vector_at(found.seen_open);
    cells.density_coupling = vector_at(found.density_coupling);
    cells.force_share = vector_at(found.force_share);
    return cells;
  }
  using Integer = std::conditional_t<sizeof(Real) == sizeof(float), std::int32_t, std::int64_t>;
  typedef Integer Chosen __attribute__((vector_size(sizeof(Vector))));
  static Chosen choose(std::uint32_t lanes_by_bits) {
    Chosen bits;
    for (int lane = 0; lane < lanes; ++lane) bits[lane] = static_cast<Integer>(lanes_by_bits >> lane & 1U);
    return bits != 0;
  }
  static Vector& vector_at(Real* values) {
    typedef Vector Aliased __attribute__((may_alias));
    return *reinterpret_cast<Aliased*>(values);
  }
};

}  // namespace perm
