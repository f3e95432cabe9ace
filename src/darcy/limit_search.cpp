// SPDX-License-Identifier: Apache-2.0
// Longer than 300 lines: three ways to find a limit, and the loop that takes any of them.
#include "darcy/limit_search.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "darcy/bounds/convergence.hpp"
#include "darcy/pressure_search.hpp"
#include "darcy/watched_bound.hpp"

namespace perm {
namespace {

constexpr std::int64_t steps_of_sample = 2;
constexpr std::int64_t steps_of_look = 4;
constexpr std::int64_t samples_of_history = 40;  // the steps so far over those between two samples
constexpr std::int64_t looks_of_history = 10;    // the steps so far over those between two looks
constexpr double rounding_share = 0.5;           // of the tolerance, from which on rounding does not count for the end
constexpr double float16_part = 10;              // float16 goes on until the bound is this many tolerances
constexpr double most_start_error = 2.5;         // factor in K at which the flow of the half image is given up
constexpr double least_plane_flux = 0.25;        // and share of its flux that must pass every plane
// A change of tau pays if the following holds:
constexpr double pressure_share = 3;            // pressure changes this many times as much as momentum,
constexpr double fewest_steps_to_refine = 150;  // at least so many steps are to come,
constexpr double least_change_of_tau = 0.8;     // and tau - 1/2 changes by this factor or more.
constexpr double momentum_share = 0.25;         // the slow decay time of momentum over that in the widest pore
constexpr int most_changes_of_tau = 4;
constexpr std::int64_t periods_to_wait =
    2;  // K is calm when it has not oscillated for so many periods of its last oscillation

/// Defines one way to find the limit of K.
class LimitSearch {
 public:
  virtual ~LimitSearch() = default;
  /// Steps to the next sample, takes it and notes K with its bound. Gives false when the flow is no longer finite.
  virtual bool advance(RunningFlow& flow) = 0;
  /// Finds the bound of this moment as well as can be. K is known already.
  virtual void conclude(RunningFlow& /*flow*/) {}
  /// Tells whether K is known to the tolerance as far as samples tell, where no bound can be given.
  virtual bool has_estimate(double /*tolerance*/) const { return false; }
};

/// Takes plain samples of K and fits a tail to them; the limit of the tail is the limit of K. The bound is that of the
/// fit, which cannot see a slow mode under fast ones.
class SampledSearch : public LimitSearch {
 public:
  bool advance(RunningFlow& flow) override {
    flow.advance_by(flow.interval(samples_of_history) - steps_of_sample);
    const FlowSample sample = flow.sample();
    return add(flow, sample.finite, flow.note(sample), {});
  }

 protected:
  /// Adds a sample and keeps the limit of the tail. What `known` says of the limit of K counts too, where it has a
  /// value. Gives false when the flow is no longer finite.
  bool add(RunningFlow& flow, bool finite, double permeability, const std::optional<Limit>& known, double noise = 0) {
    if (!finite || !std::isfinite(permeability)) {
      flow.note_divergence();
      return false;
    }
    convergence_.add(flow.steps(), permeability, flow.result().flux_spread);
    Limit tail = convergence_.limit();
    tail_error_ = tail.error;
    if (known) tail.error = std::max(tail.error, known->error + std::abs(tail.value / known->value - 1));
    flow.keep(permeability, tail, noise);
    return true;
  }

  double tail_error_{std::numeric_limits<double>::infinity()};  ///< of the last fit

 private:
  Convergence convergence_;
};

/// Takes plain samples of K and fits a tail to them, and believes its limit as far as looks at what still changes do.
class PlainSearch : public SampledSearch {
 public:
  explicit PlainSearch(const RunningFlow& flow) : bound_(flow) {}

  bool advance(RunningFlow& flow) override {
    std::int64_t interval = flow.interval(samples_of_history);
    if (flow.steps_left() - interval < steps_of_look) interval = flow.steps_left();
    const bool is_last = interval == flow.steps_left();
    const bool looks = interval >= steps_of_look && (is_last || flow.steps() + interval >= next_look_);
    if (looks) {
      bound_.advance_to_look(flow, interval - steps_of_look);
      return look(flow, flow.interval(looks_of_history));
    }
    flow.advance_by(interval - steps_of_sample);
    const FlowSample sample = flow.sample();
    return add(flow, sample.finite, flow.note(sample), known_, bound_.noise());
  }

  void conclude(RunningFlow& flow) override { look(flow, flow.steps_left()); }
  bool has_estimate(double tolerance) const override { return !has_bound_ && tail_error_ <= tolerance; }

