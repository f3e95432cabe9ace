// SPDX-License-Identifier: Apache-2.0
// Makes the two time steps of the AA pattern (Bailey et al. 2009) on a range of groups (the cells of 64 bytes). The
// even step reads and writes the cell's own slots; the odd step reads from and writes to the slots of its neighbours,
// or its own opposite slots where the link bitmask says solid (half-way bounce-back). Slot a(q) is (x + c_q, q), or (x,
// opposite q) at a solid link: the odd step reads the distribution opposite to q from a(q) and writes q there, so each
// slot belongs to one cell.
#pragma once

#include <cstdint>

#include "core/host_device.hpp"
#include "lattice/d3q19.hpp"
#include "lattice/group_masks.hpp"
#include "lattice/tiles.hpp"
#include "solver/cell/cell_update.hpp"
#include "solver/cpu/collide_vector.hpp"
#include "solver/cpu/lattice_data.hpp"
#include "solver/cpu/link_reader.hpp"

namespace perm {

template <class Lanes, Equilibrium E, WallPlaces Walls = WallPlaces::halfway>
class StepCpu {
 public:
  using Real = typename Lanes::Scalar;
  using Vector = typename Lanes::Vector;
  using Tiles = CpuTiles<Real>;
  static constexpr int cells = group_cells<Real>;
  static constexpr int vector_cells = static_cast<int>(sizeof(Vector) / sizeof(Real));
  static constexpr int directions = d3q19::directions;
  using Collision = CollideVector<Lanes, E, Walls>;
  using Seen = typename Collision::Seen;
  /// Vectors without masked loads and stores are blended (see odd_blended).
  static constexpr bool blends = requires { typename Lanes::Mask; };

  static void even(const LatticeData<Real>& data, const CollisionParameters<Real>& parameters, GroupRange range,
                   MomentObserver<Real>* observer) {
    if (observer == nullptr)
      even_watched<false>(data, parameters, range, observer);
    else
      even_watched<true>(data, parameters, range, observer);
  }

  static void odd(const LatticeData<Real>& data, const CollisionParameters<Real>& parameters, GroupRange range,
                  MomentObserver<Real>* observer) {
    GroupLinks links;
    constexpr std::int64_t a_chunk = link_stream::groups_a_chunk;
    std::int64_t group = range.first;
    while (group < range.last) {
      LinkReader<Lanes> reader(data.links->chunk(group / a_chunk), cells);
      for (std::int64_t skipped = group / a_chunk * a_chunk; skipped < group; ++skipped)
        reader.read(reader.next_head(), 0, links);
      const std::int64_t chunk_end = (group / a_chunk + 1) * a_chunk;
      const std::int64_t end = chunk_end < range.last ? chunk_end : range.last;
      for (; group < end; ++group) {
        const unsigned head = reader.next_head();
        if constexpr (blends) {
          reader.read(head, Tiles::slot(group * cells, 0), links);
          odd_blended(data, parameters, group, links, range.is_alone, observer);
        } else {
          // Most groups have few segments. These get loops of known length.
          switch (head) {
            case 1:
              odd_uniform<1>(data, parameters, group, reader, observer);
              break;
            case 2:
              odd_uniform<2>(data, parameters, group, reader, observer);
              break;
            case 3:
              odd_uniform<3>(data, parameters, group, reader, observer);
              break;
            case 4:
              odd_uniform<4>(data, parameters, group, reader, observer);
              break;
            case 5:
              odd_uniform<5>(data, parameters, group, reader, observer);
              break;
            case 6:
              odd_uniform<6>(data, parameters, group, reader, observer);
              break;
            default:
              reader.read(head, Tiles::slot(group * cells, 0), links);
              odd_group<0>(data, parameters, group, links.segments, links.count, observer);
          }
        }
      }
    }
  }

 private:
  /// Where nobody watches, the compiler leaves out a quarter of the arithmetic: what only moments need.
  template <bool IsWatched>
  static void even_watched(const LatticeData<Real>& data, const CollisionParameters<Real>& parameters, GroupRange range,
                           MomentObserver<Real>* observer) {
    for (std::int64_t group = range.first; group < range.last; ++group) {
      Real* own = data.f + Tiles::slot(group * cells, 0);
      typename Collision::SeenOfGroup seen;
#pragma GCC unroll 19
      for (int q = 0; q < directions; ++q) __builtin_prefetch(own + q * Tiles::line + prefetch_distance, 1);
      for (int p = 0; p < cells; p += vector_cells) {
        Vector f[directions];
#pragma GCC unroll 19
        for (int q = 0; q < directions; ++q) f[q] = vector_at(own + q * Tiles::line + p);
        const Seen m = Collision::collide_all(f, data, parameters, group, p);
#pragma GCC unroll 19
        for (int q = 0; q < directions; ++q) vector_at(own + opposites[q] * Tiles::line + p) = f[q];
        if constexpr (IsWatched) seen.keep(m, p);
      }
      if constexpr (IsWatched) tell(observer, data, group, seen);
    }
  }

