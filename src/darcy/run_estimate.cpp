// SPDX-License-Identifier: Apache-2.0
#include "darcy/run_estimate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "core/errors.hpp"
#include "core/memory_limits.hpp"
#include "core/phases/phase_clock.hpp"
#include "core/processors/threads.hpp"
#include "core/units.hpp"
#include "darcy/share.hpp"
#include "darcy/survey/dilute_medium.hpp"
#include "darcy/survey/relaxation_time.hpp"
#include "darcy/survey/step_forecast.hpp"
#include "darcy/survey/voxel_viscosity.hpp"
#include "geometry/measures/distance_map.hpp"
#include "image/fields/field_file.hpp"
#include "lattice/d3q19.hpp"
#include "lattice/occupancy.hpp"
#include "solver/closed_faces.hpp"
#include "solver/devices.hpp"
#include "solver/scaling/performance_model.hpp"

namespace perm {
namespace {

constexpr std::int64_t bytes_a_field = sizeof(CellField);
constexpr std::int64_t bytes_a_wall_cell = 6 * sizeof(float);  // of WallSensitivity
constexpr std::int64_t bytes_a_thread = 600'000;               // its stack, and what the C library keeps for it
constexpr std::int64_t bytes_a_distance = sizeof(SquaredDistance);

/// Gives the bytes that are taken while pores are measured: a distance map and three times the bits of the pores; of
/// several processes each also holds lines of the map that travel.
std::int64_t predict_measuring_bytes(const PoreSlab& slab) {
  const std::int64_t voxels = slab.pores().extent().voxels();
  const std::int64_t travelling =
      slab.processes().is_alone() ? 0 : 3 * bytes_a_distance * std::min(voxels, distances_a_round);
  return bytes_a_distance * voxels + 3 * voxels / 8 + travelling;
}

/// Gives the bytes a cell that the levels of a graph take for blocks which walls cut: the more, the more surface the
/// pores have, up to a limit. Measured on overlapping spheres (porosity 0.12 to 0.9, radius 4 to 12), FCC and SC
/// spheres and voxels at random (0.3 and 0.4), 256^3.
double bytes_of_cut_blocks(const PoreStructure& pores, double a_face, double most) {
  return std::min(most, a_face * pores.specific_surface / pores.porosity);
}

/// Gives the bytes that a look at the pressure of the voxels takes on a GPU, where it has room for them beside so many
/// others; else 0, and the host looks, with the same bits. The first of several processes solves for all.
std::int64_t predict_gpu_bytes_of_pressure(const PoreSlab& slab, const Share& share, std::int64_t others,
                                           const FlowOptions& options, const PoreStructure& pores) {
  constexpr std::int64_t a_cell = 2 * bytes_a_field + 20;  // what changes, what is to be added; graph, potentials
  constexpr double of_solving = 17;                        // levels, potentials and sources
  constexpr double of_device = 0.9;
  constexpr int most_processes = 8;  // whose messages one GPU takes at a time (PeerTransport)
  const Communicator& processes = slab.processes();
  if (options.solver.device != Device::cuda || share.partition.parts_y() > 1 || processes.size() > most_processes)
    return 0;
  const auto cells = static_cast<double>(slab.count_pores());
  std::int64_t bytes = a_cell * share.cells[static_cast<std::size_t>(processes.rank())];
  if (processes.is_first())
    bytes += static_cast<std::int64_t>(cells * (of_solving + bytes_of_cut_blocks(pores, 50, 60)));
  const double most = of_device * static_cast<double>(facts_of(Device::cuda).most_bytes());
  return processes.any(static_cast<double>(others + bytes) > most) ? 0 : bytes;
}

/// Gives the bytes that a flow by the pressure of the voxels takes on the host besides its lattice: values of the own
/// cells, and in the first process what solves for the pieces of all.
std::int64_t predict_pressure_bytes(const PoreSlab& slab, std::int64_t own_cells, const PoreStructure& pores) {
  constexpr std::int64_t a_cell = 2 * bytes_a_field + 17;  // what changes, what is to be added; graph, potentials
  constexpr std::int64_t of_distributions = 10'000'000;    // of the cells that are measured
  constexpr std::int64_t measured_a_cell = d3q19::directions * sizeof(double);
  constexpr double of_solving = 12;  // levels, sources and potentials
  const auto cells = static_cast<double>(slab.count_pores());
  std::int64_t bytes = a_cell * own_cells + std::min(of_distributions, own_cells * measured_a_cell);
  // Of several processes each finds what changes its sign in fields of the halo too.
  if (!slab.processes().is_alone()) bytes += bytes_a_field * own_cells;
  if (!slab.processes().is_first()) return bytes;
  return bytes + static_cast<std::int64_t>(cells * (of_solving + bytes_of_cut_blocks(pores, 21.5, 54)));
}

/// Gives the bytes that cut links take beside walls between voxels: about 6 a voxel^2 of surface (5.2 were counted in
/// overlapping spheres), twice while a host makes them.
std::int64_t predict_cut_bytes(const PoreSlab& slab, std::int64_t cells, const FlowOptions& options,
                               const PoreStructure& pores) {
  if (options.walls == Walls::voxels && options.solver.slip.length == 0) return 0;
  const auto links =
      static_cast<std::int64_t>(6 * pores.specific_surface * static_cast<double>(slab.pores().extent().voxels()));
  return facts_of(options.solver.device).uses_host_memory() ? cells + 2 * links : cells / 8 + links;
}

struct MemoryForecast {
  std::int64_t bytes{0};
  std::int64_t bytes_without_fields{0};
  bool solves_on_gpu{false};
};

/// Predicts what this process takes at its peak: while the pores are measured, or while the flow is stepped and looked
/// at. A GPU does only this.
MemoryForecast predict_memory(const PoreSlab& slab, const PoreSpace& pores, const Share& share,
                              const FlowOptions& options, FieldCapture fields, const RunEstimate& estimate) {
  const Domain& domain = share.domain;
  const std::int64_t cells = pores.count_pores();  // the halo is included
  const bool on_host = facts_of(options.solver.device).uses_host_memory();
  std::int64_t stepping = predict_bytes(pores, cells, options.solver);
  if (options.solver.precision == Precision::float16) {  // the run ends in float32
    SolverSettings float32 = options.solver;
    float32.precision = Precision::float32;
    stepping = 2 * predict_bytes(pores, cells, float32) - stepping;  // they share what is not distributions
  }
  const std::int64_t lattice =
      stepping + predict_face_bytes(domain, pores) + predict_cut_bytes(slab, cells, options, estimate.pores);
  const std::int64_t captured = fields != FieldCapture::none || !on_host ? bytes_a_field * cells : 0;
  const std::int64_t measuring = on_host ? predict_measuring_bytes(slab) : 0;
  const std::int64_t program =
      program_bytes(options.solver.device, slab.processes()) + bytes_of_threads(options.solver, slab.processes());
  const std::int64_t pressure =
      on_host ? predict_pressure_bytes(slab, cells, estimate.pores)
              : predict_gpu_bytes_of_pressure(slab, share, lattice + captured + program, options, estimate.pores);
  const std::int64_t pores_kept = on_host ? pores.extent().voxels() / 8 : 0;  // until the flow's walls are measured
  const auto peak = [&](std::int64_t beside) {
    return std::max(lattice + pores_kept + pressure + beside, measuring) + program;
  };
  // What walls do to K is found once the pressure is known, beside the pores of the flow and of the domain.
  const std::int64_t walls = fields == FieldCapture::and_sensitivity && on_host
                                 ? lattice + captured + bytes_a_wall_cell * cells + 2 * pores_kept + program
                                 : 0;
  return {std::max(peak(std::max(pores_kept, captured)), walls), peak(pores_kept), !on_host && pressure > 0};
}

}  // namespace

std::int64_t program_bytes(Device device, const Communicator& processes) {
  if (!facts_of(device).uses_host_memory()) return 57'000'000;      // 34 MB of it is the pool of small arrays
  const std::int64_t of_hdf5 = has_hdf5_fields() ? 10'000'000 : 0;  // libraries that it brings
  return of_hdf5 + (processes.is_alone() ? 10'500'000 : 20'500'000);
}

std::int64_t bytes_of_threads(const SolverSettings& settings, const Communicator& processes) {
  if (!facts_of(settings.device).uses_host_memory()) return 0;
  return bytes_a_thread * resolve_threads(settings.threads, processes);
}

RunEstimate estimate_run(const PoreSlab& slab, const FlowOptions& options, FieldCapture fields) {
  check_options(options);
  const FaceRules rules = face_rules(options.boundary, options.direction, slab.image());
  return estimate_run(slab, PoreSurvey(slab, rules, options.solver.device), options, fields);
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
  RunEstimate estimate;
  estimate.tau = relaxation.tau;
  estimate.pores = survey.structure();
  estimate.pores.critical_radius = relaxation.critical_radius_is_resolved ? relaxation.critical_radius : 0;
  estimate.pores.rough_critical_radius = relaxation.critical_radius;
  const MomentumScales scales{relaxation.largest_radius, relaxation.permeability_voxel2, estimate.pores.porosity,
                              is_dilute(estimate.pores)};
  estimate.widths = std::make_shared<const PoreWidths>(measure_pore_widths(slab, survey.distances()));
  estimate.tau_may_change = !is_bgk && !options.tau;
  estimate.pressure_may_change = options.method == Method::pressure && !has_inertia(options.solver.equilibrium) &&
                                 !(options.tau && is_too_viscous(scales, viscosity(*options.tau)));
  estimate.clocks = relaxation.clocks;
  estimate.permeability_voxel2 = relaxation.permeability_voxel2;
  // A run in float16 takes plain steps at first.
  if (estimate.pressure_may_change && options.solver.precision != Precision::float16) {
    const double nu = estimate.tau_may_change ? choose_voxel_viscosity(scales) : viscosity(estimate.tau);
    estimate.tau = 0.5 + 3 * nu;
    estimate.steps = forecast_voxel_steps(scales, nu, options.tolerance);
  } else {
    estimate.steps = forecast_plain_steps(estimate.pores, relaxation, options.tolerance);
  }
  estimate.steps = std::min(estimate.steps, static_cast<double>(options.max_steps));
  const MemoryForecast memory = predict_memory(slab, pores, share, options, fields, estimate);
  estimate.own_bytes = memory.bytes;
  estimate.own_bytes_to_solve = memory.bytes_without_fields;
  estimate.pressure_on_gpu = memory.solves_on_gpu;
  if (!facts_of(options.solver.device).uses_host_memory() && !memory.solves_on_gpu)
    estimate.own_host_bytes =
        predict_pressure_bytes(slab, pores.count_pores(), estimate.pores) + program_bytes(Device::cpu, processes);
  estimate.bytes = processes.max(estimate.own_bytes);
  SolverSettings settings = options.solver;
  if (settings.device == Device::cpu) settings.threads = resolve_threads(settings.threads, processes);
  // All processes wait for the one with the largest block.
  estimate.seconds_a_step = processes.max(static_cast<double>(share.cells[static_cast<std::size_t>(processes.rank())]) *
                                          rank_model(settings).seconds_a_cell);
  estimate.seconds = estimate.steps * estimate.seconds_a_step;
  estimate.machine = machine_of_rank_model(settings);
  return estimate;
}

void require_memory(std::int64_t bytes, Device device, const Communicator& processes) {
  const DeviceFacts& facts = facts_of(device);
  const std::string remedy = facts.memory_remedy();
  if (facts.uses_host_memory()) return require_host_memory(bytes, remedy, processes);
  const std::int64_t available = facts.free_bytes();
  if (available == 0 || bytes <= available) return;
  throw MemoryShortage(
      fmt::format("This run needs {} of memory", format_bytes(static_cast<double>(bytes))),
      fmt::format("{} are free{}", format_bytes(static_cast<double>(available)), facts.where_memory_is()), remedy);
}

}  // namespace perm
