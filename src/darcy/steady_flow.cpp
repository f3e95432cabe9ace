// SPDX-License-Identifier: Apache-2.0
#include "darcy/steady_flow.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>

#include "core/errors.hpp"
#include "core/process_memory.hpp"
#include "core/units.hpp"
#include "darcy/convergence.hpp"
#include "darcy/relaxation_time.hpp"
#include "solver/backend.hpp"

namespace perm {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::int64_t first_interval = 20;         // steps between samples at first,
constexpr std::int64_t samples_of_history = 40;     // later this fraction of the steps so far
constexpr double updates_per_core_second = 60e6;    // for the first estimate of time only
constexpr std::int64_t program_bytes = 40'000'000;  // code, libraries, the image's bits

void require(bool holds, const std::string& problem, const std::string& why, const std::string& remedy) {
  if (!holds) throw InputError(problem, why, remedy);
}

void check_options(const FlowOptions& options) {
  if (options.tau)
    require(*options.tau > 0.5 && std::isfinite(*options.tau), fmt::format("tau = {} is out of range", *options.tau),
            "the viscosity (tau - 1/2)/3 must be positive", "Give a tau above 0.5, or leave it to the program");
  require(options.tolerance > 0 && options.tolerance < 1,
          fmt::format("The tolerance {} is out of range", options.tolerance), "it is a relative error",
          "Give a number between 0 and 1, such as 1e-3");
  require(options.force != 0 && std::isfinite(options.force), fmt::format("The force {} drives nothing", options.force),
          "it must be finite and not zero", "Leave --force out");
  require(options.max_steps >= 2, fmt::format("{} steps are too few", options.max_steps), "steps come in pairs",
          "Give --max-steps of at least 2");
  require(options.solver.magic > 0 && std::isfinite(options.solver.magic),
          fmt::format("The magic parameter {} is out of range", options.solver.magic), "it must be positive",
          "Give a positive number, such as 0.1875");
}

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

/// Steps a backend, in batches of about a second so that a user sees progress and can stop it, and keeps the time.
class Stepper {
 public:
  explicit Stepper(Backend& backend) : backend_(&backend) {}

  /// Takes up to `steps` steps, an even number.
  void advance(std::int64_t steps) {
    const double pairs_a_second = seconds_ > 0 ? static_cast<double>(backend_->steps()) / 2 / seconds_ : 0;
    const std::int64_t batch = 2 * std::max<std::int64_t>(1, static_cast<std::int64_t>(pairs_a_second));
    timed([&] { backend_->advance(std::min(steps, batch)); });
  }
  FlowSample sample() {
    FlowSample sample;
    timed([&] { sample = backend_->advance_and_sample(); });
    return sample;
  }
  double seconds() const { return seconds_; }

 private:
  template <class Work>
  void timed(const Work& work) {
    const Clock::time_point start = Clock::now();
    work();
    seconds_ += std::chrono::duration<double>(Clock::now() - start).count();
  }

