// SPDX-License-Identifier: Apache-2.0
#include "darcy/run_estimate.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/errors.hpp"
#include "core/memory_limits.hpp"
#include "core/units.hpp"
#include "darcy/share.hpp"
#include "darcy/survey/relaxation_time.hpp"
#include "solver/closed_faces.hpp"
#include "solver/devices.hpp"
#include "solver/scaling/performance_model.hpp"

namespace perm {
RunEstimate estimate_run(const PoreSlab& slab, const FlowOptions& options, FieldCapture fields) {
  check_options(options);
  return estimate_run(slab, PoreSurvey(slab, face_rules(options.boundary, options.direction)), options, fields);
}

RunEstimate estimate_run(const PoreSlab& slab, const PoreSurvey& survey, const FlowOptions& options,
                         FieldCapture fields) {
  check_options(options);
  const Communicator& processes = slab.processes();
  // With BGK the permeability depends on tau. At tau = 1 walls lie nearly half-way, where they belong.
  const bool is_bgk = options.solver.collision == Collision::bgk;
  const RelaxationEstimate relaxation =
      estimate_relaxation(slab, survey, options.direction, options.tolerance,
                          is_bgk && !options.tau ? std::optional(1.0) : options.tau, options.boundary);
  const Share share = share_out(slab, options);
  const PoreSpace pores = fetch_pores(slab, share.domain);
  const std::int64_t cells = pores.count_pores();  // the halo is included
  RunEstimate estimate;
  estimate.tau = relaxation.tau;
  estimate.pores = survey.structure();
  estimate.pores.critical_radius = relaxation.critical_radius_is_resolved ? relaxation.critical_radius : 0;
  estimate.tau_was_chosen = !options.tau.has_value();
  estimate.clocks = relaxation.clocks;
  estimate.permeability_voxel2 = relaxation.permeability_voxel2;
  estimate.steps = std::min(relaxation.steps, static_cast<double>(options.max_steps));
  estimate.steps_to_afford = estimate.steps;
  estimate.own_bytes =
      predict_bytes(pores, cells, options.solver) + predict_face_bytes(share.domain, pores) + program_bytes;
  if (options.solver.precision == Precision::float16) {  // the run ends in float32
    SolverSettings float32 = options.solver;
    float32.precision = Precision::float32;
    estimate.own_bytes += predict_bytes(pores, cells, float32);
  }
  if (fields == FieldCapture::velocity_and_density)
    estimate.own_bytes += static_cast<std::int64_t>(sizeof(CellField)) * cells;
  estimate.bytes = processes.max(estimate.own_bytes);
  SolverSettings settings = options.solver;
  if (settings.device == Device::cpu) settings.threads = resolve_threads(settings.threads, processes);
  // All processes wait for the one with the largest block.
  estimate.seconds = processes.max(static_cast<double>(share.cells[static_cast<std::size_t>(processes.rank())]) *
                                   estimate.steps * rank_model(settings).seconds_a_cell);
  return estimate;
}

void require_memory(std::int64_t bytes, Device device, const Communicator& processes) {
  const DeviceFacts& facts = facts_of(device);
  if (facts.uses_host_memory()) return require_host_memory(bytes, facts.memory_remedy(), processes);
  const std::int64_t available = facts.free_bytes();
  if (available == 0 || bytes <= available) return;
  throw DeviceError(fmt::format("This run needs {} of memory", format_bytes(static_cast<double>(bytes))),
                    fmt::format("{} are free{}", format_bytes(static_cast<double>(available)), facts.where_memory_is()),
                    facts.memory_remedy());
}

}  // namespace perm