 private:
  /// `interval` are the steps to the next look; where no more are left, this look is the last.
  bool look(RunningFlow& flow, std::int64_t interval) {
    const ChangingFlow now = flow.watch();
    const double permeability = flow.note(now.sample);
    const double corrected = WatchedBound::correct(flow, now, permeability);
    const bool finite = now.sample.finite && std::isfinite(corrected);
    if (finite) known_ = bound_.with_slow_pressure(flow, bound_.add(flow, now, corrected), interval, false);
    if (has_inertia(flow.options().solver.equilibrium)) {
      const std::optional<double> error = WatchedBound::with_inertia(flow, known_);
      has_bound_ = error.has_value();
      known_.error = error.value_or(std::numeric_limits<double>::infinity());
    }
    next_look_ = flow.steps() + interval;
    return add(flow, finite, permeability, known_, bound_.noise());
  }

  WatchedBound bound_;
  Limit known_;  ///< the corrected K of the last look, with its bound
  bool has_bound_{true};
  std::int64_t next_look_{0};
};

/// Corrects K to second order, and bounds it by what still changes.
class CorrectedSearch : public LimitSearch {
 public:
  explicit CorrectedSearch(const RunningFlow& flow)
      : bound_(flow), start_permeability_(flow.began_from_half_image() ? flow.expected_permeability() : 0) {}

  bool advance(RunningFlow& flow) override {
    std::int64_t interval = flow.interval(looks_of_history);
    if (flow.steps_left() - interval < steps_of_look) interval = flow.steps_left();
    if (interval < steps_of_look) return SampledSearch().advance(flow);  // the last two steps are too few for a look
    bound_.advance_to_look(flow, interval - steps_of_look);
    return look(flow, flow.interval(looks_of_history));
  }

  void conclude(RunningFlow& flow) override { look(flow, flow.steps_left()); }

 private:
  /// `interval` are the steps to the next look; where no more are left, this look is the last.
  bool look(RunningFlow& flow, std::int64_t interval) {
    const ChangingFlow now = flow.watch();
    const double permeability = flow.note(now.sample);
    const double corrected = WatchedBound::correct(flow, now, permeability);
    if (!now.sample.finite || !std::isfinite(corrected)) {
      flow.note_divergence();
      return false;
    }
    if (start_was_wrong(permeability, flow.result().plane_flux)) {
      bound_.expect(flow.estimate().permeability_voxel2);
      flow.begin_again_from_rest();
      bound_.forget();
      return true;
    }
    if (std::abs(permeability / corrected - 1) > flow.options().tolerance)
      note_oscillation(flow.steps(), permeability > corrected);
    Limit limit = bound_.add(flow, now, corrected);
    if (flow.options().goal == Goal::flow)
      limit.error = std::max(limit.error, flow.distance_of_flow(permeability, corrected));
    const bool is_calm = !oscillates(flow.steps());
    limit = bound_.with_slow_pressure(flow, limit, interval, is_calm);
    flow.keep(permeability, limit, bound_.noise());
    if (flow.steps_left() <= interval || !is_calm) return true;
    if (!bound_.correct_pressure(flow) && !bound_.pressure().may_soon_correct(flow.options().tolerance))
      refine_tau(flow, limit, now.rates);
    return true;
  }

  /// Throats that close or open up in the half image may change its flow altogether; then a start from rest is better.
  /// The first look decides. Where a thin layer across the flow is missing in the half image, K has hardly changed by
  /// then, but the flux through the layer has broken down.
  bool start_was_wrong(double permeability, const std::vector<double>& plane_flux) {
    if (start_permeability_ == 0) return false;
    const double ratio = permeability / std::exchange(start_permeability_, 0);
    if (!(ratio > 1 / most_start_error && ratio < most_start_error)) return true;
    double mean = 0;
    for (const double flux : plane_flux) mean += flux / static_cast<double>(plane_flux.size());
    const double least = *std::ranges::min_element(plane_flux, {}, [mean](double flux) { return flux / mean; }) / mean;
    return !(ratio * least > least_plane_flux);
  }

  /// Notes whether K of this moment is above its corrected value. A slow mode of pressure keeps it on one side; sound
  /// makes it oscillate, in a vug and its throat for instance.
  void note_oscillation(std::int64_t step, bool above) {
    if (above == was_above_) return;
    was_above_ = above;
    if (oscillates(step) || steps_of_oscillation_ == 0) steps_of_oscillation_ = step - last_crossing_;
    last_crossing_ = step;
  }
  /// Tells whether sound still runs to and fro. What pressure will be when it is steady cannot be told then, and a
  /// lower viscosity would damp the sound less.
  bool oscillates(std::int64_t step) const { return step - last_crossing_ < periods_to_wait * steps_of_oscillation_; }

