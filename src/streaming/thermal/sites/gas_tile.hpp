// SPDX-License-Identifier: Apache-2.0
// The tile of the plane that one process has, its frame of three sites on every side, and where populations lie in
// memory: by direction (structure of arrays), by site (array of structures), or by blocks of 32 sites of a column. The
// sites of a column, along y, follow each other (Calore et al. 2016, figure 3).
#pragma once

#include <cstdint>

#include "core/host_device.hpp"
#include "core/range.hpp"
#include "streaming/thermal/sites/d2q37.hpp"

namespace perm::thermal {

inline constexpr std::int64_t frame_y = 16;  ///< rows before the first own one: 128 bytes, so that columns are aligned
inline constexpr std::int64_t column_unit = 32;  ///< a column has room for a whole number of these

/// Sites x of some columns, y of some rows.
struct Rectangle {
  Range x;
  Range y;
  constexpr std::int64_t sites() const { return x.size() <= 0 || y.size() <= 0 ? 0 : x.size() * y.size(); }
};

struct GasTile {
  std::int64_t nx;  ///< own columns
  std::int64_t ny;  ///< own rows

  PERM_HOST_DEVICE constexpr std::int64_t pitch() const {
    return (frame_y + ny + reach + column_unit - 1) / column_unit * column_unit;
  }
  PERM_HOST_DEVICE constexpr std::int64_t sites() const { return (nx + 2 * reach) * pitch(); }
  /// Gives the number of a site; x and y may lie in the frame.
  PERM_HOST_DEVICE constexpr std::int64_t site(std::int64_t x, std::int64_t y) const {
    return (x + reach) * pitch() + y + frame_y;
  }
  /// Gives how far away the site that sends along q is.
  PERM_HOST_DEVICE constexpr std::int64_t back(int q) const { return velocity(q).x * pitch() + velocity(q).y; }
  constexpr std::int64_t values() const { return sites() * directions; }
  constexpr Rectangle own() const { return {{0, nx}, {0, ny}}; }
};

struct ByDirection {
  GasTile tile;
  PERM_HOST_DEVICE PERM_ALWAYS_INLINE std::int64_t place(int q, std::int64_t site) const {
    return q * tile.sites() + site;
  }
};

struct BySite {
  GasTile tile;
  PERM_HOST_DEVICE PERM_ALWAYS_INLINE std::int64_t place(int q, std::int64_t site) const {
    return site * directions + q;
  }
};

struct ByBlock {
  GasTile tile;
  PERM_HOST_DEVICE PERM_ALWAYS_INLINE std::int64_t place(int q, std::int64_t site) const {
    const std::int64_t within = site % column_unit;
    return (site - within) * directions + q * column_unit + within;
  }
};

}  // namespace perm::thermal
