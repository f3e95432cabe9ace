// SPDX-License-Identifier: Apache-2.0
#include "darcy/steady_flow.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "darcy/coarse_start.hpp"
#include "darcy/convergence.hpp"
#include "darcy/divergence.hpp"
#include "darcy/plane_gathering.hpp"
#include "darcy/residual_bound.hpp"
#include "darcy/share.hpp"
#include "darcy/stepper.hpp"

namespace perm {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::int64_t first_interval = 20;      // steps between samples at first,
constexpr std::int64_t samples_of_history = 40;  // later this fraction of the steps so far
constexpr double float16_part = 10;              // float16 goes on until the bound is this many tolerances
constexpr std::int64_t looks_of_history = 10;  // of an accelerated run: the fraction of the steps so far between looks
constexpr std::int64_t steps_of_look = 4;
constexpr double most_start_error = 2.5;        // factor in K at which a start is given up
constexpr double pressure_share = 3;            // of what changes, pressure over momentum,
constexpr double momentum_share = 0.25;         // of the decay time in the widest pore that is left of momentum,
constexpr double fewest_steps_to_refine = 150;  // steps that are to come,
constexpr double least_change_of_tau = 0.8;     // and factor to tau - 1/2: where a change of tau pays
constexpr int most_changes_of_tau = 4;
constexpr double flux_part = 10;  // a flow is steady when its flux differs by this many tolerances

SolverSettings make_settings(const FlowOptions& options, double tau) {
  SolverSettings settings = options.solver;
  settings.tau = tau;
  settings.force = {0, 0, 0};
  settings.force[static_cast<std::size_t>(options.direction)] = options.force;
  return settings;
}

double spread(const std::vector<double>& flux) {
  const auto [least, most] = std::minmax_element(flux.begin(), flux.end());
  double mean = 0;
  for (const double f : flux) mean += f / static_cast<double>(flux.size());
  return mean == 0 ? 0 : (*most - *least) / std::abs(mean);
}

/// From the estimate of steps at first; once there is a bound, as if it fell like exp(-t/T) from the estimate's start.
double estimate_seconds_left(const FlowResult& result, const Limit& limit, double tolerance, double estimated_steps) {
  const auto steps = static_cast<double>(result.steps);
  double steps_left = std::max(0.0, estimated_steps - steps);
  if (std::isfinite(limit.error) && limit.error > tolerance && limit.error < 0.5)
    steps_left = steps * std::log(limit.error / tolerance) / std::log(1 / limit.error);
  return steps_left * result.seconds / steps;
}

}  // namespace

struct SteadyFlow::State {
  FlowOptions options;
  bool pressure_drives;  ///< in the fields that are given
  RunEstimate estimate;
  Share share;
  PoreSpace pores;               ///< of this process's domain, until the lattice is made
  std::optional<PoreSlab> half;  ///< to start from
  std::unique_ptr<Backend> backend;
};

namespace {

/// Densities prescribed at two faces drive a flow as a force does between mirrors, step by step
/// (solver/closed_faces.hpp); the density is that of the force plus a straight line. K is corrected for forces only, so
/// that is what is solved.
FlowOptions with_force(FlowOptions options) {
  BoundaryChoice& boundary = options.boundary;
  if (boundary.boundary == Boundary::pressure)
    boundary = {boundary.sides == Sides::mirror ? Boundary::mirror : Boundary::sealed};
  return options;
}

}  // namespace

SteadyFlow::SteadyFlow(const PoreSlab& pores, const FlowOptions& given, const RunEstimate& estimate) {
  check_options(given);
  const FlowOptions options = with_force(given);
  Share share = share_out(pores, options);
  PoreSpace own = fetch_pores(pores, share.domain);
  state_ =
      std::make_unique<State>(State{options, given.boundary.boundary == Boundary::pressure, estimate, std::move(share),
                                    std::move(own), halve_to_start(pores, options, estimate.steps), nullptr});
}

SteadyFlow::~SteadyFlow() = default;

