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
  struct MomentsAtWalls : Moments<Vector> {
    Vector force_share;
  };
  /// What a collision leaves to see of a vector of cells.
  using Seen = std::conditional_t<Walls == WallPlaces::anywhere, MomentsAtWalls, Moments<Vector>>;

  /// Keeps that of a group for an observer.
  class SeenOfGroup {
   public:
    void keep(const Seen& m, int first) {
      vector_at(of_[0] + first) = m.density;
      for (int a = 0; a < 3; ++a) vector_at(of_[a + 1] + first) = m.velocity[a];
      vector_at(of_[4] + first) = m.reversal;
      if constexpr (Walls == WallPlaces::anywhere) vector_at(of_[5] + first) = m.force_share;
    }
    CellMoments<Real> moments() const {
      return {of_[0], {of_[1], of_[2], of_[3]}, of_[4], Walls == WallPlaces::anywhere ? of_[values - 1] : nullptr};
    }

   private:
    static constexpr int values = Walls == WallPlaces::anywhere ? 6 : 5;
    alignas(64) Real of_[values][group_cells<Real>];
  };

  /// The vector begins at lane `first` of the group.
  static PERM_ALWAYS_INLINE Seen collide_all(Vector (&f)[d3q19::directions], const LatticeData<Real>& data,
                                             const CollisionParameters<Real>& parameters, std::int64_t group,
                                             int first) {
    if constexpr (Walls == WallPlaces::anywhere)
      return collide_beside_walls(f, data, parameters, group, first);
    else
      return collide<E>(f, parameters);
  }

 private:
  static __attribute__((noinline)) MomentsAtWalls collide_beside_walls(Vector (&f)[d3q19::directions],
                                                                       const LatticeData<Real>& data,
                                                                       const CollisionParameters<Real>& parameters,
                                                                       std::int64_t group, int first) {
    alignas(64) CutLanes<Real> found{};
    const std::int64_t left = data.cells - group * group_cells<Real> - first;
    const std::uint32_t with_walls = find_walls(*data.walls, data.masks[group],
                                                {group, first, left < lanes ? static_cast<int>(left) : lanes}, found);
    Vector cut[d3q19::directions];
    for (int q = 0; q < d3q19::directions; ++q) cut[q] = f[q];
    MomentsAtWalls m{collide<E>(f, parameters), Vector{} + 1};
    if (with_walls == 0) return m;
    const CutCell<Vector> cells = vectors_of(found);
    const Moments<Vector> beside = collide_cut(cut, cells, data.walls->parameters);
    const Chosen chosen = choose(with_walls);
    for (int q = 0; q < d3q19::directions; ++q) f[q] = chosen ? cut[q] : f[q];
    m.density = chosen ? beside.density : m.density;
    for (int a = 0; a < 3; ++a) m.velocity[a] = chosen ? beside.velocity[a] : m.velocity[a];
    m.reversal = chosen ? beside.reversal : m.reversal;
    m.force_share = chosen ? cells.force_share : m.force_share;
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
