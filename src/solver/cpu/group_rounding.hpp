// SPDX-License-Identifier: Apache-2.0
// Rounds the moments of a group of cells to whole numbers of quanta, with the bits that FlowSums gives cell by cell: to
// the nearest number, and of two that are equally near to the even one. Like the step kernels this is compiled for each
// instruction set and uses no containers of the standard library.
#pragma once

#include <cstdint>
#include <cstring>

#include "core/host_device.hpp"
#include "lattice/tiles.hpp"
#include "solver/cpu/group_vectors.hpp"
#include "solver/cpu/lattice_data.hpp"
#include "solver/flow_sums.hpp"

namespace perm {

/// Says what FlowSums multiplies moments with.
struct MomentScales {
  double of_value;       ///< quanta in a unit of velocity or density
  double of_square;      ///< quanta in a unit of velocity squared
  double density_share;  ///< see FlowSums::flux_of
};

/// Holds one moment of each cell of a group in quanta, and their sum.
template <class Real>
struct RoundedMoment {
  alignas(64) std::int64_t of_cell[group_cells<Real>];
  std::int64_t sum;
};

/// Holds the moments of a group that are summed.
template <class Real>
struct RoundedMoments {
  RoundedMoment<Real> flux[3];
  RoundedMoment<Real> density;
  RoundedMoment<Real> reversal;
};

/// Rounds the moments of all cells of a group. It gives false where a value is not finite or has `too_many_quanta`: the
/// quanta mean nothing then, and the cells must be rounded one by one.
template <class Real>
using RoundingFunction = bool (*)(const CellMoments<Real>& moments, const MomentScales& scales,
                                  RoundedMoments<Real>& rounded);

/// So many quanta of each cell of a group would still add up in 64 bits.
inline constexpr double too_many_quanta = 0x1p58;

template <class Lanes>
class GroupRounding {
 public:
  using Real = typename Lanes::Scalar;

  static bool moments(const CellMoments<Real>& moments, const MomentScales& scales, RoundedMoments<Real>& rounded) {
    Bits too_large{};
    for (int a = 0; a < 3; ++a)
      rounded.flux[a].sum = round_all(scales.of_value, rounded.flux[a].of_cell, too_large, [&](int cell) {
        return FlowSums::flux_of(load(moments.velocity[a] + cell), load(moments.density + cell), scales.density_share);
      });
    rounded.density.sum = round_all(scales.of_value, rounded.density.of_cell, too_large,
                                    [&](int cell) { return load(moments.density + cell); });
    rounded.reversal.sum = round_all(scales.of_square, rounded.reversal.of_cell, too_large,
                                     [&](int cell) { return load(moments.reversal + cell); });
    return sum_of(too_large) == 0;
  }

 private:
  static constexpr int vector_cells = GroupVectors<Lanes>::cells;
  using Doubles = typename GroupVectors<Lanes>::Doubles;
  using Bits = typename GroupVectors<Lanes>::Bits;

  static PERM_ALWAYS_INLINE Doubles load(const Real* from) { return GroupVectors<Lanes>::load(from); }

  static PERM_ALWAYS_INLINE std::int64_t sum_of(const Bits& numbers) {
    if constexpr (requires { Lanes::sum_of(numbers); }) {
      return Lanes::sum_of(numbers);
    } else {
      std::uint64_t sum = 0;
      for (int i = 0; i < vector_cells; ++i) sum += numbers[i];
      return static_cast<std::int64_t>(sum);
    }
  }

  /// Adding 1.5 * 2^52 rounds to a whole number, which the last bits of the result then show; it serves up to 2^51
  /// only. So multiples of 2^24 are taken off first, in the same way. What is left of a number is exact.
  static PERM_ALWAYS_INLINE Bits round(const Doubles& count) {
    if constexpr (requires { Lanes::round(count); }) {
      return Bits(Lanes::round(count));
    } else {
      constexpr int shift = 24;
      const Doubles unit = Doubles{} + 0x1.8p52;
      const Doubles large_unit = Doubles{} + 0x1.8p76;
      const Doubles large = count + large_unit;
      const Doubles small = count - (large - large_unit) + unit;
      return ((Bits(large) - Bits(large_unit)) << shift) + (Bits(small) - Bits(unit));
    }
  }

  /// Rounds `values_of(cell)`, which are those from that cell on, and gives the sum of the quanta. Adds to `too_large`
  /// where they are.
  template <class ValuesOf>
  static PERM_ALWAYS_INLINE std::int64_t round_all(double scale, std::int64_t* quanta, Bits& too_large,
                                                   const ValuesOf& values_of) {
    Bits sum{};
    for (int cell = 0; cell < group_cells<Real>; cell += vector_cells) {
      const Doubles count = values_of(cell) * scale;
      const Bits rounded = round(count);
      std::memcpy(quanta + cell, &rounded, sizeof rounded);
      sum += rounded;
      const Doubles size = Doubles(Bits(count) & ~(std::uint64_t{1} << 63));
      too_large -= ~Bits(size < too_many_quanta);
    }
    return sum_of(sum);
  }
};

}  // namespace perm
