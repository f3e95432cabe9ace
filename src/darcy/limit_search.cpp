// SPDX-License-Identifier: Apache-2.0
#include "darcy/limit_search.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "darcy/convergence.hpp"
#include "darcy/residual_bound.hpp"
#include "darcy/slow_pressure.hpp"

namespace perm {
namespace {

constexpr std::int64_t steps_of_sample = 2;
constexpr std::int64_t steps_of_look = 4;
constexpr std::int64_t samples_of_history = 40;  // the steps so far over those between two samples
constexpr std::int64_t looks_of_history = 10;    // the steps so far over those between two looks
constexpr double rounding_share = 0.5;           // of the tolerance, from which on rounding does not count for the end
constexpr double float16_part = 10;              // float16 goes on until the bound is this many tolerances
constexpr double flux_part = 10;                 // a flow is steady when its flux differs by this many tolerances
constexpr double most_start_error = 2.5;         // factor in K at which the flow of the half image is given up
constexpr double least_plane_flux = 0.25;        // and share of its flux that must pass every plane
// A change of tau pays if the following holds:
constexpr double pressure_share = 3;            // pressure changes this many times as much as momentum,
constexpr double fewest_steps_to_refine = 150;  // at least so many steps are to come,
constexpr double least_change_of_tau = 0.8;     // and tau - 1/2 changes by this factor or more.
constexpr double momentum_share = 0.25;         // the slow decay time of momentum over that in the widest pore
constexpr int most_changes_of_tau = 4;

/// Defines one way to find the limit of K.
class LimitSearch {
 public:
  virtual ~LimitSearch() = default;
  /// Steps to the next sample, takes it and notes K with its bound. Gives false when the flow is no longer finite.
  virtual bool advance(RunningFlow& flow) = 0;
  /// Finds the bound of this moment as well as can be. K is known already.
  virtual void conclude(RunningFlow& /*flow*/) {}
};

/// Takes plain samples of K and fits a tail to them; the limit of the tail is the limit of K.
class SampledSearch : public LimitSearch {
 public:
  bool advance(RunningFlow& flow) override {
    flow.advance_by(flow.interval(samples_of_history) - steps_of_sample);
    const FlowSample sample = flow.sample();
    const double permeability = flow.note(sample);
    if (!sample.finite || !std::isfinite(permeability)) {
      flow.note_divergence();
      return false;
    }
    convergence_.add(flow.steps(), permeability, flow.result().flux_spread);
    flow.keep(permeability, convergence_.limit());
    return true;
  }

 private:
  Convergence convergence_;
};

/// Corrects K to second order, and bounds it by what still changes.
class CorrectedSearch : public LimitSearch {
 public:
  explicit CorrectedSearch(const RunningFlow& flow)
      : permeability_(flow.expected_permeability()),
        start_permeability_(flow.began_from_half_image() ? permeability_ : 0),
        pressure_(flow.estimate().network) {}

  bool advance(RunningFlow& flow) override {
    std::int64_t interval = flow.interval(looks_of_history);
    if (flow.steps_left() - interval < steps_of_look) interval = flow.steps_left();
    if (interval < steps_of_look) return SampledSearch().advance(flow);  // the last two steps are too few for a look
    flow.advance_by(interval - steps_of_look);
    return look(flow, flow.interval(looks_of_history));
  }

  void conclude(RunningFlow& flow) override { look(flow, flow.steps_left()); }