  Backend* backend_;
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
  std::unique_ptr<Backend> backend;
};

RunEstimate estimate_run(const PoreSpace& pores, const FlowOptions& options, FieldCapture fields) {
  check_options(options);
  const std::int64_t cells = pores.count_pores();
  const RelaxationEstimate relaxation = estimate_relaxation(pores, options.direction, options.tolerance, options.tau);
  RunEstimate estimate;
  estimate.tau = relaxation.tau;
  estimate.tau_was_chosen = !options.tau.has_value();
  estimate.steps = std::min(relaxation.steps, static_cast<double>(options.max_steps));
  estimate.bytes = predict_cpu_bytes(pores, cells, options.solver.precision) + program_bytes;
  if (fields == FieldCapture::velocity_and_density)
    estimate.bytes += 4 * static_cast<std::int64_t>(sizeof(float)) * cells;
  estimate.seconds =
      static_cast<double>(cells) * estimate.steps / (updates_per_core_second * resolve_threads(options.solver.threads));
  return estimate;
}

void require_memory(std::int64_t bytes) {
  const std::int64_t available = available_bytes();
  if (available == 0 || bytes <= available) return;
  throw DeviceError(fmt::format("This run needs {} of memory", format_bytes(static_cast<double>(bytes))),
                    fmt::format("{} are free", format_bytes(static_cast<double>(available))),
                    "Solve a part of the image, use float32, or use a machine with more memory");
}

SteadyFlow::SteadyFlow(const PoreSpace& pores, const FlowOptions& options, const RunEstimate& estimate)
    : state_(std::make_unique<State>()) {
  check_options(options);
  state_->options = options;
  state_->estimate = estimate;
  state_->backend = make_cpu_backend(pores, make_settings(options, estimate.tau));
}

SteadyFlow::~SteadyFlow() = default;

FlowResult SteadyFlow::run(const ProgressFunction& progress) {
  const FlowOptions& options = state_->options;
  Backend& backend = *state_->backend;
  const auto along = static_cast<std::size_t>(options.direction);
  const auto cells = static_cast<double>(backend.occupancy().cells());
  const double tau = state_->estimate.tau;
  FlowResult result;
  result.direction = options.direction;
  result.force = options.force;
  result.tau = tau;
  result.tau_was_chosen = state_->estimate.tau_was_chosen;
  result.fluid_cells = backend.occupancy().cells();
  result.connected_porosity = cells / static_cast<double>(backend.occupancy().extent().voxels());
  result.bytes_per_fluid_cell = static_cast<double>(backend.bytes()) / cells;

  Convergence convergence;
  Stepper stepper(backend);
  const auto tell = [&](const Limit& limit) {
    result.steps = backend.steps();
    result.seconds = stepper.seconds();
    result.mflups = cells * static_cast<double>(result.steps) / result.seconds / 1e6;
    if (progress)
      progress({options.direction, result.steps, limit.value, limit.error, result.mflups, result.seconds,
                estimate_seconds_left(result, limit, options.tolerance, state_->estimate.steps)});
  };
  for (;;) {
    const std::int64_t left = options.max_steps - options.max_steps % 2 - backend.steps();
    const std::int64_t interval = std::max(first_interval, backend.steps() / samples_of_history / 2 * 2);
    const std::int64_t sample_at = backend.steps() + std::min(interval, left);
    while (backend.steps() + 2 < sample_at) {
      stepper.advance(sample_at - 2 - backend.steps());
      if (backend.steps() + 2 < sample_at) tell(convergence.limit());
    }
    const FlowSample sample = stepper.sample();
    const double permeability = viscosity(tau) * sample.mean_velocity[along] / options.force;
    if (!sample.finite || !std::isfinite(permeability)) {
      result.stop = StopReason::diverged;
      result.steps = backend.steps();
      result.seconds = stepper.seconds();
      result.permeability_voxel2.reset();
      result.iteration_error = std::numeric_limits<double>::infinity();
      result.diverged_because =
          fmt::format("velocities were no longer finite at step {} (tau {:.4g})", result.steps, tau);
      return result;
    }
    result.mean_velocity = sample.mean_velocity;
    result.plane_flux = sample.plane_flux[along];
    result.flux_spread = spread(result.plane_flux);
    convergence.add(backend.steps(), permeability, result.flux_spread);
    const Limit limit = convergence.limit();
    result.permeability_voxel2 = limit.value;
    result.iteration_error = limit.error;
    tell(limit);
    result.history.push_back({result.steps, result.seconds, permeability, limit.value, limit.error});
    if (limit.error <= options.tolerance) {
      result.stop = StopReason::converged;
      return result;
    }
    if (backend.steps() + 2 > options.max_steps) {
      result.stop = StopReason::step_limit;
      return result;
    }
  }
}

void SteadyFlow::capture_fields() { state_->backend->advance_and_capture(); }

void SteadyFlow::read_plane(std::int64_t z, std::span<float> velocity, std::span<float> density) const {
  state_->backend->read_plane(z, velocity, density);
}

}  // namespace perm
