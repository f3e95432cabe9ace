// SPDX-License-Identifier: Apache-2.0
// What conducts between cells whose walls stand anywhere: the open share of each face of each cell, its aperture, times
// what a face conducts that is open.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/large_array.hpp"
#include "geometry/velocity_set.hpp"

namespace perm {

/// Open shares of faces are whole numbers of these parts, of which halves, thirds, quarters and fifths are whole too.
using Aperture = std::uint16_t;
inline constexpr double aperture_of_open_face = 65520;

struct FaceApertures {
  /// Gives the place of the face that a step leads through: those towards -x, +x, -y, +y, -z, +z in turn.
  static constexpr std::size_t face(const d3q19::Velocity& step) {
    const std::size_t axis = step.x != 0 ? 0 : step.y != 0 ? 1 : 2;
    return 2 * axis + (step.x + step.y + step.z > 0 ? 1 : 0);
  }

  /// Those of each face of each cell; both cells beside a face have the same.
  std::array<LargeArray<Aperture>, 6> of_face;
  /// What one part of a face across each axis conducts between the centres of two cells, in quanta.
  std::array<std::int64_t, 3> quanta_of_part{1, 1, 1};

  std::int64_t quanta(std::size_t cell, const d3q19::Velocity& step) const {
    const std::size_t at = face(step);
    return quanta_of_part[at / 2] * of_face[at][cell];
  }
};

}  // namespace perm
