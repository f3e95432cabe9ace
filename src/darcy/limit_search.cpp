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
#include "darcy/flow_keeper.hpp"
#include "darcy/inertia_bound.hpp"
#include "darcy/pressure_search.hpp"
#include "darcy/state_members.hpp"

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
  /// Writes all that it knows, and reads it again.
  virtual void save(StateWriter& state) const = 0;
  virtual void restore(StateReader& state) = 0;
  /// Tells whether K is known to the tolerance as far as samples tell, where no bound can be given.
  virtual bool has_estimate(double /*tolerance*/) const { return false; }
};

/// Takes plain samples of K and fits a tail to them; the limit of the tail is the limit of K. The bound is that of the
/// fit, which cannot see a slow mode under fast ones.
class SampledSearch : public LimitSearch {
 public:
  bool advance(RunningFlow& flow) override {
    if (sample_at_ == 0) sample_at_ = flow.steps() + flow.interval(samples_of_history) - steps_of_sample;
    return take_sample(flow, {});
  }
  void save(StateWriter& state) const override { state << convergence_.state() << tail_error_ << sample_at_; }
  void restore(StateReader& state) override { state >> convergence_.state() >> tail_error_ >> sample_at_; }

 protected:
  /// Steps to the next sample, and takes it.
  bool take_sample(RunningFlow& flow, const std::optional<Limit>& known, double noise = 0) {
    flow.advance_to(sample_at_);
    sample_at_ = 0;
    const FlowSample sample = flow.sample();
    return add(flow, sample.finite, flow.note(sample), known, noise);
  }
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
  std::int64_t sample_at_{0};  ///< the step where the next sample or look begins; 0 where it is not chosen yet

 private:
  Convergence convergence_;
};

struct PlainState {
  Limit known;  ///< the corrected K of the last look, with its bound
  double noise{0};
  bool has_bound{true};
  std::int64_t next_look{0};  ///< its earliest step
  bool looks_next{false};     ///< in place of a sample
};
PERM_MEMBERS(PlainState, known, noise, has_bound, next_look, looks_next)

/// Takes plain samples of K and fits a tail to them, and believes its limit as far as looks at what still changes do.
class PlainSearch : public SampledSearch {
 public:
  bool advance(RunningFlow& flow) override {
    if (sample_at_ == 0) choose(flow);
    if (!state_.looks_next) return take_sample(flow, state_.known, state_.noise);
    flow.advance_to(sample_at_);
    sample_at_ = 0;
    return look(flow);
  }

  void conclude(RunningFlow& flow) override { look(flow); }
  bool has_estimate(double tolerance) const override { return !state_.has_bound && tail_error_ <= tolerance; }
  void save(StateWriter& state) const override {
    SampledSearch::save(state);
    state << state_;
  }
  void restore(StateReader& state) override {
    SampledSearch::restore(state);
    state >> state_;
  }

 private:
  void choose(const RunningFlow& flow) {
    std::int64_t interval = flow.interval(samples_of_history);
    if (flow.steps_left() - interval < PressureSearch::steps_a_look) interval = flow.steps_left();
    const bool is_last = interval == flow.steps_left();
    state_.looks_next =
        interval >= PressureSearch::steps_a_look && (is_last || flow.steps() + interval >= state_.next_look);
    sample_at_ = flow.steps() + interval - (state_.looks_next ? PressureSearch::steps_a_look : steps_of_sample);
  }
  bool look(RunningFlow& flow) {
    const PressureSearch::Found found = PressureSearch::find(flow);
    if (found.is_finite) {
      const double before = std::exchange(state_.known, found.limit).value;
      state_.known.error += std::abs(before / state_.known.value - 1);  // rounding may move K from look to look
      state_.noise = found.noise;
    }
    if (has_inertia(flow.options().solver.equilibrium)) {
      const std::optional<double> error = bound_with_inertia(flow, state_.known);
      state_.has_bound = error.has_value();
      state_.known.error = error.value_or(std::numeric_limits<double>::infinity());
    }
    state_.next_look = flow.steps() + flow.interval(looks_of_history);
    return add(flow, found.is_finite, found.permeability, state_.known, state_.noise);
  }

  PlainState state_;
};

/// Changes the pressure of the voxels until the limit is known.
class VoxelSearch : public LimitSearch {
 public:
  bool advance(RunningFlow& flow) override {
    if (flow.steps_left() < PressureSearch::steps_a_look) return SampledSearch().advance(flow);
    return search_.advance(flow);
  }
  void conclude(RunningFlow& flow) override { search_.look(flow); }
  void save(StateWriter& state) const override { state << search_.state(); }
  void restore(StateReader& state) override { state >> search_.state(); }

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

/// Goes on from what `keeper` has found, and lets it save what this search knows.
void keep(LimitSearch& search, RunningFlow& flow, FlowKeeper& keeper) {
  keeper.restore([&](StateReader& state) { search.restore(state); });
  keeper.save_by([&](StateWriter& state) { search.save(state); });
  flow.do_between_batches([&] { keeper.save_if_due(flow); });
}

}  // namespace

void search_for_limit(RunningFlow& flow, FlowKeeper& keeper) {
  const FlowOptions& options = flow.options();
  std::unique_ptr<LimitSearch> search;
  if (flow.may_change_pressure())
    search = std::make_unique<VoxelSearch>();
  else
    search = std::make_unique<PlainSearch>();
  keep(*search, flow, keeper);
  try {
    while (!has_converged(flow)) {
      if (search->has_estimate(options.tolerance)) return flow.note_stop(StopReason::estimated);
      if (is_at_step_limit(flow)) return flow.note_stop(StopReason::step_limit);
      if (!search->advance(flow)) return;  // the flow diverged
      keeper.save_if_due(flow);
      flow.tell();
    }
    flow.note_stop(flow.result().iteration_error <= options.tolerance ? StopReason::converged : StopReason::rounding);
  } catch (const StopFlow& stop) {
    if (stop.wish == StopWish::after_saving) keeper.save_end(flow);
    if (!end_here(flow, *search, stop.wish)) throw;
  } catch (const StopRun& stop) {  // within a look, or of a flow beside others
    if (stop.wish == StopWish::after_saving) {
      keeper.save_end(flow);
      throw;
    }
    if (!end_here(flow, *search, stop.wish)) throw;
  }
}

bool carry_in_float16(RunningFlow& flow, FlowKeeper& keeper) {
  SampledSearch search;
  keep(search, flow, keeper);
  try {
    do {
      if (is_at_step_limit(flow)) {
        flow.note_stop(StopReason::step_limit);
        return false;
      }
      if (!search.advance(flow)) return false;  // the flow diverged
      keeper.save_if_due(flow);
      flow.tell();
    } while (!has_float16_done_its_part(flow));
  } catch (const StopFlow& stop) {
    if (stop.wish == StopWish::after_saving) keeper.save_end(flow);
    if (!end_here(flow, search, stop.wish)) throw;
    return false;
  } catch (const StopRun& stop) {
    if (stop.wish == StopWish::after_saving) keeper.save_end(flow);
    throw;
  }
  flow.go_on_in_float32();
  return true;
}

}  // namespace perm
