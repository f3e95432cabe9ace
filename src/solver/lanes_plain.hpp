// SPDX-License-Identifier: Apache-2.0
// How a CPU moves the lanes of a tile between its own slots and its neighbours', in plain C++ with packs of `Bytes`
// bytes. Instruction sets with better means replace it lane for lane (lanes_avx512.hpp).
#pragma once

#include <bit>
#include <cstdint>

#include "lattice/d3q19.hpp"
#include "lattice/tiles.hpp"

namespace perm {

/// Parallel bit extract in software: the bits of `value` where `mask` is set, moved together.
struct PlainExtract {
  static std::uint32_t extract(std::uint32_t value, std::uint32_t mask) {
    std::uint32_t result = 0;
    for (int position = 0; mask != 0; mask &= mask - 1, ++position)
      result |= static_cast<std::uint32_t>((value & mask & (0U - mask)) != 0) << position;
    return result;
  }
};

template <class Real, int Bytes, class Extract>
struct PlainLanes {
  using Scalar = Real;
  using BitExtract = Extract;
  static constexpr int cells = cpu_tile_cells<Real>;
  static constexpr std::int64_t tile_stride = std::int64_t{d3q19::directions} * cells;
  typedef Real Pack __attribute__((vector_size(Bytes)));
  static constexpr int packs = cells * static_cast<int>(sizeof(Real)) / Bytes;

  /// Lanes whose link q does not end in solid.
  static std::uint32_t fluid_lanes(const std::uint32_t* masks, int q) {
    std::uint32_t lanes = 0;
    for (int l = 0; l < cells; ++l) lanes |= (~masks[l] >> q & 1U) << l;
    return lanes;
  }

  /// into[lanes] = the targets of the window whose first line is `line`, in order; other lanes keep their value.
  static void read(const Real* line, std::uint64_t targets, std::uint32_t lanes, Real* into) {
    for (; lanes != 0; lanes &= lanes - 1, targets &= targets - 1) {
      const int target = std::countr_zero(targets);
      into[std::countr_zero(lanes)] = line[target / cells * tile_stride + target % cells];
    }
  }

  /// The targets of the window = from[lanes], in order; nothing else is written.
  static void write(Real* line, std::uint64_t targets, std::uint32_t lanes, const Real* from) {
    for (; lanes != 0; lanes &= lanes - 1, targets &= targets - 1) {
      const int target = std::countr_zero(targets);
      line[target / cells * tile_stride + target % cells] = from[std::countr_zero(lanes)];
    }
  }

  /// line[lanes] = from[lanes].
  static void write_own(Real* line, std::uint32_t lanes, const Real* from) {
    for (; lanes != 0; lanes &= lanes - 1) {
      const int l = std::countr_zero(lanes);
      line[l] = from[l];
    }
  }
};

}  // namespace perm
