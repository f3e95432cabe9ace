// SPDX-License-Identifier: Apache-2.0
// Whoever starts a run may watch it: what is known at each moment, how far the steps are, the fields of each flow, and
// a place to stop everything.
#pragma once

#include "darcy/evaluation/error_budget.hpp"
#include "darcy/run_estimate.hpp"
#include "darcy/steady_flow.hpp"
#include "run/run_report.hpp"

namespace perm {

/// Every function is called at the same point of the run on every process that takes part. Each may throw to end the
/// run, and what it throws leaves run_flows; where it throws on one process it must throw on all of them.
class RunObserver {
 public:
  RunObserver() = default;
  RunObserver(const RunObserver&) = delete;
  RunObserver& operator=(const RunObserver&) = delete;
  virtual ~RunObserver() = default;

  /// Between two pieces of work, every few seconds or sooner.
  virtual void between_work() {}
  /// The image is surveyed: `report` has its facts and warnings, `pores` all its pore voxels.
  virtual void on_image(const RunReport& /*report*/, const PoreSlab& /*pores*/) {}
  /// It is known which pores the flow along one direction can reach.
  virtual void on_connection(const RunReport& /*report*/, const FlowReport& /*flow*/) {}
  /// It is known what one flow will take.
  virtual void on_prediction(Axis /*direction*/, const RunEstimate& /*estimate*/) {}
  /// Steps were made, those of an error budget included; `voxel_size_m` is that of the image which is being solved.
  virtual void on_progress(const Progress& /*progress*/, const std::optional<double>& /*voxel_size_m*/) {}
  /// The steps of one flow, or of one flow of an error budget, have ended.
  virtual void on_steps_done() {}
  /// A flow is solved.
  virtual void on_flow(const FlowReport& /*flow*/) {}
  /// The fields of that flow can be read here and nowhere else. Called only if the request asks for fields.
  virtual void on_fields(const CapturedFields& /*fields*/, const FlowReport& /*flow*/) {}
  /// A flow that an error budget needs is solved, or left out, for the reason in `grid`.
  virtual void on_budget_grid(Axis /*direction*/, const GridPermeability& /*grid*/) {}
  /// The same for other faces of the image; `grid` is the image as it is.
  virtual void on_budget_boundary(Axis /*direction*/, Boundary /*boundary*/, const GridPermeability& /*grid*/) {}
};

}  // namespace perm
