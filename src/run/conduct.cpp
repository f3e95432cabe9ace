// SPDX-License-Identifier: Apache-2.0
#include "run/conduct.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include "conduction/conduction.hpp"
#include "core/errors.hpp"
#include "core/phases/phase_clock.hpp"
#include "core/processors/threads.hpp"
#include "core/stop_check.hpp"
#include "core/version.hpp"
#include "darcy/run_estimate.hpp"
#include "geometry/pore_space_hash.hpp"
#include "run/image_warnings.hpp"
#include "run/loop_threads.hpp"
#include "run/pathways.hpp"
#include "run/stopwatch.hpp"

namespace perm {
namespace {

/// Where between the bounds the limit of finer voxels of the same body lies: 0.40 to 0.45 of the way up, for packings,
/// overlapping spheres, fibres and noise (conduction/README.md).
constexpr double place_of_value = 0.43;
/// How far the walls of smooth bodies lie behind those of their voxels, for what they conduct: in voxels, and its
/// standard deviation, over arrays of spheres whose values are known (conduction/README.md).
constexpr double wall_shift = 0.095;
constexpr double wall_shift_deviation = 0.03;
/// What the iteration leaves of the energies, over the width that it adds to the bounds.
constexpr double share_of_tolerance = 0.1;

void check(const ConductRequest& request, const PoreSlab& pores) {
  require_distinct(request.directions);
  if (!(request.tolerance > 0 && request.tolerance < 0.5))
    throw InputError(fmt::format("A tolerance cannot be {}", request.tolerance), "it lies between 0 and 0.5",
                     "Give for example 1e-4");
  if (!pores.processes().is_alone())
    throw UsageError("conduct is started on several processes", "it works in one, with all of its threads",
                     "Start it without mpirun");
}

ImageReport facts_of(const PoreSlab& pores, const ImageOrigin& origin) {
  const PhaseScope facts(Phase::facts);
  ImageReport image;
  image.source = origin.source;
  image.format = origin.format;
  image.segmentation = origin.segmentation;
  image.voxel_size_m = origin.voxel_size_m;
  image.resampling = origin.resampling;
  image.extent = pores.image();
  image.pore_voxels = pores.count_pores();
  image.pore_space_hash = hash_of(pores);
  return image;
}

/// Says of a direction along which nothing conducts whether contacts by edges would, through which fluid flows.
std::string describe_edges(const PoreSlab& pores, Axis direction, AxisSet closed) {
  if (find_pathways(pores, {direction}, closed).directions[0].cells == 0) return {};
  return fmt::format(
      "along {}: pores meet in edges only somewhere on every way through the image. A fluid of the lattice flows there "
      "(K > 0); a current needs faces, so that F is infinite",
      axis_letter(direction));
}

/// Refuses what the machine cannot hold: potentials, levels and corners take so many bytes a pore voxel.
void require_memory_of(std::int64_t cells) {
  constexpr std::int64_t bytes_per_cell = 180;
  require_memory(cells * bytes_per_cell);
}

Conducted conduct_along(const Pathway& pathway, const FaceRules& rules, const ConductRequest& request,
                        const std::shared_ptr<const ThreadTeam>& team, std::array<double, 3>& flux) {
  const Stopwatch stopwatch;
  Conducted conducted;
  conducted.direction = pathway.direction;
  conducted.cells = pathway.cells;
  if (pathway.cells == 0) return conducted;
  require_memory_of(pathway.cells);
  const PhaseScope steps(Phase::steps);
  const ConductionBounds bounds = bound_conduction(pathway.pores->pores(), rules, pathway.direction,
                                                   share_of_tolerance * request.tolerance, team);
  conducted.lower = bounds.lower;
  conducted.upper = std::max(bounds.lower, bounds.upper);  // they may meet, but for rounding
  conducted.value = bounds.lower + place_of_value * (conducted.upper - bounds.lower);
  if (!request.origin.resampling || !request.origin.resampling->is_refined()) {
    conducted.smooth = conducted.value + wall_shift * bounds.gain_of_walls;
    conducted.smooth_deviation = wall_shift_deviation * bounds.gain_of_walls;
  }
  conducted.is_done = bounds.is_done;
  conducted.iterations = bounds.iterations;
  conducted.seconds = stopwatch.seconds();
  flux = bounds.flux;
  return conducted;
}

/// Makes the tensor from the mean fluxes of three directions, each scaled so that the diagonal has the values.
Matrix3 make_tensor(const std::vector<Conducted>& directions, const std::array<std::array<double, 3>, 3>& flux) {
  Matrix3 tensor{};
  for (const Conducted& conducted : directions) {
    const auto j = static_cast<std::size_t>(conducted.direction);
    if (conducted.cells == 0) continue;
    for (std::size_t i = 0; i < 3; ++i) tensor[i][j] = i == j ? conducted.value : flux[j][i] / flux[j][j] * conducted.value;
  }
  for (const Conducted& conducted : directions)  // nothing is driven through what nothing goes through
    if (conducted.cells == 0) tensor[static_cast<std::size_t>(conducted.direction)].fill(0);
  return tensor;
}

}  // namespace

double Conducted::formation_factor() const { return value > 0 ? 1 / value : std::numeric_limits<double>::infinity(); }

ConductReport conduct(PoreSlab pores, const ConductRequest& request) {
  check(request, pores);
  const Stopwatch stopwatch;
  ConductReport report;
  report.version = version();
  report.commit = commit();
  report.tolerance = request.tolerance;
  report.threads = resolve_threads(request.threads);
  const LoopThreads loop_threads(report.threads, pores.pores().extent().voxels());
  report.image = facts_of(pores, request.origin);
  report.warnings = warnings_of(request.origin);
  FaceChoice faces =
      choose_faces(pores, request.origin, request.boundary, request.seams, request.directions.size());
  report.boundary = faces.boundary;
  report.why_sealed = std::move(faces.why_sealed);
  if (faces.warning) report.warnings.push_back(std::move(*faces.warning));
  check_for_stop();

  const auto rules_along = [&](Axis axis) { return face_rules({report.boundary}, axis, report.image.extent); };
  const AxisSet closed = rules_along(Axis::x).closed();
  const Pathways pathways = [&] {
    const PhaseScope components(Phase::components);
    return find_pathways(pores, request.directions, {closed, JoinedBy::faces});
  }();
  report.image.connected_voxels = pathways.connected_voxels;
  const std::int64_t voxels = report.image.extent.voxels();
  const auto team = std::make_shared<const ThreadTeam>(static_cast<int>(
      std::clamp<std::int64_t>(voxels / voxels_worth_a_thread, 1, report.threads)));
  std::array<std::array<double, 3>, 3> flux{};
  for (const Pathway& pathway : pathways.directions) {
    check_for_stop();
    report.directions.push_back(conduct_along(pathway, rules_along(pathway.direction), request, team,
                                              flux[static_cast<std::size_t>(pathway.direction)]));
    if (pathway.cells == 0)
      if (std::string warning = describe_edges(pores, pathway.direction, closed); !warning.empty())
        report.warnings.push_back(std::move(warning));
    if (!report.directions.back().is_done)
      report.warnings.push_back(fmt::format("along {}: the iteration came to its end early, so the bounds are wide",
                                            axis_letter(pathway.direction)));
  }
  if (report.directions.size() == 3 && report.boundary == Boundary::periodic) {
    report.tensor = make_tensor(report.directions, flux);
    report.principal = find_principal_axes(*report.tensor);
  }
  report.seconds = stopwatch.seconds();
  return report;
}

}  // namespace perm
