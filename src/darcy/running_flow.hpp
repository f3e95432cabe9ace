// SPDX-License-Identifier: Apache-2.0
// Brings a flow to the steady state: the flow is begun, stepped and timed, and what is found on the way is noted in its
// result and told to the caller. darcy/limit_search.hpp, and not this file, finds K and its bound. Lattice units. Every
// call that takes steps is collective.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "darcy/bounds/convergence.hpp"
#include "darcy/flow_lattice.hpp"
#include "darcy/flow_options.hpp"
#include "darcy/flow_result.hpp"
#include "darcy/pressure/cell_rates.hpp"
#include "darcy/pressure/voxel_pressure.hpp"
#include "darcy/progress.hpp"
#include "darcy/rounding_error.hpp"
#include "darcy/run_estimate.hpp"
#include "darcy/stepper.hpp"
#include "geometry/pore_slab.hpp"

namespace perm {

class RunningFlow {
 public:
  /// What it knows besides the lattice and the pressure.
  struct State {
    FlowResult result;
    Precision precision{Precision::float32};  ///< of the lattice at present
    double start_seconds{0};                  ///< seconds of the start
    std::optional<double>
        first_mass;                   ///< mean density deviation at the start: 0 at rest, else that of the first sample
    int sampled_steps{2};             ///< whose mean the last sample is
    std::int64_t first_step{0};       ///< since which the flow has been changed by steps only
    std::optional<double> float16_k;  ///< the last K in float16
    std::optional<ChangingFlow> last_look;
  };
  /// What else it needs to go on another time.
  struct Clocks {
    std::int64_t steps{0};
    double seconds{0};
  };

  /// Keeps references to all of these.
  RunningFlow(FlowLattice& lattice, const FlowOptions& options, const RunEstimate& estimate,
              const ProgressFunction& progress);

  /// Makes the lattice of `pores`, or puts the fluid to rest where the lattice is there already. Then adds the Darcy
  /// flow of the voxels, unless plain steps or float16 are asked for.
  void begin(PoreSpace pores, std::unique_ptr<VoxelPressure> pressure,
             const std::function<std::unique_ptr<CellRates>(std::size_t cells)>& make_rates);
  /// Makes the lattice in the same way for a flow that was begun before, which restore() goes on from.
  void begin_again(PoreSpace pores, std::unique_ptr<VoxelPressure> pressure,
                   const std::function<std::unique_ptr<CellRates>(std::size_t cells)>& make_rates, Precision precision);
  const State& state() const { return state_; }
  Clocks clocks() const { return {steps(), stepper_.seconds()}; }
  /// Goes on from a state, whose distributions and pressure are there already. What tells of the machine is that of
  /// this one.
  void restore(State state, const Clocks& clocks);
  Backend& backend() const { return stepper_.backend(); }
  VoxelPressure& pressure() const { return *voxels_; }
  /// Goes on in float32 from the float16 lattice as it stands; the bound on K is lost.
  void go_on_in_float32();

  const FlowOptions& options() const { return options_; }
  const RunEstimate& estimate() const { return estimate_; }
  const FlowResult& result() const { return state_.result; }
  std::int64_t steps() const { return stepper_.backend().steps(); }
  double nu() const { return viscosity(state_.result.tau); }
  /// Gives the decay time of the mean velocity against the friction of the walls, K / (phi nu), in steps.
  double friction_time(double permeability) const { return permeability / (state_.result.connected_porosity * nu()); }
  bool is_in_float16() const { return state_.precision == Precision::float16; }
  /// Gives half of the last place of a distribution of size 1.
  double roundoff() const { return unit_roundoff(state_.precision); }

  /// Gives the steps that may still be taken, an even number.
  std::int64_t steps_left() const;
  /// Gives the steps until the next sample: one part in `fraction` of the steps so far, an even number, within the step
  /// limit.
  std::int64_t interval(std::int64_t fraction) const;
  /// Steps up to that step, and tells the progress after every batch but the last.
  void advance_to(std::int64_t step);
  /// Is called after every batch but the last of advance_to, before the progress is told.
  void do_between_batches(std::function<void()> work) { between_batches_ = std::move(work); }
  FlowSample sample() { return stepper_.sample(); }
  /// Tells whether the pressure may be changed on the way: in a creeping flow whose viscosity is not far above the one
  /// that would be chosen, unless plain steps are asked for.
  bool may_change_pressure() const { return estimate_.pressure_may_change; }
  /// Takes four steps and tells how the flow changes and what the pressure of the voxels makes of it. Collective.
  std::pair<ChangingFlow, PressureLook> look_at_pressure();
  /// Takes two steps and tells their mean flow and its action.
  ChangingFlow glance();
  /// Changes the pressure as the last look wants it. Collective.
  void correct_pressure();
  /// Makes all velocities so many times as large, under the same pressure and force, and adds velocities across the
  /// flow, of this mean over the cells, in proportion to those along it at the end of the last look. Collective.
  void scale_momentum(double factor, const std::array<double, 3>& across);
  /// Measures the flow at this moment. Collective.
  FlowMeasures measure() const { return stepper_.backend().measure(); }
  /// Notes velocities, fluxes and mass in the result, and gives nu <u> / g of this moment.
  double note(const FlowSample& sample);
  /// Gives how far every part of the flow is from its limit, as far as K of this moment, its corrected value and the
  /// spread of the flux tell. Relative.
  double distance_of_flow(double permeability, double corrected) const;
  /// Notes K of this moment and the limit that is concluded from it. `noise` is what rounding was seen to do to K, over
  /// K.
  void keep(double permeability, const Limit& limit, double noise = 0);
  void note_stop(StopReason stop) { state_.result.stop = stop; }
  /// Tells the caller what is known, who may stop the flow by StopFlow.
  void tell();
  /// Tells the caller nothing more: it has asked for the end.
  void stop_telling() { tells_ = false; }
  /// Notes that the flow is no longer finite, at which step and where. Takes two steps.
  void note_divergence();
  /// Measures the flow as it stands and gives the result.
  FlowResult finish();

 private:
  void prepare(PoreSpace pores, std::unique_ptr<VoxelPressure> pressure,
               const std::function<std::unique_ptr<CellRates>(std::size_t cells)>& make_rates);
  void make_lattice(const PoreSpace& pores);
  void note_lattice();
  /// Takes two steps, for the masses and the momentum of a flow that looks at pressure have changed or stepped past.
  void sample_at_end();
  /// Finds FlowResult::momentum_gain.
  void find_momentum_gain();
  /// Gives FlowResult::cross_flow, from the last look and the measures of the end.
  CrossFlow cross_flow() const;
  void note_clocks();

  FlowLattice& lattice_;
  const FlowOptions& options_;
  const RunEstimate& estimate_;
  const ProgressFunction& progress_;
  Stepper stepper_;
  State state_;
  std::function<void()> between_batches_;
  bool tells_{true};
  double cells_{0};  ///< of the image
  std::unique_ptr<VoxelPressure> voxels_;
  std::unique_ptr<CellRates> rates_;
};

}  // namespace perm