 private:
  /// `interval` are the steps to the next look; where no more are left, this look is the last.
  bool look(RunningFlow& flow, std::int64_t interval) {
    const ChangingFlow now = flow.watch();
    const double permeability = flow.note(now.sample);
    const double force = flow.options().force;
    const double unit = flow.nu() / (force * force);
    const double corrected = permeability + unit * now.rates.action;
    if (!now.sample.finite || !std::isfinite(corrected)) {
      flow.note_divergence();
      return false;
    }
    if (corrected > 0) permeability_ = corrected;
    if (start_was_wrong(permeability, flow.result().plane_flux)) {
      permeability_ = flow.estimate().permeability_voxel2;
      flow.begin_again_from_rest();
      pressure_.forget();
      return true;
    }
    SearchState state{permeability_, slowest(flow)};
    const double within_bodies = pressure_.watch(flow, unit * now.rates.pressure_residual);
    bound_.add({flow.steps(), corrected, unit * now.rates.velocity_residual + within_bodies}, state.slowest);
    state.seen = bound_.seen_decay_time();
    Limit limit = bound_.limit();
    if (flow.options().goal == Goal::flow)
      limit.error =
          std::max({limit.error, std::abs(permeability / corrected - 1), flow.result().flux_spread / flux_part});
    state.error = limit.error;
    limit.error += pressure_.bound(flow, state, interval);
    flow.keep(permeability, limit);
    if (flow.steps_left() <= interval) return true;
    if (pressure_.correct(flow, state))
      bound_ = ResidualBound{};
    else
      refine_tau(flow, limit, now.rates);
    return true;
  }

  /// Gives the longest decay time that the image and K let expect.
  double slowest(const RunningFlow& flow) const {
    return std::max(flow.estimate().clocks.slowest(flow.result().tau, permeability_),
                    flow.friction_time(permeability_));
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

  /// What still changes tells which clock is slow: in a slow mode of pressure the velocities hardly change, in a slow
  /// mode of momentum the pressure hardly changes. Tight places have slower pressure modes than Darcy's law on the
  /// large scale gives, and a good start leaves no slow mode of momentum. A change pays as long as several decay times
  /// are to come.
  void refine_tau(RunningFlow& flow, const Limit& limit, const FlowRates& rates) {
    const double tolerance = flow.options().tolerance;
    const double tau = flow.result().tau;
    if (!flow.estimate().tau_was_chosen || !bound_.falls() || changes_of_tau_ == most_changes_of_tau ||
        !(limit.error > tolerance) || !std::isfinite(limit.error))
      return;
    const double slow_pressure = pressure_.time_without_remedy();
    const double seen = std::max(bound_.seen_decay_time(), slow_pressure);
    if (!(seen / 2 * std::log(limit.error / tolerance) > fewest_steps_to_refine)) return;
    if (slow_pressure < seen && rates.pressure_residual < pressure_share * rates.velocity_residual) return;
    const double factor = std::sqrt(momentum_share * flow.estimate().clocks.momentum / flow.nu() / seen);
    const double better = std::max(smallest_tau, 0.5 + factor * (tau - 0.5));
    if (better > 0.5 + least_change_of_tau * (tau - 0.5)) return;
    flow.change_tau(better);
    pressure_.forget();
    bound_ = ResidualBound{};
    ++changes_of_tau_;
  }

  double permeability_;        ///< the best guess so far
  double start_permeability_;  ///< of the half image; 0 without one, and once the first look has judged it
  int changes_of_tau_{0};
  SlowPressure pressure_;
  ResidualBound bound_;
};

bool has_converged(const RunningFlow& flow) {
  const FlowResult& result = flow.result();
  const double tolerance = flow.options().tolerance;
  if (flow.steps() == 0) return false;
  // More steps do not help against rounding.
  const bool rounds = result.rounding_error > rounding_share * tolerance;
  return (rounds ? result.iteration_error - result.rounding_error : result.iteration_error) <= tolerance;
}

bool is_at_step_limit(const RunningFlow& flow) { return flow.steps() + 2 > flow.options().max_steps; }

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
  const bool corrects = options.method == Method::accelerated && options.solver.equilibrium == Equilibrium::linear;
  std::unique_ptr<LimitSearch> search;
  if (corrects)
    search = std::make_unique<CorrectedSearch>(flow);
  else
    search = std::make_unique<SampledSearch>();
  try {
    while (!has_converged(flow)) {
      if (is_at_step_limit(flow)) return flow.note_stop(StopReason::step_limit);
      if (!search->advance(flow)) return;  // the flow diverged
    }
    flow.note_stop(StopReason::converged);
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