  template <int Count>
  static PERM_ALWAYS_INLINE void odd_uniform(const LatticeData<Real>& data, const CollisionParameters<Real>& parameters,
                                             std::int64_t group, LinkReader<Lanes>& reader,
                                             MomentObserver<Real>* observer) {
    UniformSegment segments[Count];
    reader.read_uniform(segments);
    odd_group<Count>(data, parameters, group, segments, Count, observer);
  }

  /// `Count` is the number of uniform segments; 0 stands for any number of any segments.
  template <int Count, class Segment>
  static PERM_ALWAYS_INLINE void odd_group(const LatticeData<Real>& data, const CollisionParameters<Real>& parameters,
                                           std::int64_t group, const Segment* segments, int count,
                                           MomentObserver<Real>* observer) {
    const GroupMasks& fluid = data.masks[group];
    Real* const all = data.f;
    Real* const own = all + Tiles::slot(group * cells, 0);
    typename Collision::SeenOfGroup seen;
    for (int p = 0; p < cells; p += vector_cells) {
      Vector f[directions];
      f[0] = vector_at(own + p);
#pragma GCC unroll 19
      for (int q = 1; q < directions; ++q) {
        const int beside = links_of[q].side - 1 + q * Tiles::line + p;
        Vector value;
        if constexpr (Count == 0) {
          value = vector_at(own + p);
          for (int s = 0; s < count; ++s)
            value = Lanes::load(segments[s].lanes[links_of[q].side] >> p,
                                all + segments[s].offset[links_of[q].row] + beside, value);
        } else if (links_of[q].row == own_row) {
          value = Lanes::load(own + beside);
        } else {
          const Real* const first = all + segments[0].offset[links_of[q].row] + beside;
          // This loads lanes of other segments too; their values are replaced below.
          value = Lanes::load(first);
          __builtin_prefetch(first + prefetch_distance, 1);
#pragma GCC unroll 8
          for (int s = 1; s < Count; ++s)
            value = Lanes::load(segments[s].lanes >> p, all + segments[s].offset[links_of[q].row] + beside, value);
        }
        Real* const opposite = own + opposites[q] * Tiles::line + p;
        __builtin_prefetch(opposite + prefetch_distance, 1);
        f[opposites[q]] = Lanes::load(~std::uint32_t{fluid.lanes[q - 1]} >> p, opposite, value);
      }
      const Seen m = Collision::collide_all(f, data, parameters, group, p);
      vector_at(own + p) = f[0];
#pragma GCC unroll 19
      for (int q = 1; q < directions; ++q) {
        const int beside = links_of[q].side - 1 + q * Tiles::line + p;
        const std::uint32_t lanes = std::uint32_t{fluid.lanes[q - 1]};
        if constexpr (Count == 0) {
          for (int s = 0; s < count; ++s)
            Lanes::store((lanes & segments[s].lanes[links_of[q].side]) >> p,
                         all + segments[s].offset[links_of[q].row] + beside, f[q]);
        } else if (links_of[q].row == own_row) {
          Lanes::store(lanes >> p, own + beside, f[q]);
        } else {
#pragma GCC unroll 8
          for (int s = 0; s < Count; ++s)
            Lanes::store((Count == 1 ? lanes : lanes & segments[s].lanes) >> p,
                         all + segments[s].offset[links_of[q].row] + beside, f[q]);
        }
        Lanes::store(~lanes >> p, own + opposites[q] * Tiles::line + p, f[q]);
      }
      if (observer != nullptr) seen.keep(m, p);
    }
    if (observer != nullptr) tell(observer, data, group, seen);
  }

  template <class Mask>
  struct SideMasks {
    Mask of[3];  ///< for c_x = -1, 0, +1
  };
  template <class Mask>
  static PERM_ALWAYS_INLINE SideMasks<Mask> masks_of(const LinkSegment& segment, Mask bits) {
    return {{Lanes::mask(segment.lanes[0], bits), Lanes::mask(segment.lanes[1], bits),
             Lanes::mask(segment.lanes[2], bits)}};
  }

