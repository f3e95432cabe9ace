// SPDX-License-Identifier: Apache-2.0
// The main job: drives a pore space along one axis to Darcy steady state and gives its permeability. The processes that
// hold the pore space work together: every call is collective, and all get the same result, whatever their number.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include "darcy/flow_options.hpp"
#include "darcy/flow_result.hpp"
#include "darcy/run_estimate.hpp"
#include "geometry/pore_slab.hpp"

namespace perm {

class Backend;

/// What a run tells while it goes.
struct Progress {
  Axis direction{Axis::x};
  std::int64_t steps{0};
  double permeability_voxel2{0};  ///< extrapolated where that is possible, else the current value
  double error{0};                ///< current relative bound; infinite until there is one
  double mflups{0};
  double seconds{0};
  double seconds_left{0};  ///< estimate; infinite until there is one
};
using ProgressFunction = std::function<void(const Progress&)>;

/// The flow through one pore space along one axis. `pores` must hold only cells that flow along the axis can reach
/// (see Connectivity::percolating) and must outlive nothing: what is needed is copied.
class SteadyFlow {
 public:
  /// `estimate` is what estimate_run gave for these pores and options.
  SteadyFlow(const PoreSlab& pores, const FlowOptions& options, const RunEstimate& estimate);
  ~SteadyFlow();

  /// Puts the fluid to rest for another flow through the same pores: of `options` direction, force, tau, tolerance and
  /// steps may be new. The lattice stays. Not of a flow in float16, whose lattice is in float32 when it ends.
  void go_on(const PoreSlab& pores, const FlowOptions& options, const RunEstimate& estimate);
  bool can_go_on() const;

  /// Steps until the bound meets the tolerance, the step limit is reached or the run diverges. `progress` is called
  /// at every sample and may throw (Interrupted) to stop the run; it is called at the same steps on every process, and
  /// where it throws on one it must throw on all.
  FlowResult run(const ProgressFunction& progress = {});

  /// Mean of two consecutive steps, taken once after `run` (two steps more): call before `read_plane`.
  void capture_fields();
  /// Adds the captured flow to a lattice of twice as many voxels along each axis; `velocity_unit` is that of the
  /// velocities, in its own. Collective.
  void add_to(Backend& finer, double velocity_unit) const;
  /// Velocity (3 a voxel, interleaved, lattice units) and density (about 1; 0 in solid) of plane z of the image, to the
  /// first process. What the others give is left as it is and may be empty.
  void read_plane(std::int64_t z, std::span<float> velocity, std::span<float> density) const;

 private:
  struct State;
  class Run;
  std::unique_ptr<State> state_;
};

}  // namespace perm
