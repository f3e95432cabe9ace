// SPDX-License-Identifier: Apache-2.0
#include "run/face_spread.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/errors.hpp"
#include "darcy/steady_flow.hpp"
#include "geometry/resample.hpp"
#include "run/loop_threads.hpp"
#include "run/memory_bounds.hpp"
#include "run/pathways.hpp"
#include "solver/devices.hpp"

namespace perm {
namespace {

constexpr int voxels_merged = 3;
constexpr std::int64_t least_voxels = 8;
/// Ratios of K that are known to this are known to a small part of the spread.
constexpr double tolerance_of_ratios = 0.03;

/// Gives K of the flow through a pathway; nothing where it has none above 0.
std::optional<double> solve(Pathway& pathway, const FlowOptions& options, RunObserver& observer) {
  if (!pathway.pores) return {};
  const Extent& extent = pathway.pores->image();
  if (!why_unresisted(pathway, extent, face_rules(options.boundary, options.direction, extent)).empty()) return {};
  const Communicator processes = pathway.pores->processes();
  if (const StopWish wish = observer.wish(processes); wish != StopWish::none) throw StopRun{wish};
  RunEstimate estimate;
  try {
    estimate = estimate_run(*pathway.pores, options);
  } catch (const InputError&) {  // the image is too small for so many processes, and every process finds that
    return {};
  }
  if (!why_lacking(estimate.own_bytes, options.solver.device, processes).empty()) return {};
  SteadyFlow flow(*pathway.pores, options, estimate);
  const SolvedFlow solved = std::move(flow).run([&](const Progress&) {
    if (const StopWish wish = observer.wish(processes); wish != StopWish::none) throw StopRun{wish};
  });
  const FlowResult& result = solved.result();
  if (result.stop != StopReason::converged || !(*result.permeability_voxel2 > 0)) return {};
  return result.permeability_voxel2;
}

}  // namespace

std::optional<PoreSlab> image_for_faces(const PoreSlab& image) {
  for (const Axis axis : all_axes)
    if (const std::int64_t voxels = image.image().along(axis); voxels > 1 && voxels < voxels_merged * least_voxels)
      return {};
  return coarsen(image, voxels_merged);
}

void add_face_spreads(const PoreSlab& coarse, bool repeats, FlowOptions options, RunReport& report,
                      RunObserver& observer) {
  std::vector<FlowReport*> asked;
  std::vector<Axis> directions;
  for (FlowReport& flow : report.flows)
    if (flow.result.permeability_voxel2.value_or(0) > 0) {
      asked.push_back(&flow);
      directions.push_back(flow.result.direction);
    }
  if (asked.empty()) return;
  const LoopThreads loop_threads(options.solver.threads, coarse.image().voxels());
  options.goal = Goal::permeability;
  options.tolerance = std::max(options.tolerance, tolerance_of_ratios);
  options.solver.equilibrium = Equilibrium::linear;
  options.walls = Walls::voxels;  // a surface belongs to the voxels that were merged
  options.surface = nullptr;
  const Boundary own = options.boundary.without_pressure();
  std::vector<Boundary> boundaries{own};
  for (const Boundary other : {Boundary::mirror, Boundary::sealed, Boundary::periodic})
    if (other != own && (other != Boundary::periodic || repeats)) boundaries.push_back(other);
  std::vector<std::vector<std::optional<double>>> k(asked.size());
  for (const Boundary boundary : boundaries) {
    options.boundary = {boundary};
    Pathways pathways =
        find_pathways(coarse, directions, face_rules(options.boundary, Axis::x, coarse.image()).closed());
    for (std::size_t i = 0; i < asked.size(); ++i) {
      options.direction = directions[i];
      k[i].push_back(solve(pathways.directions[i], options, observer));
    }
  }
  for (std::size_t i = 0; i < asked.size(); ++i) {
    if (!std::ranges::all_of(k[i], [](const auto& value) { return value.has_value(); })) continue;
    double spread = 0;
    for (const auto& value : k[i]) spread = std::max(spread, std::abs(std::log(*value / *k[i].front())));
    asked[i]->face_spread = spread;
  }
}

}  // namespace perm
