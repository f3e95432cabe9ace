// SPDX-License-Identifier: Apache-2.0
#include "geometry/shapes/packing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "core/errors.hpp"
#include "core/stop_check.hpp"
#include "geometry/shapes/hard_spheres.hpp"
#include "geometry/shapes/packing_neighbours.hpp"
#include "geometry/shapes/recipe_checks.hpp"
#include "geometry/shapes/solids/spheres_random.hpp"

namespace perm {
namespace {

constexpr double inflation = 1.001;          // factor on the radii while spheres repel each other
constexpr double densest_porosity = 0.2595;  // porosity of the face-centred cubic array: 1 - sqrt(2) pi/6
constexpr double largest_spread = 0.5;       // with a larger spread one sphere covers the cells of thousands
constexpr double balance = 1e-4;             // net force over contact force; below it a packing has jammed
constexpr int steps_of_a_start = 20000;      // loose packings take hundreds, the densest thousands
constexpr int steps_of_a_trial = 1000;       // for a start that only seeks the porosity that can be had
constexpr std::size_t small_packing = 1000;  // spheres; with fewer the jamming density varies from start to start
constexpr int starts_when_small = 5;

void check(const PackingRequest& request) {
  if (!(request.porosity > 0 && request.porosity < 1))
    throw InputError(fmt::format("The porosity {} is out of range", request.porosity), "it is pore volume over volume",
                     "Give a porosity above 0 and below 1; equal spheres pack down to about 0.37");
  if (request.porosity < densest_porosity)
    throw InputError(fmt::format("The spheres do not pack to the porosity {}", request.porosity),
                     fmt::format("even in order equal spheres leave {:.4f}", densest_porosity),
                     "Give a porosity of at least 0.38, or overlapping spheres");
  const Extent& extent = request.extent;
  const double largest = static_cast<double>(std::min({extent.nx, extent.ny, extent.nz})) / 2;
  if (!(request.radius >= 1 && request.radius <= largest))
    throw InputError(fmt::format("The sphere radius {} is out of range", request.radius),
                     fmt::format("the image is {}", to_string(extent)),
                     largest >= 1 ? fmt::format("Give a radius from 1 to {} voxels", largest)
                                  : std::string("Give a --size of at least 2"));
  if (!(request.radius_spread >= 0 && request.radius_spread <= largest_spread))
    throw InputError(fmt::format("The radius spread {} is out of range", request.radius_spread),
                     "it is the standard deviation over the mean",
                     fmt::format("Give a value from 0 to {}", largest_spread));
  if (request.moves < 0)
    throw InputError(fmt::format("The number of moves {} is out of range", request.moves), "it must not be negative",
                     "Give 0 for spheres as they were packed, or 500 for those of thermal equilibrium");
}

/// Draws from a log-normal distribution with mean `mean` and standard deviation `spread` * `mean`, within 3 standard
/// deviations of the logarithm.
double draw_radius(RandomNumbers& random, double mean, double spread) {
  if (spread == 0) return mean;
  const double variance = portable_log(1 + spread * spread);
  double normal = random.normal();
  while (std::abs(normal) > 3) normal = random.normal();
  return mean * portable_exp(std::sqrt(variance) * normal - variance / 2);
}

/// Draws as many radii as come nearest to the solid volume, then scales them to fill it exactly.
std::vector<double> draw_radii(RandomNumbers& random, const PackingRequest& request, double solid_volume) {
  std::vector<double> radii;
  double filled = 0;
  while (filled < solid_volume) {
    const double radius = draw_radius(random, request.radius, request.radius_spread);
    const double volume = sphere_volume(radius);
    if (filled + volume - solid_volume > solid_volume - filled) break;
    radii.push_back(radius);
    filled += volume;
  }
  if (radii.empty())
    throw InputError(fmt::format("No sphere of radius {} fits the porosity {}", request.radius, request.porosity),
                     fmt::format("it leaves {:.1f} voxels of solid", solid_volume),
                     "Give a smaller radius or a lower porosity");
  const double scale = cube_root(solid_volume / filled);
  for (double& radius : radii) radius *= scale;
  return radii;
}

/// Spheres that repel each other where they overlap. Mass and stiffness are 1, so a step of time is of order 1.
class Repulsion {
 public:
  Repulsion(const Vector& box, const std::vector<double>& radii, double skin)
      : box_(box), list_(box, radii, skin), centres_(radii.size()), velocities_(radii.size()), forces_(radii.size()) {}