  /// Makes the odd step of any group with lanes that have no fast masked stores. A store of some lanes writes back what
  /// memory has in the others; where another thread may write to these, only masked stores serve. Memory is read before
  /// that, and the read waits for a store to a place nearby that is under way: so segment follows segment, not
  /// direction direction. One loop for any number of segments fits into the caches of a core for instructions; loops of
  /// known length do not.
  static void odd_blended(const LatticeData<Real>& data, const CollisionParameters<Real>& parameters,
                          std::int64_t group, const GroupLinks& links, bool is_alone, MomentObserver<Real>* observer) {
    using Mask = typename Lanes::Mask;
    const GroupMasks& fluid = data.masks[group];
    typename Collision::SeenOfGroup seen;
    unsigned free = 0xffffU;  // lanes without a link into solid
    for (int q = 1; q < directions; ++q) free &= fluid.lanes[q - 1];
    const bool has_walls = free != (1U << cells) - 1U;
    for (int p = 0; p < cells; p += vector_cells) {
      const Mask bits = Lanes::bits(p);
      Real* const all = data.f + p;
      Real* const own = all + Tiles::slot(group * cells, 0);
      const auto slots = [&](const LinkSegment& segment, int q) {
        return all + segment.offset[links_of[q].row] + (links_of[q].side - 1 + q * Tiles::line);
      };
      Vector f[directions];
      f[0] = vector_at(own);
#pragma GCC unroll 19
      for (int q = 1; q < directions; ++q) {
        const Real* const first = slots(links.segments[0], q);
        f[opposites[q]] = Lanes::load(first);  // lanes of other segments, too
        if (p == 0) __builtin_prefetch(first + prefetch_distance, 1);
      }
      for (int s = 1; s < links.count; ++s) {
        const LinkSegment& segment = links.segments[s];
        const SideMasks<Mask> chosen = masks_of(segment, bits);
#pragma GCC unroll 19
        for (int q = 1; q < directions; ++q)
          f[opposites[q]] = Lanes::select(chosen.of[links_of[q].side], Lanes::load(slots(segment, q)), f[opposites[q]]);
      }
      Mask leads[directions];
#pragma GCC unroll 19
      for (int q = 1; q < directions; ++q) {
        leads[q] = Lanes::mask(fluid.lanes[q - 1], bits);
        f[opposites[q]] = Lanes::select(leads[q], f[opposites[q]], Lanes::load(own + opposites[q] * Tiles::line));
        if (p == 0) __builtin_prefetch(own + opposites[q] * Tiles::line + prefetch_distance, 1);
      }
      const Seen m = Collision::collide_all(f, data, parameters, group, p);
      vector_at(own) = f[0];
      const auto store_all = [&](const auto& store) __attribute__((always_inline)) {
        for (int s = 0; s < links.count; ++s) {
          const LinkSegment& segment = links.segments[s];
          const SideMasks<Mask> chosen = masks_of(segment, bits);
#pragma GCC unroll 19
          for (int q = 1; q < directions; ++q) store(leads[q] & chosen.of[links_of[q].side], slots(segment, q), f[q]);
        }
        if (!has_walls) return;
#pragma GCC unroll 19
        for (int q = 1; q < directions; ++q) store(~leads[q], own + opposites[q] * Tiles::line, f[q]);
      };
      if (is_alone)
        store_all(
            [](Mask mask, Real* to, Vector vector) { Lanes::store(to, Lanes::select(mask, vector, Lanes::load(to))); });
      else
        store_all([](Mask mask, Real* to, Vector vector) { Lanes::store(mask, to, vector); });
      if (observer != nullptr) seen.keep(m, p);
    }
    if (observer != nullptr) tell(observer, data, group, seen);
  }

  static constexpr std::int64_t prefetch_distance = 256 / sizeof(Real);  // four cache lines ahead
  struct Opposites {
    int of[directions]{};
    constexpr Opposites() {
      for (int q = 0; q < directions; ++q) of[q] = d3q19::opposite(q);
    }
    constexpr int operator[](int q) const { return of[q]; }
  };
  static constexpr Opposites opposites{};
  struct LinkOf {
    int row;
    int side;  ///< c_x + 1
  };
  struct LinksOf {
    LinkOf of[directions]{};
    constexpr LinksOf() {
      for (int r = 0; r < neighbour_row_count; ++r)
        for (int side = 0; side < 3; ++side)
          if (neighbour_rows[r].q[side] != 0) of[neighbour_rows[r].q[side]] = {r, side};
    }
    constexpr const LinkOf& operator[](int q) const { return of[q]; }
  };
  static constexpr LinksOf links_of{};

  static Vector& vector_at(Real* values) {
    typedef Vector Aliased __attribute__((may_alias));
    return *reinterpret_cast<Aliased*>(values);
  }
  static int used_lanes(const LatticeData<Real>& data, std::int64_t group) {
    const std::int64_t left = data.cells - group * cells;
    return left < cells ? static_cast<int>(left) : cells;
  }
  static void tell(MomentObserver<Real>* observer, const LatticeData<Real>& data, std::int64_t group,
                   const typename Collision::SeenOfGroup& seen) {
    observer->observe(group * cells, used_lanes(data, group), seen.moments());
  }
};

}  // namespace perm
