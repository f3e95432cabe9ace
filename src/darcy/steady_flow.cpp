// SPDX-License-Identifier: Apache-2.0
#include "darcy/steady_flow.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>

#include "darcy/convergence.hpp"
#include "darcy/plane_gathering.hpp"
#include "darcy/share.hpp"
#include "solver/devices.hpp"

namespace perm {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::int64_t first_interval = 20;      // steps between samples at first,
constexpr std::int64_t samples_of_history = 40;  // later this fraction of the steps so far
constexpr double float16_part = 10;              // float16 goes on until the bound is this many tolerances

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

/// Steps a backend, in batches after which a user sees progress and can stop it, and keeps the time.
class Stepper {
 public:
  explicit Stepper(std::unique_ptr<Backend>& backend) : backend_(&backend) {}

  /// Takes up to `steps` steps, an even number. How many depends on the clock, that of the first process.
  void advance(std::int64_t steps) {
    const Communicator& processes = backend().domain().processes();
    // Launchers that stop a job kill it about a second after they have asked.
    const double batch_seconds = processes.is_alone() ? 1 : 0.25;
    const double pairs_a_second = seconds_ > 0 ? static_cast<double>(backend().steps()) / 2 / seconds_ : 0;
    std::int64_t batch = 2 * std::max<std::int64_t>(1, static_cast<std::int64_t>(pairs_a_second * batch_seconds));
    processes.broadcast(std::span(&batch, 1));
    timed([&] { backend().advance(std::min(steps, batch)); });
  }
  FlowSample sample() {
    FlowSample sample;
    timed([&] { sample = backend().advance_and_sample(); });
    return sample;
  }
  void go_on_in_float32() {
    timed([&] { *backend_ = continue_in_float32(backend()); });
  }
  Backend& backend() { return **backend_; }
  double seconds() const { return seconds_; }

 private:
  template <class Work>
  void timed(const Work& work) {
    const Clock::time_point start = Clock::now();
    work();
    seconds_ += std::chrono::duration<double>(Clock::now() - start).count();
  }

  std::unique_ptr<Backend>* backend_;
  double seconds_{0};
};

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
  RunEstimate estimate;
  Share share;
  std::unique_ptr<Backend> backend;
};

SteadyFlow::SteadyFlow(const PoreSlab& pores, const FlowOptions& options, const RunEstimate& estimate)
    : state_(std::make_unique<State>(State{options, estimate, share_out(pores, options), nullptr})) {
  check_options(options);
  const Domain& domain = state_->share.domain;
  state_->backend = make_backend(domain, fetch_pores(pores, domain), make_settings(options, estimate.tau));
}

SteadyFlow::~SteadyFlow() = default;

/// One run to the steady state.
class SteadyFlow::Run {
 public:
  Run(State& state, const ProgressFunction& progress)
      : options_(state.options),
        estimate_(state.estimate),
        progress_(progress),
        stepper_(state.backend),
        cells_(static_cast<double>(state.backend->image_cells())) {
    const Backend& backend = *state.backend;
    in_float16_ = options_.solver.precision == Precision::float16;
    result_.direction = options_.direction;
    result_.force = options_.force;
    result_.tau = estimate_.tau;
    result_.tau_was_chosen = estimate_.tau_was_chosen;
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
      const FlowSample sample = stepper_.sample();
      if (!take(sample)) break;
      if (in_float16_ && float16_has_done_its_part()) go_on_in_float32();
    }
    if (in_float16_) result_.float16_steps = steps();  // stopped before it could be checked
    if (float16_k_ && result_.permeability_voxel2)
      result_.float16_difference = *float16_k_ / *result_.permeability_voxel2 - 1;
    return std::move(result_);
  }

 private:
  std::int64_t steps() { return stepper_.backend().steps(); }

  bool is_over() {
    if (!in_float16_ && steps() > 0 && result_.iteration_error <= options_.tolerance) {
      result_.stop = StopReason::converged;
      return true;
    }
    result_.stop = StopReason::step_limit;
    return steps() + 2 > options_.max_steps;
  }

  void advance_to_sample() {
    const std::int64_t left = options_.max_steps - options_.max_steps % 2 - steps();
    const std::int64_t interval = std::max(first_interval, (steps() - first_step_) / samples_of_history / 2 * 2);
    const std::int64_t sample_at = steps() + std::min(interval, left);
    while (steps() + 2 < sample_at) {
      stepper_.advance(sample_at - 2 - steps());
      if (steps() + 2 < sample_at) tell(convergence_.limit());
    }
  }

  /// False when the flow is no longer finite.
  bool take(const FlowSample& sample) {
    const auto along = static_cast<std::size_t>(options_.direction);
    const double permeability = viscosity(estimate_.tau) * sample.mean_velocity[along] / options_.force;
    if (!sample.finite || !std::isfinite(permeability)) {
      result_.stop = StopReason::diverged;
      result_.steps = steps();
      result_.seconds = stepper_.seconds();
      result_.permeability_voxel2.reset();
      result_.iteration_error = std::numeric_limits<double>::infinity();
      result_.diverged_because = fmt::format("velocities were no longer finite at step {} (tau {:.4g}{})",
                                             result_.steps, estimate_.tau, in_float16_ ? ", float16" : "");
      return false;
    }
    result_.mean_velocity = sample.mean_velocity;
    result_.plane_flux = sample.plane_flux[along];
    result_.flux_spread = spread(result_.plane_flux);
    convergence_.add(steps(), permeability, result_.flux_spread);
    const Limit limit = convergence_.limit();
    result_.permeability_voxel2 = limit.value;
    result_.iteration_error = limit.error;
    tell(limit);
    result_.history.push_back({result_.steps, result_.seconds, permeability, limit.value, limit.error});
    return true;
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

  void tell(const Limit& limit) {
    result_.steps = steps();
    result_.seconds = stepper_.seconds();
    result_.mflups = cells_ * static_cast<double>(result_.steps) / result_.seconds / 1e6;
    if (progress_)
      progress_({options_.direction, result_.steps, limit.value, limit.error, result_.mflups, result_.seconds,
                 estimate_seconds_left(result_, limit, options_.tolerance, estimate_.steps)});
  }

  const FlowOptions& options_;
  const RunEstimate& estimate_;
  const ProgressFunction& progress_;
  Stepper stepper_;
  double cells_;
  bool in_float16_{false};
  std::int64_t first_step_{0};  ///< of the precision that is in use
  std::optional<double> float16_k_;
  Convergence convergence_;
  FlowResult result_;
};

FlowResult SteadyFlow::run(const ProgressFunction& progress) { return Run(*state_, progress).go(); }

void SteadyFlow::capture_fields() { state_->backend->advance_and_capture(); }

void SteadyFlow::read_plane(std::int64_t z, std::span<float> velocity, std::span<float> density) const {
  gather_plane(*state_->backend, state_->share.partition, z, velocity, density);
}

}  // namespace perm
