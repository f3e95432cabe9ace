// SPDX-License-Identifier: Apache-2.0
#include "darcy/running_flow.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "core/errors.hpp"
#include "core/phases/phase_clock.hpp"
#include "darcy/divergence.hpp"
#include "darcy/flux_spread.hpp"
#include "darcy/rounding_error.hpp"

namespace perm {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::int64_t first_interval = 20;  // steps between samples at first
constexpr std::int64_t steps_at_end = 2;     // of a flow by the pressure of the voxels, after its last look
constexpr double no_bound = std::numeric_limits<double>::infinity();

SolverSettings make_settings(const FlowOptions& options, double tau) {
  SolverSettings settings = options.solver;
  settings.tau = tau;
  settings.force = {0, 0, 0};
  settings.force[static_cast<std::size_t>(options.direction)] = options.force;
  return settings;
}

/// Tells whether what leaves one end of the image comes in at the other. Between closed faces it need not.
bool has_joined_ends(const FlowOptions& options) {
  return !face_rules(options.boundary, options.direction, {}).is_closed(options.direction);
}

/// At first the seconds follow from the estimate of steps. Once there is a bound, they are found as if the bound had
/// fallen like exp(-t/T) from 1 at the start of the run.
double estimate_seconds_left(const FlowResult& result, double error, double tolerance, double estimated_steps) {
  const auto steps = static_cast<double>(result.steps);
  double steps_left = std::max(0.0, estimated_steps - steps);
  if (std::isfinite(error) && error > tolerance && error < 0.5)
    steps_left = steps * std::log(error / tolerance) / std::log(1 / error);
  return steps_left * result.seconds / steps;
}

}  // namespace

RunningFlow::RunningFlow(FlowLattice& lattice, const FlowOptions& options, const RunEstimate& estimate,
                         const ProgressFunction& progress)
    : lattice_(lattice), options_(options), estimate_(estimate), progress_(progress), stepper_(lattice.backend) {
  state_.precision = options.solver.precision;
  state_.result.direction = options.direction;
  state_.result.force = options.force;
  state_.result.tau = estimate.tau;
  state_.result.tau_was_chosen = !options.tau;
  state_.result.pores = estimate.pores;
  const Partition& partition = lattice.share.partition;
  state_.result.sharing = {partition.blocks(), partition.parts_y(), partition.parts_z(),
                           imbalance(lattice.share.cells)};
}

void RunningFlow::make_lattice(const PoreSpace& pores) {
  if (options_.walls == Walls::sub_voxel && !options_.surface)
    throw UsageError("Walls stand between voxels, and no surface is given", "nobody knows where they are",
                     "Set FlowOptions::surface, or leave walls at voxels");
  const Clock::time_point before = Clock::now();
  const SolverSettings settings = make_settings(options_, state_.result.tau);
  if (lattice_.backend)
    lattice_.backend->set_force_and_tau(settings.force, settings.tau);
  else
    lattice_.backend = make_backend(lattice_.share.domain, pores, settings, options_.surface.get());
  state_.result.setup_seconds = std::chrono::duration<double>(Clock::now() - before).count();
}

void RunningFlow::note_lattice() {
  state_.start_seconds = stepper_.seconds();
  const Backend& backend = *lattice_.backend;
  cells_ = static_cast<double>(backend.image_cells());
  state_.result.device = backend.description();
  state_.result.fluid_cells = backend.image_cells();
  state_.result.connected_porosity = cells_ / static_cast<double>(backend.domain().sample_voxels());
  state_.result.bytes_per_fluid_cell = static_cast<double>(backend.domain().processes().sum(backend.bytes())) / cells_;
}

void RunningFlow::go_on_in_float32() {
  state_.float16_k = state_.result.permeability_voxel2;
  state_.result.float16_steps = steps();
  stepper_.go_on_in_float32();
  state_.result.mass_samples.clear();
  state_.precision = Precision::float32;
  state_.first_step = steps();
  state_.result.iteration_error = no_bound;
}

std::int64_t RunningFlow::steps_left() const {
  constexpr std::int64_t fewest_for_a_sample = 6;
  const std::int64_t at_end = options_.max_steps >= fewest_for_a_sample ? steps_at_end : 0;
  return options_.max_steps - options_.max_steps % 2 - steps() - at_end;
}

std::int64_t RunningFlow::interval(std::int64_t fraction) const {
  return std::min(steps_left(), std::max(first_interval, (steps() - state_.first_step) / fraction / 2 * 2));
}

void RunningFlow::advance_to(std::int64_t step) {
  while (steps() < step) {
    stepper_.advance(step - steps());
    if (steps() == step) return;
    if (between_batches_) between_batches_();
    tell();
  }
}

double RunningFlow::note(const FlowSample& sample) {
  const auto along = static_cast<std::size_t>(options_.direction);
  state_.result.mean_velocity = sample.mean_velocity;
  state_.sampled_steps = sample.steps;
  if (!state_.first_mass) state_.first_mass = sample.mass_deviation;
  if (has_joined_ends(options_)) state_.result.mass_deviation = sample.mass_deviation - *state_.first_mass;
  state_.result.plane_flux = sample.plane_flux[along];
  state_.result.flux_spread = flux_spread_of(state_.result.plane_flux);
  std::vector<MassSample>& masses = state_.result.mass_samples;
  if (masses.size() == most_mass_samples) masses.erase(masses.begin());
  masses.push_back(
      {sample.step, sample.mass_deviation, state_.result.plane_flux.front(), state_.result.plane_flux.back()});
  return nu() * sample.mean_velocity[along] / options_.force;
}

