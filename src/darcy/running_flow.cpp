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
    : lattice_(lattice),
      options_(options),
      estimate_(estimate),
      progress_(progress),
      stepper_(lattice.backend),
      precision_(options.solver.precision) {
  result_.direction = options.direction;
  result_.force = options.force;
  result_.tau = estimate.tau;
  result_.tau_was_chosen = !options.tau;
  result_.pores = estimate.pores;
  const Partition& partition = lattice.share.partition;
  result_.sharing = {partition.blocks(), partition.parts_y(), partition.parts_z(), imbalance(lattice.share.cells)};
}

void RunningFlow::make_lattice(const PoreSpace& pores) {
  if (options_.walls == Walls::sub_voxel && !options_.surface)
    throw UsageError("Walls stand between voxels, and no surface is given", "nobody knows where they are",
                     "Set FlowOptions::surface, or leave walls at voxels");
  const Clock::time_point before = Clock::now();
  const SolverSettings settings = make_settings(options_, result_.tau);
  if (lattice_.backend)
    lattice_.backend->set_force_and_tau(settings.force, settings.tau);
  else
    lattice_.backend = make_backend(lattice_.share.domain, pores, settings, options_.surface.get());
  result_.setup_seconds = std::chrono::duration<double>(Clock::now() - before).count();
}

void RunningFlow::note_lattice() {
  start_seconds_ = stepper_.seconds();
  const Backend& backend = *lattice_.backend;
  cells_ = static_cast<double>(backend.image_cells());
  result_.device = backend.description();
  result_.fluid_cells = backend.image_cells();
  result_.connected_porosity = cells_ / static_cast<double>(backend.domain().sample_voxels());
  result_.bytes_per_fluid_cell = static_cast<double>(backend.domain().processes().sum(backend.bytes())) / cells_;
}

void RunningFlow::go_on_in_float32() {
  float16_k_ = result_.permeability_voxel2;
  result_.float16_steps = steps();
  stepper_.go_on_in_float32();
  result_.mass_samples.clear();
  precision_ = Precision::float32;
  first_step_ = steps();
  result_.iteration_error = no_bound;
}

std::int64_t RunningFlow::steps_left() const {
  constexpr std::int64_t fewest_for_a_sample = 6;
  const std::int64_t at_end = options_.max_steps >= fewest_for_a_sample ? steps_at_end : 0;
  return options_.max_steps - options_.max_steps % 2 - steps() - at_end;
}

std::int64_t RunningFlow::interval(std::int64_t fraction) const {
  return std::min(steps_left(), std::max(first_interval, (steps() - first_step_) / fraction / 2 * 2));
}

void RunningFlow::advance_by(std::int64_t steps_to_take) {
  const std::int64_t end = steps() + steps_to_take;
  while (steps() < end) {
    stepper_.advance(end - steps());
    if (steps() < end) tell(result_.permeability_voxel2, result_.iteration_error);
  }
}

double RunningFlow::note(const FlowSample& sample) {
  const auto along = static_cast<std::size_t>(options_.direction);
  result_.mean_velocity = sample.mean_velocity;
  sampled_steps_ = sample.steps;
  if (!first_mass_) first_mass_ = sample.mass_deviation;
  if (has_joined_ends(options_)) result_.mass_deviation = sample.mass_deviation - *first_mass_;
  result_.plane_flux = sample.plane_flux[along];
  result_.flux_spread = flux_spread_of(result_.plane_flux);
  std::vector<MassSample>& masses = result_.mass_samples;
  if (masses.size() == most_mass_samples) masses.erase(masses.begin());
  masses.push_back({sample.step, sample.mass_deviation, result_.plane_flux.front(), result_.plane_flux.back()});
  return nu() * sample.mean_velocity[along] / options_.force;
}

double RunningFlow::distance_of_flow(double permeability, double corrected) const {
  constexpr double flux_part = 8;  // tolerances that the flux of a steady flow may differ by; steps follow on a look
  return std::max(std::abs(permeability / corrected - 1), result_.flux_spread / flux_part);
}

