// SPDX-License-Identifier: Apache-2.0
// How a CPU moves the lanes of a tile between its own slots and its neighbours', in plain C++ with packs of `Bytes`
// bytes. Instruction sets with better means replace it lane for lane (lanes_avx512.hpp).
#pragma once

#include <bit>
#include <cstdint>

#include "lattice/d3q19.hpp"
#include "lattice/tiles.hpp"
#include "solver/tile_links.hpp"

namespace perm {

template <class Real, int Bytes>
struct PlainLanes {
  using Scalar = Real;
  static constexpr int cells = cpu_tile_cells<Real>;
  typedef Real Pack __attribute__((vector_size(Bytes)));
  static constexpr int packs = cells * static_cast<int>(sizeof(Real)) / Bytes;

  /// Lanes whose link q does not end in solid.
  static std::uint32_t fluid_lanes(const std::uint32_t* masks, int q) {
    std::uint32_t lanes = 0;
    for (int l = 0; l < cells; ++l) lanes |= (~masks[l] >> q & 1U) << l;
    return lanes;
  }

  static void add_run(const Run& run, const std::uint32_t* fluid, TileLinks<cells>& links) {
    add_run_links(run, fluid, links);
  }

  /// values[lanes] = their slots: see TileLinks.
  static void read(const Real* line, std::uint32_t shift, std::uint32_t lanes, Real* values) {
    for_each_slot(shift, lanes, [&](int lane, std::int64_t slot) { values[lane] = line[slot]; });
  }
  /// Their slots = values[lanes].
  static void write(const Real* values, std::uint32_t shift, std::uint32_t lanes, Real* line) {
    for_each_slot(shift, lanes, [&](int lane, std::int64_t slot) { line[slot] = values[lane]; });
  }
  /// line[lanes] = values[lanes].
  static void write_own(const Real* values, std::uint32_t lanes, Real* line) {
    for (; lanes != 0; lanes &= lanes - 1) line[std::countr_zero(lanes)] = values[std::countr_zero(lanes)];
  }

 private:
  /// A piece's lanes are consecutive along its line, but for the one along the row, whose lanes are any.
  template <class Visit>
  static void for_each_slot(std::uint32_t shift, std::uint32_t lanes, const Visit& visit) {
    constexpr std::int64_t to_next_line = std::int64_t{d3q19::directions} * cells - cells;
    const int signed_shift = shift < 16 ? static_cast<int>(shift) : static_cast<int>(shift) - 32;
    for (; lanes != 0; lanes &= lanes - 1) {
      const int lane = std::countr_zero(lanes);
      const int element = lane + signed_shift;
      visit(lane, element < cells ? element : element + to_next_line);
    }
  }
};

}  // namespace perm
