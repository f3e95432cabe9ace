// SPDX-License-Identifier: Apache-2.0
#include "darcy/inertia/inertial_flows.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

#include "darcy/flow_lattice.hpp"
#include "darcy/flux_spread.hpp"
#include "darcy/inertia/flow_watch.hpp"
#include "darcy/inertia/inertia_keeper.hpp"
#include "darcy/inertia/inertial_viscosity.hpp"
#include "darcy/inertia/list_state.hpp"
#include "darcy/inertia/next_flow.hpp"
#include "darcy/inertia/why_ended.hpp"
#include "darcy/rounding_error.hpp"
#include "darcy/stepper.hpp"

namespace perm {
namespace {

constexpr double near_enough = 0.02;         // the Reynolds number may differ by this much from what was asked
constexpr double known_well_enough = 0.005;  // bound on K at which the force is corrected, to come as near as that
constexpr int most_corrections = 2;
constexpr std::int64_t steps_of_nudge = 20;
// The fluid is pushed across the flow by this share of the superficial velocity, or by so many tolerances, so that what
// grows stays above the tolerance, and what dies is soon below it.
constexpr double largest_nudge = 0.01;
constexpr double tolerances_of_nudge = 30;

/// Steps the lattice of an image through the list.
class FlowsWithInertia {
 public:
  FlowsWithInertia(std::shared_ptr<FlowLattice> lattice, const FlowOptions& options, const InertiaRequest& request,
                   const ProgressFunction& progress, const InertiaKeeper& keeper)
      : options_(options),
        request_(request),
        progress_(progress),
        keeper_(keeper),
        along_(static_cast<std::size_t>(options.direction)),
        lattice_(std::move(lattice)),
        stepper_(lattice_->backend) {}

  /// Begins from a creeping flow.
  void begin(const FlowResult& creeping, const Clocks& clocks) {
    state_.clocks = clocks;
    state_.drive = {creeping.force, creeping.tau};
    state_.velocity = creeping.mean_velocity[along_];
    state_.largest_share = creeping.measures->largest_speed / std::abs(state_.velocity);
    state_.first_step = backend().steps();
    InertialFlows& flows = state_.flows;
    flows.creeping_voxel2 = *creeping.permeability_voxel2;
    flows.creeping_error = creeping.iteration_error;
    flows.length_voxel = request_.length_voxel.value_or(std::sqrt(flows.creeping_voxel2));
    flows.cells = backend().image_cells();
  }

  /// Goes on from what was saved, on the lattice that was saved with it.
  void restore() {
    StateReader reader(keeper_.restore(stepper_));
    reader >> state_ >> next_.state();
    watch_.restore(reader);
    reader.require_end();
  }

  InertialFlows solve() {
    try {
      while (state_.under_way || begin_next()) {
        if (!step_until_steady()) break;
        add_point();
      }
    } catch (const StopFlow& stop) {
      if (stop.wish == StopWish::after_saving) save(Checkpoint::When::at_the_end);
      end_at(InertiaEnd::interrupted, "The run was stopped");
    }
    return std::move(state_.flows);
  }

 private:
  double nu() const { return viscosity(state_.drive.tau); }
  double porosity() const {
    return static_cast<double>(backend().image_cells()) / static_cast<double>(backend().domain().sample_voxels());
  }
  double reynolds_of(double permeability) const {
    return perm::reynolds_of(permeability, state_.drive, state_.flows.length_voxel);
  }
  double largest_mach() const {
    return request_.largest_mach.value_or(usual_largest_mach(options_.solver.equilibrium));
  }
  void end_at(InertiaEnd end, std::string why) {
    state_.flows.end = end;
    state_.flows.reynolds_at_end = state_.now;
    state_.flows.why = std::move(why);
  }

  ViscosityBounds viscosity_bounds() const {
    const InertialFlows& flows = state_.flows;
    return {viscosity(state_.clocks.best_tau(flows.creeping_voxel2)), flows.length_voxel, state_.largest_share,
            largest_mach()};
  }

