// SPDX-License-Identifier: Apache-2.0
#include "darcy/inertia/inertial_flows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include "core/errors.hpp"
#include "darcy/convergence.hpp"
#include "darcy/flow_lattice.hpp"
#include "darcy/flux_spread.hpp"
#include "darcy/inertia/steadiness.hpp"
#include "darcy/stepper.hpp"

namespace perm {
namespace {

constexpr double sound_speed = 0.57735026918962576;  // 1/sqrt(3)
constexpr double speed_margin = 0.8;                 // the largest speed grows more than the mean one
constexpr double least_tau = 0.505;                  // below it the flow is not resolved between cells
constexpr std::int64_t first_interval = 20;
constexpr std::int64_t samples_of_history = 40;  // the steps of a flow so far over those between two looks
constexpr std::int64_t steps_of_look = 4;
constexpr double near_enough = 0.02;         // the Reynolds number may differ by this much from what was asked
constexpr double known_well_enough = 0.005;  // bound on K at which the force is corrected, to come as near as that
constexpr int most_corrections = 2;

/// What drives and damps one flow.
struct Drive {
  double force{0};
  double tau{1};
};

/// Foretells K0/K - 1 at a larger Reynolds number from the flows before it, by a power law.
double foretell_inertia(const InertialFlows& flows, double reynolds) {
  const std::vector<InertialPoint>& points = flows.points;
  const auto inertia = [&](const InertialPoint& p) {
    return std::max(0.0, flows.creeping_voxel2 / p.permeability_voxel2 - 1);
  };
  if (points.empty()) return 0;
  const InertialPoint& last = points.back();
  double exponent = 1.5;
  if (points.size() > 1) {
    const InertialPoint& before = points[points.size() - 2];
    const double noise = 4 * (last.iteration_error + before.iteration_error);
    if (inertia(before) > noise)
      exponent =
          std::clamp(std::log(inertia(last) / inertia(before)) / std::log(last.reynolds / before.reynolds), 1.0, 2.0);
  }
  return inertia(last) * std::pow(reynolds / last.reynolds, exponent);
}

/// Steps the lattice of an image through the list.
class FlowsWithInertia {
 public:
  FlowsWithInertia(SolvedFlow creeping, const RunEstimate& estimate, const FlowOptions& options,
                   const InertiaRequest& request, const ProgressFunction& progress)
      : estimate_(estimate),
        options_(options),
        request_(request),
        progress_(progress),
        along_(static_cast<std::size_t>(options.direction)),
        drive_{creeping.result().force, creeping.result().tau},
        velocity_(creeping.result().mean_velocity[along_]),
        largest_share_(creeping.result().measures->largest_speed / std::abs(velocity_)),
        lattice_(creeping.lattice()),
        stepper_(lattice_->backend) {
    const FlowResult& result = creeping.result();
    flows_.creeping_voxel2 = *result.permeability_voxel2;
    flows_.creeping_error = result.iteration_error;
    flows_.length_voxel = request.length_voxel.value_or(std::sqrt(flows_.creeping_voxel2));
  }

  InertialFlows solve() {
    try {
      for (const double reynolds : request_.reynolds)
        if (!solve_at(reynolds)) break;
    } catch (const StopFlow&) {
      end_at(now_, InertiaEnd::interrupted, "The run was stopped");
    }
    return std::move(flows_);
  }

 private:
  double nu() const { return viscosity(drive_.tau); }
  double reynolds_of(double permeability) const {
    return permeability * drive_.force / (nu() * nu()) * flows_.length_voxel;
  }
  void end_at(double reynolds, InertiaEnd end, std::string why) {
    flows_.end = end;
    flows_.reynolds_at_end = reynolds;
    flows_.why = std::move(why);
  }

  /// Gives the largest viscosity that keeps the Mach number.
  double largest_viscosity(double reynolds) const {
    const double most_velocity = speed_margin * request_.largest_mach * sound_speed / largest_share_;
    return most_velocity * flows_.length_voxel / reynolds;
  }
  /// Gives the given viscosity, or that of the fewest steps which keeps the Mach number.
  double choose_viscosity(double reynolds) const {
    if (options_.tau) return viscosity(*options_.tau);
    return std::min(viscosity(estimate_.clocks.best_tau(flows_.creeping_voxel2)), largest_viscosity(reynolds));
  }

