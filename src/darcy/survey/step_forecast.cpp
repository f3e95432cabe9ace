// SPDX-License-Identifier: Apache-2.0
// The clocks of relaxation_time.hpp say how long the slowest mode takes. Its time T is the longest of them and of the
// time in which friction stops a dilute flow. A run from rest waits for T. A run from the half image hardly does: the
// half image has removed the long waves, and the steps that are left grow like (T/porosity^2)^(1/3), as a fit to the
// steps of many media found.
//
// The constants were fitted on overlapping spheres (porosity 0.12 to 0.8, radius 4 to 10), smoothed noise, packings and
// blocks of Berea, 48^3 to 96^3, and on seeds 1 to 3, 22 to 24 and 31 to 35 of the families of tests/families, all at
// 1e-2 and 1e-3. On other rocks of these kinds, 54 runs, the forecast was within a factor of 1.5 of the steps taken in
// 91 % and of 2 in 98 %. On seeds 41 to 45 of all families, 80 runs, it was within 1.5 in 74 % and within 2 in 86 %;
// most of the others are channels beside each other. In 19 arrays of spheres it was within 2 in 16. With T
// ln(1/tolerance) + 50 it was within 1.5 in 9 % and within 2 in 23 % of 104 rocks, and in 35 % and 59 % of 96 hard
// ones.
#include "darcy/survey/step_forecast.hpp"

#include <algorithm>
#include <cmath>

#include "darcy/survey/dilute_medium.hpp"
#include "solver/cell/settings.hpp"

namespace perm {
namespace {

constexpr double steps_of_start = 3.3;  // of a run from the half image, for each factor e of the tolerance
// A corrected error decays in half the time. The rest is what the first looks and the bound's safety cost.
constexpr double decay_times = 0.45;       // from rest, for each factor e of the tolerance
constexpr double decay_times_first = 0.9;  // before the bound falls
constexpr double plain_decay_times = 1.2;  // from rest and by samples, for each factor e of the tolerance
constexpr double fewest_steps = 50;        // the looks come every 20 steps at first,
constexpr double steps_of_a_bound = 80;    // and four of them give a bound (residual_bound.hpp)
constexpr std::int64_t few_bodies = 150;   // vugs and channels have 40 to 110, small unit cells too; rocks hundreds
constexpr double few_bodies_factor = 1.5;  // in steps from the half image: few bodies even out less than many
// Vugs behind few throats: there are few bodies, and only small spheres can travel. The estimate of K, which holds
// where throats are many, is then up to 300 times too large, and pressure takes longer.
constexpr double few_throats_radius = 0.3;  // of the spheres that can travel over the largest one
constexpr double few_throats_solid = 0.1;   // with less solid there are thin walls, and no vugs
constexpr double few_throats_factor = 3.5;  // in steps from rest

/// Gives the longest decay time, in steps.
double slowest_time(const PoreStructure& pores, const RelaxationEstimate& relaxation) {
  const double clocks = relaxation.clocks.slowest(relaxation.tau, relaxation.permeability_voxel2);
  const double permeability = std::min(dilute_permeability(pores), relaxation.permeability_voxel2);
  return std::max(clocks, permeability / (viscosity(relaxation.tau) * pores.porosity));
}

/// Tells whether spheres that travel are much smaller than the largest one, and the solid is no thin wall.
bool has_narrow_throats(const PoreStructure& pores, const RelaxationEstimate& relaxation) {
  return relaxation.critical_radius < few_throats_radius * pores.largest_radius &&
         1 - pores.porosity > few_throats_solid;
}

}  // namespace

double forecast_steps(const PoreStructure& pores, const RelaxationEstimate& relaxation, std::int64_t bodies,
                      double tolerance, Course course) {
  const double time = slowest_time(pores, relaxation);
  const double decades = std::log(1 / tolerance);
  if (course == Course::plain) return plain_decay_times * time * decades + fewest_steps;
  const double from_rest = time * (decay_times * decades + decay_times_first) + fewest_steps;
  const bool has_few_bodies = bodies > 0 && bodies < few_bodies;
  if (has_few_bodies && has_narrow_throats(pores, relaxation)) return few_throats_factor * from_rest;
  if (course == Course::corrected_from_rest) return from_rest;
  const double from_half = steps_of_start * decades * std::cbrt(time / (pores.porosity * pores.porosity));
  return std::max(steps_of_a_bound, std::min(from_rest, has_few_bodies ? few_bodies_factor * from_half : from_half));
}

}  // namespace perm