  void scatter(RandomNumbers& random) {
    for (Vector& centre : centres_)
      for (std::size_t a = 0; a < 3; ++a) centre[a] = random.uniform() * box_[a];
  }

  /// Pushes the spheres apart, all radii times `scale`. Gives true when none overlap, and false when they have jammed
  /// or after `most_steps`.
  bool relax(double scale, int most_steps);
  /// Gives the smallest distance of two spheres over the sum of their unscaled radii, where it is below the last scale.
  double closest() const { return closest_; }
  /// Gives the centres, which lie in the box.
  std::vector<Vector> centres() const;

 private:
  void compute_forces(double scale);
  void mix_velocities();

  Vector box_;
  NeighbourList list_;
  std::vector<Vector> centres_;
  std::vector<Vector> velocities_;
  std::vector<Vector> forces_;
  double closest_{0};
  double contact_force2_{0};  // sum of the squared forces of all contacts
  double net_force2_{0};      // sum of the squared forces on all spheres
  // The values of FIRE (Bitzek et al. 2006), except for the time step.
  double time_step_{0.1};
  double mixing_{0.1};
  int steps_downhill_{0};
};

void Repulsion::compute_forces(double scale) {
  list_.update(centres_);
  std::fill(forces_.begin(), forces_.end(), Vector{});
  double closest2 = scale * inflation * scale * inflation;
  contact_force2_ = 0;
  for (const Neighbours& pair : list_.pairs()) {
    Vector d{};
    for (std::size_t a = 0; a < 3; ++a) d[a] = centres_[pair.second][a] - centres_[pair.first][a] + pair.shift[a];
    const double distance2 = square(d);
    const double reach = pair.reach * scale * inflation;
    if (distance2 >= reach * reach) continue;
    closest2 = std::min(closest2, distance2 / (pair.reach * pair.reach));
    const double distance = std::sqrt(distance2);
    const double overlap = reach - distance;
    contact_force2_ += overlap * overlap;
    for (std::size_t a = 0; a < 3; ++a) {
      const double push = distance > 0 ? overlap * d[a] / distance : (a == 0 ? overlap : 0.0);
      forces_[pair.first][a] -= push;
      forces_[pair.second][a] += push;
    }
  }
  closest_ = std::sqrt(closest2);
  net_force2_ = 0;
  for (const Vector& force : forces_) net_force2_ += square(force);
}

void Repulsion::mix_velocities() {
  double power = 0;
  double speed2 = 0;
  for (std::size_t i = 0; i < forces_.size(); ++i) {
    speed2 += square(velocities_[i]);
    for (std::size_t a = 0; a < 3; ++a) power += forces_[i][a] * velocities_[i][a];
  }
  if (power < 0) {
    std::fill(velocities_.begin(), velocities_.end(), Vector{});
    time_step_ *= 0.5;
    mixing_ = 0.1;
    steps_downhill_ = 0;
    return;
  }
  const double along_force = net_force2_ > 0 ? mixing_ * std::sqrt(speed2 / net_force2_) : 0;
  for (std::size_t i = 0; i < forces_.size(); ++i)
    for (std::size_t a = 0; a < 3; ++a)
      velocities_[i][a] = (1 - mixing_) * velocities_[i][a] + along_force * forces_[i][a];
  if (++steps_downhill_ > 5) {
    time_step_ = std::min(time_step_ * 1.1, 0.5);
    mixing_ *= 0.99;
  }
}

bool Repulsion::relax(double scale, int most_steps) {
  std::fill(velocities_.begin(), velocities_.end(), Vector{});
  time_step_ = 0.1;
  mixing_ = 0.1;
  steps_downhill_ = 0;
  for (int step = 0; step < most_steps; ++step) {
    check_for_stop();  // many small spheres take minutes
    compute_forces(scale);
    if (closest_ >= scale * least_distance) return true;
    if (net_force2_ < balance * balance * contact_force2_) return false;
    mix_velocities();
    for (std::size_t i = 0; i < centres_.size(); ++i)
      for (std::size_t a = 0; a < 3; ++a) {
        velocities_[i][a] += time_step_ * forces_[i][a];
        centres_[i][a] += time_step_ * velocities_[i][a];
      }
  }
  return false;
}

std::vector<Vector> Repulsion::centres() const {
  std::vector<Vector> inside = centres_;
  for (Vector& centre : inside)
    for (std::size_t a = 0; a < 3; ++a) centre[a] = wrapped(centre[a], box_[a]);
  return inside;
}

/// Finds how much all radii must shrink so that jammed spheres fit. It is found to 0.2 %, a little too much rather than
/// too little.
double find_scale_that_fits(Repulsion& jammed) {
  double fits = jammed.closest();
  double jams = 1;
  while (jams - fits > 0.002) {
    const double middle = (fits + jams) / 2;
    if (jammed.relax(middle, steps_of_a_trial))
      fits = middle;
    else
      jams = middle;
    fits = std::max(fits, std::min(jammed.closest(), jams));
  }
  return fits;
}

[[noreturn]] void report_jam(const PackingRequest& request, Repulsion& jammed, int starts) {
  const double scale = find_scale_that_fits(jammed);
  const double porosity = 1 - (1 - request.porosity) * scale * scale * scale;
  throw InputError(
      fmt::format("The spheres do not pack to the porosity {}", request.porosity),
      fmt::format("they jammed at {:.3f}{}", porosity,
                  starts > 1 ? fmt::format(" in the last of {} starts", starts) : std::string()),
      fmt::format("Give a porosity of at least {:.2f} or a smaller radius", std::ceil(porosity * 100) / 100));
}

void check_largest(const PackingRequest& request, double largest) {
  const Extent& extent = request.extent;
  if (2 * largest > static_cast<double>(std::min({extent.nx, extent.ny, extent.nz})))
    throw InputError(fmt::format("The largest sphere, of radius {:.2f}, overlaps itself", largest),
                     fmt::format("the periodic box is {}", to_string(extent)), "Give a smaller radius or spread");
}

}  // namespace

std::vector<Sphere> pack_spheres(const PackingRequest& request) {
  check(request);
  const Vector box{static_cast<double>(request.extent.nx), static_cast<double>(request.extent.ny),
                   static_cast<double>(request.extent.nz)};
  RandomNumbers random(request.seed);
  const std::vector<double> radii = draw_radii(random, request, (1 - request.porosity) * box[0] * box[1] * box[2]);
  check_largest(request, *std::max_element(radii.begin(), radii.end()));
  Repulsion repulsion(box, radii, 0.3 * request.radius);
  const int starts = radii.size() < small_packing ? starts_when_small : 1;
  bool fits = false;
  for (int start = 0; start < starts && !fits; ++start) {
    repulsion.scatter(random);
    fits = repulsion.relax(1, steps_of_a_start);
  }
  if (!fits) report_jam(request, repulsion, starts);
  const std::vector<Vector> centres = repulsion.centres();
  std::vector<Sphere> spheres(radii.size());
  for (std::size_t i = 0; i < radii.size(); ++i) spheres[i] = {centres[i][0], centres[i][1], centres[i][2], radii[i]};
  return move_hard_spheres(box, std::move(spheres), request.moves, random);
}

std::vector<Sphere> spheres_of_packing(const Recipe& recipe, const Communicator& /*processes*/) {
  constexpr double default_porosity = 0.4;
  return pack_spheres({recipe.extent, recipe.porosity.value_or(default_porosity), choose_sphere_radius(recipe),
                       recipe.radius_spread, recipe.seed, recipe.moves});
}

void draw_packing(PoreSlab& slab, const Recipe& recipe) {
  draw_spheres(slab, spheres_of_packing(recipe, slab.processes()), recipe.shift);
}

}  // namespace perm