  /// What still changes tells which clock is slow: in a slow mode of pressure the velocities hardly change, in a slow
  /// mode of momentum the pressure hardly changes. Tight places have slower pressure modes than Darcy's law on the
  /// large scale gives, and a good start leaves no slow mode of momentum. A change pays as long as several decay times
  /// are to come.
  void refine_tau(RunningFlow& flow, const Limit& limit, const FlowRates& rates) {
    const double tolerance = flow.options().tolerance;
    const double tau = flow.result().tau;
    if (!flow.estimate().tau_may_change || !bound_.rest().falls() || changes_of_tau_ == most_changes_of_tau ||
        !(limit.error > tolerance) || !std::isfinite(limit.error))
      return;
    const double slow_pressure = bound_.pressure().time_without_remedy();
    const double seen = std::max(bound_.rest().seen_decay_time(), slow_pressure);
    if (!(seen / 2 * std::log(limit.error / tolerance) > fewest_steps_to_refine)) return;
    if (slow_pressure < seen && rates.pressure_residual < pressure_share * rates.velocity_residual) return;
    const double factor = std::sqrt(momentum_share * flow.estimate().clocks.momentum / flow.nu() / seen);
    const double better = std::max(smallest_tau, 0.5 + factor * (tau - 0.5));
    if (better > 0.5 + least_change_of_tau * (tau - 0.5)) return;
    flow.change_tau(better);
    bound_.forget();
    last_crossing_ = flow.steps();
    steps_of_oscillation_ = 0;
    ++changes_of_tau_;
  }

  WatchedBound bound_;
  double start_permeability_;  ///< of the half image; 0 without one, and once the first look has judged it
  int changes_of_tau_{0};
  bool was_above_{false};
  std::int64_t last_crossing_{0};         ///< the step at which K was last seen to pass its corrected value
  std::int64_t steps_of_oscillation_{0};  ///< from one such step to the next, while it oscillates
};

/// Lets the pressure of the voxels find the limit.
class VoxelSearch : public LimitSearch {
 public:
  bool advance(RunningFlow& flow) override {
    if (flow.steps_left() < PressureSearch::steps_a_look) return SampledSearch().advance(flow);
    return search_.advance(flow);
  }
  void conclude(RunningFlow& flow) override { search_.look(flow); }

 private:
  PressureSearch search_;
};

bool has_converged(const RunningFlow& flow) {
  const FlowResult& result = flow.result();
  const double tolerance = flow.options().tolerance;
  if (flow.steps() == 0) return false;
  // More steps do not help against rounding.
  const bool rounds = result.rounding_error > rounding_share * tolerance;
  return (rounds ? result.iteration_error - result.rounding_error : result.iteration_error) <= tolerance;
}

bool is_at_step_limit(const RunningFlow& flow) { return flow.steps_left() < 2; }

/// float16 carries the flow near its limit; the error that float16 adds is seen, and undone, in float32. A flow in
/// float16 may never get near its limit, because its rounding is coarse, so float16 also ends after the estimated
/// steps.
bool has_float16_done_its_part(const RunningFlow& flow) {
  return flow.result().iteration_error <= float16_part * flow.options().tolerance ||
         static_cast<double>(flow.steps()) >= flow.estimate().steps_from_rest;
}

/// Lets a flow end where it is. Gives false where no K is known yet.
bool end_here(RunningFlow& flow, LimitSearch& search) {
  if (!flow.result().permeability_voxel2 || flow.steps() == 0) return false;
  flow.stop_telling();
  search.conclude(flow);
  if (flow.result().stop != StopReason::diverged) flow.note_stop(StopReason::interrupted);
  return true;
}

}  // namespace

void search_for_limit(RunningFlow& flow) {
  const FlowOptions& options = flow.options();
  std::unique_ptr<LimitSearch> search;
  if (flow.has_voxel_pressure())
    search = std::make_unique<VoxelSearch>();
  else if (options.method == Method::plain || has_inertia(options.solver.equilibrium))
    search = std::make_unique<PlainSearch>(flow);
  else
    search = std::make_unique<CorrectedSearch>(flow);
  try {
    while (!has_converged(flow)) {
      if (search->has_estimate(options.tolerance)) return flow.note_stop(StopReason::estimated);
      if (is_at_step_limit(flow)) return flow.note_stop(StopReason::step_limit);
      if (!search->advance(flow)) return;  // the flow diverged
    }
    flow.note_stop(flow.result().iteration_error <= options.tolerance ? StopReason::converged : StopReason::rounding);
  } catch (const StopFlow&) {
    if (!end_here(flow, *search)) throw;
  }
}

bool carry_in_float16(RunningFlow& flow) {
  SampledSearch search;
  try {
    do {
      if (is_at_step_limit(flow)) {
        flow.note_stop(StopReason::step_limit);
        return false;
      }
      if (!search.advance(flow)) return false;  // the flow diverged
    } while (!has_float16_done_its_part(flow));
  } catch (const StopFlow&) {
    if (!end_here(flow, search)) throw;
    return false;
  }
  flow.go_on_in_float32();
  return true;
}

}  // namespace perm
