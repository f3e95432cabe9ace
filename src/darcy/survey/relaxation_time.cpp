// SPDX-License-Identifier: Apache-2.0
#include "darcy/survey/relaxation_time.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <span>
#include <utility>

#include "core/phases/phase_clock.hpp"
#include "geometry/connectivity/connectivity.hpp"
#include "geometry/halving.hpp"
#include "geometry/measures/distance_map.hpp"
#include "geometry/measures/far_voxels.hpp"
#include "solver/cell/settings.hpp"

namespace perm {
namespace {

constexpr double sound_speed2 = 1.0 / 3.0;
constexpr double largest_tau = 32.0;
constexpr std::int64_t enough_voxels = 128;
constexpr std::int64_t fewest_voxels = 32;
constexpr double kinetic_clock = 2.9;  // T_c/tau, measured on dilute SC arrays, 64^3

/// Gives the largest r such that the pore voxels at least r from solid still percolate along the axis.
double find_critical_radius(const PoreSlab& pores, std::span<const SquaredDistance> distances, Axis axis,
                            double largest_radius, const FaceRules& rules) {
  const auto percolates = [&](double radius) {
    const auto least = static_cast<std::int64_t>(std::ceil((radius + 0.5) * (radius + 0.5)));
    return Connectivity(find_far_voxels(pores, distances, least), rules.closed()).percolates(axis);
  };
  double low = 0.5;
  double high = std::max(largest_radius, low);
  while (high > 1.1 * low) {
    const double middle = std::sqrt(low * high);
    (percolates(middle) ? low : high) = middle;
  }
  return low;
}

/// Gives the value of Kozeny-Carman, which holds for packings, times (3.5 r_c/R_max)^3 where that factor is below one,
/// because throats decide where they are much narrower than pores. The estimate is right within a factor of 2 on Berea
/// sandstone, overlapping spheres (porosity 0.15 and 0.40) and touching FCC spheres.
double estimate_permeability(const PoreStructure& pores, double critical_radius) {
  return pores.kozeny_carman_voxel2 * std::min(1.0, std::pow(3.5 * critical_radius / pores.largest_radius, 3));
}

/// Gives the smallest and the largest extent of the image.
std::pair<std::int64_t, std::int64_t> extents(const PoreSlab& pores) {
  return std::minmax({pores.image().nx, pores.image().ny, pores.image().nz});
}

/// Gives the pores of the half image that percolate; none where it does not.
PoreSlab halve_percolating(const PoreSlab& pores, Axis axis, const FaceRules& rules) {
  const PhaseScope halving(Phase::halving);
  PoreSlab half = halve(pores);
  const PhaseScope components(Phase::components);
  return Connectivity(std::move(half), rules.closed()).percolating(axis);
}

/// Gives the critical radius of the image, which is first halved until it has at most `enough_voxels` along its longest
/// axis, or would no longer percolate: many connectivity analyses of a large image would take longer than the flow.
double find_critical_radius(const PoreSlab& pores, const PoreSurvey& survey, Axis axis, const FaceRules& rules) {
  std::optional<PoreSlab> last;  // that percolates
  double scale = 1;              // edge of a voxel of the halved image, in voxels of the image
  while (true) {
    const PoreSlab& seen = last ? *last : pores;
    if (extents(seen).second <= enough_voxels || extents(seen).first <= fewest_voxels) break;
    PoreSlab half = halve_percolating(seen, axis, rules);
    if (half.count_pores() == 0) break;
    last.emplace(std::move(half));
    scale *= 2;
  }
  const double largest_radius = survey.structure().largest_radius;
  if (!last) return find_critical_radius(pores, survey.distances(), axis, largest_radius, rules);
  const LargeArray<SquaredDistance> distances = map_squared_distances(*last, rules);
  return scale * find_critical_radius(*last, distances, axis, largest_radius / scale, rules);
}

}  // namespace

double Clocks::slowest(double tau, double permeability_voxel2) const {
  const double nu = viscosity(tau);
  return std::max({momentum / nu, pressure / permeability_voxel2 * nu, kinetic_clock * tau});
}

double Clocks::best_tau(double permeability_voxel2) const {
  const double balanced = 0.5 + 3 * std::sqrt(momentum * permeability_voxel2 / pressure);
  const double kinetic = 0.5 + std::sqrt(3 * momentum / kinetic_clock);
  return std::clamp(std::min(balanced, kinetic), smallest_tau, largest_tau);
}

RelaxationEstimate estimate_relaxation(const PoreSlab& pores, Axis axis, double tolerance, std::optional<double> tau,
                                       const BoundaryChoice& boundary) {
  const PoreSurvey survey(pores, face_rules(boundary, axis, pores.image()));
  return estimate_relaxation(pores, survey, axis, tolerance, tau, boundary);
}

RelaxationEstimate estimate_relaxation(const PoreSlab& pores, const PoreSurvey& survey, Axis axis, double tolerance,
                                       std::optional<double> tau, const BoundaryChoice& boundary) {
  const FaceRules rules = face_rules(boundary, axis, pores.image());
  const PoreStructure& structure = survey.structure();
  RelaxationEstimate estimate;
  estimate.largest_radius = structure.largest_radius;
  estimate.critical_radius = find_critical_radius(pores, survey, axis, rules);
  estimate.critical_radius_is_resolved = extents(pores).second <= enough_voxels;
  // Without solid there is no surface and no steady state; then any tau will do.
  estimate.permeability_voxel2 = structure.specific_surface > 0
                                     ? estimate_permeability(structure, estimate.critical_radius)
                                     : structure.largest_radius * structure.largest_radius;
  const auto length = static_cast<double>((rules.is_closed(axis) ? 2 : 1) * pores.image().along(axis));
  estimate.clocks.momentum = structure.largest_radius * structure.largest_radius / 5.8;
  estimate.clocks.pressure =
      length * length * structure.porosity / (4 * std::numbers::pi * std::numbers::pi * sound_speed2);
  estimate.tau = tau.value_or(estimate.clocks.best_tau(estimate.permeability_voxel2));
  estimate.steps = estimate.clocks.slowest(estimate.tau, estimate.permeability_voxel2) * std::log(1 / tolerance) + 50;
  return estimate;
}

}  // namespace perm
