// SPDX-License-Identifier: Apache-2.0
#include "darcy/relaxation_time.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <utility>
#include <vector>

#include "geometry/connectivity.hpp"
#include "geometry/distance_map.hpp"
#include "geometry/pore_size.hpp"
#include "solver/settings.hpp"

namespace perm {
namespace {

constexpr double sound_speed2 = 1.0 / 3.0;
constexpr double smallest_tau = 0.51;
constexpr double largest_tau = 32.0;
constexpr double kinetic_clock = 2.9;  // T_c/tau, measured on dilute SC arrays, 64^3

/// The largest r such that the pore voxels at least r from solid still percolate along the axis.
double find_critical_radius(const PoreSlab& pores, Axis axis, double largest_radius, const FaceRules& rules) {
  const std::vector<SquaredDistance> distances = map_squared_distances(pores, rules);
  const Extent& extent = pores.pores().extent();
  const auto percolates = [&](double radius) {
    const double threshold = (radius + 0.5) * (radius + 0.5);
    PoreSlab wide = pores.all_solid();
    for (std::int64_t z = 0; z < extent.nz; ++z)
      for (std::int64_t y = 0; y < extent.ny; ++y)
        for (std::int64_t x = 0; x < extent.nx; ++x)
          if (static_cast<double>(distances[static_cast<std::size_t>(extent.index(x, y, z))]) >= threshold)
            wide.pores().set_pore(x, y, z);
    return Connectivity(std::move(wide), rules.closed()).percolates(axis);
  };
  double low = 0.5;
  double high = std::max(largest_radius, low);
  while (high > 1.1 * low) {
    const double middle = std::sqrt(low * high);
    (percolates(middle) ? low : high) = middle;
  }
  return low;
}

/// Kozeny-Carman, k = phi^3/(5 S^2), which holds for packings, times (3.5 r_c/R_max)^3 where that is below one: where
/// throats are much narrower than pores they decide. Within a factor of 2 on Berea sandstone, overlapping spheres
/// (porosity 0.15 and 0.40) and touching FCC spheres.
double estimate_permeability(double porosity, const PoreSize& size, double critical_radius) {
  const double packing = porosity * porosity * porosity / (5 * size.specific_surface * size.specific_surface);
  return packing * std::min(1.0, std::pow(3.5 * critical_radius / size.largest_radius, 3));
}

}  // namespace

RelaxationEstimate estimate_relaxation(const PoreSlab& pores, Axis axis, double tolerance, std::optional<double> tau,
                                       const BoundaryChoice& boundary) {
  const FaceRules rules = face_rules(boundary, axis);
  const PoreSize size = measure_pore_size(pores, rules);
  const double porosity = static_cast<double>(pores.count_pores()) / static_cast<double>(pores.image().voxels());
  RelaxationEstimate estimate;
  estimate.largest_radius = size.largest_radius;
  estimate.critical_radius = find_critical_radius(pores, axis, size.largest_radius, rules);
  // Without solid there is no surface and no steady state; any tau will do.
  estimate.permeability_voxel2 = size.specific_surface > 0
                                     ? estimate_permeability(porosity, size, estimate.critical_radius)
                                     : size.largest_radius * size.largest_radius;
  const double momentum = size.largest_radius * size.largest_radius / 5.8;  // T_v * nu
  const auto length = static_cast<double>((rules.is_closed(axis) ? 2 : 1) * pores.image().along(axis));
  const double pressure =
      length * length * porosity /
      (4 * std::numbers::pi * std::numbers::pi * estimate.permeability_voxel2 * sound_speed2);  // T_p / nu
  const double best_tau = 0.5 + 3 * std::sqrt(momentum / pressure);
  const double kinetic_tau = 0.5 + std::sqrt(3 * momentum / kinetic_clock);
  estimate.tau = tau.value_or(std::clamp(std::min(best_tau, kinetic_tau), smallest_tau, largest_tau));
  const double nu = viscosity(estimate.tau);
  const double slowest = std::max({momentum / nu, pressure * nu, kinetic_clock * estimate.tau});
  estimate.steps = slowest * std::log(1 / tolerance) + 50;
  return estimate;
}

}  // namespace perm
