// SPDX-License-Identifier: Apache-2.0
// Longer than 300 lines: one class steps one lattice through the list, and every step of it changes the same state.
#include "darcy/inertia/inertial_flows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "core/errors.hpp"
#include "darcy/bounds/convergence.hpp"
#include "darcy/flow_lattice.hpp"
#include "darcy/flux_spread.hpp"
#include "darcy/inertia/forchheimer.hpp"
#include "darcy/inertia/inertial_viscosity.hpp"
#include "darcy/inertia/steadiness.hpp"
#include "darcy/rounding_error.hpp"
#include "darcy/stepper.hpp"

namespace perm {
namespace {

constexpr std::int64_t first_interval = 20;
constexpr std::int64_t samples_of_history = 40;  // the steps of a flow so far over those between two looks
constexpr std::int64_t steps_of_look = 4;
constexpr double least_reynolds = 1e-9;      // below it what inertia does is below the rounding of float64
constexpr double near_enough = 0.02;         // the Reynolds number may differ by this much from what was asked
constexpr double known_well_enough = 0.005;  // bound on K at which the force is corrected, to come as near as that
constexpr double least_mach = 0.01, most_mach = 0.4;  // that may be asked for as the largest
constexpr int most_corrections = 2;
constexpr std::int64_t steps_of_nudge = 20;
// The fluid is pushed across the flow by this share of the superficial velocity, or by so many tolerances, so that what
// grows stays above the tolerance, and what dies is soon below it.
constexpr double largest_nudge = 0.01;
constexpr double tolerances_of_nudge = 30;
// The largest speed over nu, per voxel, up to which flows through packings are known to stay finite.
constexpr double finite_up_to = 12;

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
    if (inertia(before) > noise && last.reynolds > before.reynolds)
      exponent =
          std::clamp(std::log(inertia(last) / inertia(before)) / std::log(last.reynolds / before.reynolds), 1.0, 2.0);
  }
  return inertia(last) * std::pow(reynolds / last.reynolds, exponent);
}

