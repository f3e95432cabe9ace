// SPDX-License-Identifier: Apache-2.0
#include "darcy/run_estimate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string>

#include "core/errors.hpp"
#include "core/memory_limits.hpp"
#include "core/phases/phase_clock.hpp"
#include "core/processors/threads.hpp"
#include "core/units.hpp"
#include "darcy/coarse_start.hpp"
#include "darcy/share.hpp"
#include "darcy/survey/dilute_medium.hpp"
#include "darcy/survey/relaxation_time.hpp"
#include "darcy/survey/step_forecast.hpp"
#include "darcy/survey/voxel_viscosity.hpp"
#include "geometry/measures/distance_map.hpp"
#include "lattice/d3q19.hpp"
#include "lattice/occupancy.hpp"
#include "solver/cell/coarse_flow.hpp"
#include "solver/closed_faces.hpp"
#include "solver/devices.hpp"
#include "solver/scaling/performance_model.hpp"

namespace perm {
namespace {

constexpr std::int64_t bytes_a_field = sizeof(CellField);
constexpr std::int64_t bytes_a_distance = sizeof(SquaredDistance);

/// Gives the bytes that the flow of the half image takes while it waits for the lattice that it is added to: the values
/// of the pores in the rows that this process needs, and two words for every 32 voxels of these rows.
std::int64_t predict_waiting_bytes(const Domain& domain, std::int64_t own_cells, const FlowOptions& options) {
  const bool creeping = options.solver.equilibrium == Equilibrium::linear;
  if (options.method != Method::accelerated || !creeping) return 0;
  constexpr std::int64_t factor = 2;
  const Block rows{coarse_rows_around(domain.own().y, factor), coarse_rows_around(domain.own().z, factor)};
  const double share = static_cast<double>(rows.rows()) / static_cast<double>(domain.own().rows());
  const double voxels = static_cast<double>(rows.rows() * domain.image().nx) / 2;
  constexpr double more_pores = 1.05;  // halving adds a few per cent of the porosity
  return static_cast<std::int64_t>(more_pores * share * static_cast<double>(own_cells * bytes_a_field) / 2 +
                                   voxels / 32 * sizeof(OccupancyWord));
}

/// Gives the bytes that a network takes with the last corrections (darcy/pressure), and with what solves its equations
/// where this process does that.
std::int64_t predict_network_bytes(const WatchedNetwork& watched) {
  constexpr std::int64_t bytes_of_corrections = 160;  // of a body: its last pressures, and what a search works on
  const std::int64_t solving = watched.is_solved_here() ? watched.solver().get()->bytes() : 0;
  return watched.network.bytes() + solving + bytes_of_corrections * watched.network.count_bodies();
}

/// Gives the bytes that are taken while pores are measured: a distance map and three times the bits of the pores; of
/// several processes each also holds lines of the map that travel, or the network while it is found.
std::int64_t predict_measuring_bytes(const PoreSlab& slab, bool finds_network) {
  const std::int64_t voxels = slab.pores().extent().voxels();
  const std::int64_t travelling =
      slab.processes().is_alone() ? 0 : 3 * bytes_a_distance * std::min(voxels, distances_a_round);
  const std::int64_t network =
      finds_network ? voxels / 4 + PoreNetwork::bytes_a_pore_to_make * slab.pores().count_pores() : 0;
  return bytes_a_distance * voxels + 3 * voxels / 8 + std::max(travelling, network);
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
  constexpr double of_solving = 25;  // levels, sources and potentials
  const auto cells = static_cast<double>(slab.count_pores());
  std::int64_t bytes = a_cell * own_cells + std::min(of_distributions, own_cells * measured_a_cell);
  // Of several processes each finds what changes its sign in fields of the halo too.
  if (!slab.processes().is_alone()) bytes += bytes_a_field * own_cells;
  if (!slab.processes().is_first()) return bytes;
  return bytes + static_cast<std::int64_t>(cells * (of_solving + bytes_of_cut_blocks(pores, 29, 90)));
}

struct MemoryForecast {
  std::int64_t bytes{0};
  std::int64_t bytes_without_fields{0};
  std::int64_t bytes_beside{0};
  std::int64_t kept{0};
  bool solves_on_gpu{false};
};

/// Gives how much a GPU keeps of the flow of the half image, beside so many other bytes. What it does not keep goes
/// through the host in parts, which takes seconds for gigabytes and gives the same bits.
std::int64_t most_kept(std::int64_t waiting, std::int64_t others, Device device) {
  constexpr std::int64_t always = 256 << 20;
  constexpr double of_device = 0.95;
  const double most = of_device * static_cast<double>(facts_of(device).most_bytes());
  return static_cast<double>(waiting + others) <= most ? std::max(waiting, always) : always;
}

/// Predicts what this process takes at its peak: while the pores are measured, while the lattice is made and the flow
/// of the half image waits, or while it steps. A GPU only makes and steps.
MemoryForecast predict_memory(const PoreSlab& slab, const PoreSpace& pores, const Share& share,
                              const FlowOptions& options, FieldCapture fields, const RunEstimate& estimate) {
  const WatchedNetwork* network = estimate.network.get();
  const Domain& domain = share.domain;
  const std::int64_t cells = pores.count_pores();  // the halo is included
  const bool on_host = facts_of(options.solver.device).uses_host_memory();
  std::int64_t stepping = predict_bytes(pores, cells, options.solver);
  if (options.solver.precision == Precision::float16) {  // the run ends in float32
    SolverSettings float32 = options.solver;
    float32.precision = Precision::float32;
    stepping = 2 * predict_bytes(pores, cells, float32) - stepping;  // they share what is not distributions
  }
  const std::int64_t lattice = stepping + predict_face_bytes(domain, pores);
  const std::int64_t waiting = predict_waiting_bytes(domain, cells, options);
  const std::int64_t bits = pores.extent().voxels() / 8;
  const std::int64_t bodies =
      network == nullptr ? 0 : network->masses.bytes() + (on_host ? predict_network_bytes(*network) : 0);
  const std::int64_t captured =
      fields == FieldCapture::velocity_and_density || (options.method == Method::pressure && !on_host)
          ? bytes_a_field * cells
          : 0;
  const std::int64_t measuring = on_host ? predict_measuring_bytes(slab, network != nullptr) : 0;
  // A half lattice, with its captured fields, is an eighth of this one; both keep what the watched cells were.
  constexpr double half_lattice = (1 + 0.2) / 8;
  const std::int64_t watched = network == nullptr ? 0 : predict_watched_bytes(domain, pores);
  const std::int64_t program = program_bytes(options.solver.device, slab.processes());
  const std::int64_t kept = on_host ? 0 : most_kept(waiting, lattice + bodies + program, options.solver.device);
  std::int64_t pressure = 0;
  if (options.method == Method::pressure)
    pressure = on_host
                   ? predict_pressure_bytes(slab, cells, estimate.pores)
                   : predict_gpu_bytes_of_pressure(slab, share, lattice + captured + program, options, estimate.pores);
  const std::int64_t making = on_host ? waiting + bits : std::min(waiting, kept);
  const std::int64_t pores_kept = on_host ? bits : 0;  // until the walls of the flow are measured
  const auto peak = [&](std::int64_t beside) {
    return std::max(lattice + bodies + pores_kept + pressure + beside, measuring) + program;
  };
  return {peak(std::max({making, captured, watched})), peak(std::max(making, watched)),
          waiting == 0 ? 0 : 2 * watched + static_cast<std::int64_t>(half_lattice * static_cast<double>(lattice)), kept,
          !on_host && pressure > 0};
}

void require_memory_or(std::int64_t bytes, Device device, const std::string& remedy, const Communicator& processes) {
  const DeviceFacts& facts = facts_of(device);
  if (facts.uses_host_memory()) return require_host_memory(bytes, remedy, processes);
  const std::int64_t available = facts.free_bytes();
  if (available == 0 || bytes <= available) return;
  throw MemoryShortage(
      fmt::format("This run needs {} of memory", format_bytes(static_cast<double>(bytes))),
      fmt::format("{} are free{}", format_bytes(static_cast<double>(available)), facts.where_memory_is()), remedy);
}

}  // namespace

std::int64_t program_bytes(Device device, const Communicator& processes) {
  if (!facts_of(device).uses_host_memory()) return 57'000'000;  // 34 MB of it is the pool of small arrays
  return processes.is_alone() ? 11'500'000 : 21'000'000;
}

RunEstimate estimate_run(const PoreSlab& slab, const FlowOptions& options, FieldCapture fields) {
  check_options(options);
  const FaceRules rules = face_rules(options.boundary, options.direction, slab.image());
  return estimate_run(slab, PoreSurvey(slab, rules, options.solver.device), options, fields);
}

RunEstimate estimate_run(const PoreSlab& slab, const PoreSurvey& survey, const FlowOptions& asked,
                         FieldCapture fields) {
  FlowOptions options = asked;
  options.method = method_for(asked, slab.count_pores());
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
  const MomentumScales scales{relaxation.largest_radius, relaxation.permeability_voxel2, estimate.pores.porosity,
                              is_dilute(estimate.pores)};
  if (options.method == Method::pressure && options.tau && is_too_viscous(scales, viscosity(*options.tau)))
    options.method = Method::accelerated;
  if (options.method == Method::pressure) {
    estimate.widths = std::make_shared<const PoreWidths>(measure_pore_widths(slab, survey.distances()));
  } else {
    const PhaseScope finding(Phase::network);
    estimate.network =
        std::make_shared<const WatchedNetwork>(slab, survey.distances(), share.domain, options.solver.device);
  }
  estimate.tau_may_change = !is_bgk && !options.tau;
  estimate.clocks = relaxation.clocks;
  estimate.permeability_voxel2 = relaxation.permeability_voxel2;
  const auto most_steps = static_cast<double>(options.max_steps);
  estimate.steps_from_rest = std::min(relaxation.steps, most_steps);
  estimate.steps_to_afford = estimate.steps_from_rest;
  estimate.half = relaxation.half;
  const Course course = expect_course(slab, options, estimate);
  const std::int64_t bodies = estimate.network ? estimate.network->network.count_bodies() : 0;
  estimate.steps = std::min(forecast_steps(estimate.pores, relaxation, bodies, options.tolerance, course), most_steps);
  if (estimate.widths) {
    const double nu = estimate.tau_may_change ? choose_voxel_viscosity(scales) : viscosity(estimate.tau);
    estimate.tau = 0.5 + 3 * nu;
    estimate.steps = std::min(forecast_voxel_steps(scales, nu, options.tolerance), most_steps);
  }
  const MemoryForecast memory = predict_memory(slab, pores, share, options, fields, estimate);
  estimate.own_bytes = memory.bytes;
  estimate.own_bytes_to_solve = memory.bytes_without_fields;
  estimate.own_bytes_beside = memory.bytes_beside;
  estimate.most_bytes_kept = memory.kept;
  estimate.pressure_on_gpu = memory.solves_on_gpu;
  if (estimate.widths && !facts_of(options.solver.device).uses_host_memory() && !memory.solves_on_gpu)
    estimate.own_host_bytes =
        predict_pressure_bytes(slab, pores.count_pores(), estimate.pores) + program_bytes(Device::cpu, processes);
  estimate.bytes = processes.max(estimate.own_bytes);
  SolverSettings settings = options.solver;
  if (settings.device == Device::cpu) settings.threads = resolve_threads(settings.threads, processes);
  // All processes wait for the one with the largest block.
  constexpr double updates_of_start = 0.12;  // in coarser images over those in this one, the median of 100 rocks
  const double updates = estimate.steps * (course == Course::corrected_from_half ? 1 + updates_of_start : 1);
  estimate.seconds_a_step = processes.max(static_cast<double>(share.cells[static_cast<std::size_t>(processes.rank())]) *
                                          rank_model(settings).seconds_a_cell);
  estimate.seconds = updates * estimate.seconds_a_step;
  estimate.machine = machine_of_rank_model(settings);
  return estimate;
}

void require_memory(std::int64_t bytes, Device device, const Communicator& processes) {
  require_memory_or(bytes, device, facts_of(device).memory_remedy(), processes);
}

void require_memory_of_flow(std::int64_t bytes, Device device, const FlowOptions& options,
                            const Communicator& processes) {
  const DeviceFacts& facts = facts_of(device);
  std::string remedy = facts.memory_remedy();
  // A GPU leaves the pressure to the host where it has no room for it.
  if (method_for(options, 0) == Method::pressure && device == options.solver.device && facts.uses_host_memory()) {
    remedy.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(remedy.front())));
    remedy = "Use --method accelerated, which needs about half and takes longer, " + remedy;
  }
  require_memory_or(bytes, device, remedy, processes);
}

}  // namespace perm
