// SPDX-License-Identifier: Apache-2.0
// The two time steps of the AA pattern (Bailey et al. 2009) on a range of groups (the cells of one vector). The even
// step reads and writes the cell's own slots; the odd step reads from and writes to its neighbours' slots, or its own
// opposite ones where the link bitmask says solid (half-way bounce-back). Slot a(q) = (x + c_q, q), or (x, opposite q)
// at a solid link: the odd step reads the distribution opposite to q from a(q) and writes q there, so each slot belongs
// to one cell.
#pragma once

#include <cstdint>

#include "lattice/d3q19.hpp"
#include "solver/cell_update.hpp"
#include "solver/group_links.hpp"
#include "solver/lattice_data.hpp"

namespace perm {

struct GroupRange {
  std::int64_t first;
  std::int64_t last;  ///< one past the last
};

template <class Lanes, Equilibrium E>
class StepCpu {
 public:
  using Real = typename Lanes::Scalar;
  using Pack = typename Lanes::Pack;
  using Tiles = typename Lanes::Tiles;
  using Links = typename Lanes::Links;
  static constexpr int cells = Lanes::cells;
  static constexpr int directions = d3q19::directions;

  static void even(const LatticeData<Real>& data, const CollisionParameters<Real>& parameters, GroupRange range,
                   MomentObserver<Real>* observer) {
    for (std::int64_t group = range.first; group < range.last; ++group) {
      Real* own = data.f + Tiles::slot(group * cells, 0);
      alignas(64) Real moments[4][cells];
#pragma GCC unroll 19
      for (int q = 0; q < directions; ++q) __builtin_prefetch(own + q * Tiles::line + prefetch_distance, 1);
      for (int p = 0; p < Lanes::packs; ++p) {
        Pack f[directions];
#pragma GCC unroll 19
        for (int q = 0; q < directions; ++q) f[q] = pack(own + q * Tiles::line, p);
        const Moments<Pack> m = collide<E>(f, parameters);
#pragma GCC unroll 19
        for (int q = 0; q < directions; ++q) pack(own + opposites[q] * Tiles::line, p) = f[q];
        if (observer != nullptr) keep(m, moments, p);
      }
      if (observer != nullptr) tell(observer, data, group, moments);
    }
  }

  static void odd(const LatticeData<Real>& data, const CollisionParameters<Real>& parameters, GroupRange range,
                  MomentObserver<Real>* observer) {
    if (range.first == range.last) return;
    const std::int64_t first_cell = range.first * cells;
    GroupWalker<Tiles, cells> walker(data.words, data.words_per_row, data.extent, find_word(data, first_cell),
                                     first_cell);
    Links links;
    const auto add_run = [](const Run& run, const GroupMasks& fluid, Links& of_group) {
      Lanes::add_run(run, fluid, of_group);  // a lambda is inlined, a function's address is not
    };
    for (std::int64_t group = range.first; group < range.last; ++group) {
      walker.next(group * cells, used_lanes(data, group), data.masks[group], links, add_run);
      odd_group_of_any_count(data, parameters, group, links, observer);
    }
  }

 private:
  /// Most groups are one to four runs: where it pays, those have loops of known length.
  static void odd_group_of_any_count(const LatticeData<Real>& data, const CollisionParameters<Real>& parameters,
                                     std::int64_t group, const Links& links, MomentObserver<Real>* observer) {
    if constexpr (Lanes::loops_by_block_count) {
      switch (links.count) {
        case 1:
          return odd_group<1>(data, parameters, group, links, observer);
        case 2:
          return odd_group<2>(data, parameters, group, links, observer);
        case 3:
          return odd_group<3>(data, parameters, group, links, observer);
        case 4:
          return odd_group<4>(data, parameters, group, links, observer);
        default:
          break;
      }
    }
    odd_group<0>(data, parameters, group, links, observer);
  }

  /// `Blocks` is links.count, or 0 where that is any number.
  template <int Blocks>
  static void odd_group(const LatticeData<Real>& data, const CollisionParameters<Real>& parameters, std::int64_t group,
                        const Links& links, MomentObserver<Real>* observer) {
    const GroupMasks& fluid = data.masks[group];
    Real* const all = data.f;
    Real* const own = all + Tiles::slot(group * cells, 0);
    // values[q] is what slot a(q) holds: the distribution opposite to q before the collision, q after it.
    alignas(64) Real values[directions][cells];
    for (int p = 0; p < Lanes::packs; ++p) pack(values[0], p) = pack(own, p);
#pragma GCC unroll 19
    for (int q = 1; q < directions; ++q)
      Lanes::template read<Blocks>(all, own + opposites[q] * Tiles::line, links, q, values[q]);
    alignas(64) Real moments[4][cells];
    for (int p = 0; p < Lanes::packs; ++p) {
      Pack f[directions];
#pragma GCC unroll 19
      for (int q = 0; q < directions; ++q) f[opposites[q]] = pack(values[q], p);
      const Moments<Pack> m = collide<E>(f, parameters);
#pragma GCC unroll 19
      for (int q = 0; q < directions; ++q) pack(values[q], p) = f[q];
      if (observer != nullptr) keep(m, moments, p);
    }
    // Offsets and lanes are read anew below: kept from above they would only fill the stack.
    asm volatile("" ::: "memory");
    for (int p = 0; p < Lanes::packs; ++p) pack(own, p) = pack(values[0], p);
#pragma GCC unroll 19
    for (int q = 1; q < directions; ++q) {
      Lanes::template write<Blocks>(all, links, q, values[q]);
      Lanes::write_own(values[q], ~std::uint32_t{fluid.lanes[q - 1]} & all_lanes, own + opposites[q] * Tiles::line);
    }
    if (observer != nullptr) tell(observer, data, group, moments);
  }

  static constexpr std::int64_t prefetch_distance = 256 / sizeof(Real);  // four cache lines ahead
  static constexpr std::uint32_t all_lanes = (1U << cells) - 1U;
  struct Opposites {
    int of[directions]{};
    constexpr Opposites() {
      for (int q = 0; q < directions; ++q) of[q] = d3q19::opposite(q);
    }
    constexpr int operator[](int q) const { return of[q]; }
  };
  static constexpr Opposites opposites{};

  static Pack& pack(Real* line, int p) {
    typedef Pack Aliased __attribute__((may_alias));
    return reinterpret_cast<Aliased*>(line)[p];
  }
  static int used_lanes(const LatticeData<Real>& data, std::int64_t group) {
    const std::int64_t left = data.cells - group * cells;
    return left < cells ? static_cast<int>(left) : cells;
  }
  static void keep(const Moments<Pack>& m, Real (&moments)[4][cells], int p) {
    pack(moments[0], p) = m.density;
    for (int a = 0; a < 3; ++a) pack(moments[a + 1], p) = m.velocity[a];
  }
  static void tell(MomentObserver<Real>* observer, const LatticeData<Real>& data, std::int64_t group,
                   const Real (&moments)[4][cells]) {
    const Real* const velocity[3] = {moments[1], moments[2], moments[3]};
    observer->observe(group * cells, used_lanes(data, group), moments[0], velocity);
  }
  static std::int64_t find_word(const LatticeData<Real>& data, std::int64_t cell) {
    std::int64_t low = 0;
    std::int64_t high = data.word_count;
    while (high - low > 1) {
      const std::int64_t middle = (low + high) / 2;
      (data.words[middle].rank <= cell ? low : high) = middle;
    }
    return low;
  }
};

}  // namespace perm
