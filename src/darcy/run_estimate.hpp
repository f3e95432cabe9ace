// SPDX-License-Identifier: Apache-2.0
// Predicts what a run will take in memory, steps and time, before anything large is allocated.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "darcy/flow_options.hpp"
#include "darcy/pressure/pore_widths.hpp"
#include "darcy/survey/pore_survey.hpp"
#include "darcy/survey/relaxation_time.hpp"
#include "geometry/pore_slab.hpp"

namespace perm {

/// Gives the bytes that every estimate contains, as measured: code, libraries, and with several processes the buffers
/// of MPI; on a GPU what its driver takes besides.
std::int64_t program_bytes(Device device, const Communicator& processes);
/// Gives what the threads of a CPU take by themselves. Collective.
std::int64_t bytes_of_threads(const SolverSettings& settings, const Communicator& processes);

/// Holds a prediction of one run. Lattice units.
struct RunEstimate {
  std::int64_t bytes{0};                     ///< peak, of the process that needs most
  std::int64_t own_bytes{0};                 ///< of this process
  std::int64_t own_bytes_to_solve{0};        ///< of this process, without fields that are captured
  bool pressure_on_gpu{false};               ///< whether a GPU has room to solve for the pressure of the voxels
  std::int64_t own_host_bytes{0};            ///< of the host, where a GPU leaves that to it
  double tau{0};                             ///< given, or chosen from the image; with BGK it is 1 where none is given
  bool tau_may_change{false};                ///< whether a run may choose another one
  bool pressure_may_change{false};           ///< on the way, see RunningFlow::may_change_pressure
  Clocks clocks;                             ///< decay times of the slowest modes
  double permeability_voxel2{0};             ///< rough; for the choice of tau only, never a result
  PoreStructure pores;                       ///< of the pores that are solved
  double steps{0};                           ///< forecast, see darcy/survey/step_forecast.hpp
  std::shared_ptr<const PoreWidths> widths;  ///< of the pores that are solved
  double seconds{0};                         ///< rough, by the speeds of the performance model
  std::string machine;       ///< whose speeds these are, in words; of several processes each has such a one
  double seconds_a_step{0};  ///< by the same speeds

  /// Gives back the memory of what is known of single pores, which the flow needs while it is begun and stepped.
  void forget_pores() { widths.reset(); }
};

/// Estimates a run on `pores` (percolating cells only) and chooses tau where none is given. `fields` says whether
/// SolvedFlow::capture_fields will be called. Collective. Throws InputError when a setting is out of range, or the
/// image is too small for so many processes.
RunEstimate estimate_run(const PoreSlab& pores, const FlowOptions& options, FieldCapture fields = FieldCapture::none);
/// Does the same with a survey of these pores that was made before, for another direction.
RunEstimate estimate_run(const PoreSlab& pores, const PoreSurvey& survey, const FlowOptions& options,
                         FieldCapture fields = FieldCapture::none);

/// Throws DeviceError when `bytes` exceed the memory that the device has free now. On the CPU the bytes of all
/// `processes` on this node count together. Collective.
void require_memory(std::int64_t bytes, Device device = Device::cpu, const Communicator& processes = {});
}  // namespace perm
