// SPDX-License-Identifier: Apache-2.0
// What a running flow does by the pressure of the voxels (RunningFlow).
#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <utility>

#include "core/phases/phase_clock.hpp"
#include "darcy/running_flow.hpp"
#include "darcy/survey/dilute_medium.hpp"
#include "darcy/survey/voxel_viscosity.hpp"

namespace perm {

void RunningFlow::prepare(PoreSpace pores, std::unique_ptr<VoxelPressure> pressure,
                          const std::function<std::unique_ptr<CellRates>(std::size_t)>& make_rates) {
  const PhaseScope making(Phase::lattice);
  voxels_ = std::move(pressure);
  if (estimate_.tau_may_change && may_change_pressure() && !is_in_float16())
    state_.result.tau = 0.5 + 3 * choose_voxel_viscosity({voxels_->largest_distance(), voxels_->permeability(),
                                                          estimate_.pores.porosity, is_dilute(estimate_.pores)});
  make_lattice(pores);
  pores = {};
  stepper_.timed([&] { rates_ = make_rates(static_cast<std::size_t>(stepper_.backend().cells())); });
}

void RunningFlow::begin(PoreSpace pores, std::unique_ptr<VoxelPressure> pressure,
                        const std::function<std::unique_ptr<CellRates>(std::size_t)>& make_rates) {
  prepare(std::move(pores), std::move(pressure), make_rates);
  const PhaseScope making(Phase::lattice);
  state_.first_mass = 0;
  if (options_.method != Method::plain && !is_in_float16())
    stepper_.timed([&] {
      voxels_->begin(nu(), options_.force, rates_->correction());
      stepper_.backend().add_to_cells(rates_->correction());
    });
  note_lattice();
}

void RunningFlow::begin_again(PoreSpace pores, std::unique_ptr<VoxelPressure> pressure,
                              const std::function<std::unique_ptr<CellRates>(std::size_t)>& make_rates,
                              Precision precision) {
  prepare(std::move(pores), std::move(pressure), make_rates);
  if (precision != state_.precision) stepper_.go_on_in_float32();
  note_lattice();
}

std::pair<ChangingFlow, PressureLook> RunningFlow::look_at_pressure() {
  ChangingFlow flow;
  PressureLook pressure;
  stepper_.timed([&] {
    Backend& backend = stepper_.backend();
    rates_->keep(backend);
    flow = backend.advance_and_correct();
    const double guess = state_.result.permeability_voxel2.value_or(voxels_->permeability());
    const WholeRates rates = rates_->find(backend, flow.sample.steps);
    const double known = guess > 0 ? guess : voxels_->permeability();
    const PhaseScope solving(Phase::pressure);
    pressure = voxels_->look(rates_->changes(), rates, nu(), options_.force, known);
  });
  const double square = options_.force * options_.force;
  flow.rates.velocity_residual = square * pressure.velocity_residual;
  flow.rates.pressure_residual = square * pressure.pressure_residual;
  state_.last_look = flow;
  return {flow, pressure};
}

ChangingFlow RunningFlow::glance() {
  ChangingFlow flow;
  stepper_.timed([&] { flow = stepper_.backend().advance_and_correct(); });
  return flow;
}

void RunningFlow::correct_pressure() {
  const PhaseScope correcting(Phase::pressure);
  stepper_.timed([&] {
    voxels_->correct(nu(), options_.force, rates_->correction());
    stepper_.backend().add_to_cells(rates_->correction());
  });
  state_.result.mass_samples.clear();
  state_.first_step = steps();
}

void RunningFlow::scale_momentum(double factor, const std::array<double, 3>& across) {
  const auto along = static_cast<std::size_t>(options_.direction);
  const double mean = state_.result.mean_velocity[along] / state_.result.connected_porosity;
  std::array<float, 3> share{};
  for (std::size_t a = 0; a < 3; ++a) share[a] = static_cast<float>(a == along ? 0 : across[a] / mean);
  const bool is_pushed = share != std::array<float, 3>{};
  stepper_.timed([&] {
    Backend& backend = stepper_.backend();
    const SolverSettings& settings = backend.settings();
    if (is_pushed) rates_->push_across(backend, static_cast<int>(along), share);
    backend.go_on({settings.equilibrium, settings.force, settings.tau, factor, 1});
    if (is_pushed) backend.add_to_cells(rates_->correction());
  });
  state_.result.mass_samples.clear();
  state_.first_step = steps();
}

}  // namespace perm