  bool solve_at(double reynolds) {
    now_ = reynolds;
    const double viscosity_wanted = choose_viscosity(reynolds);
    const double tau = 0.5 + 3 * viscosity_wanted;
    if (tau < least_tau) {
      const double times = std::ceil((least_tau - 0.5) / (tau - 0.5));
      end_at(reynolds, InertiaEnd::unresolved,
             fmt::format("The flow at Reynolds number {:.4g} needs a relaxation time of {:.5f}, and below {} it is not "
                         "resolved: make the voxels {:.0f} times smaller, or lower the Reynolds number",
                         reynolds, tau, least_tau, times));
      return false;
    }
    if (options_.tau && viscosity_wanted > largest_viscosity(reynolds)) {
      end_at(reynolds, InertiaEnd::unresolved,
             fmt::format("The flow at Reynolds number {:.4g} has a Mach number above {} at tau {}: leave --tau to the "
                         "program",
                         reynolds, request_.largest_mach, *options_.tau));
      return false;
    }
    InertialPoint point;
    point.reynolds_asked = reynolds;
    const double permeability = flows_.creeping_voxel2 / (1 + foretell_inertia(flows_, reynolds));
    const double velocity = reynolds * viscosity_wanted / flows_.length_voxel;
    change_to({viscosity_wanted * velocity / permeability, tau}, velocity / velocity_);
    const double seconds = stepper_.seconds();
    const std::int64_t first = backend().steps();
    if (!step_until_steady(point, first)) return false;
    point.reynolds = reynolds_of(point.permeability_voxel2);
    point.force = drive_.force;
    point.tau = drive_.tau;
    point.superficial_velocity = velocity_;
    const FlowMeasures measures = backend().measure();
    point.largest_speed = measures.largest_speed;
    point.mach = measures.largest_speed / sound_speed;
    const double given = drive_.force * static_cast<double>(backend().image_cells());
    point.wall_force_difference = measures.wall_force[along_] / given - 1;
    largest_share_ = measures.largest_speed / std::abs(velocity_);
    point.steps = backend().steps() - first;
    point.seconds = stepper_.seconds() - seconds;
    flows_.points.push_back(point);
    if (request_.on_point) request_.on_point(backend(), point);
    return true;
  }

  /// Goes on with the flow under another drive, with velocities times `factor`.
  void change_to(const Drive& drive, double factor) {
    FlowChange change{Equilibrium::incompressible, {}, drive.tau, factor, drive.force / drive_.force};
    if (options_.solver.equilibrium == Equilibrium::quadratic) change.equilibrium = Equilibrium::quadratic;
    change.force[along_] = drive.force;
    stepper_.timed([&] { backend().go_on(change); });
    drive_ = drive;
    velocity_ *= factor;
  }

  /// Steps until the bound on K meets the tolerance. Gives false where the list ends here.
  bool step_until_steady(InertialPoint& point, std::int64_t first) {
    for (int corrections = 0;; ++corrections) {
      const std::int64_t start = backend().steps();
      Convergence convergence;
      Steadiness steadiness(estimate_.clocks.slowest(drive_.tau, flows_.creeping_voxel2));
      while (true) {
        const std::int64_t left = options_.max_steps - (backend().steps() - first);
        if (left < first_interval) {
          end_at(now_, InertiaEnd::step_limit,
                 fmt::format("The flow at Reynolds number {:.4g} was not steady after {} steps: raise --max-steps, or "
                             "lower the Reynolds number",
                             now_, options_.max_steps));
          return false;
        }
        const std::int64_t so_far = backend().steps() - start;
        const std::int64_t interval = std::max(first_interval, so_far / samples_of_history / 2 * 2);
        advance_by(interval - steps_of_look, point);
        const ChangingFlow now = stepper_.watch();
        velocity_ = now.sample.mean_velocity[along_];
        const double permeability = nu() * velocity_ / drive_.force;
        if (!now.sample.finite || !std::isfinite(permeability)) {
          end_at(now_, InertiaEnd::diverged,
                 fmt::format("The flow at Reynolds number {:.4g} was no longer finite at tau {:.4g}: refine the image, "
                             "or lower the Reynolds number",
                             now_, drive_.tau));
          return false;
        }
        point.flux_spread = flux_spread_of(now.sample.plane_flux[along_]);
        convergence.add(backend().steps() - start, permeability, point.flux_spread);
        steadiness.add({backend().steps() - start, std::sqrt(now.rates.velocity_residual) / std::abs(velocity_)});
        const Limit limit = convergence.limit();
        point.permeability_voxel2 = limit.value;
        point.iteration_error = std::max(limit.error, steadiness.error());
        if (corrections < most_corrections && limit.error < known_well_enough &&
            std::abs(reynolds_of(limit.value) / now_ - 1) > near_enough) {
          const double factor = now_ / reynolds_of(limit.value);
          change_to({drive_.force * factor, drive_.tau}, factor);
          break;  // and begin to watch anew
        }
        if (point.iteration_error <= options_.tolerance) return true;
        if (steadiness.is_unsteady(options_.tolerance)) {
          end_at(
              now_, InertiaEnd::unsteady,
              fmt::format("The flow at Reynolds number {:.4g} does not become steady: its velocities still change as "
                          "much as before after {} steps",
                          now_, backend().steps() - start));
          return false;
        }
      }
    }
  }