/// Gives a number of times in words: rounded up, or the power of ten of one that nobody can count.
std::string round_up(double times) {
  return times < 1e4 ? fmt::format("{:.0f}", std::ceil(times)) : fmt::format("{:.0e}", times);
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
        stepper_(lattice_->backend),
        first_step_(lattice_->backend->steps()) {
    const FlowResult& result = creeping.result();
    flows_.creeping_voxel2 = *result.permeability_voxel2;
    flows_.creeping_error = result.iteration_error;
    flows_.length_voxel = request.length_voxel.value_or(std::sqrt(flows_.creeping_voxel2));
    flows_.cells = backend().image_cells();
  }

  InertialFlows solve() {
    try {
      for (const double reynolds : request_.reynolds) {
        if (!solve_at(reynolds)) break;
        if (!add_where_k_is_down()) break;
      }
    } catch (const StopFlow&) {
      end_at(now_, InertiaEnd::interrupted, "The run was stopped");
    }
    return std::move(flows_);
  }

 private:
  double inertia_of(const InertialPoint& p) const { return flows_.creeping_voxel2 / p.permeability_voxel2 - 1; }
  /// Gives the K0/K - 1 from which on a flow as well known as this one shows inertia.
  double seen_above(const InertialPoint& p) const {
    return inertia_shows_above * (p.iteration_error + flows_.creeping_error) * (1 + inertia_of(p));
  }
  /// Where K is down by a share of shares_of_onset somewhere below the first flow that shows inertia, solves one there
  /// too: a flow that is down by nearly as much. Gives false where the list ends.
  bool add_where_k_is_down() {
    constexpr double nearly = 0.8;
    std::vector<InertialPoint>& points = flows_.points;
    for (const double share : shares_of_onset)
      for (int tries = 0; tries < 3; ++tries) {
        const auto first =
            std::ranges::find_if(points, [this](const InertialPoint& p) { return inertia_of(p) > seen_above(p); });
        if (first == points.begin() || first == points.end()) return true;
        const double wanted = 1 / (1 - share) - 1;
        const double reynolds = first->reynolds * std::sqrt(nearly * wanted / inertia_of(*first));
        if (inertia_of(*first) <= wanted || nearly * wanted <= seen_above(*first) ||
            reynolds <= std::prev(first)->reynolds)
          break;
        const auto place = first - points.begin();
        if (!solve_at(reynolds)) return false;
        std::rotate(points.begin() + place, points.end() - 1, points.end());
      }
    return true;
  }
  double nu() const { return viscosity(drive_.tau); }
  double porosity() const {
    return static_cast<double>(backend().image_cells()) / static_cast<double>(backend().domain().sample_voxels());
  }
  double reynolds_of(double permeability) const {
    return permeability * drive_.force / (nu() * nu()) * flows_.length_voxel;
  }
  double largest_mach() const {
    return request_.largest_mach.value_or(usual_largest_mach(options_.solver.equilibrium));
  }
  void end_at(double reynolds, InertiaEnd end, std::string why) {
    flows_.end = end;
    flows_.reynolds_at_end = reynolds;
    flows_.why = std::move(why);
  }

  ViscosityBounds viscosity_bounds() const {
    return {viscosity(estimate_.clocks.best_tau(flows_.creeping_voxel2)), flows_.length_voxel, largest_share_,
            largest_mach()};
  }

  bool solve_at(double reynolds) {
    now_ = reynolds;
    if (reynolds * std::sqrt(flows_.creeping_voxel2) < least_reynolds * flows_.length_voxel) {
      end_at(reynolds, InertiaEnd::unresolved,
             fmt::format("The flow at Reynolds number {:.4g} with a length of {:.4g} voxels has less inertia than "
                         "rounding has: give a smaller length, or a larger Reynolds number",
                         reynolds, flows_.length_voxel));
      return false;
    }
    const ViscosityBounds bounds = viscosity_bounds();
    const double viscosity_wanted = options_.tau ? viscosity(*options_.tau) : bounds.best(reynolds);
    const double tau = tau_of(viscosity_wanted);
    if (tau < least_inertial_tau && options_.tau) {
      end_at(reynolds, InertiaEnd::unresolved,
             fmt::format("Below tau {} no flow with inertia is resolved, and {} is given: leave --tau to the program",
                         least_inertial_tau, *options_.tau));
      return false;
    }
    if (!bounds.are_resolved(reynolds)) {
      const double of_voxel = bounds.of_voxel(reynolds);
      end_at(
          reynolds, InertiaEnd::unresolved,
          fmt::format("The flow at Reynolds number {:.4g} has a largest speed over nu of {:.2g} per voxel, and beyond "
                      "{:g} it is not resolved: make the voxels {} times smaller, or lower the Reynolds number",
                      reynolds, of_voxel, most_of_voxel, round_up(of_voxel / finite_up_to)));
      return false;
    }
    if (options_.tau && viscosity_wanted > bounds.largest(reynolds)) {
      end_at(reynolds, InertiaEnd::unresolved,
             fmt::format("The flow at Reynolds number {:.4g} has a Mach number above {} at tau {}: leave --tau to the "
                         "program",
                         reynolds, largest_mach(), *options_.tau));
      return false;
    }
    InertialPoint point;
    point.reynolds_asked = reynolds;
    const double permeability = flows_.creeping_voxel2 / (1 + foretell_inertia(flows_, reynolds));
    const double velocity = reynolds * viscosity_wanted / flows_.length_voxel;
    change_to({viscosity_wanted * velocity / permeability, tau}, velocity / velocity_);
    const double seconds = stepper_.seconds();
    const std::int64_t first = backend().steps();
    nudge(point);
    if (!step_until_steady(point, first)) return false;
    point.reynolds = reynolds_of(point.permeability_voxel2);
    point.force = drive_.force;
    point.tau = drive_.tau;
    point.superficial_velocity = velocity_;
    const FlowMeasures measures = backend().measure();
    point.largest_speed = measures.largest_speed;
    point.mach = measures.largest_speed / lattice_sound_speed;
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
  void change_to(const Drive& drive, double factor, double sideways = 0) {
    FlowChange change{Equilibrium::incompressible, {}, drive.tau, factor, drive.force / drive_.force};
    if (options_.solver.equilibrium == Equilibrium::quadratic) change.equilibrium = Equilibrium::quadratic;
    const FaceRules& rules = backend().domain().rules();
    for (const Axis axis : all_axes)
      if (!rules.is_closed(axis)) change.force[static_cast<std::size_t>(axis)] = sideways;
    change.force[along_] = drive.force;
    stepper_.timed([&] { backend().go_on(change); });
    drive_ = drive;
    velocity_ *= factor;
  }

  /// Pushes the flow a little across its direction, once, so that the symmetry of the image does not keep steady what a
  /// small disturbance would not leave so. A steady flow forgets it. Below a Reynolds number of 1 by the root of K0 no
  /// flow through pores is known to oscillate.
  void nudge(const InertialPoint& point) {
    if (now_ * std::sqrt(flows_.creeping_voxel2) < flows_.length_voxel) return;
    const double share = std::min(largest_nudge, tolerances_of_nudge * options_.tolerance);
    change_to(drive_, 1, share * velocity_ / steps_of_nudge);
    advance_by(steps_of_nudge, point);
    change_to(drive_, 1);
  }

  /// Gives the residual that rounding leaves in a steady flow, as looks see it that are `first_interval` steps apart or
  /// more. Distributions are as large as the pressure and the velocity make them, and velocities are their sums. Less
  /// than a quarter of this was measured in packings in float32.
  double rounding_residual() const {
    const FlowMeasures measures = backend().measure();
    const double size = measures.largest_density_deviation + 3 * measures.largest_speed;
    return 0.6 * unit_roundoff(options_.solver.precision) / first_interval * size / std::abs(velocity_);
  }

  /// Steps until the bound on K meets the tolerance. Gives false where the list ends here.
  bool step_until_steady(InertialPoint& point, std::int64_t first) {
    for (int corrections = 0;; ++corrections) {
      const std::int64_t start = backend().steps();
      Convergence convergence;
      Steadiness steadiness(estimate_.clocks.slowest(drive_.tau, flows_.creeping_voxel2), rounding_residual());
      std::int64_t judged_next = first_interval;
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
        const std::int64_t interval =
            std::min(std::max(first_interval, judged_next - so_far), longest_between_looks(so_far));
        advance_by(interval - steps_of_look, point);
        const ChangingFlow now = stepper_.compare();
        velocity_ = now.sample.mean_velocity[along_];
        const double permeability = nu() * velocity_ / drive_.force;
        if (!now.sample.finite || !std::isfinite(permeability)) {
          end_at(now_, InertiaEnd::diverged,
                 fmt::format("The flow at Reynolds number {:.4g} was no longer finite at tau {:.4g}: {}, or lower the "
                             "Reynolds number",
                             now_, drive_.tau, advise_finer_voxels()));
          return false;
        }
        point.flux_spread = flux_spread_of(now.sample.plane_flux[along_]);
        const std::int64_t step = backend().steps() - start;
        const double rate = std::sqrt(now.rates.velocity_residual) / std::abs(velocity_);
        if (std::isfinite(rate)) steadiness.add({step, rate, permeability});
        if (step < judged_next) continue;
        judged_next = step + std::max(first_interval, step / samples_of_history / 2 * 2);
        convergence.add(step, permeability, point.flux_spread);
        const Limit limit = convergence.limit();
        const FlowJudgement judged = steadiness.judge(options_.tolerance);
        // The tail of K is not found in rounding, where the looks bound its drift.
        point.permeability_voxel2 = judged.value_error < limit.error ? judged.value : limit.value;
        const double missing = std::max(std::min(limit.error, judged.value_error), judged.error);
        const double rounding =
            rounding_error_of(options_.solver.precision, point.permeability_voxel2 / nu() / porosity());
        point.iteration_error = missing + rounding;
        if (corrections < most_corrections && limit.error < known_well_enough &&
            std::abs(reynolds_of(limit.value) / now_ - 1) > near_enough) {
          const double factor = now_ / reynolds_of(limit.value);
          change_to({drive_.force * factor, drive_.tau}, factor);
          break;  // and begin to watch anew
        }
        // Where rounding alone is more than half of the tolerance, more steps do not help.
        if (missing <= std::max(options_.tolerance - rounding, options_.tolerance / 2)) return true;
        if (judged.is_unsteady) {
          flows_.unsteady = unsteady_flow(judged, step);
          end_at(now_, InertiaEnd::unsteady,
                 fmt::format("The flow at Reynolds number {:.4g} does not become steady: {}", now_,
                             describe_unsteady(*flows_.unsteady)));
          return false;
        }
      }
    }
  }

  /// Says how much finer the voxels should be.
  std::string advise_finer_voxels() const {
    const double of_voxel = largest_share_ * now_ / flows_.length_voxel;
    if (of_voxel <= finite_up_to) return "refine the image";
    return fmt::format(
        "the largest speed over nu is {:.2g} per voxel, and about {:g} stays finite; make the voxels {} "
        "times smaller",
        of_voxel, finite_up_to, round_up(of_voxel / finite_up_to));
  }

  UnsteadyFlow unsteady_flow(const FlowJudgement& judged, std::int64_t steps) const {
    UnsteadyFlow flow;
    flow.permeability_voxel2 = judged.value;
    flow.reynolds = reynolds_of(judged.value);
    flow.force = drive_.force;
    flow.tau = drive_.tau;
    flow.steps = steps;
    if (!judged.oscillation) return flow;
    flow.oscillation = judged.oscillation->size;
    flow.is_regular = judged.oscillation->is_regular;
    flow.period_steps = judged.oscillation->period;
    const double velocity = judged.value * drive_.force / nu();
    flow.period = flow.period_steps * velocity / flows_.length_voxel;
    return flow;
  }

  static std::string describe_unsteady(const UnsteadyFlow& flow) {
    if (flow.period_steps == 0)
      return fmt::format("its velocities still change as much as before after {} steps", flow.steps);
    return fmt::format(
        "after {} steps K still oscillates by {:.2g} % about {:.4g} voxel^2, {} {:.0f} steps, {:.3g} times l/U",
        flow.steps, 100 * flow.oscillation, flow.permeability_voxel2,
        flow.is_regular ? "with a period of" : "irregularly, about once in", flow.period_steps, flow.period);
  }

  void advance_by(std::int64_t steps, const InertialPoint& point) {
    const std::int64_t end = backend().steps() + steps;
    while (backend().steps() < end) {
      stepper_.advance(end - backend().steps());
      if (!progress_) continue;
      const auto cells = static_cast<double>(backend().image_cells());
      const std::optional k = point.permeability_voxel2 > 0 ? std::optional(point.permeability_voxel2) : std::nullopt;
      progress_({options_.direction, backend().steps(), k, point.iteration_error,
                 cells * static_cast<double>(backend().steps() - first_step_) / stepper_.seconds() / 1e6,
                 stepper_.seconds(), std::numeric_limits<double>::infinity()});
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
  std::int64_t first_step_;  ///< of the lattice, which has solved the creeping flow before
  double now_{0};            ///< the Reynolds number that is solved
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
      refuse(fmt::format("A Reynolds number is {}", number), "it must be above 0, where the flow is the creeping one");
    if (number < least_reynolds)
      refuse(fmt::format("A Reynolds number is {}", number),
             fmt::format("below {} inertia changes K by less than rounding does", least_reynolds));
    if (i > 0 && !(number > request.reynolds[i - 1]))
      refuse(fmt::format("The Reynolds number {} follows {}", number, request.reynolds[i - 1]),
             "each flow begins from the one before");
  }
  if (request.length_voxel && !(*request.length_voxel > 0 && std::isfinite(*request.length_voxel)))
    throw InputError(fmt::format("The length of the Reynolds number is {}", *request.length_voxel),
                     "it must be above 0 and finite", "Give a length above 0");
  if (request.largest_mach && !(*request.largest_mach >= least_mach && *request.largest_mach <= most_mach))
    throw InputError(fmt::format("The largest Mach number of --reynolds is {}", *request.largest_mach),
                     "smaller ones take ages, and at larger ones the velocities are those of sound",
                     fmt::format("Give one from {} to {}", least_mach, most_mach));
  if (options.solver.collision == Collision::bgk)
    throw UsageError("Reynolds numbers are given with --collision bgk",
                     "its K depends on the viscosity, which changes with the Reynolds number", "Use --collision trt");
  if (options.solver.precision == Precision::float16)
    throw UsageError("Reynolds numbers are given with --precision float16",
                     "inertia is smaller than the rounding of float16", "Use --precision float32");
  if (options.boundary.boundary == Boundary::pressure)
    throw UsageError("Reynolds numbers are given with --boundary pressure",
                     "with inertia the flow behind a face that holds its density is not known",
                     options.boundary.sides == Sides::mirror
                         ? "Use --boundary mirror, which has the same K of creeping flow"
                         : "Use --boundary sealed, which has the same K of creeping flow");
}

InertialFlows solve_inertial_flows(SolvedFlow creeping, const RunEstimate& estimate, const FlowOptions& options,
                                   const InertiaRequest& request, const ProgressFunction& progress) {
  check_request(request, options);
  return FlowsWithInertia(std::move(creeping), estimate, options, request, progress).solve();
}

}  // namespace perm
