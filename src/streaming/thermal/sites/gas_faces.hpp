// SPDX-License-Identifier: Apache-2.0
// What crosses the faces of a tile: 26 populations a site of the face, since of the row that is `depth` away those go
// into the next tile whose velocity is larger than that (15, 8 and 3). A message has them by [population][site].
#pragma once

#include "streaming/thermal/sites/gas_tile.hpp"

namespace perm::thermal {

enum class FaceAxis { x, y };

/// Tells whether populations along q from `depth` sites away cross a face of this axis, upwards for sign 1.
PERM_HOST_DEVICE constexpr bool crosses(FaceAxis axis, int sign, int depth, int q) {
  return sign * (axis == FaceAxis::x ? velocity(q).x : velocity(q).y) > depth;
}

/// The number of populations that cross a face a site of it.
constexpr int count_crossing(FaceAxis axis, int sign) {
  int count = 0;
  for (int depth = 0; depth < reach; ++depth)
    for (int q = 0; q < directions; ++q) count += crosses(axis, sign, depth, q) ? 1 : 0;
  return count;
}
inline constexpr int crossing = 26;
static_assert(count_crossing(FaceAxis::x, 1) == crossing && count_crossing(FaceAxis::x, -1) == crossing);
static_assert(count_crossing(FaceAxis::y, 1) == crossing && count_crossing(FaceAxis::y, -1) == crossing);

/// Those sites of a tile that lie along a face: columns take their frame above and below with them, so that rows that
/// came before reach the corners.
constexpr Range along_face(const GasTile& tile, FaceAxis axis) {
  return axis == FaceAxis::x ? Range{-reach, tile.ny + reach} : Range{0, tile.nx};
}
constexpr std::int64_t message_values(const GasTile& tile, FaceAxis axis) {
  return crossing * along_face(tile, axis).size();
}

/// Copies between sites and a message: what leaves upwards (sign 1) or downwards into it, or what came in that
/// direction out of it, into the frame. It runs over (0, number along the face).
template <class Layout, FaceAxis axis, int sign, bool leaving>
struct CopyFace {
  Layout layout;
  double* f;
  double* message;

  PERM_HOST_DEVICE PERM_ALWAYS_INLINE void operator()(std::int64_t /*zero*/, std::int64_t i) const {
    const Range along = along_face(layout.tile, axis);
    std::int64_t place = i;
    PERM_EACH_DIRECTION
    for (int depth = 0; depth < reach; ++depth) {
      const std::int64_t site = site_of(along.first + i, depth);
      PERM_EACH_DIRECTION
      for (int q = 1; q < directions; ++q) {
        if (!crosses(axis, sign, depth, q)) continue;
        double& population = f[layout.place(q, site)];
        if constexpr (leaving)
          message[place] = population;
        else
          population = message[place];
        place += along.size();
      }
    }
  }

 private:
  PERM_HOST_DEVICE PERM_ALWAYS_INLINE std::int64_t site_of(std::int64_t along, int depth) const {
    const std::int64_t n = axis == FaceAxis::x ? layout.tile.nx : layout.tile.ny;
    const std::int64_t across = leaving ? (sign > 0 ? n - 1 - depth : depth) : (sign > 0 ? -1 - depth : n + depth);
    return axis == FaceAxis::x ? layout.tile.site(across, along) : layout.tile.site(along, across);
  }
};

}  // namespace perm::thermal
