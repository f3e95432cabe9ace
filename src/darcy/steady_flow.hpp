// SPDX-License-Identifier: Apache-2.0
// Does the main job: drives a pore space along one axis to Darcy steady state and gives its permeability. A flow is
// prepared first (SteadyFlow) and then run, which gives a SolvedFlow; between the two the caller can free the image.
// The processes that hold the pore space work together: every call is collective, and all get the same result for any
// number of processes.
#pragma once

#include <memory>
#include <optional>

#include "darcy/flow_keeper.hpp"
#include "darcy/flow_options.hpp"
#include "darcy/flow_result.hpp"
#include "darcy/pressure/cell_rates.hpp"
#include "darcy/progress.hpp"
#include "darcy/run_estimate.hpp"
#include "darcy/solved_flow.hpp"
#include "geometry/pore_slab.hpp"

namespace perm {

class VoxelPressure;

/// Holds a flow through one pore space along one axis that is ready to run. It has copies of what it needs: the pores
/// of this process's block, and the pressure of their voxels.
class SteadyFlow {
 public:
  /// `pores` must hold only cells that flow along the axis can reach (see Connectivity::percolating); it may be
  /// destroyed afterwards. `estimate` is what estimate_run gave for these pores and options. Throws InputError when an
  /// option is out of range or the image is too small for so many processes.
  SteadyFlow(const PoreSlab& pores, const FlowOptions& options, const RunEstimate& estimate);
  /// Prepares a flow in the same way with the lattice of `before`, a flow through the same pores, in place of a new
  /// one. Throws Error when `before` cannot serve these options.
  SteadyFlow(SolvedFlow&& before, const PoreSlab& pores, const FlowOptions& options, const RunEstimate& estimate);

  SteadyFlow(SteadyFlow&&) noexcept;
  SteadyFlow& operator=(SteadyFlow&&) noexcept;
  SteadyFlow(const SteadyFlow&) = delete;
  SteadyFlow& operator=(const SteadyFlow&) = delete;
  ~SteadyFlow();

  /// Makes the lattice and steps until the bound meets the tolerance, the step limit is reached or the run diverges.
  /// Call it once: std::move(flow).run(). `progress` is called at every sample and may throw to stop the run; StopFlow
  /// (darcy/progress.hpp) leaves K and its bound. Every process calls it at the same steps; where it throws on one
  /// process it must throw on all. Throws DeviceError when the device is missing or its memory does not suffice.
  /// Goes on from the state of this flow in `saving`, where there is one, and saves states there.
  SolvedFlow run(const ProgressFunction& progress = {}, const FlowSaving& saving = {}) &&;

 private:
  /// Takes what this process needs of the surface. Collective.
  void take_surface();

  FlowOptions options_;
  FlowOptions solved_;  ///< the same as they are solved
  RunEstimate estimate_;
  PoreSpace pores_;  ///< of this process's domain
  std::unique_ptr<VoxelPressure> voxels_;
  std::optional<MeasuredCells> measured_;
  std::shared_ptr<FlowLattice> lattice_;
};

}  // namespace perm
