// SPDX-License-Identifier: Apache-2.0
// Walls below and above, half a site beyond the first and the last row, at rest and of a given temperature.
//
// The rows of the frame continue the gas beyond the wall: velocity and temperature minus those of the wall change sign,
// the pressure goes on as gravity has it, and stress and flux of heat stay (after Guo, Zheng, Shi 2002). So gas that
// propagates from there finds no jump at the wall. What a site has beside equilibrium, stress and flux of heat is left
// out: sent back, it stands in the whole gas as waves of four sites at a small viscosity. Each column of the frame is
// scaled so that it sends as much mass as the column sends out: a wall lets none through.
#pragma once

#include "streaming/thermal/sites/gas_site.hpp"
#include "streaming/thermal/sites/gas_tile.hpp"

namespace perm::thermal {

/// Fills column x of the frame below (y = 0) or above (y = 1), where there is a wall.
template <class Layout>
struct FillWalls {
  Layout layout;
  GasParameters gas;
  double temperatures[2];  ///< of the walls below and above
  double* f;

  PERM_HOST_DEVICE PERM_ALWAYS_INLINE void operator()(std::int64_t x, std::int64_t y) const {
    if (y == 0)
      fill<1>(x, temperatures[0]);
    else
      fill<-1>(x, temperatures[1]);
  }

 private:
  /// `inwards` is the sign of a velocity from the wall into the gas.
  template <int inwards>
  PERM_HOST_DEVICE PERM_ALWAYS_INLINE void fill(std::int64_t x, double wall_temperature) const {
    double leaving = 0;
    double entering = 0;
    PERM_EACH_DIRECTION
    for (int depth = 0; depth < reach; ++depth) {
      const std::int64_t site = site_of<inwards>(x, depth);
      double own[directions];
      PERM_EACH_DIRECTION
      for (int q = 0; q < directions; ++q) {
        own[q] = f[layout.place(q, site)];
        if (inwards * velocity(q).y < -depth) leaving += own[q];
      }
      const GasMoments<double> m = moments_of(own);
      const GasFluxes fluxes = fluxes_of(own, m);
      const double beyond = 2 * (wall_temperature - gas.heat_of_half) - m.temperature;
      const double pressure = m.density * m.temperature * weight_over<inwards>(2 * depth + 1, wall_temperature);
      const GasEquilibrium<double> there(pressure / beyond, gas.gravity[0] - m.velocity[0],
                                         gas.gravity[1] - m.velocity[1], beyond);
      PERM_EACH_DIRECTION
      for (int q = 1; q < directions; ++q) {
        if (inwards * velocity(q).y <= depth) continue;
        const double sent = there.population(q) + fluxes.population(q, beyond);
        entering += sent;
        f[layout.place(q, site_of<inwards>(x, -1 - depth))] = sent;
      }
    }
    const double scale = leaving / entering;
    PERM_EACH_DIRECTION
    for (int depth = 0; depth < reach; ++depth) {
      const std::int64_t site = site_of<inwards>(x, -1 - depth);
      PERM_EACH_DIRECTION
      for (int q = 1; q < directions; ++q)
        if (inwards * velocity(q).y > depth) f[layout.place(q, site)] *= scale;
    }
  }
  /// By what factor the weight of the gas raises the pressure over so many rows towards the wall.
  template <int inwards>
  PERM_HOST_DEVICE PERM_ALWAYS_INLINE double weight_over(int rows, double temperature) const {
    const double half = -inwards * gas.gravity[1] * rows / (2 * temperature);
    return (1 + half) / (1 - half);
  }
  /// Gives the site `depth` rows from the wall, or beyond it for a negative depth.
  template <int inwards>
  PERM_HOST_DEVICE PERM_ALWAYS_INLINE std::int64_t site_of(std::int64_t x, int depth) const {
    return layout.tile.site(x, inwards > 0 ? depth : layout.tile.ny - 1 - depth);
  }
};

}  // namespace perm::thermal
