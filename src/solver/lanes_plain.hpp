// SPDX-License-Identifier: Apache-2.0
// How a CPU moves the lanes of a group between its own slots and its neighbours', in plain C++ with packs of `Bytes`
// bytes. Instruction sets with better means replace it lane for lane (lanes_avx512.hpp).
#pragma once

#include <bit>
#include <cstdint>

#include "lattice/d3q19.hpp"
#include "lattice/tiles.hpp"
#include "solver/group_links.hpp"

namespace perm {

template <class Real, int Bytes>
struct PlainLanes {
  using Scalar = Real;
  static constexpr int cells = 64 / static_cast<int>(sizeof(Real));
  using Tiles = CpuTiles<Real>;
  using Links = GroupLinks<Tiles, cells>;
  typedef Real Pack __attribute__((vector_size(Bytes)));
  static constexpr int packs = cells * static_cast<int>(sizeof(Real)) / Bytes;
  static constexpr bool loops_by_block_count = false;

  static void add_run(const Run& run, const GroupMasks& fluid, Links& links) { add_run_links(run, fluid, links); }

  /// values = what the slots of direction q of all lanes hold: own ones at solid links, else the neighbours'.
  template <int Blocks>
  static void read(const Real* f, const Real* own, const Links& links, int q, Real* values) {
    for (int l = 0; l < cells; ++l) values[l] = own[l];
    for_each_link(links, q, [&](int lane, std::int64_t slot) { values[lane] = f[slot]; });
  }
  /// The neighbours' slots = values; own ones are left to write_own.
  template <int Blocks>
  static void write(Real* f, const Links& links, int q, const Real* values) {
    for_each_link(links, q, [&](int lane, std::int64_t slot) { f[slot] = values[lane]; });
  }
  /// The own slots of lanes whose link q ends in solid = values.
  static void write_own(const Real* values, std::uint32_t solid, Real* line) {
    for (; solid != 0; solid &= solid - 1) line[std::countr_zero(solid)] = values[std::countr_zero(solid)];
  }

 private:
  template <class Visit>
  static void for_each_link(const Links& links, int q, const Visit& visit) {
    for (int b = 0; b < links.count; ++b) {
      const std::int64_t offset = links.blocks[b].offset[q - 1];
      for (std::uint32_t lanes = links.blocks[b].lanes[q - 1]; lanes != 0; lanes &= lanes - 1) {
        const int lane = std::countr_zero(lanes);
        visit(lane, offset + lane);
      }
    }
  }
};

}  // namespace perm
