// SPDX-License-Identifier: Apache-2.0
// The main job: drives a pore space along one axis to Darcy steady state and gives its permeability.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>

#include "darcy/flow_result.hpp"
#include "geometry/pore_space.hpp"
#include "solver/settings.hpp"

namespace perm {

struct FlowOptions {
  Axis direction{Axis::x};
  SolverSettings solver;      ///< its force and tau are set from those below
  std::optional<double> tau;  ///< empty: chosen from the image
  double force{1e-6};         ///< force per unit mass along the direction
  double tolerance{1e-3};     ///< the true K is to lie within this of the K given
  std::int64_t max_steps{1'000'000};
};

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

/// How a run will go, before anything large is allocated.
struct RunEstimate {
  std::int64_t bytes{0};  ///< resident at peak while stepping
  double tau{0};          ///< given, or chosen from the image
  bool tau_was_chosen{false};
  double steps{0};    ///< rough: within a factor of about 2
  double seconds{0};  ///< rough, from a typical speed of one core times the threads
};

/// Estimates a run on `pores` (percolating cells only) and chooses tau where none is given. `fields` says whether
/// capture_fields will be called. Throws InputError when a setting is out of range.
enum class FieldCapture { none, velocity_and_density };
RunEstimate estimate_run(const PoreSpace& pores, const FlowOptions& options, FieldCapture fields = FieldCapture::none);

/// Throws DeviceError when `bytes` exceed what the device has free now.
void require_memory(std::int64_t bytes, Device device = Device::cpu);

/// The flow through one pore space along one axis. `pores` must hold only cells that flow along the axis can reach
/// (see Connectivity::percolating) and must outlive nothing: what is needed is copied.
class SteadyFlow {
 public:
  /// `estimate` is what estimate_run gave for these pores and options.
  SteadyFlow(const PoreSpace& pores, const FlowOptions& options, const RunEstimate& estimate);
  ~SteadyFlow();

  /// Steps until the bound meets the tolerance, the step limit is reached or the run diverges. `progress` is called
  /// at every sample and may throw (Interrupted) to stop the run.
  FlowResult run(const ProgressFunction& progress = {});

  /// Mean of two consecutive steps, taken once after `run` (two steps more): call before `read_plane`.
  void capture_fields();
  /// Velocity (3 a voxel, interleaved, lattice units) and density (about 1; 0 in solid) of plane z.
  void read_plane(std::int64_t z, std::span<float> velocity, std::span<float> density) const;

 private:
  struct State;
  class Run;
  std::unique_ptr<State> state_;
};

}  // namespace perm