  /// Begins the next flow. Gives false where the list is complete, or ends here.
  bool begin_next() {
    const std::optional<double> reynolds = next_.choose(request_.reynolds, state_.flows);
    if (!reynolds) return false;
    state_.now = *reynolds;
    const ViscosityBounds bounds = viscosity_bounds();
    const double viscosity_wanted = options_.tau ? viscosity(*options_.tau) : bounds.best(*reynolds);
    if (std::string why = why_unresolved(*reynolds, {bounds, options_.tau, viscosity_wanted}, state_.flows);
        !why.empty()) {
      end_at(InertiaEnd::unresolved, std::move(why));
      return false;
    }
    const InertialFlows& flows = state_.flows;
    const double permeability = flows.creeping_voxel2 / (1 + foretell_inertia(flows, *reynolds));
    const double velocity = *reynolds * viscosity_wanted / flows.length_voxel;
    change_to({viscosity_wanted * velocity / permeability, tau_of(viscosity_wanted)}, velocity / state_.velocity);
    FlowUnderWay& flow = state_.under_way.emplace();
    flow.point.reynolds_asked = *reynolds;
    flow.first_step = backend().steps();
    flow.seconds_before = stepper_.seconds();
    watch_.end();
    begin_nudge(flow);
    return true;
  }

  /// Notes the flow, which is steady.
  void add_point() {
    const FlowUnderWay& flow = *state_.under_way;
    InertialPoint point = flow.point;
    point.reynolds = reynolds_of(point.permeability_voxel2);
    point.force = state_.drive.force;
    point.tau = state_.drive.tau;
    point.superficial_velocity = state_.velocity;
    const FlowMeasures measures = backend().measure();
    point.largest_speed = measures.largest_speed;
    point.mach = measures.largest_speed / lattice_sound_speed;
    const double given = state_.drive.force * static_cast<double>(backend().image_cells());
    point.wall_force_difference = measures.wall_force[along_] / given - 1;
    state_.largest_share = measures.largest_speed / std::abs(state_.velocity);
    point.steps = backend().steps() - flow.first_step;
    point.seconds = stepper_.seconds() - flow.seconds_before;
    state_.flows.points.push_back(point);
    if (request_.on_point) request_.on_point(backend(), point);
    next_.put_in_place(state_.flows.points);
    state_.under_way.reset();
  }

  /// Goes on with the flow under another drive, with velocities times `factor`.
  void change_to(const Drive& drive, double factor, double sideways = 0) {
    FlowChange change{Equilibrium::incompressible, {}, drive.tau, factor, drive.force / state_.drive.force};
    if (options_.solver.equilibrium == Equilibrium::quadratic) change.equilibrium = Equilibrium::quadratic;
    const FaceRules& rules = backend().domain().rules();
    for (const Axis axis : all_axes)
      if (!rules.is_closed(axis)) change.force[static_cast<std::size_t>(axis)] = sideways;
    change.force[along_] = drive.force;
    stepper_.timed([&] { backend().go_on(change); });
    state_.drive = drive;
    state_.velocity *= factor;
  }

  /// Begins to push the flow a little across its direction, once, so that the symmetry of the image does not keep
  /// steady what a small disturbance would not leave so. A steady flow forgets it. Below a Reynolds number of 1 by the
  /// root of K0 no flow through pores is known to oscillate.
  void begin_nudge(FlowUnderWay& flow) {
    if (state_.now * std::sqrt(state_.flows.creeping_voxel2) < state_.flows.length_voxel) return;
    const double share = std::min(largest_nudge, tolerances_of_nudge * options_.tolerance);
    change_to(state_.drive, 1, share * state_.velocity / steps_of_nudge);
    flow.nudged_until = backend().steps() + steps_of_nudge;
  }
  void end_nudge(FlowUnderWay& flow) {
    if (flow.nudged_until == 0) return;
    advance_to(flow.nudged_until);
    flow.nudged_until = 0;
    change_to(state_.drive, 1);
  }

  /// Steps until the bound on K meets the tolerance. Gives false where the list ends here.
  bool step_until_steady() {
    FlowUnderWay& flow = *state_.under_way;
    end_nudge(flow);
    while (true) {
      if (!watch_.has_begun())
        watch_.begin(backend().steps(), state_.clocks.slowest(state_.drive.tau, state_.flows.creeping_voxel2),
                     rounding_residual(backend().measure(), options_.solver.precision, state_.velocity));
      if (!watch_.has_chosen_look()) {
        if (options_.max_steps - (backend().steps() - flow.first_step) < FlowWatch::fewest_steps) {
          end_at(InertiaEnd::step_limit, describe_step_limit(state_.now, options_.max_steps));
          return false;
        }
        watch_.choose_look(backend().steps());
      }
      advance_to(watch_.look_at());
      const Seen seen = look(flow);
      if (seen != Seen::more_to_come) return seen == Seen::steady;
    }
  }