void RunningFlow::keep(double permeability, const Limit& limit, double noise) {
  result_.permeability_voxel2 = limit.value;
  const double rounding = rounding_error_of(precision_, friction_time(limit.value)) + noise;
  result_.rounding_error = std::isfinite(limit.error) ? rounding : 0;
  result_.iteration_error = limit.error + result_.rounding_error;
  tell(limit.value, limit.error);
  result_.history.push_back({result_.steps, result_.seconds, permeability, limit.value, limit.error});
}

void RunningFlow::note_divergence() {
  result_.stop = StopReason::diverged;
  result_.steps = steps();
  result_.seconds = stepper_.seconds();
  result_.permeability_voxel2.reset();
  result_.iteration_error = no_bound;
  std::string where;
  if (const auto voxel = find_divergence(stepper_.backend()))
    where = fmt::format(", first at voxel ({}, {}, {})", (*voxel)[0], (*voxel)[1], (*voxel)[2]);
  result_.diverged_because =
      fmt::format("velocities were no longer finite at step {}{} (tau {:.4g}{}{})", result_.steps, where, result_.tau,
                  is_in_float16() ? ", float16" : "", has_inertia(options_.solver.equilibrium) ? ", with inertia" : "");
}

FlowResult RunningFlow::finish() {
  if (result_.stop != StopReason::diverged && steps() + steps_at_end <= options_.max_steps) sample_at_end();
  if (!(result_.permeability_voxel2 > 0.0)) {  // the force drives every steady flow its own way
    result_.permeability_voxel2.reset();
    result_.iteration_error = no_bound;
  }
  if (result_.permeability_voxel2) {
    result_.measures = stepper_.backend().measure();
    if (has_joined_ends(options_)) find_momentum_gain();
    if (last_look_) result_.cross_flow = cross_flow();
  }
  if (is_in_float16()) result_.float16_steps = steps();  // the run ended before float32 could check it
  if (float16_k_ && result_.permeability_voxel2)
    result_.float16_difference = *float16_k_ / *result_.permeability_voxel2 - 1;
  return std::move(result_);
}

CrossFlow RunningFlow::cross_flow() const {
  const FlowRates& rates = last_look_->rates;
  constexpr double sound_speed_squared = 1.0 / 3;
  return {last_look_->sample.mean_velocity, nu() * std::sqrt(result_.measures->mean_speed_squared) / options_.force,
          std::sqrt(sound_speed_squared * result_.measures->mean_density_squared) / options_.force,
          std::sqrt(rates.velocity_residual + rates.unresolved) / options_.force,
          std::sqrt(rates.pressure_residual + rates.unresolved) / options_.force};
}

/// A change of pressure is a change of the flow, so that one sample of mass is left; and steps follow on the sample of
/// a look.
void RunningFlow::sample_at_end() {
  note(stepper_.sample());
  result_.steps = steps();
  result_.seconds = stepper_.seconds();
}

/// The sample has the mean of the momenta before each of its steps, with half of the force. The measures have the
/// momentum after the last step, and what the next step will take of it; the mean of both, like that of a sample, has
/// no part of a staggered mode.
void RunningFlow::find_momentum_gain() {
  if (result_.mass_samples.empty() || result_.mass_samples.back().step != steps()) return;  // it was a look
  const auto along = static_cast<std::size_t>(options_.direction);
  const double given = options_.force * (cells_ + result_.measures->forced_cells_at_walls);
  const Extent& image = lattice_.share.partition.image();
  const double plane_voxels =
      static_cast<double>(lattice_.share.domain.sample_voxels()) / static_cast<double>(image.along(options_.direction));
  const double mean = plane_voxels * std::accumulate(result_.plane_flux.begin(), result_.plane_flux.end(), 0.0);
  const double now = result_.measures->momentum[along] + given - result_.measures->next_wall_force[along] / 2;
  const double steps_between = sampled_steps_ / 2.0 + 1;
  result_.momentum_gain = (now - mean) / given / steps_between;
}

void RunningFlow::tell(const std::optional<double>& permeability, double error) {
  result_.steps = steps();
  result_.seconds = stepper_.seconds();
  result_.mflups = cells_ * static_cast<double>(result_.steps) / (result_.seconds - start_seconds_) / 1e6;
  if (progress_ && tells_)
    progress_({options_.direction, result_.steps, permeability, permeability ? error : no_bound, result_.mflups,
               result_.seconds, estimate_seconds_left(result_, error, options_.tolerance, estimate_.steps)});
}

}  // namespace perm
