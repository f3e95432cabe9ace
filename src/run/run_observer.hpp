// SPDX-License-Identifier: Apache-2.0
// The program that starts a run may watch it: the observer is told what is known at each moment, how far the steps are,
// and the fields of each flow, and it can end the run where it is. What stops it at once is core/stop_check.hpp.
#pragma once

#include "core/stop_check.hpp"
#include "darcy/evaluation/error_budget.hpp"
#include "darcy/progress.hpp"
#include "run/run_report.hpp"

namespace perm {

class CapturedFields;    // darcy/solved_flow.hpp
class WallSensitivity;   // darcy/evaluation/wall_sensitivity.hpp
class PoreSlab;          // geometry/pore_slab.hpp
struct InertiaForecast;  // darcy/inertia/inertia_forecast.hpp
struct RunEstimate;      // darcy/run_estimate.hpp

/// Every function is called at the same point of the run on every process that takes part. Each may throw to end the
/// run, and the exception leaves run_flows; a function that throws on one process must throw on all of them.
class RunObserver {
 public:
  RunObserver() = default;
  RunObserver(const RunObserver&) = delete;
  RunObserver& operator=(const RunObserver&) = delete;
  virtual ~RunObserver() = default;

  /// Called every few seconds or more often while steps are made. Where it wants the end, the flow ends where it is: K
  /// stands in the report with the bound of that moment and StopReason::interrupted, and what was to come is left out;
  /// where no K is known yet, the flow has none. All processes get the same answer. An observer with an answer of its
  /// own decides alone; without one the run ends as check_for_stop says, and keeps nothing.
  virtual StopWish wish(const Communicator& processes) {
    check_for_stop(processes);
    return StopWish::none;
  }
  /// The image is surveyed: `report` has its facts and warnings, `pores` all its pore voxels.
  virtual void on_image(const RunReport& /*report*/, const PoreSlab& /*pores*/) {}
  /// It is now known which pores the flow along one direction can reach.
  virtual void on_connection(const RunReport& /*report*/, const FlowReport& /*flow*/) {}
  /// It is now known what one flow will take.
  virtual void on_prediction(Axis /*direction*/, const RunEstimate& /*estimate*/) {}
  /// It is now known what the flows with inertia that follow it will take: roughly, and better once it is solved.
  virtual void on_inertia_forecast(Axis /*direction*/, const InertiaForecast& /*forecast*/) {}
  /// The run goes on from a saved state. The flows that are solved already are told to on_flow, their fields to nobody.
  virtual void on_recall() {}
  /// Steps were made, those of an error budget included; `voxel_size_m` is that of the image which is being solved.
  virtual void on_progress(const Progress& /*progress*/, const std::optional<double>& /*voxel_size_m*/) {}
  /// The steps of one flow, or of one flow of an error budget, have ended.
  virtual void on_steps_done() {}
  /// A flow is solved.
  virtual void on_flow(const FlowReport& /*flow*/) {}
  /// The fields of that flow can be read here and nowhere else. This is called only if the request asks for fields;
  /// `walls` is null where it does not ask for the sensitivity.
  virtual void on_fields(const CapturedFields& /*fields*/, const WallSensitivity* /*walls*/,
                         const FlowReport& /*flow*/) {}
  /// A flow that an error budget needs is solved, or it is left out for the reason in `grid`.
  virtual void on_budget_grid(Axis /*direction*/, const GridPermeability& /*grid*/) {}
  /// Such a flow between other faces of the image is solved or left out; `grid` is the image as it is.
  virtual void on_budget_boundary(Axis /*direction*/, Boundary /*boundary*/, const GridPermeability& /*grid*/) {}
};

}  // namespace perm
