// SPDX-License-Identifier: Apache-2.0
// Makes the pass over the slots at closed faces after each step; written once for host and device. A link through a
// closed face counts as solid, so a step leaves what goes out along the link in the slot from which the cell takes what
// comes in. A mirror demands something else there: what goes out at the mirrored place along the mirrored direction. So
// two such slots are exchanged, or one slot is its own partner.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/host_device.hpp"
#include "solver/cell/stored.hpp"

namespace perm {

/// Says what comes in where `value` goes out: sign * value + shift.
template <class Real>
struct Reflection {
  Real sign;
  Real shift;
};

/// Holds all reflections that one domain needs: those of mirrors, and those of the two faces with a prescribed density,
/// along the axis and at an angle.
inline constexpr std::size_t reflection_count = 6;
template <class Real>
struct Reflections {
  Reflection<Real> of[reflection_count];
};

/// Names two slots that exchange their values, or one slot twice, by cells as the device numbers them.
struct FacePair {
  std::uint32_t cell[2];
  std::uint8_t q[2];
  std::uint8_t reflection;
};
static_assert(sizeof(FacePair) == 12);

/// Reflects one pair. The distributions at `f` lie in tiles.
template <class Tiles, class Storage>
PERM_HOST_DEVICE PERM_ALWAYS_INLINE void reflect(Storage* f, const FacePair& pair,
                                                 const Reflections<typename Stored<Storage>::Real>& reflections) {
  const auto& reflection = reflections.of[pair.reflection];
  Storage& a = f[Tiles::slot(pair.cell[0], pair.q[0])];
  Storage& b = f[Tiles::slot(pair.cell[1], pair.q[1])];
  const auto from_a = Stored<Storage>::read(a);
  const auto from_b = Stored<Storage>::read(b);
  a = Stored<Storage>::write(reflection.sign * from_b + reflection.shift);
  b = Stored<Storage>::write(reflection.sign * from_a + reflection.shift);
}

}  // namespace perm
