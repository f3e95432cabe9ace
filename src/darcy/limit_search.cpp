// SPDX-License-Identifier: Apache-2.0
#include "darcy/limit_search.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

#include "darcy/bounds/convergence.hpp"
#include "darcy/inertia_bound.hpp"
#include "darcy/pressure_search.hpp"

namespace perm {
namespace {

constexpr std::int64_t steps_of_sample = 2;
constexpr std::int64_t samples_of_history = 40;  // the steps so far over those between two samples
constexpr std::int64_t looks_of_history = 4;     // the steps so far over those between two looks
constexpr double rounding_share = 0.5;           // of the tolerance, from which on rounding does not count for the end
constexpr double float16_part = 10;              // float16 goes on until the bound is this many tolerances

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
  bool advance(RunningFlow& flow) override {
    std::int64_t interval = flow.interval(samples_of_history);
    if (flow.steps_left() - interval < PressureSearch::steps_a_look) interval = flow.steps_left();
    const bool is_last = interval == flow.steps_left();
    if (interval >= PressureSearch::steps_a_look && (is_last || flow.steps() + interval >= next_look_)) {
      flow.advance_by(interval - PressureSearch::steps_a_look);
      return look(flow);
    }
    flow.advance_by(interval - steps_of_sample);
    const FlowSample sample = flow.sample();
    return add(flow, sample.finite, flow.note(sample), known_, noise_);
  }

  void conclude(RunningFlow& flow) override { look(flow); }
  bool has_estimate(double tolerance) const override { return !has_bound_ && tail_error_ <= tolerance; }

 private:
  bool look(RunningFlow& flow) {
    const PressureSearch::Found found = PressureSearch::find(flow);
    if (found.is_finite) {
      const double before = std::exchange(known_, found.limit).value;
      known_.error += std::abs(before / known_.value - 1);  // rounding may move K from look to look
      noise_ = found.noise;
    }
    if (has_inertia(flow.options().solver.equilibrium)) {
      const std::optional<double> error = bound_with_inertia(flow, known_);
      has_bound_ = error.has_value();
      known_.error = error.value_or(std::numeric_limits<double>::infinity());
    }
    next_look_ = flow.steps() + flow.interval(looks_of_history);
    return add(flow, found.is_finite, found.permeability, known_, noise_);
  }

  Limit known_;  ///< the corrected K of the last look, with its bound
  double noise_{0};
  bool has_bound_{true};
  std::int64_t next_look_{0};
};

/// Changes the pressure of the voxels until the limit is known.
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
         static_cast<double>(flow.steps()) >= flow.estimate().steps;
}

/// Lets a flow end where it is: at once with K and the bound of the last look, or with those of this moment. Gives
/// false where no K is known yet. A look that is stopped changes neither.
bool end_here(RunningFlow& flow, LimitSearch& search, StopWish wish) {
  if (!flow.result().permeability_voxel2 || flow.steps() == 0) return false;
  flow.stop_telling();
  try {
    if (wish == StopWish::after_saving) search.conclude(flow);
  } catch (const StopRun&) {
  }
  if (flow.result().stop != StopReason::diverged) flow.note_stop(StopReason::interrupted);
  return true;
}

}  // namespace

void search_for_limit(RunningFlow& flow) {
  const FlowOptions& options = flow.options();
  std::unique_ptr<LimitSearch> search;
  if (flow.may_change_pressure())
    search = std::make_unique<VoxelSearch>();
  else
    search = std::make_unique<PlainSearch>();
  try {
    while (!has_converged(flow)) {
      if (search->has_estimate(options.tolerance)) return flow.note_stop(StopReason::estimated);
      if (is_at_step_limit(flow)) return flow.note_stop(StopReason::step_limit);
      if (!search->advance(flow)) return;  // the flow diverged
    }
    flow.note_stop(flow.result().iteration_error <= options.tolerance ? StopReason::converged : StopReason::rounding);
  } catch (const StopFlow& stop) {
    if (!end_here(flow, *search, stop.wish)) throw;
  } catch (const StopRun& stop) {  // within a look
    if (!end_here(flow, *search, stop.wish)) throw;
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
  } catch (const StopFlow& stop) {
    if (!end_here(flow, search, stop.wish)) throw;
    return false;
  }
  flow.go_on_in_float32();
  return true;
}

}  // namespace perm
