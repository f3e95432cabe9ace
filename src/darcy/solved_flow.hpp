// SPDX-License-Identifier: Apache-2.0
// Holds a flow that was run: its result, its lattice, and the fields of velocity and density that can be captured from
// it. Only SteadyFlow::run makes one, so nobody can ask for the fields of a flow that was not run. The processes work
// together: every call is collective unless it says otherwise.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "darcy/flow_options.hpp"
#include "darcy/flow_result.hpp"
#include "lattice/partition.hpp"

namespace perm {

struct FlowLattice;

/// Holds the velocity and density of a flow, each the mean of two consecutive steps. It keeps the lattice alive.
class CapturedFields {
 public:
  /// Gives plane z of the image to the first process: the velocity (3 values a voxel, interleaved, voxels per step) and
  /// the density (about 1; 0 in solid), x fastest, then y. The spans of the other processes are left as they are and
  /// may be empty.
  void read_plane(std::int64_t z, std::span<float> velocity, std::span<float> density) const;

 private:
  friend class SolvedFlow;
  CapturedFields(std::shared_ptr<const FlowLattice> lattice, const FlowOptions& options);

  std::shared_ptr<const FlowLattice> lattice_;
  FlowOptions options_;
};

/// Holds the flow through one pore space along one axis, as it was when its run ended.
class SolvedFlow {
 public:
  SolvedFlow(SolvedFlow&&) = default;
  SolvedFlow& operator=(SolvedFlow&&) = default;
  SolvedFlow(const SolvedFlow&) = delete;
  SolvedFlow& operator=(const SolvedFlow&) = delete;
  ~SolvedFlow() = default;

  /// Gives what the run found; the same on every process. Not collective.
  const FlowResult& result() const& { return result_; }
  FlowResult result() && { return std::move(result_); }

  const FlowOptions& options() const { return options_; }

  /// Takes two more steps and keeps their mean velocity and density: 16 bytes a cell.
  CapturedFields capture_fields();

  /// Gives the lattice, in which whoever has it may go on with the flow.
  const std::shared_ptr<FlowLattice>& lattice() const { return lattice_; }

  /// Tells whether the lattice can serve a flow of `next` through the same pores: only direction, force, tau,
  /// tolerance, goal, method and steps may differ. It cannot where the faces depend on the direction (only periodic
  /// ones do not), after a run in float16, which ends with a lattice in float32, or while captured fields of this flow
  /// are in use. Not collective.
  bool can_serve(const FlowOptions& next) const;

 private:
  friend class SteadyFlow;
  SolvedFlow(std::shared_ptr<FlowLattice> lattice, const FlowOptions& options, FlowResult result);

  std::shared_ptr<FlowLattice> lattice_;
  FlowOptions options_;
  FlowResult result_;
};

}  // namespace perm