double RunningFlow::distance_of_flow(double permeability, double corrected) const {
  constexpr double flux_part = 8;  // tolerances that the flux of a steady flow may differ by; steps follow on a look
  return std::max(std::abs(permeability / corrected - 1), state_.result.flux_spread / flux_part);
}

void RunningFlow::keep(double permeability, const Limit& limit, double noise) {
  state_.result.permeability_voxel2 = limit.value;
  const double rounding = rounding_error_of(state_.precision, friction_time(limit.value)) + noise;
  state_.result.rounding_error = std::isfinite(limit.error) ? rounding : 0;
  state_.result.iteration_error = limit.error + state_.result.rounding_error;
  note_clocks();
  state_.result.history.push_back({state_.result.steps, state_.result.seconds, permeability, limit.value, limit.error});
}

void RunningFlow::note_divergence() {
  state_.result.stop = StopReason::diverged;
  state_.result.steps = steps();
  state_.result.seconds = stepper_.seconds();
  state_.result.permeability_voxel2.reset();
  state_.result.iteration_error = no_bound;
  std::string where;
  if (const auto voxel = find_divergence(stepper_.backend()))
    where = fmt::format(", first at voxel ({}, {}, {})", (*voxel)[0], (*voxel)[1], (*voxel)[2]);
  state_.result.diverged_because = fmt::format(
      "velocities were no longer finite at step {}{} (tau {:.4g}{}{})", state_.result.steps, where, state_.result.tau,
      is_in_float16() ? ", float16" : "", has_inertia(options_.solver.equilibrium) ? ", with inertia" : "");
}

FlowResult RunningFlow::finish() {
  const bool takes_steps = state_.result.stop != StopReason::diverged && state_.result.stop != StopReason::interrupted;
  if (takes_steps && steps() + steps_at_end <= options_.max_steps) sample_at_end();
  if (!(state_.result.permeability_voxel2 > 0.0)) {  // the force drives every steady flow its own way
    state_.result.permeability_voxel2.reset();
    state_.result.iteration_error = no_bound;
  }
  if (state_.result.permeability_voxel2) {
    state_.result.measures = stepper_.backend().measure();
    if (has_joined_ends(options_)) find_momentum_gain();
    if (state_.last_look) state_.result.cross_flow = cross_flow();
  }
  if (is_in_float16()) state_.result.float16_steps = steps();  // the run ended before float32 could check it
  if (state_.float16_k && state_.result.permeability_voxel2)
    state_.result.float16_difference = *state_.float16_k / *state_.result.permeability_voxel2 - 1;
  return std::move(state_.result);
}

CrossFlow RunningFlow::cross_flow() const {
  const FlowRates& rates = state_.last_look->rates;
  constexpr double sound_speed_squared = 1.0 / 3;
  return {state_.last_look->sample.mean_velocity,
          nu() * std::sqrt(state_.result.measures->mean_speed_squared) / options_.force,
          std::sqrt(sound_speed_squared * state_.result.measures->mean_density_squared) / options_.force,
          std::sqrt(rates.velocity_residual + rates.unresolved) / options_.force,
          std::sqrt(rates.pressure_residual + rates.unresolved) / options_.force};
}

/// A change of pressure is a change of the flow, so that one sample of mass is left; and steps follow on the sample of
/// a look.
void RunningFlow::sample_at_end() {
  note(stepper_.sample());
  state_.result.steps = steps();
  state_.result.seconds = stepper_.seconds();
}

/// The sample has the mean of the momenta before each of its steps, with half of the force. The measures have the
/// momentum after the last step, and what the next step will take of it; the mean of both, like that of a sample, has
/// no part of a staggered mode.
void RunningFlow::find_momentum_gain() {
  if (state_.result.mass_samples.empty() || state_.result.mass_samples.back().step != steps()) return;  // it was a look
  const auto along = static_cast<std::size_t>(options_.direction);
  const double given = options_.force * (cells_ + state_.result.measures->forced_cells_at_walls);
  const Extent& image = lattice_.share.partition.image();
  const double plane_voxels =
      static_cast<double>(lattice_.share.domain.sample_voxels()) / static_cast<double>(image.along(options_.direction));
  const double mean =
      plane_voxels * std::accumulate(state_.result.plane_flux.begin(), state_.result.plane_flux.end(), 0.0);
  const double now =
      state_.result.measures->momentum[along] + given - state_.result.measures->next_wall_force[along] / 2;
  const double steps_between = state_.sampled_steps / 2.0 + 1;
  state_.result.momentum_gain = (now - mean) / given / steps_between;
}

void RunningFlow::note_clocks() {
  state_.result.steps = steps();
  state_.result.seconds = stepper_.seconds();
  state_.result.mflups =
      cells_ * static_cast<double>(state_.result.steps) / (state_.result.seconds - state_.start_seconds) / 1e6;
}

void RunningFlow::tell() {
  note_clocks();
  if (!progress_ || !tells_) return;
  const FlowResult& result = state_.result;
  const double error = result.permeability_voxel2 ? result.iteration_error : no_bound;
  progress_({options_.direction, result.steps, result.permeability_voxel2, error, result.mflups, result.seconds,
             estimate_seconds_left(result, error, options_.tolerance, estimate_.steps)});
}

void RunningFlow::restore(State state, const Clocks& clocks) {
  const FlowResult here = std::move(state_.result);
  state_ = std::move(state);
  FlowResult& result = state_.result;
  result.device = here.device;
  result.sharing = here.sharing;
  result.bytes_per_fluid_cell = here.bytes_per_fluid_cell;
  stepper_.backend().go_on_from(clocks.steps);
  stepper_.go_on_from(clocks.seconds);
}

}  // namespace perm
