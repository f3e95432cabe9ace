// SPDX-License-Identifier: Apache-2.0
// What a step does at every site of a rectangle: propagate moves populations from one array to the other, collide makes
// them collide, and both together read and write each population once.
#pragma once

#include "streaming/thermal/sites/gas_site.hpp"
#include "streaming/thermal/sites/gas_tile.hpp"

namespace perm::thermal {

/// Reads the populations of a site, where they are or where neighbours sent them from (pull), lets them collide or not,
/// and writes them.
template <class Layout, bool moves, bool collides>
struct SitePass {
  Layout layout;
  GasParameters gas;
  const double* from;
  double* to;

  PERM_HOST_DEVICE PERM_ALWAYS_INLINE void operator()(std::int64_t x, std::int64_t y) const {
    const std::int64_t site = layout.tile.site(x, y);
    double f[directions];  // all are on their way before the first is written
    PERM_EACH_DIRECTION
    for (int q = 0; q < directions; ++q) f[q] = from[layout.place(q, moves ? site - layout.tile.back(q) : site)];
    if constexpr (collides) collide(f, gas);
    PERM_EACH_DIRECTION
    for (int q = 0; q < directions; ++q) to[layout.place(q, site)] = f[q];
  }
};
template <class Layout>
using Propagate = SitePass<Layout, true, false>;
template <class Layout>
using Collide = SitePass<Layout, false, true>;
template <class Layout>
using PropagateAndCollide = SitePass<Layout, true, true>;

/// Sends to the neighbours (push) what stays in the own tile. It runs over the frame too.
template <class Layout>
struct PropagateByPush {
  Layout layout;
  const double* from;
  double* to;

  PERM_HOST_DEVICE PERM_ALWAYS_INLINE void operator()(std::int64_t x, std::int64_t y) const {
    const std::int64_t site = layout.tile.site(x, y);
    PERM_EACH_DIRECTION
    for (int q = 0; q < directions; ++q) {
      const std::int64_t to_x = x + velocity(q).x;
      const std::int64_t to_y = y + velocity(q).y;
      if (to_x >= 0 && to_x < layout.tile.nx && to_y >= 0 && to_y < layout.tile.ny)
        to[layout.place(q, site + layout.tile.back(q))] = from[layout.place(q, site)];
    }
  }
};

/// Puts the populations of an equilibrium at every own site, from density, velocity and temperature by [x][y][4].
template <class Layout>
struct Begin {
  Layout layout;
  GasParameters gas;
  const double* fields;
  double* to;

  PERM_HOST_DEVICE void operator()(std::int64_t x, std::int64_t y) const {
    const std::int64_t site = layout.tile.site(x, y);
    const double* const m = fields + (x * layout.tile.ny + y) * 4;
    const GasEquilibrium<double> equilibrium(m[0], m[1] + 0.5 * gas.gravity[0], m[2] + 0.5 * gas.gravity[1],
                                             m[3] - gas.heat_of_half);
    PERM_EACH_DIRECTION
    for (int q = 0; q < directions; ++q) to[layout.place(q, site)] = equilibrium.population(q);
  }
};

/// Writes the fields of every own site as [x][y][4].
template <class Layout>
struct Measure {
  Layout layout;
  GasParameters gas;
  const double* from;
  double* fields;

  PERM_HOST_DEVICE void operator()(std::int64_t x, std::int64_t y) const {
    const std::int64_t site = layout.tile.site(x, y);
    double f[directions];
    PERM_EACH_DIRECTION
    for (int q = 0; q < directions; ++q) f[q] = from[layout.place(q, site)];
    const GasMoments<double> m = fields_after_collision(f, gas);
    double* const out = fields + (x * layout.tile.ny + y) * 4;
    out[0] = m.density;
    out[1] = m.velocity[0];
    out[2] = m.velocity[1];
    out[3] = m.temperature;
  }
};

}  // namespace perm::thermal