/// One run to the steady state.
class SteadyFlow::Run {
 public:
  Run(State& state, const ProgressFunction& progress)
      : options_(state.options), estimate_(state.estimate), progress_(progress), stepper_(state.backend) {
    in_float16_ = options_.solver.precision == Precision::float16;
    result_.direction = options_.direction;
    result_.force = options_.force;
    result_.tau_was_chosen = estimate_.tau_was_chosen;
    result_.pores = estimate_.pores;
    make_lattice(state);
    const Backend& backend = *state.backend;
    cells_ = static_cast<double>(backend.image_cells());
    const Partition& partition = state.share.partition;
    result_.sharing = {partition.blocks(), partition.parts_y(), partition.parts_z(), imbalance(state.share.cells)};
    result_.device = backend.description();
    result_.fluid_cells = backend.image_cells();
    result_.connected_porosity = cells_ / static_cast<double>(backend.domain().image().voxels());
    result_.bytes_per_fluid_cell = static_cast<double>(backend.domain().processes().sum(backend.bytes())) / cells_;
  }

  FlowResult go() {
    while (!is_over()) {
      advance_to_sample();
      if (!(is_look_ ? look() : take(stepper_.sample()))) break;
      if (in_float16_ && float16_has_done_its_part()) go_on_in_float32();
    }
    if (result_.permeability_voxel2) result_.measures = stepper_.backend().measure();
    if (in_float16_) result_.float16_steps = steps();  // stopped before it could be checked
    if (float16_k_ && result_.permeability_voxel2)
      result_.float16_difference = *float16_k_ / *result_.permeability_voxel2 - 1;
    return std::move(result_);
  }

 private:
  std::int64_t steps() { return stepper_.backend().steps(); }
  double nu() const { return viscosity(result_.tau); }

  /// At rest, or with the flow of the half image, whose K says more about the best tau than the first estimate.
  void make_lattice(State& state) {
    std::optional<CoarseStart> start;
    if (state.half)
      stepper_.timed([&] {
        start = start_from(*state.half, options_, estimate_.clocks, estimate_.permeability_voxel2,
                           [this] { tell_of_start(); });
      });
    state.half.reset();
    permeability_ = start ? start->permeability_voxel2 : estimate_.permeability_voxel2;
    result_.tau = estimate_.tau;
    start_permeability_ = start ? permeability_ : 0;
    if (start && estimate_.tau_was_chosen) result_.tau = estimate_.clocks.best_tau(permeability_);
    const Clock::time_point before = Clock::now();
    const SolverSettings settings = make_settings(options_, result_.tau);
    if (state.backend)
      state.backend->set_force_and_tau(settings.force, settings.tau);
    else
      state.backend = make_backend(state.share.domain, state.pores, settings);
    state.pores = {};
    result_.setup_seconds = std::chrono::duration<double>(Clock::now() - before).count();
    if (!start) {
      first_mass_ = 0;
      return;
    }
    stepper_.timed([&] {
      start->solved->add_to(*state.backend, start->viscosity_unit / nu());
      start->solved.reset();
    });
    result_.coarse_levels = std::move(start->levels);
    start_seconds_ = stepper_.seconds();
  }

  /// K is corrected to second order, unless inertia or float16's rounding spoils it.
  bool corrects() const {
    return options_.method == Method::accelerated && options_.solver.equilibrium == Equilibrium::linear && !in_float16_;
  }

  bool is_over() {
    if (!in_float16_ && steps() > 0 && result_.iteration_error <= options_.tolerance) {
      result_.stop = StopReason::converged;
      return true;
    }
    result_.stop = StopReason::step_limit;
    return steps() + 2 > options_.max_steps;
  }

  /// A look takes four steps, a sample two; neither passes the step limit.
  void advance_to_sample() {
    const std::int64_t left = options_.max_steps - options_.max_steps % 2 - steps();
    const std::int64_t fraction = corrects() ? looks_of_history : samples_of_history;
    std::int64_t interval = std::min(left, std::max(first_interval, (steps() - first_step_) / fraction / 2 * 2));
    if (corrects() && left - interval < steps_of_look) interval = left;
    is_look_ = corrects() && interval >= steps_of_look;
    const std::int64_t sampled = is_look_ ? steps_of_look : 2;
    const std::int64_t sample_at = steps() + interval;
    while (steps() + sampled < sample_at) {
      stepper_.advance(sample_at - sampled - steps());
      if (steps() + sampled < sample_at) tell({result_.permeability_voxel2.value_or(0), result_.iteration_error});
    }
  }

  /// False when the flow is no longer finite.
  bool take(const FlowSample& sample) {
    const double permeability = note(sample);
    if (!sample.finite || !std::isfinite(permeability)) return diverge();
    convergence_.add(steps(), permeability, result_.flux_spread);
    keep(permeability, convergence_.limit());
    return true;
  }

