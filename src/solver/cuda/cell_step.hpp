// SPDX-License-Identifier: Apache-2.0
// Makes the two time steps of the AA pattern (Bailey et al. 2009) for one cell in the brick order. This is what a
// thread of a GPU does. The code is compiled for the host too, where it is tested. As in step_cpu.hpp slot a(q) is (x +
// c_q, q), or (x, opposite q) at a solid link; the odd step reads the distribution opposite to q from a(q) and writes q
// there, so each slot belongs to one cell and the order of cells does not matter.
#pragma once

#include <cstdint>
#include <utility>

#include "core/host_device.hpp"
#include "lattice/d3q19.hpp"
#include "lattice/tiles.hpp"
#include "solver/cell/cell_update.hpp"
#include "solver/cell/stored.hpp"
#include "solver/cuda/index/cell_links.hpp"

namespace perm {

template <Equilibrium E, class Storage>
class CellStep {
 public:
  using Real = typename Stored<Storage>::Real;
  using Parameters = CollisionParameters<Real>;
  using Tiles = GpuTiles<static_cast<int>(sizeof(Storage))>;

  /// Reads and writes the cell's own slots; gives the moments before the collision.
  PERM_HOST_DEVICE PERM_ALWAYS_INLINE static Moments<Real> even(Storage* f, std::uint32_t cell, const Parameters& p) {
    return even(f, cell, [&](Real(&values)[d3q19::directions]) { return collide<E>(values, p); });
  }

  /// Reads from and writes to the slots a(q).
  PERM_HOST_DEVICE PERM_ALWAYS_INLINE static Moments<Real> odd(Storage* f, const BrickIndex& index, std::uint32_t cell,
                                                               CellRecord record, const Parameters& p) {
    return odd(f, index, cell, record, [&](Real(&values)[d3q19::directions]) { return collide<E>(values, p); });
  }

  /// Do the same with another collision: it replaces values by those after it, and gives the moments before.
  template <class Collide>
  PERM_HOST_DEVICE PERM_ALWAYS_INLINE static Moments<Real> even(Storage* f, std::uint32_t cell,
                                                                const Collide& collision) {
    return even(f + Tiles::slot(cell, 0), collision, every_direction{});
  }
  template <class Collide>
  PERM_HOST_DEVICE PERM_ALWAYS_INLINE static Moments<Real> odd(Storage* f, const BrickIndex& index, std::uint32_t cell,
                                                               CellRecord record, const Collide& collision) {
    return odd(f, linked_cells(index, cell, record), cell, record, collision, every_direction{});
  }

 private:
  using every_direction = std::make_integer_sequence<int, d3q19::directions>;
  static constexpr int line = static_cast<int>(Tiles::line);
  template <int Q>
  static constexpr int opposite = d3q19::opposite(Q);

  template <class Collide, int... Q>
  PERM_HOST_DEVICE PERM_ALWAYS_INLINE static Moments<Real> even(Storage* own, const Collide& collision,
                                                                std::integer_sequence<int, Q...>) {
    Real values[d3q19::directions] = {Stored<Storage>::read(own[Q * line])...};
    const Moments<Real> moments = collision(values);
    ((own[opposite<Q> * line] = Stored<Storage>::write(values[Q])), ...);
    return moments;
  }

  template <class Collide, int... Q>
  PERM_HOST_DEVICE PERM_ALWAYS_INLINE static Moments<Real> odd(Storage* f, const LinkedCells& linked,
                                                               std::uint32_t cell, CellRecord record,
                                                               const Collide& collision,
                                                               std::integer_sequence<int, Q...>) {
    Storage* const own = f + Tiles::slot(cell, 0);
    Storage* const slots[d3q19::directions] = {slot<Q>(f, own, linked, record)...};
    Real values[d3q19::directions];
    ((values[opposite<Q>] = Stored<Storage>::read(*slots[Q])), ...);
    const Moments<Real> moments = collision(values);
    ((*slots[Q] = Stored<Storage>::write(values[Q])), ...);
    return moments;
  }

  /// Gives slot a(Q).
  template <int Q>
  PERM_HOST_DEVICE PERM_ALWAYS_INLINE static Storage* slot(Storage* f, Storage* own, const LinkedCells& linked,
                                                           CellRecord record) {
    if constexpr (Q == 0) return own;
    if constexpr (Q != 0) return record.is_solid(Q) ? own + opposite<Q> * line : f + Tiles::slot(linked.of[Q], Q);
  }
};

}  // namespace perm
