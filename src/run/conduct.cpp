// SPDX-License-Identifier: Apache-2.0
#include "run/conduct.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/errors.hpp"
#include "core/phases/phase_clock.hpp"
#include "core/processors/threads.hpp"
#include "core/stop_check.hpp"
#include "core/version.hpp"
#include "run/image_warnings.hpp"
#include "run/loop_threads.hpp"
#include "run/pathways.hpp"
#include "run/stopwatch.hpp"

namespace perm {
namespace {

void check(const ConductRequest& request, const PoreSlab& pores) {
  require_distinct(request.directions);
  if (!(request.tolerance > 0 && request.tolerance < 0.5))
    throw InputError(fmt::format("A tolerance cannot be {}", request.tolerance), "it lies between 0 and 0.5",
                     "Give for example 1e-4");
  if (!pores.processes().is_alone())
    throw UsageError("conduct is started on several processes", "it works in one, with all of its threads",
                     "Start it without mpirun");
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
  for (const Conducted& conducted : directions)  // nothing is driven through what nothing goes through
    if (conducted.cells == 0) tensor[static_cast<std::size_t>(conducted.direction)].fill(0);
  return tensor;
}

}  // namespace

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
  FaceChoice faces = choose_faces(pores, request.origin, request.boundary, request.seams, request.directions.size());
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
  ConductSettings settings;
  settings.tolerance = request.tolerance;
  settings.threads = report.threads;
  settings.has_smooth = !request.origin.resampling || !request.origin.resampling->is_refined();
  std::array<std::array<double, 3>, 3> flux{};
  for (const Pathway& pathway : pathways.directions) {
    check_for_stop();
    report.directions.push_back(conduct_along(pathway.pores.get(), rules_along(pathway.direction), pathway.direction,
                                              settings, flux[static_cast<std::size_t>(pathway.direction)]));
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