  /// The same, with K corrected.
  bool look() {
    const ChangingFlow flow = stepper_.watch();
    const double permeability = note(flow.sample);
    const double force = options_.force;
    const double unit = nu() / (force * force);
    const double corrected = permeability + unit * flow.rates.action;
    if (!flow.sample.finite || !std::isfinite(corrected)) return diverge();
    if (corrected > 0) permeability_ = corrected;
    if (start_was_wrong(permeability)) return true;
    bound_.add({steps(), corrected, unit * (flow.rates.velocity_residual + flow.rates.pressure_residual)},
               estimate_.clocks.slowest(result_.tau, permeability_));
    Limit limit = bound_.limit();
    if (options_.goal == Goal::flow)
      limit.error = std::max({limit.error, std::abs(permeability / corrected - 1), result_.flux_spread / flux_part});
    keep(permeability, limit);
    refine_tau(limit, flow.rates);
    return true;
  }

  /// Throats that are lost or open up in the half image may make its flow another one altogether; then rest is better.
  /// Judged at the first look.
  bool start_was_wrong(double permeability) {
    if (start_permeability_ == 0) return false;
    const double ratio = permeability / std::exchange(start_permeability_, 0);
    if (ratio > 1 / most_start_error && ratio < most_start_error) return false;
    permeability_ = estimate_.permeability_voxel2;
    result_.tau = estimate_.tau;
    const SolverSettings settings = make_settings(options_, result_.tau);
    stepper_.timed([&] { stepper_.backend().set_force_and_tau(settings.force, settings.tau); });
    first_mass_ = 0;
    return true;
  }

  /// What still changes tells which clock is slow: in a slow pressure mode the velocities hardly change, in a slow one
  /// of momentum the pressure does not. Tight places have slower pressure modes than Darcy's law on the large scale
  /// knows, and a good start leaves no slow mode of momentum. Pays as long as several decay times are to come.
  void refine_tau(const Limit& limit, const FlowRates& rates) {
    if (!estimate_.tau_was_chosen || changes_of_tau_ == most_changes_of_tau || !(limit.error > options_.tolerance) ||
        !std::isfinite(limit.error))
      return;
    const double seen = bound_.seen_decay_time();
    if (!(seen / 2 * std::log(limit.error / options_.tolerance) > fewest_steps_to_refine)) return;
    if (rates.pressure_residual < pressure_share * rates.velocity_residual) return;
    const double factor = std::sqrt(momentum_share * estimate_.clocks.momentum / nu() / seen);
    const double better = std::max(smallest_tau, 0.5 + factor * (result_.tau - 0.5));
    if (better > 0.5 + least_change_of_tau * (result_.tau - 0.5)) return;
    stepper_.timed([&] { stepper_.backend().change_tau(better); });
    result_.tau = better;
    bound_ = ResidualBound{};
    ++changes_of_tau_;
  }

  /// Notes the flow; gives its K.
  double note(const FlowSample& sample) {
    const auto along = static_cast<std::size_t>(options_.direction);
    result_.mean_velocity = sample.mean_velocity;
    if (!first_mass_) first_mass_ = sample.mass_deviation;
    result_.mass_deviation = sample.mass_deviation - *first_mass_;
    result_.plane_flux = sample.plane_flux[along];
    result_.flux_spread = spread(result_.plane_flux);
    return nu() * sample.mean_velocity[along] / options_.force;
  }

  void keep(double permeability, const Limit& limit) {
    result_.permeability_voxel2 = limit.value;
    result_.iteration_error = limit.error;
    tell(limit);
    result_.history.push_back({result_.steps, result_.seconds, permeability, limit.value, limit.error});
  }

  bool diverge() {
    result_.stop = StopReason::diverged;
    result_.steps = steps();
    result_.seconds = stepper_.seconds();
    result_.permeability_voxel2.reset();
    result_.iteration_error = std::numeric_limits<double>::infinity();
    std::string where;
    if (const auto voxel = find_divergence(stepper_.backend()))
      where = fmt::format(", first at voxel ({}, {}, {})", (*voxel)[0], (*voxel)[1], (*voxel)[2]);
    result_.diverged_because = fmt::format("velocities were no longer finite at step {}{} (tau {:.4g}{}{})",
                                           result_.steps, where, result_.tau, in_float16_ ? ", float16" : "",
                                           options_.solver.equilibrium == Equilibrium::quadratic
                                               ? ", inertia: a lower --force or a larger --tau helps"
                                               : "");
    return false;
  }

