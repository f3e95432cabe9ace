// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "validation/inertia/inertia_list.hpp"
#include "validation/inertia/inertial_task.hpp"

namespace perm::validation {
namespace {

const Allowed straight_flow_allowed{
    0, 1e-4,
    "where the velocity does not change along the flow, inertia has no term, so K is that of creeping flow; both are "
    "known to 1e-6"};

/// Makes a channel along an axis, one voxel long, in a box of `side` voxels.
Recipe channel_along(GeometryKind kind, Axis axis, std::int64_t side) {
  Recipe recipe;
  recipe.kind = kind;
  recipe.axis = axis;
  recipe.extent = {side, side, side};
  auto& along = axis == Axis::x ? recipe.extent.nx : axis == Axis::y ? recipe.extent.ny : recipe.extent.nz;
  along = 1;
  if (kind == GeometryKind::tube)
    recipe.radius = 0.5 * static_cast<double>(side - 4);
  else
    recipe.gap = static_cast<double>(side - 2);
  return recipe;
}

InertiaCase straight_case(GeometryKind kind, std::int64_t side, double largest_reynolds) {
  const std::string name = to_string(kind);
  InertiaCase one;
  one.name = "inertia-" + name;
  one.title =
      fmt::format("{} {} voxels wide, along x, y and z, Re 1 to {:g} by the root of K: K is that of creeping flow",
                  name, kind == GeometryKind::tube ? side - 4 : side - 2, largest_reynolds);
  one.source = "flow without change along it: the term of inertia u grad u vanishes";
  one.run = [kind, side, largest_reynolds, name](const InertiaMachine& machine) {
    InertiaOutcome outcome;
    for (const Axis axis : all_axes) {
      InertialTask task;
      task.name = fmt::format("{} along {}", name, axis_letter(axis));
      task.recipe = channel_along(kind, axis, side);
      task.direction = axis;
      task.request.reynolds = {1, 10, largest_reynolds};
      task.request.largest_mach = 0.3;  // its pressure is the same everywhere, so the Mach number has no say
      task.tolerance = 1e-6;
      task.precision = Precision::float64;
      const InertialRecord record = solve_inertial_task(task, machine);
      ResultCurve curve{
          fmt::format("along {}", axis_letter(axis)), "Re by the root of K", "K over K of creeping flow", {}};
      for (const double reynolds : task.request.reynolds) {
        const std::string what = fmt::format("error of K along {} at Re {:g}", axis_letter(axis), reynolds);
        const InertialPoint* point = find_point(record, reynolds);
        if (point == nullptr) {
          outcome.figures.push_back(miss_figure(what, straight_flow_allowed, record.why_incomplete()));
          continue;
        }
        const double ratio = point->permeability_voxel2 / record.result.flows.creeping_voxel2;
        outcome.figures.push_back(hold_figure(what, std::abs(ratio - 1), straight_flow_allowed));
        curve.points.push_back({point->reynolds, ratio, 1.0});
      }
      outcome.curves.push_back(std::move(curve));
    }
    return outcome;
  };
  return one;
}

}  // namespace

std::vector<InertiaCase> straight_flow_cases(Thoroughness thoroughness) {
  // So wide that the largest speed is below 28 nu per voxel, beyond which no flow is tried.
  const bool quick = thoroughness == Thoroughness::quick;
  const double largest_reynolds = quick ? 30 : 100;
  const std::int64_t side = quick ? 36 : 68;
  return {straight_case(GeometryKind::plates, side, largest_reynolds),
          straight_case(GeometryKind::duct, side, largest_reynolds),
          straight_case(GeometryKind::tube, quick ? side : 76, largest_reynolds)};
}

}  // namespace perm::validation
