// SPDX-License-Identifier: Apache-2.0
// The two time steps of the AA pattern (Bailey et al. 2009) on a range of tiles. The even step reads and writes the
// cell's own slots; the odd step reads from and writes to its neighbours' slots, or its own opposite ones where the
// link bitmask says solid (half-way bounce-back). Slot a(q) = (x + c_q, q), or (x, opposite q) at a solid link: the
// odd step reads the distribution opposite to q from a(q) and writes q there, so each slot belongs to one cell.
#pragma once

#include <cstdint>

#include "lattice/d3q19.hpp"
#include "solver/cell_update.hpp"
#include "solver/lattice_data.hpp"
#include "solver/tile_links.hpp"

namespace perm {

struct TileRange {
  std::int64_t first;
  std::int64_t last;  ///< one past the last
};

template <class Lanes, Equilibrium E>
class StepCpu {
 public:
  using Real = typename Lanes::Scalar;
  using Pack = typename Lanes::Pack;
  static constexpr int cells = Lanes::cells;
  using Links = TileLinks<cells>;
  static constexpr int directions = d3q19::directions;

  static void even(const LatticeData<Real>& data, const CollisionParameters<Real>& parameters, TileRange range,
                   MomentObserver<Real>* observer) {
    for (std::int64_t tile = range.first; tile < range.last; ++tile) {
      Real* own = data.f + tile * tile_stride;
      alignas(64) Real moments[4][cells];
      for (int p = 0; p < Lanes::packs; ++p) {
        Pack f[directions];
#pragma GCC unroll 19
        for (int q = 0; q < directions; ++q) f[q] = pack(own, q, p);
        const Moments<Pack> m = collide<E>(f, parameters);
#pragma GCC unroll 19
        for (int q = 0; q < directions; ++q) pack(own, opposites[q], p) = f[q];
        if (observer != nullptr) keep(m, moments, p);
      }
      if (observer != nullptr) tell(observer, data, tile, moments);
    }
  }

  static void odd(const LatticeData<Real>& data, const CollisionParameters<Real>& parameters, TileRange range,
                  MomentObserver<Real>* observer) {
    if (range.first == range.last) return;
    const std::int64_t first_cell = range.first * cells;
    TileWalker<cells> walker(data.words, data.words_per_row, data.extent, find_word(data, first_cell), first_cell);
    Links links;
    std::uint32_t fluid[directions];
    for (std::int64_t tile = range.first; tile < range.last; ++tile) {
#pragma GCC unroll 19
      for (int q = 0; q < directions; ++q) fluid[q] = Lanes::fluid_lanes(data.masks + tile * cells, q);
      walker.next(tile, lanes_of(data, tile), fluid, links, Lanes::add_run);
      odd_tile(data, parameters, tile, fluid, links, observer);
    }
  }

 private:
  static void odd_tile(const LatticeData<Real>& data, const CollisionParameters<Real>& parameters, std::int64_t tile,
                       const std::uint32_t* fluid, const Links& links,
                       MomentObserver<Real>* observer) {
    Real* own = data.f + tile * tile_stride;
    alignas(64) Real values[directions][cells];
    // values[q] is what slot a(q) holds: the distribution opposite to q before the collision, q after it.
#pragma GCC unroll 19
    for (int q = 0; q < directions; ++q) copy_line(own + opposites[q] * cells, values[q]);
    for (int i = 0; i < links.count; ++i) {
      const std::uint32_t piece = links.piece[i];
      const Real* line = data.f + links.line[i];
      __builtin_prefetch(line + prefetch_tiles * tile_stride, 1);
      Lanes::read(line, Links::shift(piece), Links::lanes(piece), values[Links::direction(piece)]);
    }
    alignas(64) Real moments[4][cells];
    for (int p = 0; p < Lanes::packs; ++p) {
      Pack f[directions];
#pragma GCC unroll 19
      for (int q = 0; q < directions; ++q) f[opposites[q]] = pack(&values[0][0], q, p);
      const Moments<Pack> m = collide<E>(f, parameters);
#pragma GCC unroll 19
      for (int q = 0; q < directions; ++q) pack(&values[0][0], q, p) = f[q];
      if (observer != nullptr) keep(m, moments, p);
    }
    copy_line(values[0], own);
#pragma GCC unroll 19
    for (int q = 1; q < directions; ++q) Lanes::write_own(values[q], ~fluid[q] & all_lanes, own + opposites[q] * cells);
    for (int i = 0; i < links.count; ++i) {
      const std::uint32_t piece = links.piece[i];
      Lanes::write(values[Links::direction(piece)], Links::shift(piece), Links::lanes(piece), data.f + links.line[i]);
    }
    if (observer != nullptr) tell(observer, data, tile, moments);
  }

  static constexpr std::int64_t prefetch_tiles = 6;
  static constexpr std::int64_t tile_stride = std::int64_t{directions} * cells;
  static constexpr std::uint32_t all_lanes = static_cast<std::uint32_t>((std::uint64_t{1} << cells) - 1);
  struct Opposites {
    int of[directions]{};
    constexpr Opposites() {
      for (int q = 0; q < directions; ++q) of[q] = d3q19::opposite(q);
    }
    constexpr int operator[](int q) const { return of[q]; }
  };
  static constexpr Opposites opposites{};

  static Pack& pack(Real* lines, int q, int p) {
    typedef Pack Aliased __attribute__((may_alias));
    return reinterpret_cast<Aliased*>(lines + q * cells)[p];
  }
  static void copy_line(const Real* from, Real* to) {
    for (int p = 0; p < Lanes::packs; ++p) pack(to, 0, p) = pack(const_cast<Real*>(from), 0, p);
  }
  static int lanes_of(const LatticeData<Real>& data, std::int64_t tile) {
    const std::int64_t left = data.cells - tile * cells;
    return left < cells ? static_cast<int>(left) : cells;
  }
  static void keep(const Moments<Pack>& m, Real (&moments)[4][cells], int p) {
    pack(moments[0], 0, p) = m.density;
    for (int a = 0; a < 3; ++a) pack(moments[a + 1], 0, p) = m.velocity[a];
  }
  static void tell(MomentObserver<Real>* observer, const LatticeData<Real>& data, std::int64_t tile,
                   const Real (&moments)[4][cells]) {
    const Real* const velocity[3] = {moments[1], moments[2], moments[3]};
    observer->observe(tile * cells, lanes_of(data, tile), moments[0], velocity);
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