  /// float16 carries the flow near its limit; what it adds of its own is seen, and undone, in float32. It may never get
  /// there, for its rounding is coarse.
  bool float16_has_done_its_part() {
    return result_.iteration_error <= float16_part * options_.tolerance ||
           static_cast<double>(steps()) >= estimate_.steps;
  }

  void go_on_in_float32() {
    float16_k_ = result_.permeability_voxel2;
    result_.float16_steps = steps();
    stepper_.go_on_in_float32();
    in_float16_ = false;
    convergence_ = Convergence{};  // what float16 gave is no part of the history that K's limit is fitted to
    first_step_ = steps();
    result_.iteration_error = std::numeric_limits<double>::infinity();
  }

  /// While the coarser images are solved.
  void tell_of_start() {
    if (progress_)
      progress_({options_.direction, 0, 0, std::numeric_limits<double>::infinity(), 0, stepper_.seconds(),
                 std::numeric_limits<double>::infinity()});
  }

  void tell(const Limit& limit) {
    result_.steps = steps();
    result_.seconds = stepper_.seconds();
    result_.mflups = cells_ * static_cast<double>(result_.steps) / (result_.seconds - start_seconds_) / 1e6;
    if (progress_)
      progress_({options_.direction, result_.steps, limit.value, limit.error, result_.mflups, result_.seconds,
                 estimate_seconds_left(result_, limit, options_.tolerance, estimate_.steps)});
  }

  const FlowOptions& options_;
  const RunEstimate& estimate_;
  const ProgressFunction& progress_;
  Stepper stepper_;
  double cells_{0};
  double start_seconds_{0};           ///< of coarser images
  double permeability_{0};            ///< the best guess so far
  double start_permeability_{0};      ///< of the half image; 0 without one, or once that is judged
  std::optional<double> first_mass_;  ///< mean density deviation at the start: 0 at rest, else that of the first look
  int changes_of_tau_{0};
  bool in_float16_{false};
  bool is_look_{false};         ///< the next sample; else plain
  std::int64_t first_step_{0};  ///< of the precision that is in use
  std::optional<double> float16_k_;
  Convergence convergence_;
  ResidualBound bound_;
  FlowResult result_;
};

bool SteadyFlow::can_go_on() const {
  return state_->options.solver.precision != Precision::float16 &&
         state_->options.boundary.boundary == Boundary::periodic;  // other faces depend on the direction
}

void SteadyFlow::go_on(const PoreSlab& pores, const FlowOptions& options, const RunEstimate& estimate) {
  check_options(options);
  state_->options = options;
  state_->estimate = estimate;
  state_->half = halve_to_start(pores, options, estimate.steps);
}

FlowResult SteadyFlow::run(const ProgressFunction& progress) { return Run(*state_, progress).go(); }

void SteadyFlow::capture_fields() { state_->backend->advance_and_capture(); }

void SteadyFlow::add_to(Backend& finer, double velocity_unit) const {
  constexpr std::int64_t factor = 2;
  const Backend& own = *state_->backend;
  if (own.domain().processes().is_alone()) return finer.add_flow_of(own, factor, velocity_unit);
  finer.add_flow({own.domain().image(), factor, velocity_unit, gather_flow(own, state_->share.partition)});
}

void SteadyFlow::read_plane(std::int64_t z, std::span<float> velocity, std::span<float> density) const {
  gather_plane(*state_->backend, state_->share.partition, z, velocity, density);
  if (!state_->pressure_drives) return;
  const FlowOptions& options = state_->options;
  const Extent& image = state_->backend->domain().image();
  const auto length = static_cast<double>(image.along(options.direction));
  for (std::size_t i = 0; i < density.size(); ++i) {
    if (density[i] == 0) continue;  // solid
    const auto voxel = static_cast<std::int64_t>(i);
    const std::int64_t along = options.direction == Axis::x   ? voxel % image.nx
                               : options.direction == Axis::y ? voxel / image.nx
                                                              : z;
    density[i] += static_cast<float>(3 * options.force * (length / 2 - static_cast<double>(along) - 0.5));
  }
}

}  // namespace perm
