// SPDX-License-Identifier: Apache-2.0
#include "run/conduct.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/errors.hpp"
#include "core/phases/phase_clock.hpp"
#include "core/processors/threads.hpp"
#include "core/stop_check.hpp"
#include "core/version.hpp"
#include "run/image_warnings.hpp"
#include "run/loop_threads.hpp"
#include "run/pathways.hpp"
#include "run/shape_warnings.hpp"
#include "run/stopwatch.hpp"
#include "solver/devices.hpp"

namespace perm {
namespace {

void check(const ConductRequest& request, const PoreSlab& pores) {
  require_distinct(request.directions);
  if (!(request.tolerance > 0 && request.tolerance <= 0.5))
    throw InputError(fmt::format("A tolerance cannot be {}", request.tolerance), "it lies between 0 and 0.5",
                     "Give for example 1e-4");
  if (!pores.processes().is_alone())
    throw UsageError("conduct is started on several processes", "it works in one, with all of its threads",
                     "Start it without mpirun");
  if (request.device == Device::cuda && !request.phases.empty())
    throw UsageError("Phases of several conductivities are to be computed on a GPU", "that is not written yet",
                     "Give --device cpu, or leave --device out");
  if (request.walls == Walls::sub_voxel && !request.origin.surface)
    throw UsageError("Walls between voxels are asked for", "nobody knows the surface of this image",
                     "Give a recipe or an image of distances, or use --walls voxels");
  if (request.walls == Walls::sub_voxel && !request.phases.empty())
    throw UsageError("Walls between voxels are asked for beside phases", "each voxel is of one phase",
                     "Use --walls voxels");
}

/// Throws where conductivities are no numbers to work with, or a voxel has two.
void check_phases(const std::vector<ConductivePhase>& phases) {
  double least = std::numeric_limits<double>::infinity();
  double most = 0;
  for (const ConductivePhase& phase : phases) {
    if (!(phase.conductivity > 0) || !std::isfinite(phase.conductivity))
      throw InputError(fmt::format("A conductivity cannot be {}", phase.conductivity), "it is above 0 and finite",
                       "Leave out what does not conduct");
    least = std::min(least, phase.conductivity);
    most = std::max(most, phase.conductivity);
  }
  if (most > largest_contrast * least)
    throw InputError(fmt::format("Conductivities cannot differ by {:.3g}", most / least),
                     fmt::format("a factor of {:g} is the most that numbers here bear", largest_contrast),
                     "Leave out what hardly conducts");
  for (std::size_t i = 0; i < phases.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const auto a = phases[i].voxels.pores().words();
      const auto b = phases[j].voxels.pores().words();
      for (std::size_t word = 0; word < a.size(); ++word)
        if ((a[word] & b[word]) != 0)
          throw InputError("A voxel has two conductivities", "two ranges of grey values overlap",
                           "Give each grey value once");
    }
}

/// Makes the tensor from the mean fluxes of three directions, each scaled so that the diagonal has the values.
Matrix3 make_tensor(const std::vector<Conducted>& directions, const std::array<std::array<double, 3>, 3>& flux) {
  Matrix3 tensor{};
  for (const Conducted& conducted : directions) {
    const auto j = static_cast<std::size_t>(conducted.direction);
    if (conducted.cells == 0) continue;
    for (std::size_t i = 0; i < 3; ++i)
      tensor[i][j] = i == j ? conducted.value : flux[j][i] / flux[j][j] * conducted.value;
  }
  for (std::size_t i = 0; i < 3; ++i)  // that of a steady current is symmetric; what differs is the iteration's
    for (std::size_t j = 0; j < i; ++j) tensor[i][j] = tensor[j][i] = (tensor[i][j] + tensor[j][i]) / 2;
  for (const Conducted& conducted : directions)  // nothing is driven through what nothing goes through
    if (conducted.cells == 0)
      for (std::size_t i = 0; i < 3; ++i) {
        const auto j = static_cast<std::size_t>(conducted.direction);
        tensor[i][j] = tensor[j][i] = 0;
      }
  return tensor;
}

}  // namespace

ConductReport conduct(PoreSlab pores, const ConductRequest& request) {
  check(request, pores);
  check_phases(request.phases);
  const Stopwatch stopwatch;
  ConductReport report;
  report.version = version();
  report.commit = commit();
  report.tolerance = request.tolerance;
  report.threads = resolve_threads(request.threads);
  const LoopThreads loop_threads(report.threads, pores.pores().extent().voxels());
  report.image = facts_of(pores, request.origin);
  report.warnings = warnings_of(request.origin);
  FaceChoice faces = choose_faces(pores, request.origin, request.boundary, request.seams, request.directions.size());
  report.boundary = faces.boundary;
  report.why_sealed = std::move(faces.why_sealed);
  if (faces.warning) report.warnings.push_back(std::move(*faces.warning));
  if (!request.origin.repeats && request.phases.empty())
    for (std::string& warning : describe_shape(pores, request.directions, request.origin))
      report.warnings.push_back(std::move(warning));
  check_for_stop();

  report.walls = request.walls;
  const auto rules_along = [&](Axis axis) { return face_rules({report.boundary}, axis, report.image.extent); };
  const AxisSet closed = rules_along(Axis::x).closed();
  std::optional<SmoothBody> body;
  if (request.walls == Walls::sub_voxel) {
    body.emplace(pores, request.origin, closed, report.threads);
    report.porosity_of_body = body->porosity();
  }
  const Pathways pathways = [&] {
    const PhaseScope components(Phase::components);
    return find_pathways(pores, request.directions, {closed, JoinedBy::faces});
  }();
  report.image.connected_voxels = pathways.connected_voxels;
  ConductSettings settings;
  settings.tolerance = request.tolerance;
  settings.threads = report.threads;
  settings.device = request.device;
  settings.phases = request.phases;
  report.has_phases = !request.phases.empty();
  settings.has_smooth = !request.origin.resampling || !request.origin.resampling->is_refined();
  std::array<std::array<double, 3>, 3> flux{};
  for (const Pathway& pathway : pathways.directions) {
    check_for_stop();
    std::array<double, 3>& mean_flux = flux[static_cast<std::size_t>(pathway.direction)];
    const FaceRules rules = rules_along(pathway.direction);
    report.directions.push_back(
        body ? body->conduct_along(pathway.direction, pathway.cells, rules, request.tolerance, mean_flux)
             : conduct_along(pathway.pores.get(), rules, pathway.direction, settings, mean_flux));
    if (!body && pathway.cells == 0)
      if (std::string warning = describe_edges(pores, pathway.direction, closed); !warning.empty())
        report.warnings.push_back(std::move(warning));
    if (!report.directions.back().is_done)
      report.warnings.push_back(fmt::format("along {}: the iteration came to its end early, so {}",
                                            axis_letter(pathway.direction),
                                            body ? "the value may be off by more" : "the bounds are wide"));
  }
  if (report.directions.size() == 3 && report.boundary == Boundary::periodic) {
    report.tensor = make_tensor(report.directions, flux);
    report.principal = find_principal_axes(*report.tensor);
  }
  const bool used_gpu = std::ranges::any_of(
      report.directions, [](const Conducted& conducted) { return conducted.device == Device::cuda; });
  report.device = facts_of(used_gpu ? Device::cuda : Device::cpu).name();
  report.seconds = stopwatch.seconds();
  return report;
}

}  // namespace perm