  enum class Seen { more_to_come, steady, end_of_list };
  /// Looks at the flow and judges it, now and then.
  Seen look(FlowUnderWay& flow) {
    InertialPoint& point = flow.point;
    const ChangingFlow now = stepper_.compare();
    state_.velocity = now.sample.mean_velocity[along_];
    const double permeability = nu() * state_.velocity / state_.drive.force;
    if (!now.sample.finite || !std::isfinite(permeability)) {
      end_at(InertiaEnd::diverged, describe_divergence(state_.now, state_.drive.tau, viscosity_bounds()));
      return Seen::end_of_list;
    }
    point.flux_spread = flux_spread_of(now.sample.plane_flux[along_]);
    const double rate = std::sqrt(now.rates.velocity_residual) / std::abs(state_.velocity);
    const auto verdict = watch_.add({backend().steps(), rate, permeability}, point.flux_spread, options_.tolerance);
    if (!verdict) return Seen::more_to_come;
    const auto& [limit, judged, steps] = *verdict;
    // The tail of K is not found in rounding, where the looks bound its drift.
    point.permeability_voxel2 = judged.value_error < limit.error ? judged.value : limit.value;
    const double missing = std::max(std::min(limit.error, judged.value_error), judged.error);
    const double rounding = rounding_error_of(options_.solver.precision, point.permeability_voxel2 / nu() / porosity());
    point.iteration_error = missing + rounding;
    if (flow.corrections < most_corrections && limit.error < known_well_enough &&
        std::abs(reynolds_of(limit.value) / state_.now - 1) > near_enough) {
      const double factor = state_.now / reynolds_of(limit.value);
      change_to({state_.drive.force * factor, state_.drive.tau}, factor);
      ++flow.corrections;
      watch_.end();
      return Seen::more_to_come;
    }
    // Where rounding alone is more than half of the tolerance, more steps do not help.
    if (missing <= std::max(options_.tolerance - rounding, options_.tolerance / 2)) return Seen::steady;
    if (!judged.is_unsteady) return Seen::more_to_come;
    state_.flows.unsteady = find_unsteady_flow(judged, state_.drive, state_.flows.length_voxel, steps);
    end_at(InertiaEnd::unsteady, describe_unsteady(state_.now, *state_.flows.unsteady));
    return Seen::end_of_list;
  }

  /// Steps up to that step, saves what is due and tells the progress after every batch.
  void advance_to(std::int64_t step) {
    while (backend().steps() < step) {
      stepper_.advance(step - backend().steps());
      if (keeper_.is_due()) save(Checkpoint::When::due);
      if (progress_) tell(state_.under_way->point);
    }
  }

  void tell(const InertialPoint& point) const {
    const auto cells = static_cast<double>(backend().image_cells());
    const std::optional k = point.permeability_voxel2 > 0 ? std::optional(point.permeability_voxel2) : std::nullopt;
    progress_({options_.direction, backend().steps(), k, point.iteration_error,
               cells * static_cast<double>(backend().steps() - state_.first_step) / stepper_.seconds() / 1e6,
               stepper_.seconds(), std::numeric_limits<double>::infinity()});
  }

  void save(Checkpoint::When when) const {
    StateWriter list;
    list << state_ << next_.state();
    watch_.save(list);
    keeper_.save(*lattice_, stepper_, list.take(), when);
  }

  Backend& backend() const { return stepper_.backend(); }

  const FlowOptions& options_;
  const InertiaRequest& request_;
  const ProgressFunction& progress_;
  const InertiaKeeper& keeper_;
  std::size_t along_;
  std::shared_ptr<FlowLattice> lattice_;
  Stepper stepper_;
  ListState state_;
  NextFlow next_;
  FlowWatch watch_;  ///< of the flow under way
};

}  // namespace

InertialFlows solve_inertial_flows(SolvedFlow creeping, const RunEstimate& estimate, const FlowOptions& options,
                                   const InertiaRequest& request, const ProgressFunction& progress,
                                   const FlowSaving& saving) {
  check_request(request, options);
  const InertiaKeeper keeper(saving);
  FlowsWithInertia flows(creeping.lattice(), options, request, progress, keeper);
  flows.begin(creeping.result(), estimate.clocks);
  return flows.solve();
}

bool has_saved_list(const FlowSaving& saving) { return InertiaKeeper::has_state(saving); }

InertialFlows go_on_with_inertial_flows(const PoreSlab& pores, const FlowOptions& options,
                                        const InertiaRequest& request, const ProgressFunction& progress,
                                        const FlowSaving& saving) {
  const InertiaKeeper keeper(saving);
  FlowsWithInertia flows(keeper.make_lattice(pores, options), options, request, progress, keeper);
  flows.restore();
  return flows.solve();
}

}  // namespace perm