  void advance_by(std::int64_t steps, const InertialPoint& point) {
    const std::int64_t end = backend().steps() + steps;
    while (backend().steps() < end) {
      stepper_.advance(end - backend().steps());
      if (!progress_) continue;
      const auto cells = static_cast<double>(backend().image_cells());
      progress_({options_.direction, 0, backend().steps(), point.permeability_voxel2, point.iteration_error,
                 cells * static_cast<double>(backend().steps()) / stepper_.seconds() / 1e6, stepper_.seconds(),
                 std::numeric_limits<double>::infinity()});
    }
  }

  Backend& backend() const { return stepper_.backend(); }

  const RunEstimate& estimate_;
  const FlowOptions& options_;
  const InertiaRequest& request_;
  const ProgressFunction& progress_;
  std::size_t along_;
  Drive drive_;
  double velocity_;       ///< superficial, along the force, at the last look
  double largest_share_;  ///< the largest speed of a cell over it
  std::shared_ptr<FlowLattice> lattice_;
  Stepper stepper_;
  InertialFlows flows_;
  double now_{0};  ///< the Reynolds number that is solved
};

}  // namespace

void check_request(const InertiaRequest& request, const FlowOptions& options) {
  const auto refuse = [](const std::string& what, const std::string& why) {
    throw InputError(what, why, "Give numbers above 0 that ascend, as 0.1,0.3,1,3");
  };
  if (request.reynolds.empty()) refuse("No Reynolds number is given", "the list is empty");
  for (std::size_t i = 0; i < request.reynolds.size(); ++i) {
    const double number = request.reynolds[i];
    if (!(number > 0) || !std::isfinite(number))
      refuse(fmt::format("A Reynolds number is {}", number), "the flow of a Reynolds number of 0 is the creeping one");
    if (i > 0 && !(number > request.reynolds[i - 1]))
      refuse(fmt::format("The Reynolds number {} follows {}", number, request.reynolds[i - 1]),
             "each flow begins from the one before");
  }
  if (request.length_voxel && !(*request.length_voxel > 0))
    throw InputError(fmt::format("The length of the Reynolds number is {}", *request.length_voxel),
                     "it must be above 0", "Give a length above 0");
  if (options.solver.collision == Collision::bgk)
    throw UsageError("Reynolds numbers are given with --collision bgk",
                     "its K depends on the viscosity, which changes with the Reynolds number", "Use --collision trt");
  if (options.solver.precision == Precision::float16)
    throw UsageError("Reynolds numbers are given with --precision float16",
                     "inertia is smaller than the rounding of float16", "Use --precision float32");
  if (face_rules(options.boundary, options.direction).is_closed(options.direction))
    throw UsageError(fmt::format("Reynolds numbers are given with --boundary {}", to_string(options.boundary.boundary)),
                     "with inertia the flow behind a mirror is not the mirrored flow turned round",
                     "Use --boundary periodic");
}

InertialFlows solve_inertial_flows(SolvedFlow creeping, const RunEstimate& estimate, const FlowOptions& options,
                                   const InertiaRequest& request, const ProgressFunction& progress) {
  check_request(request, options);
  return FlowsWithInertia(std::move(creeping), estimate, options, request, progress).solve();
}

}  // namespace perm
